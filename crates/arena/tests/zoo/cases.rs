//! The zoo: each act in each form it applies to gets its verdict in time, and nothing is left behind.

use std::path::PathBuf;
use std::time::Duration;

use agon_arena::bout::Bout;
use agon_arena::clock::Clock;
use agon_arena::player::custody::Custody;
use agon_games::record::Ending::{self, Crash, Illegal, Memory, Protocol, Rules, Time};
use agon_games::side::Side;
use agon_protocol::host::Layers;

use crate::Test;
use crate::builds::{compile, folder, project, try_compile};
use crate::keeper::{against_random, custody, resident, survivors};

pub(crate) const TESTS: &[Test] = &[
    ("zoo_libraries", libraries),
    ("zoo_programs", programs),
    ("zoo_wasm", modules),
    ("zoo_lower_tiers", lower_tiers),
    ("zoo_ordinary_user", user),
];

const GAME: &str = "flood/6";
const CLOCK: &str = "400ms";
/// For a case that ends by itself and was late: a machine that stands still is not the player's fault.
const LONG_CLOCK: &str = "20s";

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
    ("reserve", Some(Memory), Some(Memory), None),
    ("close_stdio", Some(Rules), Some(Crash), None),
    ("close_all", Some(Crash), Some(Crash), None),
    ("exhaust", Some(Rules), Some(Rules), None),
    ("limits", Some(Rules), Some(Rules), None),
    ("kernel", Some(Rules), Some(Rules), None),
    ("parent_memory", Some(Rules), Some(Rules), None),
    ("wipe", Some(Crash), Some(Crash), None),
    ("become", Some(Rules), None, None),
    ("cut_cord", Some(Time), Some(Time), None),
    ("terminal", Some(Rules), Some(Rules), None),
    ("rude_name", Some(Rules), Some(Rules), Some(Rules)),
    ("huge_name", Some(Rules), None, Some(Rules)),
    ("negative", Some(Illegal), Some(Illegal), Some(Illegal)),
    ("outside", Some(Illegal), Some(Illegal), Some(Illegal)),
    ("grow", None, None, Some(Rules)),
    ("early", None, Some(Protocol), None),
    ("control", None, Some(Illegal), None),
    ("null_bytes", None, Some(Illegal), None),
    ("never_reads", None, Some(Time), None),
    ("drip", None, Some(Time), None),
    ("flood_lines", None, Some(Protocol), None),
    ("endless_line", None, Some(Protocol), None),
    ("hush", None, Some(Crash), None),
    ("no_move", None, Some(Illegal), None),
    ("twice", None, Some(Protocol), None),
];

/// Acts that say in their log whether they were held, and the layers that each alone would hold it.
const TELLING: [(&str, Layers); 15] = [
    ("signal_all", Layers(Layers::SECCOMP.0 | Layers::NAMESPACES.0)),
    ("socket", Layers::SECCOMP),
    ("read_passwd", Layers::LANDLOCK),
    ("read_opponent", Layers::LANDLOCK),
    ("read_memory", Layers::LIMITS),
    ("write_files", Layers(Layers::LANDLOCK.0 | Layers::NAMESPACES.0)),
    ("fill_disk", Layers(Layers::LANDLOCK.0 | Layers::NAMESPACES.0)),
    ("ptrace", Layers::SECCOMP),
    ("threads", Layers::LIMITS),
    ("exhaust", Layers::LIMITS),
    ("limits", Layers::LIMITS),
    ("kernel", Layers::SECCOMP),
    ("parent_memory", Layers(Layers::LANDLOCK.0 | Layers::SECCOMP.0)),
    ("become", Layers::SECCOMP),
    ("terminal", Layers::LIMITS),
];

/// Every layer that the machine has.
const ALL: Layers = Layers(u32::MAX);

/// Acts by which a player can end or stop its own process where less holds it.
const WEAKER: [&str; 4] = ["kill_parent", "cut_cord", "become", "ptrace"];

/// What is played again with fewer layers.
const LOWER: [&str; 24] = [
    "tame",
    "segv",
    "exit",
    "stop",
    "hang_turn",
    "spin_turn",
    "memory",
    "threads",
    "forks",
    "daemon",
    "kill_parent",
    "signal_all",
    "socket",
    "read_passwd",
    "write_files",
    "ptrace",
    "burn",
    "log_flood",
    "exhaust",
    "limits",
    "kernel",
    "become",
    "cut_cord",
    "terminal",
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

/// Plays the cases of a form and counts what is left.
fn run_all(
    form: &str,
    layers: Layers,
    cases: impl Iterator<Item = (&'static str, Ending)>,
    spec: impl Fn(&str) -> String,
) {
    let only = std::env::var("AGON_ZOO_CASE").ok();
    let before = resident();
    // Somebody else's test may run, or have been broken off.
    let strangers = survivors();
    let left = || survivors().into_iter().filter(|one| !strangers.contains(one)).collect::<Vec<_>>();
    let mut worst = Duration::ZERO;
    let mut failures = Vec::new();
    for (case, expected) in cases.filter(|(case, _)| only.as_ref().is_none_or(|only| only == case)) {
        // Filling memory takes a while on a busy machine.
        let clock = if case == "memory" { LONG_CLOCK } else { CLOCK };
        let play = |clock: &str| check(case, &spec(case), layers, expected, clock);
        let is_late = |why: &String| expected != Ending::Time && why.starts_with("time ");
        match play(clock).or_else(|why| if is_late(&why) { play(LONG_CLOCK) } else { Err(why) }) {
            Ok(overshoot) => worst = worst.max(overshoot),
            Err(why) => failures.push(format!("{form} {case}: {why}")),
        }
    }
    let grown = resident().saturating_sub(before);
    println!("{form}: worst verdict {worst:.0?} after the clock, memory grew by {} KB", grown / 1024);
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(grown < 16 << 20, "memory grew by {grown} bytes");
    let deadline = std::time::Instant::now() + Duration::from_secs(2);
    while !left().is_empty() && std::time::Instant::now() < deadline {
        std::thread::yield_now();
    }
    assert_eq!(left(), Vec::<String>::new(), "{form}");
}

/// The cases of a form, with their endings.
fn cases(pick: fn(&Case) -> Option<Ending>) -> impl Iterator<Item = (&'static str, Ending)> {
    CASES.iter().filter_map(move |case| Some((case.0, pick(case)?)))
}

/// One game: the verdict, the winner, the clock of the other, the log. Gives how late the verdict was.
fn check(case: &str, spec: &str, layers: Layers, expected: Ending, clock: &str) -> Result<Duration, String> {
    let mut custody = Custody { layers, ..custody() };
    if expected != Time && (layers == ALL || !WEAKER.contains(&case)) {
        // It ends by itself, however long a busy machine takes to start it.
        custody.start_time = Duration::from_secs(60);
    }
    let (bout, took) = against_random(GAME, spec, clock, &custody);
    let bout = bout.map_err(|e| format!("refused: {e}"))?;
    let record = &bout.record;
    let found = format!("{} ({})", record.ending.name(), record.reason.as_deref().unwrap_or("-"));
    let is_weaker = layers != ALL && WEAKER.contains(&case) && matches!(record.ending, Crash | Time);
    if record.ending != expected && !is_weaker {
        let log: String = bout.logs[0].trim().chars().take(300).collect();
        return Err(format!("{found} instead of {}; log: {log}", expected.name()));
    }
    if expected != Rules && record.winner != Some(Side::Second) {
        return Err(format!("{found}, but winner {:?}", record.winner));
    }
    check_words(case, &bout)?;
    let slowest = record.moves.iter().skip(1).step_by(2).filter_map(|ply| ply.us).max().unwrap_or(0);
    if Duration::from_micros(slowest) > allowance() {
        return Err(format!("the opponent was booked {slowest} us for a move"));
    }
    let is_start = record.reason.as_deref().is_some_and(|reason| reason.starts_with("at the start"));
    let clock: Clock = clock.parse().unwrap();
    let limit = if is_start { custody.start_time } else { clock.at_start() };
    let overshoot =
        took.saturating_sub(limit + if case.ends_with("_end") { custody.end_time } else { Duration::ZERO });
    match overshoot > allowance() {
        true => Err(format!("{found} came {overshoot:?} late")),
        false => Ok(overshoot),
    }
}

/// What the log says about escapes, as far as the layers that hold it promise anything; and that nothing a player
/// said can play tricks on a terminal.
fn check_words(case: &str, bout: &Bout) -> Result<(), String> {
    let player = &bout.record.players[0];
    let log = &bout.logs[0];
    let names = |text: &str| text.split(" without").next().unwrap_or_default().to_owned();
    let held = names(player.isolation.as_deref().unwrap_or_default());
    let is_held =
        |layers: Layers| names(&layers.to_string()).split('+').any(|name| held.split('+').any(|h| h == name));
    let promise = TELLING.iter().find(|(name, _)| *name == case).is_some_and(|(_, layers)| is_held(*layers));
    if promise && (!log.contains("held") || log.contains("ESCAPED")) {
        return Err(format!("not held by {held}: {:?}", log.trim()));
    }
    let said = [player.name.as_str(), bout.record.reason.as_deref().unwrap_or_default()];
    match said.iter().find(|text| text.chars().any(char::is_control) || text.chars().count() > 300) {
        Some(text) => Err(format!("unfit for a terminal: {text:?}")),
        None => Ok(()),
    }
}

fn library_spec(case: &str) -> String {
    build_library(case).display().to_string()
}

fn program_spec(case: &str) -> String {
    format!("ugi:{}", build_program(case).display())
}

fn libraries() {
    run_all("library", ALL, cases(|case| case.1), library_spec);
}

fn programs() {
    run_all("program", ALL, cases(|case| case.2), program_spec);
}

/// The committed modules, and those built here where clang is installed.
fn modules() {
    let committed = project().join("zoo/wasm");
    run_all("wasm", ALL, cases(|case| case.3), |case| {
        committed.join(format!("{case}.wasm")).display().to_string()
    });
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
    run_all("wasm, rebuilt", ALL, cases(|case| case.3), |case| build(case).unwrap().display().to_string());
}

/// Machines that allow less: what the layers that are left promise still holds, and nobody else is touched.
fn lower_tiers() {
    let without = |layers: Layers| Layers(ALL.0 & !layers.0);
    let tiers = [
        ("no namespaces", without(Layers::NAMESPACES)),
        ("no landlock", without(Layers::LANDLOCK)),
        ("no seccomp", without(Layers::SECCOMP)),
        ("limits alone", Layers::LIMITS),
    ];
    for (name, layers) in tiers {
        let some = |(case, _): &(&str, Ending)| LOWER.contains(case);
        run_all(&format!("library, {name}"), layers, cases(|case| case.1).filter(some), library_spec);
        run_all(&format!("program, {name}"), layers, cases(|case| case.2).filter(some), program_spec);
    }
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
    command.args(["zoo_libraries", "zoo_programs", "zoo_lower_tiers"]).current_dir("/");
    match command.status() {
        Ok(status) => assert!(status.success(), "the zoo under an ordinary user"),
        Err(error) => println!("skipped: setpriv: {error}"),
    }
}
