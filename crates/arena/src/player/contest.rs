//! Contest programs: run once per move with a position file as last argument, one move on stdout.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_games::record::Ending;
use agon_games::spec::Kind;
use agon_protocol::contest::{MAX_OUTPUT, parse_output};

use super::custody::Custody;
use super::line_process::LineProcess;
use super::program_file;
use super::{Choice, Introduction, Player, Reply, Seat, StartError, Turn};
use crate::referee::Fault;

/// A command that answers one position.
#[derive(Debug)]
pub struct Contest {
    words: Vec<OsString>,
    custody: Custody,
    log: String,
    isolation: Option<String>,
}

/// A position file that goes with its move.
struct PositionFile(PathBuf);

static N_FILES: AtomicU64 = AtomicU64::new(0);

impl PositionFile {
    fn write(text: &str) -> std::io::Result<PositionFile> {
        let number = N_FILES.fetch_add(1, Ordering::Relaxed);
        let name = format!("agon-position-{}-{number}.txt", std::process::id());
        let file = PositionFile(std::env::temp_dir().join(name));
        std::fs::write(&file.0, text)?;
        Ok(file)
    }
}

impl Drop for PositionFile {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

impl Contest {
    /// The command, without the position file.
    pub fn new(words: Vec<OsString>, custody: Custody) -> Contest {
        Contest { words, custody, log: String::new(), isolation: None }
    }
}

/// Reversi has a file format of its own; the other games have one line.
fn file_text(kind: Kind, position: &str) -> String {
    match (kind, position.split_once(' ')) {
        (Kind::Reversi, Some((rows, side))) => format!("{side}\n{}\n", rows.replace('/', "\n")),
        _ => format!("{position}\n"),
    }
}

impl Player for Contest {
    fn start(&mut self, _: &Seat) -> Result<Introduction, StartError> {
        program_file::check(&self.words[0])?;
        Ok(Introduction { name: None, isolation: None })
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let broken = |e: std::io::Error| Fault::new(Ending::Aborted, format!("no position file: {e}"));
        let file =
            PositionFile::write(&file_text(seat.table.spec().kind, &turn.position.text())).map_err(broken)?;
        let mut words = self.words.clone();
        words.push(file.0.clone().into());
        let mut program = LineProcess::spawn(&self.custody, &words).map_err(|error| match error {
            StartError::Refused(why) => Fault::new(Ending::Crash, why),
            StartError::Fault(fault) => fault,
        })?;
        program.hang_up();
        let output = program.read_to_end(seat, turn.deadline, MAX_OUTPUT).and_then(|output| {
            let status = program.process().ends_by(turn.deadline);
            let is_good = status.is_some_and(|status| status.success());
            if is_good { Ok(output) } else { Err(program.process().obituary()) }
        });
        self.log = program.log();
        self.isolation = program.isolation();
        let output = output?;
        let text = parse_output(&output).map_err(|bad| Fault::new(Ending::Protocol, bad.to_string()))?;
        Ok(Reply::of(Choice::Text(text.to_ascii_lowercase())))
    }

    fn finish(&mut self, _: &Seat) -> Option<Fault> {
        None
    }

    fn isolation(&self) -> Option<String> {
        self.isolation.clone()
    }

    fn log(&mut self) -> String {
        std::mem::take(&mut self.log)
    }
}
