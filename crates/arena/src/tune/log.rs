//! The log of a tuning: a line of JSON that says what is tuned and how, then a line for every lot of trials with
//! their results and the values they led to. It is all there is to know: a tuning is gone on with from it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::knob::Knob;

/// What is tuned and how: equal plans come to equal values where games repeat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunePlan {
    /// The game and board, in canonical form.
    pub game: String,
    /// The position to begin with, where it is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The player whose parameters are tuned.
    pub player: String,
    /// Its parameters.
    pub knobs: Vec<Knob>,
    /// How many pairs of games.
    pub pairs: u64,
    /// The clock.
    pub clock: String,
    /// Where games begin.
    pub openings: String,
    /// Where all chance comes from.
    pub seed: u64,
}

/// Trials that were played together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lot {
    /// How many pairs were played by then.
    pub pairs: u64,
    /// What the first player of each trial made of its two games, from -1 to 1.
    pub results: Vec<f64>,
    /// Games that ended by a fault: on time, by a crash, by an illegal move.
    pub faults: u32,
    /// The values after it, in the order of the knobs.
    pub values: Vec<f64>,
}

/// Why there is no log.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum LogError {
    #[error("`{path}` is there already: go on with --resume, or choose another --log", path = path.display())]
    Exists { path: PathBuf },
    #[error("`{path}`: {error}", path = path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("`{path}`, line {line}: not the log of a tuning: {error}", path = path.display())]
    Line { path: PathBuf, line: usize, error: serde_json::Error },
    #[error("`{path}` is the log of another tuning: its {what} differs", path = path.display())]
    Other { path: PathBuf, what: String },
}

/// A log that is written to.
#[derive(Debug)]
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// A new log, which takes nobody's place.
    pub fn begin(path: &Path, plan: &TunePlan) -> Result<Log, LogError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
            let path = path.to_owned();
            match error.kind() {
                io::ErrorKind::AlreadyExists => LogError::Exists { path },
                _ => LogError::File { path, error },
            }
        })?;
        let mut log = Log { path: path.to_owned(), file };
        log.line(plan)?;
        Ok(log)
    }

    /// The log of a tuning that was broken off, and what it holds. A line that was not written to its end is dropped.
    pub fn go_on(path: &Path, plan: &TunePlan) -> Result<(Log, Vec<Lot>), LogError> {
        let failed = |error| LogError::File { path: path.to_owned(), error };
        let mut file = OpenOptions::new().read(true).write(true).open(path).map_err(failed)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        let whole = text.rfind('\n').map_or(0, |at| at + 1);
        let mut lines = text[..whole].lines().enumerate();
        let wrong = |at, error| LogError::Line { path: path.to_owned(), line: at + 1, error };
        let (at, first) = lines.next().unwrap_or((0, ""));
        let before: TunePlan = serde_json::from_str(first).map_err(|error| wrong(at, error))?;
        if let Some(what) = difference(&before, plan) {
            return Err(LogError::Other { path: path.to_owned(), what });
        }
        let lot = |(at, line)| serde_json::from_str(line).map_err(|error| wrong(at, error));
        let lots = lines.map(lot).collect::<Result<Vec<Lot>, _>>()?;
        file.set_len(whole as u64).and_then(|()| file.seek(io::SeekFrom::End(0))).map_err(failed)?;
        Ok((Log { path: path.to_owned(), file }, lots))
    }

    /// Adds what trials have come to.
    pub fn add(&mut self, lot: &Lot) -> Result<(), LogError> {
        self.line(lot)
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), LogError> {
        let mut line = serde_json::to_string(value).expect("plans and lots are plain data");
        line.push('\n');
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| LogError::File { path: self.path.clone(), error })
    }
}

/// The settings in which two plans differ.
fn difference(a: &TunePlan, b: &TunePlan) -> Option<String> {
    let fields = |plan| match serde_json::to_value(plan) {
        Ok(serde_json::Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (a, b) = (fields(a), fields(b));
    let differs = |key: &&String| a.get(*key) != b.get(*key);
    a.keys().chain(b.keys()).find(differs).cloned()
}
