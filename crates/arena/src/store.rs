//! The store: one SQLite file that holds players, tournaments, games and the jobs still to be played.
//!
//! Games are saved in groups, each group one transaction; a game counts once its transaction has ended. Saving
//! a pair twice changes nothing, so a worker may safely deliver again what it is not sure to have delivered.

mod bytes;
mod error;
mod games;
mod hands;
mod move_text;
mod packed;
mod results;
mod schema;

pub use error::StoreError;
pub use games::{GameFilter, StoredGame};
pub use hands::StoredHand;
pub use packed::PackedPair;
pub use results::StoredResult;

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use crate::job::Identity;
use crate::standings::Standings;

/// An open store.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    known: games::Known,
}

/// A tournament as the store knows it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct StoredTournament {
    /// Its number, the upper part of its games' numbers.
    pub id: i64,
    /// Its name, unique in the store.
    pub name: String,
    /// Its plan, as the scheduler wrote it.
    pub plan: String,
    /// The game that most of its games are of.
    pub game: String,
    /// Their clock.
    pub clock: String,
    /// Seconds since 1970 when it began.
    pub created: i64,
    /// Its table when it was last played, as JSON.
    pub standings: Option<String>,
}

const TOURNAMENT: &str = "SELECT id, name, plan, game, clock, created, standings FROM tournaments";

impl Store {
    /// Opens the store in this file, or makes it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let connection = Connection::open(path).map_err(|error| StoreError::of(path, error))?;
        let store = Store::with(path, connection)?;
        if store.connection.is_readonly("main").map_err(|error| store.error(error))? {
            return Err(StoreError::ReadOnly { path: path.to_owned() });
        }
        schema::prepare(&store.connection).map_err(|trouble| trouble.at(path))?;
        Ok(store)
    }

    /// Opens an existing store to read from; the file may be on a read-only disk.
    pub fn open_to_read(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing { path: path.to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection =
            Connection::open_with_flags(path, flags).map_err(|error| StoreError::of(path, error))?;
        let store = Store::with(path, connection)?;
        match schema::check(&store.connection) {
            Ok(()) => Ok(store),
            // Where the journal's index cannot be made, the file itself can still be read as it stands.
            Err(trouble) if trouble.is_about_access() => Store::open_as_it_stands(path),
            Err(trouble) => Err(trouble.at(path)),
        }
    }

    /// A store that lives only as long as this value.
    pub fn in_memory() -> Result<Store, StoreError> {
        let path = Path::new(":memory:");
        let connection = Connection::open_in_memory().map_err(|error| StoreError::of(path, error))?;
        let store = Store::with(path, connection)?;
        schema::prepare(&store.connection).map_err(|trouble| trouble.at(path))?;
        Ok(store)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets the file grow to `bytes` at most; beyond, saving fails as on a full disk.
    pub fn cap_bytes(&self, bytes: u64) -> Result<(), StoreError> {
        let page: i64 = self.get("PRAGMA page_size")?;
        let pages = (bytes / page.max(1) as u64).max(1);
        self.connection
            .query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
            .map_err(|error| self.error(error))
    }

    /// The number of a player, who is entered if new. The latest name and spec are kept.
    pub fn player(&mut self, identity: &Identity) -> Result<i64, StoreError> {
        // Not `RETURNING id`: on a full disk that returns nothing instead of an error.
        let enter = "INSERT INTO players (hash, name, spec) VALUES (?1, ?2, ?3)
                     ON CONFLICT (hash) DO UPDATE SET name = ?2, spec = ?3";
        let find = "SELECT id FROM players WHERE hash = ?1";
        let number = || -> rusqlite::Result<i64> {
            let Identity { hash, name, spec } = identity;
            self.connection.prepare_cached(enter)?.execute(params![hash, name, spec])?;
            self.connection.prepare_cached(find)?.query_row([hash], |row| row.get(0))
        };
        number().map_err(|error| self.error(error))
    }

    /// All players with their numbers.
    pub fn players(&self) -> Result<Vec<(i64, Identity)>, StoreError> {
        self.rows("SELECT id, hash, name, spec FROM players ORDER BY id", [], |row| {
            Ok((row.get(0)?, Identity { hash: row.get(1)?, name: row.get(2)?, spec: row.get(3)? }))
        })
    }

    /// Enters a tournament with its plan and the clock and game that most of its games share.
    pub fn begin_tournament(
        &mut self,
        name: &str,
        plan: &str,
        game: &str,
        clock: &str,
    ) -> Result<i64, StoreError> {
        let sql = "INSERT INTO tournaments (name, plan, game, clock, created) VALUES (?1, ?2, ?3, ?4, ?5)";
        self.connection
            .execute(sql, params![name, plan, game, clock, now().as_secs() as i64])
            .map_err(|error| self.error(error))?;
        Ok(self.connection.last_insert_rowid())
    }

    /// Sets when a tournament began, in seconds since 1970: of one that comes from another store.
    pub fn set_created(&mut self, tournament: i64, created: i64) -> Result<(), StoreError> {
        self.connection
            .execute("UPDATE tournaments SET created = ?2 WHERE id = ?1", params![tournament, created])
            .map_err(|error| self.error(error))?;
        Ok(())
    }

    /// Replaces a tournament's plan, as when a newcomer joins the ladder.
    pub fn set_plan(&mut self, tournament: i64, plan: &str) -> Result<(), StoreError> {
        self.connection
            .execute("UPDATE tournaments SET plan = ?2 WHERE id = ?1", params![tournament, plan])
            .map_err(|error| self.error(error))?;
        Ok(())
    }

    /// Keeps the table of a tournament beside its games, for [`crate::verify`] to compare with.
    pub fn set_standings(&mut self, tournament: i64, standings: &Standings) -> Result<(), StoreError> {
        let text = serde_json::to_string(standings).expect("standings are plain data");
        self.connection
            .execute("UPDATE tournaments SET standings = ?2 WHERE id = ?1", params![tournament, text])
            .map_err(|error| self.error(error))?;
        Ok(())
    }

    /// The tournament of this name.
    pub fn tournament(&self, name: &str) -> Result<Option<StoredTournament>, StoreError> {
        let sql = format!("{TOURNAMENT} WHERE name = ?1");
        self.connection.query_row(&sql, [name], tournament_row).optional().map_err(|error| self.error(error))
    }

    /// All tournaments, oldest first.
    pub fn tournaments(&self) -> Result<Vec<StoredTournament>, StoreError> {
        self.rows(&format!("{TOURNAMENT} ORDER BY id"), [], tournament_row)
    }

    /// Checks the file's own structure; the message of the first fault, if any.
    pub fn integrity(&self) -> Result<Option<String>, StoreError> {
        let verdict: String = self.get("PRAGMA integrity_check(1)")?;
        Ok((verdict != "ok").then_some(verdict))
    }

    fn with(path: &Path, connection: Connection) -> Result<Store, StoreError> {
        let wait = Duration::from_secs(10);
        connection.busy_timeout(wait).map_err(|error| StoreError::of(path, error))?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Store { path: path.to_owned(), connection, known: games::Known::default() })
    }

    fn open_as_it_stands(path: &Path) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let escaped = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
        let connection = Connection::open_with_flags(format!("file:{escaped}?immutable=1"), flags)
            .map_err(|error| StoreError::of(path, error))?;
        let store = Store::with(path, connection)?;
        schema::check(&store.connection).map_err(|trouble| trouble.at(path))?;
        Ok(store)
    }

    fn get<T: rusqlite::types::FromSql>(&self, sql: &str) -> Result<T, StoreError> {
        self.connection.query_row(sql, [], |row| row.get(0)).map_err(|error| self.error(error))
    }

    fn rows<T>(
        &self,
        sql: &str,
        params: impl rusqlite::Params,
        read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let collect = || -> rusqlite::Result<Vec<T>> {
            self.connection.prepare_cached(sql)?.query_map(params, read)?.collect()
        };
        collect().map_err(|error| self.error(error))
    }

    fn error(&self, error: rusqlite::Error) -> StoreError {
        StoreError::of(&self.path, error)
    }
}

fn tournament_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<StoredTournament> {
    Ok(StoredTournament {
        id: row.get(0)?,
        name: row.get(1)?,
        plan: row.get(2)?,
        game: row.get(3)?,
        clock: row.get(4)?,
        created: row.get(5)?,
        standings: row.get(6)?,
    })
}

/// The time since 1970, for the dates and leases in the store.
fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}
