//! `agon tournament` and `agon ladder`: many players, one store, a table with ratings.

use std::path::PathBuf;

use agon_arena::report::table;
use agon_arena::schedule::LadderPlayer;
use agon_arena::standings::Scoring;
use agon_arena::stats::{Glicko, Z95};
use agon_arena::tournament::{Entry, Format, Plan};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};

use crate::output::Output;
use crate::tourney::{Conditions, Keeping, hold};

/// Play a tournament among many players
///
/// Every finished pair of games is saved in the database before it counts. Ctrl-C loses nothing finished:
/// --resume goes on. Sweeps make many players of one: alphabeta:depth=1..4. What is given beside --file
/// replaces what the file says.
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
    /// Who meets whom [default: round-robin]
    #[arg(long, short, value_enum)]
    format: Option<Pairing>,
    /// How many games for each pairing [default: 2]
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// Rounds of a swiss
    #[arg(long, value_name = "N")]
    rounds: Option<u32>,
    /// How points are counted [default: standard]
    #[arg(long, value_enum)]
    scoring: Option<Points>,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    keeping: Keeping,
    /// Take the plan from a TOML file
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
    /// How points are counted [default: standard]
    #[arg(long, value_enum)]
    scoring: Option<Points>,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    keeping: Keeping,
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

/// How points are counted.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// A win is a point, a draw half of one.
    Standard,
    /// The same, but losing by one's own fault costs ten.
    School,
}

impl Pairing {
    fn format(self) -> Format {
        match self {
            Self::RoundRobin => Format::RoundRobin,
            Self::Gauntlet => Format::Gauntlet,
            Self::Swiss => Format::Swiss,
            Self::Knockout => Format::Knockout,
        }
    }
}

impl Points {
    fn scoring(self) -> Scoring {
        match self {
            Self::Standard => Scoring::Standard,
            Self::School => Scoring::School,
        }
    }
}

impl Tournament {
    /// Plays it.
    pub fn run(&self, output: &Output) -> Result<()> {
        if let Some(file) = self.game.as_ref().filter(|game| game.ends_with(".toml")) {
            bail!("`{file}` is no game: a tournament file goes behind --file");
        }
        let mut plan = match (&self.file, &self.game) {
            (Some(path), _) => {
                let text = std::fs::read_to_string(path);
                let text = text.with_context(|| format!("cannot read `{}`", path.display()))?;
                Plan::from_toml(&text).with_context(|| format!("`{}`", path.display()))?
            }
            (None, Some(game)) => plan_of(game, &self.players),
            (None, None) => bail!("name a game and players, or a file with --file"),
        };
        plan.format = self.format.map_or(plan.format, Pairing::format);
        plan.scoring = self.scoring.map_or(plan.scoring, Points::scoring);
        plan.games = self.games.unwrap_or(plan.games);
        plan.rounds = self.rounds.or(plan.rounds);
        plan.name = self.keeping.name.clone().unwrap_or(plan.name);
        self.conditions.put_into(&mut plan)?;
        play(plan, &self.keeping, &self.conditions, output)
    }
}

impl Ladder {
    /// Plays some rounds of it.
    pub fn run(&self, output: &Output) -> Result<()> {
        let mut plan = plan_of(&self.game, &self.players);
        plan.name = self.keeping.name.clone().unwrap_or_else(|| "ladder".to_owned());
        plan.format = Format::Ladder;
        plan.rounds = Some(self.rounds);
        plan.scoring = self.scoring.map_or(plan.scoring, Points::scoring);
        self.conditions.put_into(&mut plan)?;
        play(plan, &self.keeping, &self.conditions, output)
    }
}

/// A plan for these players.
pub fn plan_of(game: &str, players: &[String]) -> Plan {
    let mut plan = Plan::new(game, &[]);
    plan.players = players.iter().cloned().map(Entry::Spec).collect();
    plan
}

fn play(plan: Plan, keeping: &Keeping, conditions: &Conditions, output: &Output) -> Result<()> {
    let store = keeping.open_or_make()?;
    let held = hold(plan, Some(store), keeping, conditions, output, &mut |_, _| {})?;
    let tournament = &held.tournament;
    let standings = tournament.standings(held.store()?)?;
    if output.json {
        output.value(&standings)?;
    } else {
        output.text(&table(&standings))?;
        let places = tournament.places().unwrap_or_default();
        if let Some(ladder) = tournament.ladder() {
            let rung = |&at: &usize| rung(&tournament.players()[at].name, &ladder[at]);
            output.text(&places.iter().map(rung).collect::<String>())?;
        } else if !places.is_empty() {
            let names: Vec<&str> = places.iter().map(|&at| tournament.players()[at].name.as_str()).collect();
            output.text(&format!("places: {}\n", names.join(", ")))?;
        }
    }
    held.check_complete()
}

/// A player's line on the ladder: its rating with the 95% interval, and whether it is welcome.
fn rung(name: &str, player: &LadderPlayer) -> String {
    let state = match player {
        LadderPlayer { is_suspended: true, .. } => ", set aside: it keeps failing",
        LadderPlayer { on_probation: true, .. } => ", on probation: it failed too often",
        _ => "",
    };
    let Glicko { rating, deviation, .. } = player.glicko;
    format!("ladder: {name} {rating:.0} +/- {:.0} after {} games{state}\n", Z95 * deviation, player.n_games)
}
