//! WebAssembly modules that no compiler would write: endless start functions, huge tables and memories, thousands of
//! exports. Each is refused or loses, in time, and costs the arena nothing. And one that computes for ever does not
//! outlive an arena that is killed.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use agon_arena::bout::BoutError;
use agon_games::record::Ending;

use crate::Test;
use crate::builds::{folder, project};
use crate::keeper::{against_random, custody};

pub(crate) const TESTS: &[Test] =
    &[("zoo_odd_modules", odd_modules), ("zoo_module_dies_with_its_arena", dies_with_its_arena)];

/// A number of variable length.
fn number(mut n: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let low = (n & 0x7f) as u8;
        n >>= 7;
        bytes.push(if n > 0 { low | 0x80 } else { low });
        if n == 0 {
            return bytes;
        }
    }
}

fn section(id: u8, body: &[u8]) -> Vec<u8> {
    [&[id][..], &number(body.len() as u32), body].concat()
}

/// A module with one function of no parameters, whose body is given, and further sections around it.
fn module(before_exports: &[u8], exports: &[u8], start: &[u8], body: &[u8]) -> Vec<u8> {
    let code = [&[0][..], body, &[0x0b]].concat();
    let code = [&[1][..], &number(code.len() as u32), &code].concat();
    [
        &b"\0asm\x01\0\0\0"[..],
        &section(1, &[1, 0x60, 0, 0]),
        &section(3, &[1, 0]),
        before_exports,
        exports,
        start,
        &section(10, &code),
    ]
    .concat()
}

/// How it ended, in words, and how long that took.
fn verdict(name: &str, bytes: &[u8]) -> (String, Duration) {
    let file = folder().join(format!("odd-{name}.wasm"));
    std::fs::write(&file, bytes).unwrap();
    let (bout, took) = against_random("flood/6", &file.display().to_string(), "400ms", &custody());
    match bout {
        Ok(bout) => {
            assert_ne!(bout.record.ending, Ending::Rules, "{name}");
            (format!("{}: {}", bout.record.ending.name(), bout.record.reason.unwrap_or_default()), took)
        }
        Err(BoutError::Refused(_, why)) => (format!("refused: {why}"), took),
        Err(error) => panic!("{name}: {error}"),
    }
}

fn odd_modules() {
    let endless = [0x03, 0x40, 0x0c, 0, 0x0b];
    let small_memory = section(5, &[1, 0, 1]);
    let many = |n: u32| {
        let name = |k: u32| [&number(6)[..], format!("{k:06}").as_bytes(), &[0, 0]].concat();
        section(7, &[number(n), (0..n).flat_map(name).collect()].concat())
    };
    for (name, bytes, words) in [
        ("endless-start", module(&small_memory, &[], &section(8, &[0]), &endless), "time: at the start"),
        ("trap-start", module(&small_memory, &[], &section(8, &[0]), &[0]), "does not start"),
        (
            "huge-table",
            module(&section(4, &[&[1, 0x70, 0][..], &number(100_000_000)].concat()), &[], &[], &[]),
            "does not start",
        ),
        (
            "huge-memory",
            module(&section(5, &[&[1, 0][..], &number(65_536)].concat()), &[], &[], &[]),
            "does not start",
        ),
        ("many-exports", module(&small_memory, &many(50_000), &[], &[]), "exports no `memory`"),
        ("lying-length", b"\0asm\x01\0\0\0\x01\xff\xff\xff\xff\x0f".to_vec(), "no valid wasm module"),
    ] {
        let (verdict, took) = verdict(name, &bytes);
        assert!(verdict.contains(words), "{name}: {verdict}");
        assert!(took < custody().start_time + Duration::from_secs(3), "{name} took {took:?}");
    }
}

/// An arena in which a player may think for ever.
pub(crate) fn arena(file: &str) {
    against_random("flood/6", file, "1h", &custody()).0.unwrap();
}

fn dies_with_its_arena() {
    let name = format!("die-{}.wasm", std::process::id());
    let file = folder().join(&name);
    std::fs::copy(project().join("zoo/wasm/spin_turn.wasm"), &file).unwrap();
    // Compiled here, so that it is found ready there.
    let text = file.display().to_string();
    assert_eq!(against_random("flood/6", &text, "400ms", &custody()).0.unwrap().record.ending, Ending::Time);
    let mut arena = Command::new(std::env::current_exe().unwrap());
    let mut arena = arena.args(["arena", &text]).stdout(Stdio::null()).spawn().unwrap();
    wait_until("it plays", || n_called(&name) > 0);
    arena.kill().unwrap();
    arena.wait().unwrap();
    wait_until("it is gone", || n_called(&name) == 0);
    std::fs::remove_file(file).unwrap();
}

/// Waits far longer than it takes on any machine.
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(120), "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// How many processes of this name run.
fn n_called(name: &str) -> usize {
    let stats = std::fs::read_dir("/proc").unwrap().flatten();
    let stats = stats.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
    let kept = &name[..name.len().min(15)];
    stats.filter(|stat| stat.contains(&format!("({kept})")) && !stat.contains(") Z ")).count()
}
