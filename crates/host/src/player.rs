//! What the host asks of a foreign player, whatever it is made of.

use std::io::Read;
use std::path::Path;

use agon_protocol::host::{FaultKind, RawMove, Setup};

/// The largest file that is taken for a player.
const MAX_FILE: u64 = 256 << 20;

/// The four functions of a player.
pub(crate) trait Player {
    /// Tells the game.
    fn initialize(&mut self, setup: &Setup) -> Result<(), Failure>;
    /// Its name, empty if it has none.
    fn name(&mut self) -> Result<String, Failure>;
    /// Whether it speaks the interface of `agon.h`, which is called for every move of the opponent.
    fn follows(&self) -> bool;
    /// The opponent's move in, its own out, and the fuel that it took.
    fn play(&mut self, previous: RawMove, fuel: u64) -> Result<(RawMove, u64), Failure>;
    /// The end.
    fn finalize(&mut self) -> Result<(), Failure>;
}

/// How a player failed, where the host can still tell.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: FaultKind,
    pub(crate) text: String,
}

impl Failure {
    pub(crate) fn new(kind: FaultKind, text: impl Into<String>) -> Failure {
        Failure { kind, text: text.into() }
    }

    /// The file turned out to be no player for this game.
    pub(crate) fn refused(text: impl Into<String>) -> Failure {
        Failure::new(FaultKind::Refused, text)
    }
}

/// The player's file, whole.
pub(crate) fn read_file(file: &Path) -> Result<Vec<u8>, String> {
    let name = file.display();
    let meta = std::fs::metadata(file).map_err(|e| format!("{name}: {}", plain(&e)))?;
    if !meta.is_file() {
        return Err(format!("{name} is not a file"));
    }
    if meta.len() > MAX_FILE {
        return Err(format!("{name} has {} bytes: the largest player file is {MAX_FILE}", meta.len()));
    }
    let mut image = Vec::with_capacity(meta.len() as usize);
    let opened = std::fs::File::open(file).map_err(|e| format!("{name}: {}", plain(&e)))?;
    opened.take(MAX_FILE).read_to_end(&mut image).map_err(|e| format!("{name}: {}", plain(&e)))?;
    Ok(image)
}

fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "no such file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
