//! `agon tournament` and `agon ladder`: many players, one store, a table with ratings.

use std::path::PathBuf;

use agon_arena::runner::Event;
use agon_arena::standings::Standings;
use agon_arena::store::{GameFilter, Store};
use agon_arena::tournament::{Entry, Format, Manner, Plan, Tournament as Event_, stored_plan};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::commands::report;
use crate::output::Output;
use crate::tourney::{Conditions, check_players, venues};
use crate::{interrupt, progress};

/// Play a tournament among many players
///
/// Every finished pair of games is saved in the database before it counts. Ctrl-C loses nothing finished:
/// --resume goes on. Sweeps make many players of one: alphabeta:depth=1..4.
#[derive(Args)]
#[command(after_help = "Examples:
  agon tournament ataxx random greedy alphabeta:depth=1..3 --games 10 --clock nodes=2000
  agon tournament reversi champion greedy random --format gauntlet --games 20 --db games.db
  agon tournament --file cup.toml --db games.db --resume")]
pub struct Tournament {
    /// The game and board
    #[arg(required_unless_present = "file")]
    game: Option<String>,
    /// The players; in a gauntlet the first is the hero, in swiss and knockout the best come first
    players: Vec<String>,
    /// Who meets whom
    #[arg(long, short, value_enum, default_value = "round-robin")]
    format: Pairing,
    /// How many games for each pairing
    #[arg(long, short = 'n', value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Rounds of a swiss
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    keeping: Keeping,
    /// Take the plan from a TOML file instead
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    file: Option<PathBuf>,
}

/// Keep a ladder: players of like strength meet, ratings move after every round
#[derive(Args)]
#[command(after_help = "Examples:
  agon ladder reversi random greedy alphabeta:depth=1..4 --rounds 10 --db ladder.db
  agon ladder reversi random greedy ./newcomer.so --rounds 5 --db ladder.db --resume")]
pub struct Ladder {
    /// The game and board
    game: String,
    /// The players
    players: Vec<String>,
    /// Rounds to play
    #[arg(long, value_name = "N", default_value_t = 10)]
    rounds: u32,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    keeping: Keeping,
}

/// Where results are kept.
#[derive(Args, Clone, Debug)]
pub struct Keeping {
    /// Keep every game in this database
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Its name in the database
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Go on with the tournament of that name
    #[arg(long, requires = "db")]
    resume: bool,
}

/// Who meets whom.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairing {
    /// Everybody against everybody.
    RoundRobin,
    /// The first against all others.
    Gauntlet,
    /// Those with like scores.
    Swiss,
    /// The loser is out.
    Knockout,
}

impl Tournament {
    /// Plays it.
    pub fn run(&self, output: &Output) -> Result<()> {
        let mut plan = match (&self.file, &self.game) {
            (Some(path), _) => {
                let text = std::fs::read_to_string(path);
                let text = text.with_context(|| format!("cannot read `{}`", path.display()))?;
                Plan::from_toml(&text).with_context(|| format!("`{}`", path.display()))?
            }
            (None, Some(game)) => {
                let mut plan = Plan::new(game, &[]);
                plan.players = self.players.iter().cloned().map(Entry::Spec).collect();
                self.conditions.put_into(&mut plan)?;
                plan.format = match self.format {
                    Pairing::RoundRobin => Format::RoundRobin,
                    Pairing::Gauntlet => Format::Gauntlet,
                    Pairing::Swiss => Format::Swiss,
                    Pairing::Knockout => Format::Knockout,
                };
                plan.games = self.games;
                plan.rounds = self.rounds;
                plan
            }
            (None, None) => bail!("name a game and players, or a file with --file"),
        };
        if let Some(name) = &self.keeping.name {
            plan.name.clone_from(name);
        }
        play(plan, &self.keeping, self.conditions.concurrency.into(), output)
    }
}

impl Ladder {
    /// Plays some rounds of it.
    pub fn run(&self, output: &Output) -> Result<()> {
        let mut plan = Plan::new(&self.game, &[]);
        plan.name = self.keeping.name.clone().unwrap_or_else(|| "ladder".to_owned());
        plan.players = self.players.iter().cloned().map(Entry::Spec).collect();
        plan.format = Format::Ladder;
        plan.rounds = Some(self.rounds);
        self.conditions.put_into(&mut plan)?;
        play(plan, &self.keeping, self.conditions.concurrency.into(), output)
    }
}

fn play(plan: Plan, keeping: &Keeping, workers: usize, output: &Output) -> Result<()> {
    let mut store = match &keeping.db {
        Some(path) => Store::open(path)?,
        None => Store::in_memory()?,
    };
    let plan = match keeping.resume && plan.players.is_empty() {
        true => stored_plan(&store, &plan.name)?,
        false => plan,
    };
    let mut tournament = Event_::new(plan, &crate::open::BoardFiles)?;
    check_players(&tournament)?;
    tournament.enter(&mut store, keeping.resume)?;
    let stop = interrupt::flag()?;
    let bar = progress::games(output, tournament.n_pairs().map(|pairs| 2 * pairs));
    let manner = Manner { workers, pin: false };
    let run = tournament.run(Some(&mut store), &venues, manner, &stop, &mut |event| {
        if let Event::Finished(_, played) = event {
            bar.set_position(played.games + 2 * played.resumed_pairs);
        }
    })?;
    bar.finish_and_clear();
    let filter = GameFilter { tournament: Some(tournament.id()), without_moves: true };
    let standings = Standings::of(&store.players()?, &store.games(filter)?, tournament.plan().scoring);
    if output.json {
        output.value(&standings)?;
    } else {
        output.text(&report::table(&standings))?;
        if let Some(places) = tournament.places() {
            let names: Vec<&str> = places.iter().map(|&at| tournament.players()[at].name.as_str()).collect();
            output.text(&format!("places: {}\n", names.join(", ")))?;
        }
    }
    if !run.is_complete {
        let how = keeping.db.as_ref().map_or("", |_| ": --resume goes on");
        bail!("stopped after {} games{how}", run.progress.games);
    }
    Ok(())
}
