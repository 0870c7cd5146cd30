//! `agon check`: does this player keep the rules of being a player?

use agon_arena::check::{Exam, Item, check};
use agon_arena::clock::Clock;
use agon_arena::player::custody::Custody;
use anyhow::{Result, bail};
use clap::Args;
use serde_json::json;

use crate::output::Output;

/// See whether a player keeps the rules of being a player
///
/// It is started, plays some games against random with seats swapped, and is ended; each thing that is
/// expected of it passes or fails with the reason.
#[derive(Args)]
#[command(after_help = "Examples:
  agon check ./player.so amazons
  agon check 'ugi:./player.py' reversi --clock 5s
  agon check greedy ataxx --json")]
pub struct Check {
    /// The player
    player: String,
    /// The game and board
    game: String,
    /// The clock that it must keep
    #[arg(long, short, value_name = "C", default_value = "10s")]
    clock: Clock,
    /// How many games
    #[arg(long, short = 'n', value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=1000))]
    games: u32,
    /// Where chance comes from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

impl Check {
    /// Prints pass or fail per item.
    pub fn run(&self, output: &Output) -> Result<()> {
        let exam = Exam {
            spec: self.player.clone(),
            table: crate::open::table(&self.game, None)?,
            clock: self.clock,
            n_games: self.games,
            seed: self.seed,
            custody: Custody::default(),
        };
        crate::typed::check_player(&self.player, &exam.table)?;
        let findings = check(&exam)?;
        let is_passed = findings.is_passed();
        if output.json {
            let items: Vec<_> = findings.items.iter().map(item).collect();
            output.value(&json!({ "passed": is_passed, "items": items, "log": findings.log }))?;
        } else {
            for item in &findings.items {
                let (word, finding) = match &item.finding {
                    Ok(found) => ("pass", found),
                    Err(why) => ("FAIL", why),
                };
                output.text(&format!("{word}  {:<24} {finding}\n", item.name))?;
            }
            if !findings.log.trim().is_empty() {
                output.story(format!("what it printed:\n{}", findings.log.trim_end()));
            }
        }
        if !is_passed {
            bail!("`{}` does not keep the rules of being a player", self.player);
        }
        Ok(())
    }
}

fn item(item: &Item) -> serde_json::Value {
    match &item.finding {
        Ok(found) => json!({ "name": item.name, "passed": true, "finding": found }),
        Err(why) => json!({ "name": item.name, "passed": false, "finding": why }),
    }
}
