//! What teams handed in: each upload is a version of the team's player of a game, and the latest that passed its
//! check is on the ladder.

use rusqlite::{OptionalExtension, Row, params};
use serde::Serialize;

use super::{Course, now};

/// Where an upload stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EntryState {
    /// Its check has not begun, or was broken off.
    Waiting,
    /// It is being checked.
    Checking,
    /// It did not pass.
    Refused,
    /// It plays on the ladder.
    Placed,
    /// A later version took its place, or it was taken off.
    Retired,
    /// It failed too often and was set aside.
    Suspended,
}

impl EntryState {
    const ALL: [Self; 6] =
        [Self::Waiting, Self::Checking, Self::Refused, Self::Placed, Self::Retired, Self::Suspended];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Checking => "checking",
            Self::Refused => "refused",
            Self::Placed => "placed",
            Self::Retired => "retired",
            Self::Suspended => "suspended",
        }
    }
}

/// An upload, without its bytes.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Entry {
    pub(crate) id: i64,
    pub(crate) team: i64,
    pub(crate) team_name: String,
    pub(crate) game: String,
    pub(crate) version: i64,
    pub(crate) file: String,
    pub(crate) bytes: i64,
    pub(crate) state: EntryState,
    pub(crate) created: i64,
}

impl Entry {
    /// The name on the ladder.
    pub(crate) fn player_name(&self) -> String {
        format!("{} v{}", self.team_name, self.version)
    }
}

/// An upload that comes in.
pub(crate) struct NewEntry<'a> {
    pub(crate) team: i64,
    pub(crate) game: &'a str,
    pub(crate) file: &'a str,
    pub(crate) upload: &'a [u8],
}

impl Course {
    /// Keeps an upload; from here on it is safe. None when the team has had `most` in the last hour.
    pub(crate) fn add_entry(&self, new: &NewEntry<'_>, most: u32) -> rusqlite::Result<Option<i64>> {
        let mut connection = self.lock();
        let transaction = connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let sql = "SELECT count(*) FROM course_entries WHERE team = ?1 AND created > ?2";
        let lately: i64 = transaction.query_row(sql, [new.team, now() - 3600], |row| row.get(0))?;
        if lately >= i64::from(most) {
            return Ok(None);
        }
        let sql = "INSERT INTO course_entries (team, game, version, file, upload, state, created)
                   SELECT ?1, ?2, ifnull(max(version), 0) + 1, ?3, ?4, 'waiting', ?5
                   FROM course_entries WHERE team = ?1 AND game = ?2 RETURNING id";
        let id =
            transaction
                .query_row(sql, params![new.team, new.game, new.file, new.upload, now()], |row| row.get(0))?;
        transaction.commit()?;
        Ok(Some(id))
    }

    /// The entries of a team, or of all, newest first.
    pub(crate) fn entries(&self, team: Option<i64>) -> rusqlite::Result<Vec<Entry>> {
        let connection = self.lock();
        let sql = format!("{SELECT} WHERE ?1 IS NULL OR e.team = ?1 ORDER BY e.id DESC LIMIT 500");
        let mut statement = connection.prepare_cached(&sql)?;
        statement.query_map([team], entry)?.collect()
    }

    /// Everybody who is on the ladder of any game.
    pub(crate) fn placed(&self) -> rusqlite::Result<Vec<Entry>> {
        let connection = self.lock();
        let mut statement =
            connection.prepare_cached(&format!("{SELECT} WHERE e.state = 'placed' ORDER BY e.id"))?;
        statement.query_map([], entry)?.collect()
    }

    /// One entry.
    pub(crate) fn entry(&self, id: i64) -> rusqlite::Result<Option<Entry>> {
        self.lock().query_row(&format!("{SELECT} WHERE e.id = ?1"), [id], entry).optional()
    }

    /// The next entry to be checked, which counts as being checked from now on.
    pub(crate) fn next_to_check(&self) -> rusqlite::Result<Option<Entry>> {
        let sql = "UPDATE course_entries SET state = 'checking' WHERE id =
                   (SELECT id FROM course_entries WHERE state = 'waiting' ORDER BY id LIMIT 1) RETURNING id";
        let id: Option<i64> = self.lock().query_row(sql, [], |row| row.get(0)).optional()?;
        id.map_or(Ok(None), |id| self.entry(id))
    }

    /// Checks that a crash or a shutdown broke off begin again.
    pub(crate) fn check_again(&self) -> rusqlite::Result<()> {
        let sql = "UPDATE course_entries SET state = 'waiting', report = '[]' WHERE state = 'checking'";
        self.lock().execute(sql, []).map(|_| ())
    }

    /// The bytes that came in.
    pub(crate) fn upload(&self, id: i64) -> rusqlite::Result<Vec<u8>> {
        let sql = "SELECT upload FROM course_entries WHERE id = ?1";
        self.lock().query_row(sql, [id], |row| row.get(0))
    }

    /// The bytes that play.
    pub(crate) fn library(&self, id: i64) -> rusqlite::Result<Vec<u8>> {
        let sql = "SELECT ifnull(library, upload) FROM course_entries WHERE id = ?1";
        self.lock().query_row(sql, [id], |row| row.get(0))
    }

    /// Keeps what was compiled.
    pub(crate) fn set_library(&self, id: i64, library: &[u8]) -> rusqlite::Result<()> {
        let sql = "UPDATE course_entries SET library = ?2 WHERE id = ?1";
        self.lock().execute(sql, params![id, library]).map(|_| ())
    }

    /// The events of its check.
    pub(crate) fn report(&self, id: i64) -> rusqlite::Result<String> {
        self.lock().query_row("SELECT report FROM course_entries WHERE id = ?1", [id], |row| row.get(0))
    }

    /// Ends a check with its report. One that passed takes the place of the team's earlier versions.
    pub(crate) fn settle_entry(
        &self,
        entry: &Entry,
        state: EntryState,
        report: &str,
    ) -> rusqlite::Result<()> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        if state == EntryState::Placed {
            let sql = "UPDATE course_entries SET state = 'retired'
                       WHERE team = ?1 AND game = ?2 AND version < ?3 AND state IN ('placed', 'suspended')";
            transaction.execute(sql, params![entry.team, entry.game, entry.version])?;
        }
        let sql = "UPDATE course_entries SET state = ?2, report = ?3 WHERE id = ?1";
        transaction.execute(sql, params![entry.id, state.name(), report])?;
        transaction.commit()
    }

    /// Takes an entry off the ladder, or puts it back. False when there is no such entry.
    pub(crate) fn move_entry(&self, id: i64, from: EntryState, to: EntryState) -> rusqlite::Result<bool> {
        let sql = "UPDATE course_entries SET state = ?3 WHERE id = ?1 AND state = ?2";
        self.lock().execute(sql, params![id, from.name(), to.name()]).map(|n| n > 0)
    }
}

const SELECT: &str =
    "SELECT e.id, e.team, t.name, e.game, e.version, e.file, length(e.upload), e.state, e.created
    FROM course_entries e JOIN course_teams t ON t.id = e.team";

fn entry(row: &Row<'_>) -> rusqlite::Result<Entry> {
    let state: String = row.get(7)?;
    Ok(Entry {
        id: row.get(0)?,
        team: row.get(1)?,
        team_name: row.get(2)?,
        game: row.get(3)?,
        version: row.get(4)?,
        file: row.get(5)?,
        bytes: row.get(6)?,
        state: EntryState::ALL.into_iter().find(|s| s.name() == state).unwrap_or(EntryState::Refused),
        created: row.get(8)?,
    })
}
