//! The check of what teams hand in: compiled if it is C, then made to play in the sandbox, each finding told as it is
//! made. What passes goes on the ladder; what does not is refused with the reason. One at a time, in order.

use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use agon_arena::check::{Exam, check_watched};
use agon_arena::player::compile::{Sources, compile};
use agon_arena::player::custody::Custody;
use agon_games::catalog::Table;
use serde_json::{Value, json};

use crate::course::{Entry, EntryState, Settings};
use crate::hub::Hub;
use crate::journal::Journal;
use crate::ladder::LADDERS;

/// How often the examiner looks for work that nobody told it of.
const IDLE: Duration = Duration::from_secs(2);

/// What an upload is, by its first bytes and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Library,
    Module,
    CFile,
    Archive,
}

impl Kind {
    /// The kind of a file, or why it is none.
    pub(crate) fn of(name: &str, bytes: &[u8]) -> Result<Self, String> {
        let is_tar = bytes.get(257..262) == Some(b"ustar");
        let is_packed = [&b"\x1f\x8b"[..], b"BZh", b"\xfd7zXZ"].iter().any(|magic| bytes.starts_with(magic));
        match bytes {
            [] => Err("the file is empty".to_owned()),
            [0x7f, b'E', b'L', b'F', ..] => Ok(Self::Library),
            [0, b'a', b's', b'm', ..] => Ok(Self::Module),
            [b'P', b'K', ..] => Err("zip archives are not taken: make a .tar.gz".to_owned()),
            _ if is_tar || is_packed => Ok(Self::Archive),
            _ if name.ends_with(".c") && std::str::from_utf8(bytes).is_ok() => Ok(Self::CFile),
            _ => {
                Err("this is no player: hand in a .so, a .wasm, a .c file or a .tar.gz of C sources"
                    .to_owned())
            }
        }
    }
}

/// Starts the examiner; it ends with the hub.
pub(crate) fn open(hub: &Arc<Hub>) -> JoinHandle<()> {
    let hub = hub.clone();
    std::thread::spawn(move || {
        if let Err(error) = hub.course.check_again() {
            hub.log("error", &format!("checks that were broken off cannot begin again: {error}"));
        }
        while !hub.is_closed() {
            match hub.course.next_to_check() {
                Ok(Some(entry)) => examine(&hub, &entry),
                Ok(None) => hub.await_upload(IDLE),
                Err(error) => {
                    hub.log("error", &format!("the next upload cannot be read: {error}"));
                    hub.await_upload(IDLE);
                }
            }
        }
    })
}

/// Checks one entry from the first byte to its place.
fn examine(hub: &Arc<Hub>, entry: &Entry) {
    let report = Report { journal: hub.journal(entry.id) };
    let verdict = hub
        .course
        .settings()
        .map_err(|error| error.to_string())
        .and_then(|settings| prepare(hub, entry, &settings, &report).map(|file| (settings, file)))
        .and_then(|(settings, file)| play(hub, entry, &settings, &file, &report));
    if hub.is_closed() {
        return;
    }
    let state = match &verdict {
        Ok(()) => EntryState::Placed,
        Err(_) => EntryState::Refused,
    };
    let last = json!({ "state": state, "words": verdict.as_ref().err() });
    let counter = if verdict.is_ok() { &hub.metrics.checks_passed } else { &hub.metrics.checks_failed };
    counter.add();
    if let Err(error) = hub.course.settle_entry(entry, state, &report.text_before("state", &last)) {
        hub.log("error", &format!("the check of entry {} could not be kept: {error}", entry.id));
    }
    // Told only now: whoever hears of it and asks finds it so.
    report.add("state", &last);
    hub.log("info", &format!("entry {} of {:?}: {}", entry.id, entry.team_name, state.name()));
    report.journal.close();
    hub.forget_journal(entry.id);
}

/// What is told of a check.
struct Report {
    journal: Arc<Journal>,
}

impl Report {
    fn add(&self, name: &'static str, data: &Value) {
        self.journal.add(name, data.to_string());
    }

    fn item(&self, name: &str, passed: bool, words: &str) {
        self.add("item", &json!({ "name": name, "passed": passed, "words": words }));
    }

    /// All events as one JSON list, with the last one, which has not been told yet.
    fn text_before(&self, name: &str, last: &Value) -> String {
        let event = |note: crate::journal::Note| {
            let data: Value = serde_json::from_str(&note.data).unwrap_or_default();
            json!({ "event": note.name, "data": data })
        };
        let last = json!({ "event": name, "data": last });
        Value::Array(self.journal.all().into_iter().map(event).chain([last]).collect()).to_string()
    }
}

/// The file that plays: the upload, or what the compiler makes of it.
fn prepare(
    hub: &Hub,
    entry: &Entry,
    settings: &Settings,
    report: &Report,
) -> Result<std::path::PathBuf, String> {
    let upload = hub.course.upload(entry.id).map_err(|error| error.to_string())?;
    let kind = Kind::of(&entry.file, &upload)?;
    report.item("received", true, &format!("{} ({} bytes)", entry.file, upload.len()));
    let sources = match kind {
        Kind::CFile => Some(Sources::File),
        Kind::Archive => Some(Sources::Archive),
        Kind::Library | Kind::Module => None,
    };
    if let Some(sources) = sources {
        let custody = custody(hub, settings);
        let built = compile(sources, &upload, &custody)
            .inspect_err(|error| report.item("compiles", false, &error.to_string()));
        let built = built.map_err(|_| "it does not compile".to_owned())?;
        let words = if built.log.trim().is_empty() { "without a warning".to_owned() } else { built.log };
        report.item("compiles", true, &words);
        hub.course.set_library(entry.id, &built.library).map_err(|error| error.to_string())?;
    }
    hub.player_file(entry.id)
}

fn custody(hub: &Hub, settings: &Settings) -> Custody {
    Custody { memory: settings.memory_mb << 20, ..hub.custody.clone() }
}

/// Makes it play against random, and looks at each item.
fn play(hub: &Hub, entry: &Entry, settings: &Settings, file: &Path, report: &Report) -> Result<(), String> {
    let boards = LADDERS.iter().find(|(name, _)| *name == entry.game).map(|(_, boards)| *boards);
    let board = boards.and_then(<[_]>::first).ok_or("there is no such ladder")?;
    let spec = file.display().to_string();
    let exam = Exam {
        spec: spec.clone(),
        table: Table::open(board, None).map_err(|error| error.to_string())?,
        clock: settings.clock.parse().map_err(|error: agon_arena::clock::ClockError| error.to_string())?,
        n_games: settings.check_games,
        seed: entry.id as u64,
        custody: custody(hub, settings),
    };
    let mut seen = |number: u32, record: &agon_games::record::Record| {
        report.add(
            "game",
            &json!({ "number": number + 1, "of": settings.check_games, "ending": record.ending }),
        );
    };
    let findings = check_watched(&exam, &mut seen).map_err(|error| error.to_string())?;
    // Its author knows the file by another name.
    let plain = |words: &str| words.replace(&spec, &entry.file);
    for item in &findings.items {
        let (passed, words) = match &item.finding {
            Ok(words) => (true, words),
            Err(words) => (false, words),
        };
        report.item(item.name, passed, &plain(words));
    }
    if !findings.log.trim().is_empty() {
        report.add("log", &json!({ "words": plain(&findings.log) }));
    }
    if findings.is_passed() { Ok(()) } else { Err("it does not keep the rules of being a player".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_are_known_by_their_bytes() {
        let mut tar = vec![0; 512];
        tar[0] = b'a';
        tar[257..262].copy_from_slice(b"ustar");
        for (name, bytes, kind) in [
            ("a.so", &b"\x7fELF..."[..], Some(Kind::Library)),
            ("a.txt", b"\x7fELF...", Some(Kind::Library)),
            ("a.wasm", b"\0asm\x01\0\0\0", Some(Kind::Module)),
            ("a.c", b"int x;", Some(Kind::CFile)),
            ("a.tar", &tar, Some(Kind::Archive)),
            ("a.tgz", b"\x1f\x8b\x08", Some(Kind::Archive)),
            ("a.c", b"\xff\xfe\x00", None),
            ("a.py", b"print(1)", None),
            ("a.zip", b"PK\x03\x04", None),
            ("a.so", b"", None),
        ] {
            assert_eq!(Kind::of(name, bytes).ok(), kind, "{name}");
        }
    }
}
