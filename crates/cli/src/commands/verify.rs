//! `agon verify`: replays every game of a database and computes every rating again.

use agon_arena::verify::verify;
use anyhow::{Result, bail};
use clap::Args;

use crate::database::Database;
use crate::output::Output;
use crate::progress;

/// Replay every game of a database, and compute every rating again
#[derive(Args)]
#[command(after_help = "Examples:
  agon verify games.db
  agon verify games.db --json")]
pub struct Verify {
    #[command(flatten)]
    db: Database,
}

impl Verify {
    /// Prints what is not as it should be.
    pub fn run(&self, output: &Output) -> Result<()> {
        let store = self.db.open()?;
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
            bail!("`{}` has {} faults", self.db.path().display(), found.n_faults);
        }
        Ok(())
    }
}
