//! Tidiness: formatting, lints, and the property that keeps each crate apart from the others, read off its
//! sources and its dependencies.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::cargo;

/// How much to check beyond the sources themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lints {
    None,
    Clippy,
}

/// A crate, the crates of ours that it may depend on, and what its sources must not contain.
struct Room {
    name: &'static str,
    arrows: &'static [&'static str],
    banned: &'static [&'static str],
}

const PRINTS: &[&str] = &["println!", "print!(", "process::exit"];

const ROOMS: &[Room] = &[
    Room {
        name: "games",
        arrows: &[],
        banned: &[
            "std::time",
            "std::fs",
            "std::io",
            "std::net",
            "std::env",
            "std::process",
            "std::thread",
            "rand::",
        ],
    },
    Room { name: "engine", arrows: &["games"], banned: &["std::net", "std::process"] },
    Room { name: "protocol", arrows: &[], banned: &["std::net", "std::process", "std::thread"] },
    Room { name: "host", arrows: &["protocol"], banned: &[] },
    Room {
        name: "arena",
        arrows: &["engine", "games", "protocol"],
        banned: &["axum", "hyper::", "async_nats", "tokio"],
    },
    Room { name: "fleet", arrows: &["arena", "engine", "games"], banned: &["axum", "hyper::"] },
    Room { name: "server", arrows: &["arena", "engine", "games"], banned: &[] },
    Room {
        name: "cli",
        arrows: &["arena", "engine", "fleet", "games", "host", "protocol", "server"],
        banned: &["axum", "async_nats", "tokio"],
    },
];

/// Longer than this and a file has a second concept in it.
const LONGEST: usize = 600;

/// Checks everything and lists what is wrong.
pub(crate) fn check(lints: Lints) -> Result<()> {
    let mut faults = Vec::new();
    let sources = sources()?;
    for (path, text) in &sources {
        check_file(path, text, &mut faults);
    }
    for room in ROOMS {
        for (path, text) in sources.iter().filter(|(path, _)| is_in(path, room.name)) {
            check_room(room, path, text, &mut faults);
        }
    }
    check_referee(&sources, &mut faults);
    check_arrows(&mut faults)?;
    if !faults.is_empty() {
        bail!("not tidy:\n  {}", faults.join("\n  "));
    }
    if lints == Lints::Clippy {
        cargo(&["fmt", "--all", "--check"])?;
        cargo(&["clippy", "--release", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])?;
    }
    Ok(())
}

/// Every Rust source that git knows or would add, with its text.
fn sources() -> Result<Vec<(PathBuf, String)>> {
    let output = Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "*.rs"])
        .output()
        .context("git could not be started")?;
    let list = String::from_utf8(output.stdout)?;
    let paths = list.lines().map(PathBuf::from).filter(|path| path.exists());
    paths.map(|path| Ok((path.clone(), fs::read_to_string(&path)?))).collect()
}

fn is_in(path: &Path, room: &str) -> bool {
    path.starts_with(format!("crates/{room}/src"))
}

fn check_file(path: &Path, text: &str, faults: &mut Vec<String>) {
    let mut fault = |what: String| faults.push(format!("{}: {what}", path.display()));
    // Templates become players of their authors: a Rust library with a C interface needs unsafe.
    let ours = !path.starts_with("xtask") && !path.starts_with("crates/cli/templates");
    if !text.starts_with("//!") && !text.starts_with("#!") {
        fault("does not open with `//!` and what it is".to_owned());
    }
    let lines = text.lines().count();
    if lines > LONGEST {
        fault(format!("has {lines} lines: look for its second concept"));
    }
    for (at, line) in code_lines(text) {
        let undone = ["todo!(", "unimplemented!(", "dbg!("].iter().find(|word| line.contains(*word));
        if let Some(word) = undone.filter(|_| ours) {
            fault(format!("line {at}: `{word}`"));
        }
        let is_unsafe = line.contains("unsafe ") && !line.contains("unsafe_code");
        if is_unsafe && ours && !path.starts_with("crates/host") {
            fault(format!("line {at}: unsafe belongs in crates/host"));
        }
    }
}

fn check_room(room: &Room, path: &Path, text: &str, faults: &mut Vec<String>) {
    let is_bin = path.ends_with("main.rs") || path.components().any(|part| part.as_os_str() == "bin");
    // The host is a process of its own: it speaks to the arena by messages, and to its log.
    let may_print = matches!(room.name, "cli" | "host") || is_bin;
    let banned = room.banned.iter().chain(if may_print { &[] } else { PRINTS });
    let banned: Vec<&&str> = banned.collect();
    for (at, line) in code_lines(text) {
        if let Some(word) = banned.iter().find(|word| line.contains(***word)) {
            faults.push(format!(
                "{}: line {at}: `{word}` does not belong in crates/{}",
                path.display(),
                room.name
            ));
        }
    }
}

/// The referee is handed the time; it never asks for it.
fn check_referee(sources: &[(PathBuf, String)], faults: &mut Vec<String>) {
    let is_referee = |path: &Path| {
        let path = path.to_string_lossy();
        path.starts_with("crates/arena/src/referee")
    };
    for (path, text) in sources.iter().filter(|(path, _)| is_referee(path)) {
        for (at, line) in code_lines(text) {
            if ["Instant::now", "SystemTime::now", "thread::sleep"].iter().any(|word| line.contains(word)) {
                faults.push(format!("{}: line {at}: the referee reads no clock", path.display()));
            }
        }
    }
}

/// The lines of a file that are code and not its tests, numbered from 1.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let end = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
    let lines = text[..end].lines().enumerate().map(|(at, line)| (at + 1, line));
    lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
}

/// The dependencies between our crates, as cargo sees them.
fn check_arrows(faults: &mut Vec<String>) -> Result<()> {
    let output = Command::new("cargo").args(["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata")?;
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let name = package["name"].as_str().unwrap_or_default();
        let Some(room) = ROOMS.iter().find(|room| name == format!("agon-{}", room.name)) else { continue };
        let dependencies = package["dependencies"].as_array().into_iter().flatten();
        for dependency in dependencies.filter(|dependency| dependency["kind"].is_null()) {
            let target = dependency["name"].as_str().unwrap_or_default();
            let arrow = target.strip_prefix("agon-");
            if let Some(arrow) = arrow.filter(|arrow| !room.arrows.contains(arrow)) {
                faults.push(format!("crates/{}: must not depend on {arrow}", room.name));
            }
        }
    }
    Ok(())
}
