//! `agon verify`: replays every game of a database and computes every rating again.

use std::path::PathBuf;

use agon_arena::store::Store;
use agon_arena::verify::verify;
use anyhow::{Result, bail};
use clap::Args;

use crate::output::Output;
use crate::progress;

/// Replay every game of a database, and compute every rating again
#[derive(Args)]
#[command(after_help = "Examples:
  agon verify --db games.db
  agon verify --db games.db --json")]
pub struct Verify {
    /// The database
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
}

impl Verify {
    /// Prints what is not as it should be.
    pub fn run(&self, output: &Output) -> Result<()> {
        let store = Store::open_to_read(&self.db)?;
        let bar = progress::games(output, None);
        let found = verify(&store, &mut |games| bar.set_position(games))?;
        bar.finish_and_clear();
        if output.json {
            output.value(&found)?;
        } else {
            for fault in &found.faults {
                output.text(&format!("{}: {}\n", fault.place, fault.what))?;
            }
            output.text(&format!(
                "{} games with {} moves replayed, {} tournaments rated again: {} faults\n",
                found.games, found.moves, found.tournaments, found.n_faults
            ))?;
        }
        if !found.is_clean() {
            bail!("`{}` has {} faults", self.db.display(), found.n_faults);
        }
        Ok(())
    }
}
