//! Teams: a name, and a token of which only the hash is kept.

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use super::{Course, now};
use crate::token;

/// A team.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Team {
    pub(crate) id: i64,
    pub(crate) name: String,
    /// Seconds since 1970.
    pub(crate) created: i64,
    /// Whether its token was taken back.
    pub(crate) closed: bool,
}

impl Course {
    /// Makes a team; its token is in the answer and nowhere else. None when the name is taken.
    pub(crate) fn add_team(&self, name: &str) -> rusqlite::Result<Option<(Team, String)>> {
        let token = token::new_token();
        let created = now();
        let sql = "INSERT INTO course_teams (name, token, created) VALUES (?1, ?2, ?3)
                   ON CONFLICT DO NOTHING RETURNING id";
        let connection = self.lock();
        let id = connection
            .query_row(sql, params![name, token::hash(&token), created], |row| row.get(0))
            .optional()?;
        Ok(id.map(|id| (Team { id, name: name.to_owned(), created, closed: false }, token)))
    }

    /// All teams, by name.
    pub(crate) fn teams(&self) -> rusqlite::Result<Vec<Team>> {
        let connection = self.lock();
        let mut statement = connection.prepare_cached(&format!("{SELECT} ORDER BY name"))?;
        statement.query_map([], team)?.collect()
    }

    /// Gives a team a new token; the old one and all its sessions end. None when there is no such team.
    pub(crate) fn renew_token(&self, id: i64) -> rusqlite::Result<Option<String>> {
        let token = token::new_token();
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        let sql = "UPDATE course_teams SET token = ?2, closed = 0 WHERE id = ?1";
        let n = transaction.execute(sql, params![id, token::hash(&token)])?;
        transaction.execute("DELETE FROM course_sessions WHERE team = ?1", [id])?;
        transaction.commit()?;
        Ok((n > 0).then_some(token))
    }

    /// Closes a team: its token and sessions end, its players leave the ladder. False when there is none.
    pub(crate) fn close_team(&self, id: i64) -> rusqlite::Result<bool> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        let n = transaction.execute("UPDATE course_teams SET closed = 1 WHERE id = ?1", [id])?;
        transaction.execute("DELETE FROM course_sessions WHERE team = ?1", [id])?;
        let sql = "UPDATE course_entries SET state = 'retired' WHERE team = ?1 AND state = 'placed'";
        transaction.execute(sql, [id])?;
        transaction.commit()?;
        Ok(n > 0)
    }
}

const SELECT: &str = "SELECT id, name, created, closed FROM course_teams";

fn team(row: &Row<'_>) -> rusqlite::Result<Team> {
    Ok(Team { id: row.get(0)?, name: row.get(1)?, created: row.get(2)?, closed: row.get(3)? })
}
