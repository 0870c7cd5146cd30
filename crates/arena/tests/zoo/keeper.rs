//! A table for one hostile player and one honest one, and the counting afterwards.

use std::time::{Duration, Instant};

use agon_arena::bout::{Bout, BoutError, Nobody, Terms, play};
use agon_arena::clock::Clock;
use agon_arena::player::built_in::BuiltIn;
use agon_arena::player::custody::Custody;
use agon_arena::player::{Player, spec};
use agon_games::catalog::Table;

/// The usual custody, with less memory and shorter waits than real games have.
pub(crate) fn custody() -> Custody {
    Custody {
        memory: 128 << 20,
        start_time: Duration::from_millis(1500),
        end_time: Duration::from_millis(200),
        cache: Some(super::builds::folder().join("cache")),
        ..Custody::default()
    }
}

/// A player by its spec.
pub(crate) fn player(text: &str) -> Box<dyn Player> {
    spec::open(text, &custody(), None).unwrap()
}

/// Plays the spec as first player against `random`; how long it took as well.
pub(crate) fn against_random(
    game: &str,
    text: &str,
    clock: &str,
    custody: &Custody,
) -> (Result<Bout, BoutError>, Duration) {
    let clock: Clock = clock.parse().unwrap();
    let terms = Terms::new(Table::open(game, None).unwrap(), clock);
    let mut guest = spec::open(text, custody, None).unwrap();
    let mut random = BuiltIn::new("random");
    let begun = Instant::now();
    let bout = play(&terms, [guest.as_mut(), &mut random], [text, "random"], &mut Nobody);
    (bout, begun.elapsed())
}

/// Players of the zoo that still run, and what they left behind.
pub(crate) fn survivors() -> Vec<String> {
    let own = std::process::id().to_string();
    let read = |pid: &str, file: &str| std::fs::read(format!("/proc/{pid}/{file}")).unwrap_or_default();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let pid = entry.file_name().to_string_lossy().into_owned();
        if pid == own || !pid.bytes().all(|b| b.is_ascii_digit()) {
            continue;
        }
        let text = [read(&pid, "comm"), read(&pid, "cmdline")].concat();
        let text = String::from_utf8_lossy(&text).replace(['\0', '\n'], " ");
        let is_zombie = String::from_utf8_lossy(&read(&pid, "stat")).contains(") Z ");
        if !is_zombie && (text.contains("players/zoo-") || is_named_so(&read(&pid, "comm"))) {
            found.push(format!("{pid}: {text}"));
        }
    }
    found
}

/// Hosts carry the name of their player's file, as far as the kernel keeps it.
fn is_named_so(comm: &[u8]) -> bool {
    comm.starts_with(b"zoo-")
        && !std::env::current_exe()
            .unwrap()
            .file_name()
            .unwrap()
            .as_encoded_bytes()
            .starts_with(comm.trim_ascii_end())
}

/// Resident memory of this process, in bytes.
pub(crate) fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}
