//! The project's chores: `cargo xtask test | quick | tidy | bench`.

use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let status = Command::new("cargo").args(["test", "--release", "--workspace"]).status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
