//! The zoo: each act in each form it applies to gets its verdict in time, and nothing is left behind.

use std::path::PathBuf;
use std::time::Duration;

use agon_arena::clock::Clock;
use agon_games::record::Ending::{self, Crash, Illegal, Memory, Protocol, Rules, Time};
use agon_games::side::Side;

use crate::Test;
use crate::builds::{compile, folder, project, try_compile};
use crate::keeper::{against_random, resident, survivors};

pub(crate) const TESTS: &[Test] = &[
    ("zoo_libraries", libraries),
    ("zoo_programs", programs),
    ("zoo_wasm", modules),
    ("zoo_ordinary_user", user),
];

const GAME: &str = "flood/6";
const CLOCK: &str = "400ms";

/// Beyond the clock; a machine that also compiles gets more.
fn allowance() -> Duration {
    let is_strict = std::env::var_os("AGON_STRICT_TIME").is_some();
    Duration::from_millis(if is_strict { 200 } else { 3000 })
}

/// The act, and how it ends as library, program, wasm module.
type Case = (&'static str, Option<Ending>, Option<Ending>, Option<Ending>);

const CASES: &[Case] = &[
    ("tame", Some(Rules), Some(Rules), Some(Rules)),
    ("segv", Some(Crash), Some(Crash), Some(Crash)),
    ("abort", Some(Crash), Some(Crash), Some(Crash)),
    ("exit", Some(Crash), Some(Crash), None),
    ("exit_zero", Some(Crash), Some(Crash), None),
    ("stack", Some(Crash), Some(Crash), Some(Crash)),
    ("stop", Some(Time), Some(Time), None),
    ("hang_load", Some(Time), Some(Time), None),
    ("segv_load", Some(Crash), Some(Crash), None),
    ("hang_start", Some(Time), Some(Time), Some(Time)),
    ("segv_start", Some(Crash), Some(Crash), Some(Crash)),
    ("hang_name", Some(Time), Some(Time), Some(Time)),
    ("no_name", Some(Rules), None, Some(Rules)),
    ("wild_name", Some(Crash), None, Some(Rules)),
    ("hang_turn", Some(Time), Some(Time), Some(Time)),
    ("spin_turn", Some(Time), Some(Time), Some(Time)),
    ("late", Some(Time), Some(Time), Some(Time)),
    ("hang_end", Some(Rules), Some(Rules), Some(Rules)),
    ("segv_end", Some(Rules), Some(Rules), Some(Rules)),
    ("illegal", Some(Illegal), Some(Illegal), Some(Illegal)),
    ("rubbish", Some(Illegal), Some(Protocol), Some(Illegal)),
    ("fickle", Some(Illegal), Some(Illegal), Some(Illegal)),
    ("scribble", Some(Rules), None, Some(Rules)),
    ("memory", Some(Memory), Some(Memory), Some(Memory)),
    ("threads", Some(Rules), Some(Rules), None),
    ("forks", Some(Time), Some(Time), None),
    ("daemon", Some(Rules), Some(Rules), None),
    ("kill_parent", Some(Rules), Some(Rules), None),
    ("signal_all", Some(Rules), Some(Rules), None),
    ("socket", Some(Rules), Some(Rules), None),
    ("read_passwd", Some(Rules), Some(Rules), None),
    ("read_opponent", Some(Rules), Some(Rules), None),
    ("read_memory", Some(Rules), Some(Rules), None),
    ("write_files", Some(Rules), Some(Rules), None),
    ("fill_disk", Some(Rules), Some(Rules), None),
    ("ptrace", Some(Rules), Some(Rules), None),
    ("burn", Some(Rules), Some(Rules), None),
    ("log_flood", Some(Rules), Some(Rules), None),
    ("descriptors", Some(Protocol), Some(Rules), None),
    ("never_reads", None, Some(Time), None),
    ("drip", None, Some(Time), None),
    ("flood_lines", None, Some(Protocol), None),
    ("endless_line", None, Some(Protocol), None),
    ("hush", None, Some(Crash), None),
    ("no_move", None, Some(Illegal), None),
    ("twice", None, Some(Protocol), None),
];

/// Acts that say in their log whether they were held.
const TELLING: [&str; 9] = [
    "signal_all",
    "socket",
    "read_passwd",
    "read_opponent",
    "read_memory",
    "write_files",
    "fill_disk",
    "ptrace",
    "threads",
];

fn define(case: &str) -> [String; 2] {
    // The opponent's file that nobody else may read: any file of the project that exists.
    let opponent = project().join("Cargo.toml");
    [format!("-DCASE={case}"), format!("-DOPPONENT=\"{}\"", opponent.display())]
}

pub(crate) fn build_library(case: &str) -> PathBuf {
    let [a, b] = define(case);
    let name = format!("zoo-{case}.so");
    compile(&project().join("zoo/library.c"), &name, &["-O1", "-shared", "-fPIC", "-pthread", &a, &b])
}

fn build_program(case: &str) -> PathBuf {
    let [a, b] = define(case);
    compile(&project().join("zoo/program.c"), &format!("zoo-{case}"), &["-O1", "-pthread", &a, &b])
}

/// Plays every case of a form and counts what is left.
fn run_all(form: &str, pick: fn(&Case) -> Option<Ending>, spec: impl Fn(&str) -> String) {
    let only = std::env::var("AGON_ZOO_CASE").ok();
    let before = resident();
    let mut worst = Duration::ZERO;
    let mut failures = Vec::new();
    for case in CASES {
        let Some(expected) = pick(case) else { continue };
        if only.as_ref().is_some_and(|only| only != case.0) {
            continue;
        }
        match check(case.0, &spec(case.0), expected) {
            Ok(overshoot) => worst = worst.max(overshoot),
            Err(why) => failures.push(format!("{form} {}: {why}", case.0)),
        }
    }
    let grown = resident().saturating_sub(before);
    println!("{form}: worst verdict {worst:.0?} after the clock, memory grew by {} KB", grown / 1024);
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(grown < 16 << 20, "memory grew by {grown} bytes");
    let deadline = std::time::Instant::now() + Duration::from_secs(2);
    while !survivors().is_empty() && std::time::Instant::now() < deadline {
        std::thread::yield_now();
    }
    assert_eq!(survivors(), Vec::<String>::new());
}

/// One game: the verdict, the winner, the clock of the other, the log. Gives how late the verdict was.
fn check(case: &str, spec: &str, expected: Ending) -> Result<Duration, String> {
    // Filling memory takes a while on a busy machine.
    let clock = if case == "memory" { "5s" } else { CLOCK };
    let (bout, took) = against_random(GAME, spec, clock);
    let bout = bout.map_err(|e| format!("refused: {e}"))?;
    let record = &bout.record;
    let found = format!("{} ({})", record.ending.name(), record.reason.as_deref().unwrap_or("-"));
    if record.ending != expected {
        return Err(format!("{found} instead of {}; log: {}", expected.name(), bout.logs[0].trim()));
    }
    if expected != Rules && record.winner != Some(Side::Second) {
        return Err(format!("{found}, but winner {:?}", record.winner));
    }
    if bout.logs[0].contains("ESCAPED") {
        return Err(format!("escaped: {}", bout.logs[0].trim()));
    }
    if TELLING.contains(&case) && !bout.logs[0].contains("held") {
        return Err(format!("said nothing: {:?}", bout.logs[0]));
    }
    let start = crate::keeper::custody();
    let is_start = record.reason.as_deref().is_some_and(|reason| reason.starts_with("at the start"));
    let clock: Clock = clock.parse().unwrap();
    let limit = if is_start { start.start_time } else { clock.at_start() };
    let overshoot =
        took.saturating_sub(limit + if case.ends_with("_end") { start.end_time } else { Duration::ZERO });
    match overshoot > allowance() {
        true => Err(format!("{found} came {overshoot:?} late")),
        false => Ok(overshoot),
    }
}

fn libraries() {
    run_all("library", |case| case.1, |case| build_library(case).display().to_string());
}

fn programs() {
    run_all("program", |case| case.2, |case| format!("ugi:{}", build_program(case).display()));
}

/// The committed modules, and those built here where clang is installed.
fn modules() {
    let committed = project().join("zoo/wasm");
    run_all("wasm", |case| case.3, |case| committed.join(format!("{case}.wasm")).display().to_string());
    let source = project().join("zoo/library.c");
    let flags = ["--target=wasm32", "-nostdlib", "-O1", "-Wl,--no-entry"];
    let build = |case: &str| {
        let output = folder().join(format!("zoo-{case}.wasm"));
        let define = format!("-DCASE={case}");
        try_compile("clang", &source, &output, &[&flags[..], &[&define]].concat()).then_some(output)
    };
    if build("tame").is_none() {
        println!("not rebuilt: clang and lld are not installed (Debian: clang lld)");
        return;
    }
    run_all("wasm, rebuilt", |case| case.3, |case| build(case).unwrap().display().to_string());
}

/// The same under an ordinary user, where this one is root and setpriv is there.
fn user() {
    let is_root =
        std::fs::metadata("/proc/self").is_ok_and(|meta| std::os::unix::fs::MetadataExt::uid(&meta) == 0);
    if !is_root {
        println!("skipped: this is an ordinary user already");
        return;
    }
    CASES.iter().filter(|case| case.1.is_some()).for_each(|case| drop(build_library(case.0)));
    CASES.iter().filter(|case| case.2.is_some()).for_each(|case| drop(build_program(case.0)));
    let own = std::env::current_exe().unwrap();
    let mut command = std::process::Command::new("setpriv");
    command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]).arg(own);
    command.args(["zoo_libraries", "zoo_programs"]).current_dir("/");
    match command.status() {
        Ok(status) => assert!(status.success(), "the zoo under an ordinary user"),
        Err(error) => println!("skipped: setpriv: {error}"),
    }
}
