//! `agon perft`: counts lines of play, the classic check of a rules implementation.

use std::fmt::Write as _;
use std::time::Instant;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::open::Setting;
use crate::output::Output;

/// Count the lines of play of exactly 1 to DEPTH plies
///
/// A pass is a ply; a game that ends sooner counts nothing.
#[derive(Args)]
#[command(after_help = "Examples:
  agon perft amazons 2
  agon perft ataxx 5 --json
  agon perft reversi/4 6 --position '____/_OX_/_XO_/____ X'")]
pub struct Perft {
    #[command(flatten)]
    setting: Setting,
    /// The longest lines to count, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
}

#[derive(Serialize)]
struct Counts {
    game: String,
    perft: Vec<u64>,
    seconds: Vec<f64>,
}

impl Perft {
    /// Counts, telling each depth as it is done.
    pub fn run(&self, output: &Output) -> Result<()> {
        let (table, position) = self.setting.open()?;
        let mut counts = Counts { game: table.spec().to_string(), perft: vec![], seconds: vec![] };
        for depth in 1..=self.depth {
            let began = Instant::now();
            let lines = position.perft(depth);
            let seconds = began.elapsed().as_secs_f64();
            counts.perft.push(lines);
            counts.seconds.push(seconds);
            if !output.json {
                output.text(&row(depth, lines, seconds))?;
            }
        }
        if output.json { output.value(&counts) } else { Ok(()) }
    }
}

fn row(depth: u32, lines: u64, seconds: f64) -> String {
    let mut row = format!("{depth:>3} {lines:>20} {seconds:>10.3} s");
    if seconds > 0.001 {
        let _ = write!(row, " {:>9.1} M/s", lines as f64 / seconds / 1e6);
    }
    row.push('\n');
    row
}
