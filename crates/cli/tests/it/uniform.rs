//! What every command shares: `--json` prints one JSON value on stdout, `--quiet` leaves stderr to errors, the
//! same `--seed` says the same again, pipes and NO_COLOR get no colours.

use crate::program::{Ran, agon, run, scratch};

/// A game's record to look at, and a database with a tournament.
fn prepared(name: &str) -> (String, String) {
    let dir = scratch(name);
    let (record, db) = (dir.join("game.json"), dir.join("games.db"));
    let game = agon(&["play", "reversi/4", "greedy", "random", "--json", "--clock", "nodes=50"]);
    std::fs::write(&record, game.stdout).unwrap();
    let db = db.to_str().unwrap().to_owned();
    let ran = agon(&[
        "tournament",
        "reversi/4",
        "random",
        "greedy",
        "--games",
        "2",
        "--clock",
        "nodes=50",
        "--db",
        &db,
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    (record.to_str().unwrap().to_owned(), db)
}

/// One call of every command that prints a result, without the options under test.
fn calls<'a>(record: &'a str, db: &'a str, dir: &'a str) -> Vec<Vec<&'a str>> {
    [
        &["show", "ataxx"][..],
        &["graph", "amazons/5"],
        &["perft", "reversi/4", "3"],
        &["players", "flood"],
        &["bestmove", "reversi/4", "greedy", "--clock", "nodes=50"],
        &["analyse", "reversi/4", "--time", "50ms"],
        &["annotate", record, "--clock", "nodes=50"],
        &["solve", "reversi/4"],
        &["match", "reversi/4", "random", "greedy", "--games", "2", "--clock", "nodes=50"],
        &["tournament", "reversi/4", "random", "greedy", "--games", "2", "--clock", "nodes=50"],
        &["report", "--db", db],
        &["verify", "--db", db],
        &["play", "reversi/4", "random", "greedy", "--clock", "nodes=50"],
        &["replay", record],
        &["check", "greedy", "reversi/4", "-n", "2", "--clock", "nodes=50"],
        &["new", dir, "--game", "reversi", "--lang", "python"],
    ]
    .map(<[&str]>::to_vec)
    .to_vec()
}

#[test]
fn json_is_one_value_and_quiet_is_quiet() {
    let (record, db) = prepared("uniform-json");
    let dir = scratch("uniform-new");
    let fresh = dir.join("fresh");
    for call in calls(&record, &db, fresh.to_str().unwrap()) {
        let ran = agon(&[&call[..], &["--json", "--quiet"]].concat());
        assert_eq!(ran.code, 0, "{call:?}: {}", ran.stderr);
        assert_eq!(ran.stderr, "", "{call:?}");
        assert_eq!(ran.stdout.lines().count(), 1, "{call:?}: one line: {}", ran.stdout);
        ran.json();
    }
}

#[test]
fn text_is_text_and_has_no_colours_in_a_pipe() {
    let (record, db) = prepared("uniform-text");
    let dir = scratch("uniform-new-text");
    let fresh = dir.join("fresh");
    for call in calls(&record, &db, fresh.to_str().unwrap()) {
        let ran = agon(&[&call[..], &["--quiet"]].concat());
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{call:?}");
        assert!(!ran.stdout.is_empty() && !ran.stdout.contains('\x1b'), "{call:?}: {}", ran.stdout);
    }
}

/// The result without what a watch measures.
fn timeless(ran: &Ran) -> String {
    let mut value = ran.json();
    forget(&mut value);
    value.to_string()
}

fn forget(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(map) => {
            for key in ["seconds", "us", "slowest_us", "started", "date", "time"] {
                map.remove(key);
            }
            map.values_mut().for_each(forget);
        }
        serde_json::Value::Array(list) => list.iter_mut().for_each(forget),
        _ => {}
    }
}

#[test]
fn the_same_seed_says_the_same() {
    let (record, _) = prepared("uniform-seed");
    for call in [
        &["play", "ataxx/5", "random", "random", "--clock", "nodes=50"][..],
        &["match", "ataxx/5", "random", "greedy", "--games", "4", "--clock", "nodes=50"],
        &["bestmove", "ataxx", "random", "--clock", "nodes=50"],
        &["annotate", &record, "--clock", "nodes=50"],
        &["tournament", "ataxx/5", "random", "greedy", "--games", "2", "--clock", "nodes=50"],
    ] {
        let once = |seed: &str| timeless(&agon(&[call, &["--seed", seed, "--json", "-q"]].concat()));
        assert_eq!(once("7"), once("7"), "{call:?}");
        if call[0] == "play" || call[0] == "bestmove" {
            let all: std::collections::HashSet<String> = (1..9).map(|seed| once(&seed.to_string())).collect();
            assert!(all.len() > 1, "{call:?}: other seeds say something else");
        }
    }
    for command in [
        "play",
        "match",
        "tournament",
        "ladder",
        "bestmove",
        "analyse",
        "annotate",
        "check",
        "train",
        "ugi",
        "uai",
    ] {
        assert!(agon(&["help", command]).stdout.contains("--seed <S>"), "{command} has chance and no --seed");
    }
}

/// On a terminal that `script` makes.
#[test]
fn no_color_is_respected_on_a_terminal() {
    let on_terminal = |environment: &str, args: &str| {
        let line = format!("{environment} TERM=xterm-256color {} {args}", env!("CARGO_BIN_EXE_agon"));
        let ran = run(std::process::Command::new("script").args(["-qec", &line, "/dev/null"]), "");
        ran.stdout
    };
    if std::process::Command::new("script").arg("--version").output().is_err() {
        eprintln!("not run: script is not installed (Debian: apt install bsdutils)");
        return;
    }
    for args in ["show reversi", "play reversi/4 greedy random --plain --verbose --clock nodes=20"] {
        assert!(on_terminal("", args).contains("48;5;"), "{args}: colours on a terminal");
        assert!(!on_terminal("NO_COLOR=1", args).contains("48;5;"), "{args}: NO_COLOR");
        assert!(on_terminal("NO_COLOR=", args).contains("48;5;"), "{args}: an empty NO_COLOR means nothing");
        assert!(
            !on_terminal("", &format!("{args} --color never")).contains("48;5;"),
            "{args}: --color never"
        );
    }
}
