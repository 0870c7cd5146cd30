//! `agon tour`: where to begin.

use anyhow::Result;
use clap::Args;

use crate::output::Output;

const TOUR: &str = "\
Agon: Amazons, Blobwar, Flood and Reversi, on boards of any shape.

  agon show amazons                                 a board
  agon show 'amazons/9?shape=donut' --view graph    the same as a graph
  agon play reversi human champion                  play
  agon match ataxx greedy random --games 20         measure
  agon players                                      who is there
  agon new mine --game reversi --lang python        write a player of your own

  agon --help       every command on one screen
";

/// Where to begin: a handful of commands to try
#[derive(Args)]
#[command(after_help = "Examples:
  agon tour")]
pub struct Tour {}

impl Tour {
    /// Prints it.
    pub fn run(&self, output: &Output) -> Result<()> {
        output.text(TOUR)
    }
}
