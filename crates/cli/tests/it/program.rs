//! Runs the program and keeps what it said.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use serde_json::Value;

/// What came of a run.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// The JSON value on stdout of a run that must have succeeded.
    pub fn json(&self) -> Value {
        assert_eq!(self.code, 0, "{}", self.stderr);
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }
}

/// Runs `agon` with these arguments and nothing on stdin.
pub fn agon(args: &[&str]) -> Ran {
    agon_with(args, "")
}

/// Runs `agon` with these arguments and this on stdin.
pub fn agon_with(args: &[&str], stdin: &str) -> Ran {
    run(Command::new(env!("CARGO_BIN_EXE_agon")).args(args), stdin)
}

/// Runs a command to its end.
pub fn run(command: &mut Command, stdin: &str) -> Ran {
    let mut child = command
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that ends without reading its input is not at fault.
    let _ = child.stdin.take().unwrap().write_all(stdin.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A directory of this test's own, empty.
pub fn scratch(name: &str) -> PathBuf {
    static N_SCRATCHES: AtomicUsize = AtomicUsize::new(0);
    let number = N_SCRATCHES.fetch_add(1, Relaxed);
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{number}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}
