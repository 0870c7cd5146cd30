//! What players printed for themselves in their latest games, for their owners.

use rusqlite::params;
use serde::Serialize;

use super::Course;

/// Logs kept of a player.
const KEPT: i64 = 20;
/// Characters kept of a log: its end, where the reasons are.
const LONGEST: usize = 16 * 1024;

/// What a player printed in a game.
#[derive(Debug, Serialize)]
pub(crate) struct GameLog {
    pub(crate) game: String,
    pub(crate) log: String,
}

impl Course {
    /// Keeps the log of a game, and lets the oldest go.
    pub(crate) fn add_log(&self, entry: i64, game: &str, log: &str) -> rusqlite::Result<()> {
        let skip = log.chars().count().saturating_sub(LONGEST);
        let log: String = log.chars().skip(skip).collect();
        let connection = self.lock();
        let sql = "INSERT INTO course_logs (entry, game, log) VALUES (?1, ?2, ?3)";
        connection.execute(sql, params![entry, game, log])?;
        let sql = "DELETE FROM course_logs WHERE entry = ?1 AND id NOT IN
                   (SELECT id FROM course_logs WHERE entry = ?1 ORDER BY id DESC LIMIT ?2)";
        connection.execute(sql, [entry, KEPT]).map(|_| ())
    }

    /// The latest logs, newest first.
    pub(crate) fn logs(&self, entry: i64) -> rusqlite::Result<Vec<GameLog>> {
        let connection = self.lock();
        let sql = "SELECT game, log FROM course_logs WHERE entry = ?1 ORDER BY id DESC";
        let mut statement = connection.prepare_cached(sql)?;
        statement.query_map([entry], |row| Ok(GameLog { game: row.get(0)?, log: row.get(1)? }))?.collect()
    }
}
