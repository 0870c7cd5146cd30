//! `agon bestmove`: one player's move in one position.

use std::time::Instant;

use agon_engine::catalog;
use anyhow::{Result, bail};
use clap::Args;
use serde::Serialize;

use crate::limit::{self, Limit};
use crate::open::Setting;
use crate::output::Output;

/// Ask a player for its move in a position
#[derive(Args)]
#[command(after_help = "Examples:
  agon bestmove reversi champion --clock move=1s
  agon bestmove amazons/6 alphabeta:depth=2
  agon bestmove ataxx champion --position 'x5o/7/7/7/7/7/o5x x 0 1' --clock nodes=100000 --json")]
pub struct BestMove {
    #[command(flatten)]
    setting: Setting,
    /// The player, such as champion or alphabeta:depth=4
    player: String,
    /// What it may spend: 10s, 5s+100ms, move=200ms, nodes=10000, depth=4
    #[arg(long, short, value_name = "C", default_value = "move=1s", value_parser = limit::parse)]
    clock: Limit,
    /// Where its chance comes from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// What the player answered.
#[derive(Serialize)]
struct Answer {
    #[serde(rename = "move")]
    mv: String,
    score: Option<i32>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
}

impl BestMove {
    /// Prints the move.
    pub fn run(&self, output: &Output) -> Result<()> {
        let (table, position) = self.setting.open()?;
        if position.is_over() {
            bail!("the game is over in this position: there is no move to choose");
        }
        let mut engine = catalog::build(&table, &self.player, self.seed)?;
        let began = Instant::now();
        let thought = engine.think(&position, &self.clock.budget(), &mut |report| {
            let line = limit::line(&position, &report.pv).join(" ");
            if !output.json {
                output.story(format!(
                    "depth {:>3}  {:>10}  {:>12} nodes  {line}",
                    report.depth, report.score, report.nodes
                ));
            }
        });
        let answer = Answer {
            mv: position.move_text(thought.mv),
            score: thought.score.map(|score| score.get()),
            depth: thought.depth,
            nodes: thought.nodes,
            seconds: began.elapsed().as_secs_f64(),
            pv: limit::line(&position, &thought.pv),
        };
        if output.json { output.value(&answer) } else { output.text(&format!("{}\n", answer.mv)) }
    }
}
