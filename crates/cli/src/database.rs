//! The database that a command reads: `agon report games.db`, or the same with `--db`.

use std::path::{Path, PathBuf};

use agon_arena::store::{Store, StoredTournament};
use anyhow::{Result, bail};
use clap::Args;

/// Which database.
#[derive(Args, Clone, Debug)]
#[group(required = true, multiple = false)]
pub struct Database {
    /// The database
    #[arg(value_name = "DB")]
    file: Option<PathBuf>,
    /// The same
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

impl Database {
    /// Its file.
    pub fn path(&self) -> &Path {
        self.file.as_deref().or(self.db.as_deref()).expect("one of them is required")
    }

    /// Opens it to read.
    pub fn open(&self) -> Result<Store> {
        Ok(Store::open_to_read(self.path())?)
    }
}

/// The tournament of this name; an error names the nearest.
pub fn tournament(store: &Store, name: &str) -> Result<StoredTournament> {
    if let Some(found) = store.tournament(name)? {
        return Ok(found);
    }
    let all = store.tournaments()?;
    let names: Vec<&str> = all.iter().map(|known| known.name.as_str()).collect();
    bail!("no tournament `{name}`: {}", agon_games::nearest::suggestion(name, names));
}
