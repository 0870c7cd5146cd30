//! The files of uploaded players, where the host can open them: a private folder that holds copies of what the
//! database has, and goes when the server does.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::token;

/// How our folders' names begin.
const PREFIX: &str = "agon-players-";
/// The file in each that is locked as long as its server lives.
const LOCK: &str = "lock";

/// The folder.
pub(crate) struct PlayerFiles {
    folder: PathBuf,
    /// Held: the folder is in use.
    _lock: fs::File,
}

impl PlayerFiles {
    pub(crate) fn new() -> io::Result<Self> {
        sweep();
        let folder = std::env::temp_dir().join(format!("{PREFIX}{}", token::hex::<8>()));
        fs::DirBuilder::new().mode(0o700).create(&folder)?;
        let lock = fs::File::create(folder.join(LOCK))?;
        lock.lock()?;
        Ok(Self { folder, _lock: lock })
    }

    /// The file of a player; its bytes are asked for once.
    pub(crate) fn file(
        &self,
        entry: i64,
        bytes: impl FnOnce() -> rusqlite::Result<Vec<u8>>,
    ) -> Result<PathBuf, String> {
        let path = self.folder.join(format!("{entry}.so"));
        if !path.exists() {
            let bytes = bytes().map_err(|error| error.to_string())?;
            self.put(&path, &bytes).map_err(|error| format!("no copy of the player: {error}"))?;
        }
        Ok(path)
    }

    /// A name for a file that lives for a moment.
    pub(crate) fn scratch(&self, extension: &str) -> PathBuf {
        self.folder.join(format!("{}.{extension}", token::hex::<8>()))
    }

    /// Whole or not at all: another thread may look for it meanwhile.
    fn put(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let part = self.folder.join(token::hex::<8>());
        fs::write(&part, bytes)?;
        fs::rename(part, path)
    }
}

/// Removes what servers left behind that were killed: folders of players whose lock is free, and folders of compilers
/// whose process is gone.
fn sweep() {
    let Ok(folders) = fs::read_dir(std::env::temp_dir()) else { return };
    for folder in folders.flatten() {
        let name = folder.file_name();
        let name = name.to_string_lossy();
        // One that is being made has no lock yet, and is left alone.
        let is_free = || fs::File::open(folder.path().join(LOCK)).is_ok_and(|lock| lock.try_lock().is_ok());
        let is_orphan = |rest: &str| {
            let pid = rest.split('-').next().and_then(|pid| pid.parse::<u32>().ok());
            pid.is_some_and(|pid| !Path::new(&format!("/proc/{pid}")).exists())
        };
        if name.starts_with(PREFIX) && is_free() || name.strip_prefix("agon-build-").is_some_and(is_orphan) {
            // What belongs to somebody else stays.
            let _ = fs::remove_dir_all(folder.path());
        }
    }
}

impl Drop for PlayerFiles {
    fn drop(&mut self) {
        // What stays behind is in the system's own folder for such things.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
