//! A look at a program before it is started, so that a wrong file is refused with a sentence and the way out.

use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::StartError;

/// Whether the first word of a command can be started at all.
pub(super) fn check(word: &OsStr) -> Result<(), StartError> {
    let refused = |why: String| StartError::Refused(format!("{}: {why}", word.display()));
    let file = find(word).ok_or_else(|| refused("no such program".to_owned()))?;
    examine(&file).map_err(refused)
}

/// The program's file: as given if it has a slash, else looked up in PATH.
fn find(word: &OsStr) -> Option<PathBuf> {
    if word.as_bytes().contains(&b'/') {
        return Path::new(word).exists().then(|| PathBuf::from(word));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(word)).find(|file| file.is_file())
}

fn examine(file: &Path) -> Result<(), String> {
    let unreadable = |e: std::io::Error| format!("cannot be read: {e}");
    let meta = std::fs::metadata(file).map_err(unreadable)?;
    if meta.is_dir() {
        return Err("a directory, no program".to_owned());
    }
    if !meta.is_file() {
        return Err("not a file".to_owned());
    }
    if meta.permissions().mode() & 0o111 == 0 {
        return Err("not executable: try `chmod +x` on it".to_owned());
    }
    let mut head = Vec::new();
    // A program may be closed to reading and still run: the host finds out.
    let Ok(opened) = std::fs::File::open(file) else { return Ok(()) };
    opened.take(256).read_to_end(&mut head).map_err(unreadable)?;
    match head.strip_prefix(b"#!") {
        Some(line) => interpreter(line),
        None => elf(&head),
    }
}

fn interpreter(line: &[u8]) -> Result<(), String> {
    let line = line.split(|&b| b == b'\n').next().unwrap_or_default();
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let path = Path::new(OsStr::from_bytes(words.next().unwrap_or_default()));
    if path.exists() { Ok(()) } else { Err(format!("its interpreter `{}` does not exist", path.display())) }
}

fn elf(head: &[u8]) -> Result<(), String> {
    if head.is_empty() {
        return Err("an empty file is not a program".to_owned());
    }
    if !head.starts_with(b"\x7fELF") {
        return Err("not a program: a script begins with a line such as `#!/bin/sh`".to_owned());
    }
    let machine = if cfg!(target_arch = "x86_64") { 62 } else { 183 };
    let found = head.get(18..20).map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]));
    // 32-bit programs of the same family run where the system has their libraries.
    let is_ours = found == Some(machine) || (machine == 62 && found == Some(3));
    if is_ours {
        Ok(())
    } else {
        Err("a program for another kind of processor: build it for this one".to_owned())
    }
}
