//! `agon solve`: the exact value of a small or late position.

use std::time::Duration;

use agon_engine::solve::{self, Answer, Limits};
use agon_games::side::Side;
use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use crate::open::Setting;
use crate::output::Output;
use crate::{interrupt, limit, seats};

/// Find the exact value of a small or late position
///
/// The score is from the side to move; in Reversi in discs, the empty squares to the winner. What is printed
/// is proved; where time runs out first, nothing is claimed.
#[derive(Args)]
#[command(after_help = "Examples:
  agon solve reversi/4
  agon solve reversi/6 --position '_OOOX_/OOOOXX/OXOXXX/OOXXXX/_OOOX_/______ X' --json
  agon solve 'flood/6?colours=4&seed=1' --time 10s")]
pub struct Solve {
    #[command(flatten)]
    setting: Setting,
    /// Give up after this time
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = limit::time)]
    time: Duration,
    /// How many threads search
    #[arg(long, short = 'j', value_name = "K", default_value_t = 1)]
    threads: usize,
}

#[derive(Serialize)]
struct Value {
    winner: Option<usize>,
    score: i32,
    #[serde(rename = "move")]
    mv: Option<String>,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
}

impl Solve {
    /// Prints the value.
    pub fn run(&self, output: &Output) -> Result<()> {
        let (table, position) = self.setting.open()?;
        let limits = Limits {
            time: Some(self.time.max(Duration::from_millis(1))),
            threads: self.threads.max(1),
            stop: interrupt::flag()?,
            ..Limits::default()
        };
        let answer = solve::solve(&table, &position, &limits, &mut |_| {})?;
        let solution = match answer {
            Answer::Solved(solution) => solution,
            Answer::Unknown(progress) if progress.nodes == 0 => {
                bail!("this position is too early to be solved: try a smaller board or a later position")
            }
            Answer::Unknown(progress) => bail!(
                "not solved in {:.0?}: the score lies between {} and {} after {} positions; give it more --time",
                progress.elapsed,
                progress.lower,
                progress.upper,
                progress.nodes
            ),
        };
        let side = position.side();
        let winner = match solution.score {
            0 => None,
            score if score > 0 => Some(side),
            _ => Some(!side),
        };
        let value = Value {
            winner: winner.map(Side::index),
            score: solution.score,
            mv: solution.best().map(|mv| position.move_text(mv)),
            nodes: solution.nodes,
            seconds: solution.elapsed.as_secs_f64(),
            pv: limit::line(&position, &solution.line),
        };
        if output.json {
            return output.value(&value);
        }
        let result = match winner {
            Some(side) => format!("{} wins", seats::name(table.spec().kind, side)),
            None => "a draw".to_owned(),
        };
        output.text(&format!(
            "{result}, score {:+} for the side to move\nbest play: {}\n",
            value.score,
            value.pv.join(" ")
        ))
    }
}
