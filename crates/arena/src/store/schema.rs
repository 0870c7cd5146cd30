//! The tables of the store, and how to tell our file from any other.

use std::path::Path;

use rusqlite::Connection;

use super::StoreError;

/// "AGON", in the file's header.
const APPLICATION: i64 = 0x4147_4f4e;

/// The version of the tables, raised when an older program would misread them.
const VERSION: i64 = 2;

/// How far a tournament's number is shifted in the number of a pair.
///
/// A pair's number is tournament and pair in one word: it is its identity, it needs no index of its own, and pairs
/// of a tournament lie together in their order.
pub(super) const TOURNAMENT_SHIFT: u32 = 40;

const TABLES: &str = "
    CREATE TABLE players (
        id INTEGER PRIMARY KEY,
        hash TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        spec TEXT NOT NULL
    );
    CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        plan TEXT NOT NULL,
        game TEXT NOT NULL,
        clock TEXT NOT NULL,
        created INTEGER NOT NULL,
        standings TEXT -- as they were when the tournament was last played
    );
    CREATE TABLE pairs (
        id INTEGER PRIMARY KEY,
        tournament INTEGER AS (id >> 40) VIRTUAL,
        pair INTEGER AS (id & 0xffffffffff) VIRTUAL,
        round INTEGER NOT NULL,
        first INTEGER NOT NULL REFERENCES players (id), -- side 0 of the first game, side 1 of the second
        second INTEGER NOT NULL REFERENCES players (id),
        rated INTEGER NOT NULL,
        games BLOB NOT NULL -- packed; `agon export` unpacks them
    );
";

/// Trouble with the tables, before it is known of which file.
pub(super) enum Trouble {
    Sql(rusqlite::Error),
    NotOurs,
    Older(i64),
    Newer(i64),
}

impl Trouble {
    pub(super) fn at(self, path: &Path) -> StoreError {
        let path = path.to_owned();
        match self {
            Trouble::Sql(error) => StoreError::of(&path, error),
            Trouble::NotOurs => StoreError::NotOurs { path },
            Trouble::Older(found) => StoreError::Older { path, found, known: VERSION },
            Trouble::Newer(found) => StoreError::Newer { path, found, known: VERSION },
        }
    }

    /// Whether the file could not be had, rather than being wrong.
    pub(super) fn is_about_access(&self) -> bool {
        use rusqlite::ErrorCode::{CannotOpen, ReadOnly};
        matches!(self, Trouble::Sql(error) if matches!(error.sqlite_error_code(), Some(CannotOpen | ReadOnly)))
    }
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        Trouble::Sql(error)
    }
}

/// Makes the tables in an empty file, and checks those of any other.
pub(super) fn prepare(connection: &Connection) -> Result<(), Trouble> {
    let n_tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if n_tables > 0 {
        check(connection)?;
    }
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    // Pages go from the journal to the file, and the file to the disk, once they are 16 MB.
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;")?;
    if n_tables == 0 {
        create(connection)?;
    }
    Ok(())
}

/// Checks that the tables are ours and not newer than this program.
pub(super) fn check(connection: &Connection) -> Result<(), Trouble> {
    let pragma = |name: &str| connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get::<_, i64>(0));
    if pragma("application_id")? != APPLICATION {
        return Err(Trouble::NotOurs);
    }
    match pragma("user_version")? {
        found if found > VERSION => Err(Trouble::Newer(found)),
        found if found < VERSION => Err(Trouble::Older(found)),
        _ => Ok(()),
    }
}

/// Two programs may open a new file at once: the tables are made by the first, in one transaction.
fn create(connection: &Connection) -> Result<(), Trouble> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let n_tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if n_tables == 0 {
        connection.execute_batch(TABLES)?;
        connection.execute_batch(&format!(
            "PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION};"
        ))?;
    }
    connection.execute_batch("COMMIT")?;
    check(connection)
}
