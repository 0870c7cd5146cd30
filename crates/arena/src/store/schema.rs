//! The tables of the store, and how to tell our file from any other.

use std::path::Path;

use rusqlite::Connection;

use super::StoreError;

/// "AGON", in the file's header.
const APPLICATION: i64 = 0x4147_4f4e;

/// The version of the tables, raised when an older program would misread them.
const VERSION: i64 = 3;

/// The oldest version that is read, and written on: its tables are the same, its pairs are packed the older way.
const OLDEST: i64 = 2;

/// Four times the usual: a pair seldom spills over, and a group of pairs goes to the journal in few writes.
const PAGE_SIZE: i64 = 16384;

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
    match n_tables {
        0 => connection.execute_batch(&format!("PRAGMA page_size = {PAGE_SIZE}"))?,
        _ => check(connection)?,
    }
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    // Pages go from the journal to the file, and the file to the disk, once they are 16 MB (of older files: 4).
    connection.execute_batch("PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 1000;")?;
    if n_tables == 0 {
        create(connection)?;
    }
    if version(connection)? < VERSION {
        // An older program must not take the pairs that are written from now on for its own.
        connection.execute_batch(&format!("PRAGMA user_version = {VERSION};"))?;
    }
    Ok(())
}

/// Checks that the tables are ours, and of a version that this program knows.
pub(super) fn check(connection: &Connection) -> Result<(), Trouble> {
    if pragma(connection, "application_id")? != APPLICATION {
        return Err(Trouble::NotOurs);
    }
    match version(connection)? {
        found if found > VERSION => Err(Trouble::Newer(found)),
        found if found < OLDEST => Err(Trouble::Older(found)),
        _ => Ok(()),
    }
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    pragma(connection, "user_version")
}

fn pragma(connection: &Connection, name: &str) -> rusqlite::Result<i64> {
    connection.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0))
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
