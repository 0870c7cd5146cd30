//! `agon tune`: which values of a player's parameters win, and whether what was found is really better.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use agon_arena::summary::MatchSummary;
use agon_arena::tournament::{Format, Plan, SprtPlan, Tournament};
use agon_arena::tune::{Knob, Log, Range, TunePlan, Tuning, knobs};
use agon_games::catalog::Table;
use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::{Value, json};

use crate::commands::match_::{self, Counting};
use crate::output::Output;
use crate::tourney::{Conditions, Held, Keeping, check_players, hold, venues};
use crate::{interrupt, progress};

/// Find the values of a player's parameters that win most
///
/// Pairs of games between two players that lie a step to either side of the present values, all parameters at once;
/// who wins moves them (SPSA). What comes out is the mean over the second half of the pairs. Nothing is sure before
/// it is tested: --sprt lets the tuned player meet the one it began as, from other openings. Every step is in the
/// log; Ctrl-C loses nothing, --resume goes on. Under clocks of nodes the same seed finds the same.
#[derive(Args)]
#[command(after_help = "Examples:
  agon tune ataxx mcts --vary c=0.2..2 --pairs 400 --clock nodes=500 --log mcts.tune
  agon tune amazons champion --vary curiosity=0.2..0.9 --vary breadth=0.2..1 --pairs 500 \\
      --clock nodes=20000 --log amazons.tune --sprt 0,20 --games 400
  agon tune reversi 'ugi:./engine,Margin=50' --vary Margin=0..200/10 --clock move=20ms

A range is NAME=LOW..HIGH; a step is an eighth of it, or what stands behind a slash. Parameters of our
own players are those of `agon players GAME`; of a program that speaks UGI or UAI, its options.")]
pub struct Tune {
    /// The game and board
    game: String,
    /// The player, with the values that it begins with where they are not the usual ones
    player: String,
    /// A parameter and its range: NAME=LOW..HIGH or NAME=LOW..HIGH/STEP; as often as there are parameters
    #[arg(long, value_name = "RANGE", value_parser = range)]
    vary: Vec<Range>,
    /// How many pairs of games to tune by
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    /// Where every step is written down
    #[arg(long, value_name = "FILE", default_value = "agon.tune")]
    log: PathBuf,
    /// Go on with the tuning of that log
    #[arg(long)]
    resume: bool,
    /// Then test whether the tuned player is ELO0 or ELO1 better than it was
    #[arg(long, value_name = "ELO0,ELO1", value_parser = match_::sprt, allow_hyphen_values = true)]
    sprt: Option<SprtPlan>,
    /// How many games that test may take at most
    #[arg(long, short = 'n', value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    #[command(flatten)]
    conditions: Conditions,
}

fn range(text: &str) -> Result<Range, String> {
    text.parse().map_err(|error: agon_arena::tune::KnobError| error.to_string())
}

impl Tune {
    /// Tunes, tests if that was asked for, and tells what came out.
    pub fn run(&self, output: &Output) -> Result<()> {
        if self.conditions.is_elsewhere() {
            bail!("tuning plays on this machine only: leave out --queue");
        }
        let mut plan = Plan::new(&self.game, &[&self.player, &self.player]);
        self.conditions.put_into(&mut plan)?;
        plan.format = Format::Match;
        let tournament = Tournament::new(plan, &crate::open::BoardFiles)?;
        check_players(&tournament)?;
        let began = Instant::now();
        let tuning = self.tune(&tournament, output)?;
        if !tuning.is_done() {
            bail!("stopped after {} of {} pairs: --resume goes on", tuning.spsa().n_done(), self.pairs);
        }
        let is_stopped = interrupt::flag()?.load(Ordering::Relaxed);
        let test = match self.sprt.filter(|_| !is_stopped) {
            Some(sprt) => Some(self.test(&tuning.player(), sprt, output)?),
            None => None,
        };
        let (summary, held) = test.unzip();
        let seconds = began.elapsed().as_secs_f64();
        if output.json {
            output.value(&self.json(&tuning, summary, seconds))?;
        } else {
            output.text(&self.text(&tuning, summary.as_ref(), seconds))?;
        }
        held.map_or(Ok(()), |held| held.check_complete().context("the test was not ended"))
    }

    fn tune(&self, tournament: &Tournament, output: &Output) -> Result<Tuning> {
        let settled = tournament.plan();
        let plan = TunePlan {
            game: settled.game.clone(),
            position: settled.position.clone(),
            player: self.player.clone(),
            knobs: knobs(tournament.table(), &self.player, &self.vary)?,
            pairs: self.pairs,
            clock: settled.clock.clone(),
            openings: settled.openings.clone(),
            seed: settled.seed,
        };
        let log = match self.resume {
            true => Log::go_on(&self.log, &plan)?,
            false => (Log::begin(&self.log, &plan)?, Vec::new()),
        };
        let table = Arc::new(Table::open(&plan.game, plan.position.as_deref())?);
        let mut tuning = Tuning::new(plan, table, log)?;
        let bar = progress::games(output, Some(2 * self.pairs));
        bar.set_position(2 * tuning.spsa().n_done());
        let (stop, manner) = (interrupt::flag()?, self.conditions.manner(tournament));
        let mut told = Instant::now();
        let run = tuning.run(&venues, manner, &stop, &mut |tuning| {
            bar.set_position(2 * tuning.spsa().n_done());
            let line = values_text(tuning.spsa().knobs(), tuning.spsa().values());
            if bar.is_hidden() && told.elapsed().as_secs() >= 10 {
                told = Instant::now();
                output.story(format!("{} of {} pairs: {line}", tuning.spsa().n_done(), self.pairs));
            }
            bar.set_message(line);
        });
        bar.finish_and_clear();
        run?;
        Ok(tuning)
    }

    /// The tuned player against the one it began as, from openings that tuning has not seen.
    fn test(&self, tuned: &str, sprt: SprtPlan, output: &Output) -> Result<(MatchSummary, Held)> {
        let mut plan = Plan::new(&self.game, &[tuned, &self.player]);
        self.conditions.put_into(&mut plan)?;
        plan.format = Format::Match;
        (plan.games, plan.sprt, plan.seed) = (self.games, Some(sprt), plan.seed.wrapping_add(1));
        output.story(format!("the test: {tuned} against {}", self.player));
        let (keeping, mut counting) = (Keeping::nowhere(), Counting::default());
        let held = hold(plan, None, &keeping, &self.conditions, output, &mut |results, _| {
            counting.add(results);
        })?;
        let seconds = held.run.progress.elapsed.as_secs_f64();
        let summary = counting.needed(&held.run).summary(held.tournament.sprt(), seconds);
        Ok((summary, held))
    }

    fn json(&self, tuning: &Tuning, test: Option<MatchSummary>, seconds: f64) -> Value {
        let spsa = tuning.spsa();
        let values: serde_json::Map<String, Value> = spsa
            .knobs()
            .iter()
            .zip(spsa.outcome())
            .map(|(knob, value)| {
                let value = json!({ "start": knob.start, "value": knob.fit(value), "low": knob.low, "high": knob.high });
                (knob.name.clone(), value)
            })
            .collect();
        json!({ "game": self.game, "player": self.player, "tuned": tuning.player(), "values": values,
            "pairs": spsa.n_done(), "faults": tuning.n_faults(), "log": self.log, "test": test, "seconds": seconds })
    }

    fn text(&self, tuning: &Tuning, test: Option<&MatchSummary>, seconds: f64) -> String {
        let (spsa, tuned) = (tuning.spsa(), tuning.player());
        let mut text = format!("{tuned}\n");
        for (knob, value) in spsa.knobs().iter().zip(spsa.outcome()) {
            let Knob { name, low, high, start, .. } = knob;
            let (start, value) = (knob.text(*start), knob.text(value));
            text += &format!("  {name:<16} {start} -> {value}  (of {low} to {high})\n");
        }
        let (pairs, log) = (spsa.n_done(), self.log.display());
        text += &format!("  by {pairs} pairs of games in {seconds:.0} s; each step is in {log}\n");
        if tuning.n_faults() > 0 {
            text += &format!(
                "  {} games ended by a fault, on time or by a crash: `agon check` tells more\n",
                tuning.n_faults()
            );
        }
        match test {
            Some(summary) => text += &match_::text(summary, [&tuned, &self.player]),
            None => text += "  not tested: --sprt 0,10 asks whether it is better than it was\n",
        }
        text
    }
}

/// The knobs with their values, in a line.
fn values_text(knobs: &[Knob], values: &[f64]) -> String {
    let one = |(knob, &value): (&Knob, &f64)| format!("{} {}", knob.name, knob.text(value));
    knobs.iter().zip(values).map(one).collect::<Vec<_>>().join(", ")
}
