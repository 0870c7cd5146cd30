//! A course: teams, what they handed in, and what its administrator decided. Kept in the same file as the games,
//! in tables of its own; what was acknowledged is on the disk.

mod entries;
mod logs;
mod sessions;
mod settings;
mod teams;

pub(crate) use entries::{Entry, EntryState, NewEntry};
pub(crate) use sessions::{SESSION_SECONDS, Who};
pub(crate) use settings::{LARGEST_UPLOAD_KB, Settings};
pub(crate) use teams::Team;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::Connection;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS course_settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS course_teams (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE COLLATE NOCASE,
        token TEXT NOT NULL UNIQUE, -- its hash
        created INTEGER NOT NULL,
        closed INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE IF NOT EXISTS course_sessions (
        hash TEXT PRIMARY KEY,
        team INTEGER REFERENCES course_teams (id), -- none: the administrator
        expires INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS course_entries (
        id INTEGER PRIMARY KEY,
        team INTEGER NOT NULL REFERENCES course_teams (id),
        game TEXT NOT NULL,
        version INTEGER NOT NULL,
        file TEXT NOT NULL, -- its name
        upload BLOB NOT NULL,
        library BLOB, -- what was compiled, where the upload is not it
        state TEXT NOT NULL,
        report TEXT NOT NULL DEFAULT '[]', -- the events of its check
        created INTEGER NOT NULL,
        UNIQUE (team, game, version)
    );
    CREATE INDEX IF NOT EXISTS course_entries_by_state ON course_entries (state);
    CREATE TABLE IF NOT EXISTS course_logs (
        id INTEGER PRIMARY KEY,
        entry INTEGER NOT NULL REFERENCES course_entries (id),
        game TEXT NOT NULL, -- the stored game's number
        log TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS course_logs_by_entry ON course_logs (entry, id);
";

/// The tables of a course.
pub(crate) struct Course {
    connection: Mutex<Connection>,
    path: Option<PathBuf>,
}

impl Course {
    /// Opens the tables in the store's file, or in memory.
    pub(crate) fn open(path: Option<&Path>) -> rusqlite::Result<Self> {
        let connection = match path {
            Some(path) => Connection::open(path)?,
            None => Connection::open_in_memory()?,
        };
        connection.busy_timeout(Duration::from_secs(10))?;
        // What a team was told is safe must survive the machine, not only the program.
        connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")?;
        connection.execute_batch(TABLES)?;
        Ok(Self { connection: Mutex::new(connection), path: path.map(Path::to_owned) })
    }

    /// The file, if there is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

/// Copies a database while others use it; the copy is whole and needs no other file.
pub fn backup(db: &Path, to: &Path) -> Result<(), BackupError> {
    if !db.exists() {
        return Err(BackupError::Missing(db.to_owned()));
    }
    if to.exists() {
        return Err(BackupError::Exists(to.to_owned()));
    }
    let copy = || -> rusqlite::Result<()> {
        let connection = Connection::open(db)?;
        connection.busy_timeout(Duration::from_secs(30))?;
        connection.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
        Ok(())
    };
    copy().map_err(|source| BackupError::Sql { path: db.to_owned(), source })
}

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum BackupError {
    #[error("no database `{path}`: check the name", path = .0.display())]
    Missing(PathBuf),
    #[error("`{path}` is there already: choose another name, or remove it", path = .0.display())]
    Exists(PathBuf),
    #[error("`{path}` cannot be copied: {source}", path = path.display())]
    Sql { path: PathBuf, source: rusqlite::Error },
}
