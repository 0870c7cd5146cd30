//! Who is asking: tokens of programs, and the sessions of browsers that showed a token once.

use rusqlite::{OptionalExtension, params};

use super::{Course, now};
use crate::token;

/// How long a browser stays signed in.
pub(crate) const SESSION_SECONDS: i64 = 30 * 24 * 3600;

/// Someone with a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    Administrator,
    Team { id: i64, name: String },
}

impl Course {
    /// The administrator's token if this is the first start, and nobody has one yet.
    pub(crate) fn first_administrator(&self) -> rusqlite::Result<Option<String>> {
        if self.value(ADMINISTRATOR)?.is_some() {
            return Ok(None);
        }
        let token = token::new_token();
        self.set_administrator(&token)?;
        Ok(Some(token))
    }

    /// Makes this the administrator's token. If it was another, sessions of the administrator end.
    pub(crate) fn set_administrator(&self, token: &str) -> rusqlite::Result<()> {
        let hash = token::hash(token);
        if self.value(ADMINISTRATOR)?.as_deref() != Some(&hash) {
            self.set_value(ADMINISTRATOR, &hash)?;
            self.lock().execute("DELETE FROM course_sessions WHERE team IS NULL", [])?;
        }
        Ok(())
    }

    /// Whose token this is. Hashes are looked up, so that the time tells nothing about them.
    pub(crate) fn who(&self, token: &str) -> rusqlite::Result<Option<Who>> {
        let hash = token::hash(token);
        if self.value(ADMINISTRATOR)?.as_deref() == Some(&hash) {
            return Ok(Some(Who::Administrator));
        }
        let sql = "SELECT id, name FROM course_teams WHERE token = ?1 AND NOT closed";
        let team = |row: &rusqlite::Row<'_>| Ok(Who::Team { id: row.get(0)?, name: row.get(1)? });
        self.lock().query_row(sql, [hash], team).optional()
    }

    /// Begins a session; what is given back goes into the browser's cookie.
    pub(crate) fn begin_session(&self, who: &Who) -> rusqlite::Result<String> {
        let cookie = token::hex::<32>();
        let team = match who {
            Who::Administrator => None,
            Who::Team { id, .. } => Some(*id),
        };
        let connection = self.lock();
        connection.execute("DELETE FROM course_sessions WHERE expires < ?1", [now()])?;
        connection.execute(
            "INSERT INTO course_sessions (hash, team, expires) VALUES (?1, ?2, ?3)",
            params![token::hash(&cookie), team, now() + SESSION_SECONDS],
        )?;
        Ok(cookie)
    }

    /// Whose session this is.
    pub(crate) fn session(&self, cookie: &str) -> rusqlite::Result<Option<Who>> {
        let sql = "SELECT s.team, t.name FROM course_sessions s LEFT JOIN course_teams t ON t.id = s.team
                   WHERE s.hash = ?1 AND s.expires >= ?2";
        let who = |row: &rusqlite::Row<'_>| {
            Ok(match row.get::<_, Option<i64>>(0)? {
                None => Who::Administrator,
                Some(id) => Who::Team { id, name: row.get(1)? },
            })
        };
        self.lock().query_row(sql, params![token::hash(cookie), now()], who).optional()
    }

    /// Ends a session.
    pub(crate) fn end_session(&self, cookie: &str) -> rusqlite::Result<()> {
        let sql = "DELETE FROM course_sessions WHERE hash = ?1";
        self.lock().execute(sql, [token::hash(cookie)]).map(|_| ())
    }
}

const ADMINISTRATOR: &str = "administrator";
