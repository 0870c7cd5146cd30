//! `agon match`: two players, many games in colour-swapped pairs, one honest answer.

use std::collections::BTreeMap;
use std::path::PathBuf;

use agon_arena::job::PairResult;
use agon_arena::runner::Run;
use agon_arena::stats::EloModel;
use agon_arena::summary::{MatchCounts, MatchSummary};
use agon_arena::tournament::{Format, Plan, SprtPlan};
use anyhow::Result;
use clap::Args;

use crate::output::Output;
use crate::tourney::{Conditions, Keeping, Records, hold};

/// Measure one player against another, in colour-swapped pairs
///
/// Each pair of games begins with the same opening, seats swapped. The result is from A's side, with 95%
/// intervals; with --sprt the match stops as soon as the question is decided.
#[derive(Args)]
#[command(after_help = "Examples:
  agon match ataxx greedy random --games 100
  agon match amazons/6 alphabeta:depth=2 greedy --games 20 --clock move=50ms
  agon match reversi champion alphabeta:depth=3 --games 2000 --sprt 0,10 --clock nodes=5000 --json")]
pub struct Match {
    /// The game and board
    game: String,
    /// The player whose result is told
    a: String,
    /// The other
    b: String,
    /// How many games; with --sprt, at most
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    keeping: Keeping,
    /// Stop when it is clear whether A is ELO0 or ELO1 better; with ",nelo" in normalised Elo
    #[arg(long, value_name = "ELO0,ELO1", value_parser = sprt, allow_hyphen_values = true)]
    sprt: Option<SprtPlan>,
    /// Append every game to this file, one JSON record per line
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

impl Match {
    /// Plays, and tells the result.
    pub fn run(&self, output: &Output) -> Result<()> {
        let mut plan = Plan::new(&self.game, &[&self.a, &self.b]);
        plan.name = self.keeping.name.clone().unwrap_or_else(|| "match".to_owned());
        self.conditions.put_into(&mut plan)?;
        plan.format = Format::Match;
        plan.games = self.games;
        plan.sprt = self.sprt;
        for player in [&self.a, &self.b] {
            crate::typed::check_foreign(player)?;
        }
        let mut records = Records::open(self.records.as_deref())?;
        let store = self.keeping.open()?;
        let is_kept = store.is_some();
        let mut counting = Counting::default();
        let held = hold(plan, store, &self.keeping, &self.conditions, output, &mut |results, stop| {
            records.write(results, stop);
            if !is_kept {
                counting.add(results);
            }
        })?;
        records.close()?;
        let counts = if is_kept {
            MatchCounts::of_results(&held.store()?.results(held.tournament.id())?)
        } else {
            counting.needed(&held.run)
        };
        let summary = counts.summary(held.tournament.sprt(), held.run.progress.elapsed.as_secs_f64());
        if output.json {
            output.value(&summary)?;
        } else {
            output.text(&text(&summary, [&self.a, &self.b]))?;
        }
        held.check_complete()
    }
}

/// Pairs that are counted while they are played, for matches that nobody keeps.
#[derive(Default)]
pub struct Counting {
    pairs: BTreeMap<u64, MatchCounts>,
}

impl Counting {
    /// Counts pairs that were finished.
    pub fn add(&mut self, results: &[PairResult]) {
        results.iter().for_each(|result| self.pairs.entry(result.job.number).or_default().add(result));
    }

    /// All of them, but for those that a test did not need.
    pub fn needed(&self, run: &Run) -> MatchCounts {
        self.pairs.range(..run.cut.unwrap_or(u64::MAX)).map(|(_, counts)| counts).sum()
    }
}

/// Reads `ELO0,ELO1`.
pub fn sprt(text: &str) -> Result<SprtPlan, String> {
    let bad = || format!("`{text}` is not a test: write two Elo differences, such as 0,10");
    let (elos, model) = match text.strip_suffix(",nelo") {
        Some(elos) => (elos, EloModel::Normalised),
        None => (text, EloModel::Logistic),
    };
    let (elo0, elo1) = elos.split_once(',').ok_or_else(bad)?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|_| bad());
    let plan = SprtPlan { elo0: number(elo0)?, elo1: number(elo1)?, alpha: 0.05, beta: 0.05, model };
    plan.test().map_err(|error| error.to_string())?;
    Ok(plan)
}

/// The result in words.
pub fn text(summary: &MatchSummary, names: [&str; 2]) -> String {
    let MatchSummary { games, wins, draws, losses, score, score95, elo, elo95, los, pairs, seconds, .. } =
        summary;
    let mut text = format!("{} against {}: {games} games in {seconds:.1} s\n", names[0], names[1]);
    text += &format!("  wins {wins}, draws {draws}, losses {losses}\n");
    let percent = |share: f64| 100.0 * share;
    text += &format!(
        "  score {:.1}% (95%: {:.1}% to {:.1}%)\n",
        percent(*score),
        percent(score95[0]),
        percent(score95[1])
    );
    text += &format!(
        "  Elo {elo:+.1} (95%: {:+.1} to {:+.1}), better with {:.1}%\n",
        elo95[0],
        elo95[1],
        percent(*los)
    );
    text += &format!("  pairs by points 0, 1/2, 1, 3/2, 2: {pairs:?}\n");
    let endings: Vec<String> = summary.endings.iter().map(|(name, n)| format!("{name} {n}")).collect();
    text += &format!("  endings: {}\n", endings.join(", "));
    if let Some(sprt) = &summary.sprt {
        let (llr, lower, upper) = (sprt.llr, sprt.lower, sprt.upper);
        text += &format!("  test: LLR {llr:+.2} in ({lower:.2}, {upper:.2}); {}\n", sprt.words);
    }
    text
}
