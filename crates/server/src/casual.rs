//! Games of people, kept after every move, so that a restart goes on with them and their links stay good. They count
//! for nothing, and the oldest are forgotten.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use agon_games::record::Ending;
use agon_games::side::Side;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::live::Live;

/// Games that are remembered.
const MOST: i64 = 2000;

const TABLE: &str = "
    CREATE TABLE IF NOT EXISTS casual_games (
        id TEXT PRIMARY KEY,
        changed INTEGER NOT NULL,
        is_over INTEGER NOT NULL,
        sheet TEXT NOT NULL
    );
    CREATE INDEX IF NOT EXISTS casual_games_open ON casual_games (is_over, changed);
";

/// All that is needed to go on with a game.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Sheet {
    pub(crate) game: String,
    pub(crate) start: String,
    pub(crate) seats: [Sitter; 2],
    /// Milliseconds for the game and for each move.
    pub(crate) allowance: Option<[u64; 2]>,
    /// Milliseconds left.
    pub(crate) left: [u64; 2],
    pub(crate) started: bool,
    pub(crate) moves: Vec<String>,
    pub(crate) end: Option<(Option<Side>, Ending)>,
}

/// Who sits at a seat: a person with a secret, or a built-in player.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Sitter {
    pub(crate) name: String,
    pub(crate) spec: String,
    pub(crate) token: Option<String>,
}

/// The table of games.
pub(crate) struct Casual(Mutex<Connection>);

impl Casual {
    /// Opens the table in the arena's file, or in memory.
    pub(crate) fn open(path: Option<&Path>) -> rusqlite::Result<Self> {
        let connection = match path {
            Some(path) => Connection::open(path)?,
            None => Connection::open_in_memory()?,
        };
        connection.busy_timeout(Duration::from_secs(10))?;
        // Survives the program's death; a power cut may cost the last moves of games that count for nothing.
        connection.execute_batch("PRAGMA synchronous = NORMAL;")?;
        connection.execute_batch(TABLE)?;
        Ok(Self(Mutex::new(connection)))
    }

    /// Keeps a game as it is now.
    pub(crate) fn keep(&self, game: &Live) -> rusqlite::Result<()> {
        // Locked first: whoever comes later has seen later moves.
        let connection = self.lock();
        let sheet = game.sheet();
        let text = serde_json::to_string(&sheet).unwrap_or_default();
        let sql = "INSERT INTO casual_games (id, changed, is_over, sheet) VALUES (?1, ?2, ?3, ?4)
                   ON CONFLICT (id) DO UPDATE SET changed = ?2, is_over = ?3, sheet = ?4";
        let now = crate::course::now();
        connection.prepare_cached(sql)?.execute(params![game.id, now, sheet.end.is_some(), text])?;
        Ok(())
    }

    /// A game of earlier.
    pub(crate) fn find(&self, id: &str) -> rusqlite::Result<Option<Live>> {
        let sql = "SELECT sheet FROM casual_games WHERE id = ?1";
        let text: Option<String> = self.lock().query_row(sql, [id], |row| row.get(0)).optional()?;
        Ok(text.and_then(|text| revive(id, &text)))
    }

    /// The games that were not over, oldest first; games beyond what is remembered are forgotten.
    pub(crate) fn parked(&self, most: usize) -> rusqlite::Result<Vec<Arc<Live>>> {
        let connection = self.lock();
        let sql = "DELETE FROM casual_games WHERE id NOT IN
                   (SELECT id FROM casual_games ORDER BY is_over, changed DESC LIMIT ?1)";
        connection.execute(sql, [MOST])?;
        let sql = "SELECT id, sheet FROM casual_games WHERE NOT is_over ORDER BY changed DESC LIMIT ?1";
        let mut statement = connection.prepare(sql)?;
        let rows = statement
            .query_map([most as i64], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
        let mut games = Vec::new();
        for row in rows {
            let (id, text) = row?;
            games.extend(revive(&id, &text).map(Arc::new));
        }
        games.reverse();
        Ok(games)
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn revive(id: &str, text: &str) -> Option<Live> {
    Live::revive(id.to_owned(), &serde_json::from_str(text).ok()?)
}
