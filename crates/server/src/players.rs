//! The files of uploaded players, where the host can open them: a private folder that holds copies of what the
//! database has, and goes when the server does.

use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use crate::token;

/// The folder.
pub(crate) struct PlayerFiles {
    folder: PathBuf,
}

impl PlayerFiles {
    pub(crate) fn new() -> io::Result<Self> {
        let folder = std::env::temp_dir().join(format!("agon-players-{}", token::hex::<8>()));
        fs::DirBuilder::new().mode(0o700).create(&folder)?;
        Ok(Self { folder })
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

impl Drop for PlayerFiles {
    fn drop(&mut self) {
        // What stays behind is in the system's own folder for such things.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
