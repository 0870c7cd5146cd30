//! `agon backup`: a copy of a database while others use it.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::json;

use crate::output::Output;

/// Copy a database, even while an arena or a tournament writes to it
///
/// The copy is whole as of one moment and needs no other file. It holds uploads, and tokens as hashes only.
#[derive(Args)]
#[command(after_help = "Examples:
  agon backup arena.db arena-copy.db
  agon backup ~/.local/share/agon/arena.db /backup/arena-$(date +%F).db")]
pub struct Backup {
    /// The database
    db: PathBuf,
    /// The copy, which must not be there yet
    to: PathBuf,
}

impl Backup {
    /// Copies.
    pub fn run(&self, output: &Output) -> Result<()> {
        agon_server::backup(&self.db, &self.to)?;
        let bytes = std::fs::metadata(&self.to)?.len();
        if output.json {
            output.value(&json!({ "db": self.db, "copy": self.to, "bytes": bytes }))?;
        } else {
            output.text(&format!("{} ({bytes} bytes)\n", self.to.display()))?;
        }
        Ok(())
    }
}
