//! `agon sweep`: players that differ in a parameter, side by side in a table and in pictures.

use agon_arena::report::{gather, parameters, sweep, sweep_rows};
use agon_arena::sweep::expand;
use agon_arena::tournament::{Entry, Format};
use anyhow::{Result, bail};
use clap::Args;

use crate::commands::report::Files;
use crate::commands::tournament::plan_of;
use crate::output::Output;
use crate::tourney::{Conditions, Keeping, hold};

/// Compare players that differ in a parameter: score, time and nodes by its value
///
/// All players meet each other, or one opponent with --against. Times per move are measured under clocks of
/// time, so the default is one that no search of a fixed depth runs out of, and one game at a time.
#[derive(Args)]
#[command(after_help = "Examples:
  agon sweep ataxx alphabeta:depth=1..4 --games 20
  agon sweep blobwar/8 minimax:depth=1..3 alphabeta:depth=1..4 --against random --plots pictures
  agon sweep reversi alphabeta:depth=1..3,eval='discs|corners' --html sweep.html")]
pub struct Sweep {
    /// The game and board
    game: String,
    /// The players, with ranges such as depth=1..6, size=10..100/10 or eval='a|b'
    #[arg(required = true)]
    players: Vec<String>,
    /// Each plays this one instead of all others
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// How many games for each pairing
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    #[command(flatten)]
    conditions: Conditions,
    #[command(flatten)]
    keeping: Keeping,
    #[command(flatten)]
    files: Files,
}

impl Sweep {
    /// Plays, and tells the table.
    pub fn run(&self, output: &Output) -> Result<()> {
        let n_players: usize = self.players.iter().map(|spec| Ok(expand(spec)?.len())).sum::<Result<_>>()?;
        if n_players == self.players.len() {
            bail!("nothing is swept: write a range, such as alphabeta:depth=1..6");
        }
        let mut plan = plan_of(&self.game, &self.players);
        plan.name = self.keeping.name.clone().unwrap_or_else(|| "sweep".to_owned());
        plan.games = self.games;
        plan.clock = "1000s".to_owned();
        self.conditions.put_into(&mut plan)?;
        if let Some(against) = &self.against {
            plan.format = Format::Gauntlet;
            plan.players.insert(0, Entry::Spec(against.clone()));
        }
        let conditions = self.conditions.clone().one_at_a_time();
        let store = self.keeping.open_or_make()?;
        let held = hold(plan, Some(store), &self.keeping, &conditions, output, &mut |_, _| {})?;
        let reports = gather(held.store()?, Some(&held.tournament.plan().name))?;
        self.files.write(&reports, output)?;
        for report in &reports {
            let parameters = parameters(report);
            if output.json {
                let rows = |parameter: &String| {
                    (parameter.clone(), serde_json::json!(sweep_rows(report, parameter)))
                };
                output.value(&parameters.iter().map(rows).collect::<serde_json::Map<_, _>>())?;
            } else {
                let tables: Vec<String> =
                    parameters.iter().map(|parameter| sweep(report, parameter)).collect();
                output.text(&tables.join("\n"))?;
            }
        }
        held.check_complete()
    }
}
