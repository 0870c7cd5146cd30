//! What the administrator decides, with defaults that a course can begin with.

use rusqlite::OptionalExtension;
use serde::{Deserialize, Serialize};

use super::Course;

/// The decisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// The clock of ladder games. Each clock has a ladder of its own: results under another are kept, apart.
    pub(crate) clock: String,
    /// Megabytes of memory for a player.
    pub(crate) memory_mb: u64,
    /// Kilobytes of an upload.
    pub(crate) upload_kb: u64,
    /// Uploads of a team in an hour.
    pub(crate) uploads_per_hour: u32,
    /// Games of a check.
    pub(crate) check_games: u32,
    /// When uploads end, in seconds since 1970.
    pub(crate) deadline: Option<i64>,
    /// Whether the ladder stands still.
    pub(crate) frozen: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            clock: "5s".to_owned(),
            memory_mb: 1024,
            upload_kb: 4096,
            uploads_per_hour: 20,
            check_games: 4,
            deadline: None,
            frozen: false,
        }
    }
}

impl Settings {
    /// Whether they make sense; if not, why.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.clock.parse::<agon_arena::clock::Clock>().map_err(|error| error.to_string())?;
        let within = |what: &str, value: u64, low: u64, high: u64| {
            let fits = (low..=high).contains(&value);
            if fits { Ok(()) } else { Err(format!("{what} must be from {low} to {high}, not {value}")) }
        };
        within("memory_mb", self.memory_mb, 16, 65_536)?;
        within("upload_kb", self.upload_kb, 1, LARGEST_UPLOAD_KB)?;
        within("uploads_per_hour", self.uploads_per_hour.into(), 1, 1000)?;
        within("check_games", self.check_games.into(), 1, 100)
    }
}

/// Beyond this, no setting helps: a request is held in memory.
pub(crate) const LARGEST_UPLOAD_KB: u64 = 32 * 1024;

impl Course {
    /// The settings in force.
    pub(crate) fn settings(&self) -> rusqlite::Result<Settings> {
        let text = self.value("settings")?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
    }

    /// Replaces them.
    pub(crate) fn set_settings(&self, settings: &Settings) -> rusqlite::Result<()> {
        self.set_value("settings", &serde_json::to_string(settings).expect("settings are plain data"))
    }

    pub(super) fn value(&self, key: &str) -> rusqlite::Result<Option<String>> {
        let sql = "SELECT value FROM course_settings WHERE key = ?1";
        self.lock().query_row(sql, [key], |row| row.get(0)).optional()
    }

    pub(super) fn set_value(&self, key: &str, value: &str) -> rusqlite::Result<()> {
        let sql = "INSERT INTO course_settings (key, value) VALUES (?1, ?2)
                   ON CONFLICT (key) DO UPDATE SET value = ?2";
        self.lock().execute(sql, [key, value]).map(|_| ())
    }
}
