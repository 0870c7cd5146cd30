//! Games in files, from the full-screen view: saved as a record or in the form that players of the game
//! exchange, and opened again.

use std::path::{Path, PathBuf};

use agon_arena::export::native;
use agon_games::catalog::Table;
use agon_games::record::Record;

use super::timeline::Timeline;
use crate::{records, verdict};

/// A name that is still free, such as `reversi-3.json`.
pub fn free_name(table: &Table) -> String {
    let stem = table.spec().kind.name();
    let free = (1..1000).map(|n| format!("{stem}-{n}.json")).find(|name| !PathBuf::from(name).exists());
    free.unwrap_or_default()
}

/// The record of what has been played, finished or not.
pub fn record_of(
    table: &Table,
    names: &[String; 2],
    timeline: &Timeline,
    finished: Option<&Record>,
) -> Record {
    if let Some(record) = finished {
        return record.clone();
    }
    let moves: Vec<String> = (0..timeline.len()).map(|number| timeline.text(number)).collect();
    let mut record = verdict::unfinished(table, names, &moves);
    record.tally = timeline.latest().tally();
    record
}

/// Saves a record: as JSON, or, where the name ends otherwise, as GGF (Othello) or numbered moves. Says what it did.
pub fn save(record: &Record, path: &str) -> String {
    if path.is_empty() {
        return "not saved: it needs a name".to_owned();
    }
    let is_json = Path::new(path).extension().is_none_or(|extension| extension == "json");
    let text = match is_json {
        true => serde_json::to_string_pretty(record).unwrap_or_default(),
        false => native(record, "agon"),
    };
    match std::fs::write(path, text + "\n") {
        Ok(()) if is_json => format!("saved: agon replay {path}"),
        Ok(()) => format!("exported as {path}"),
        Err(error) => format!("cannot write `{path}`: {error}"),
    }
}

/// Reads a record with its table.
pub fn open(path: &str) -> Result<(Table, Record), String> {
    records::read(path, 1).map_err(|error| format!("{error:#}"))
}
