//! `agon new`: every template is written, built with the one command that its README names, checked, and played
//! against random, all by the commands of that README as they stand there.

use std::path::{Path, PathBuf};
use std::process::Command;

use agon_games::catalog::{Position, Table};
use agon_games::dice::Dice;

use crate::program::{agon, run, scratch};

/// One board for every game, small enough to be played often.
const GAMES: [&str; 4] = ["amazons/6", "blobwar/5", "flood/8?colours=5&forbidden=1&seed=3", "reversi/6"];

fn start(name: &str, game: &str, lang: &str, extra: &[&str]) -> PathBuf {
    let dir = scratch(&format!("new-{name}")).join(name);
    let args = [&["new", dir.to_str().unwrap(), "--game", game, "--lang", lang], extra].concat();
    let ran = agon(&args);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("agon check"), "{}", ran.stdout);
    for entry in walk(&dir) {
        let text = std::fs::read_to_string(&entry).unwrap();
        let is_ours = entry.ends_with("agon.h");
        assert!(is_ours || text.lines().count() < 100, "{}: under 100 lines", entry.display());
        assert!(!text.contains("@NAME@") && !text.contains("@SPEC@"), "{}", entry.display());
    }
    dir
}

fn walk(dir: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(walk(&path)) } else { files.push(path) }
    }
    files
}

/// The commands of a player's README, in order: the lines that are set apart.
fn commands(dir: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(dir.join("README.md")).unwrap();
    text.lines().filter_map(|line| line.strip_prefix("    ")).map(str::to_owned).collect()
}

/// Types what the README says, with fewer games.
fn follow_the_readme(dir: &Path) {
    let bin = Path::new(env!("CARGO_BIN_EXE_agon")).parent().unwrap();
    let search = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let commands = commands(dir);
    assert!(commands.len() >= 6, "{commands:?}");
    for (at, command) in commands.iter().enumerate() {
        let short = command.replace("--games 20", "--games 4").replace("--games 4", "--games 2");
        let ran = run(Command::new("bash").args(["-c", &short]).current_dir(dir).env("PATH", &search), "");
        let place = format!("{}: {short}\n{}{}", dir.display(), ran.stdout, ran.stderr);
        // A person who says nothing has left the game.
        assert!(ran.code == 0 || command.contains(" human "), "{place}");
        if at == 0 {
            assert!(!ran.stderr.contains("warning"), "builds without a warning: {place}");
        } else if command.starts_with("agon match") {
            assert!(ran.stdout.contains("wins ") && !ran.stdout.contains("crash"), "{place}");
            let by_rules = ["illegal", "time", "memory", "protocol", "aborted"];
            assert!(!by_rules.iter().any(|ending| ran.stdout.contains(ending)), "{place}");
        }
    }
}

/// Whether a program is there; if not, says what was not tested and how to get it.
fn has(program: &str, packages: &str) -> bool {
    let is_there = Command::new(program).arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !is_there {
        eprintln!("not run: {program} is not installed (Debian: apt install {packages})");
    }
    is_there
}

fn check(short: &str, lang: &str, extra: &[&str]) {
    for (letter, game) in ["a", "b", "f", "r"].into_iter().zip(GAMES) {
        follow_the_readme(&start(&format!("{short}-{letter}"), game, lang, extra));
    }
}

#[test]
fn c_libraries() {
    if has("gcc", "gcc") && has("make", "make") {
        check("sea", "c", &[]);
    }
}

#[test]
fn webassembly_modules() {
    if has("clang", "clang lld") && has("wasm-ld", "lld") && has("make", "make") {
        check("web", "wasm", &[]);
    }
}

#[test]
fn rust_libraries() {
    check("oxide", "rust", &["--form", "library"]);
}

#[test]
fn rust_programs() {
    check("rusty", "rust", &["--form", "program"]);
}

#[test]
fn python_programs() {
    if has("python3", "python3") {
        check("snake", "python", &[]);
    }
}

/// Positions of a random game, in order.
fn positions(game: &str) -> Vec<Position> {
    let mut position = Table::open(game, None).unwrap().start();
    let mut dice = Dice::new(7);
    let mut all = Vec::new();
    while !position.is_over() {
        all.push(position.clone());
        assert!(position.play(position.playout_move(&mut dice)));
    }
    all
}

/// Asks a UGI program for its move in every position of a game.
fn check_program(program: &Path, game: &str) {
    let positions = positions(game);
    let mut lines = format!("ugi\nsetoption name Game value {game}\nisready\n");
    for position in &positions {
        lines += &format!("position fen {}\ngo movetime 100\n", position.text());
    }
    let ran = run(&mut Command::new(program), &(lines + "quit\n"));
    let moves: Vec<&str> = ran.stdout.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(moves.len(), positions.len(), "{game}: {}", ran.stderr);
    for (position, text) in positions.iter().zip(moves) {
        position.parse_move(text).unwrap_or_else(|error| panic!("{game}, {position:?}: {error}"));
    }
}

/// The programs know their game on boards that wrap around too, and from any position.
#[test]
fn programs_play_on_a_torus() {
    for game in [
        "amazons/6?shape=torus",
        "ataxx/7?shape=torus",
        "flood/8?shape=torus&colours=4&rules=strict",
        "reversi/6",
    ] {
        let name = game.split('/').next().unwrap();
        if has("python3", "python3") {
            let dir = start(&format!("ring-p-{name}"), game, "python", &[]);
            check_program(&dir.join("player.py"), game);
        }
        let dir = start(&format!("ring-r-{name}"), game, "rust", &["--form", "program"]);
        let build =
            run(Command::new("cargo").args(["build", "--release", "--offline"]).current_dir(&dir), "");
        assert_eq!(build.code, 0, "{}", build.stderr);
        check_program(&dir.join("target/release/player"), game);
    }
}

#[test]
fn bad_beginnings_are_refused() {
    let dir = scratch("new-refused");
    std::fs::write(dir.join("file"), "x").unwrap();
    let dir = dir.to_str().unwrap();
    for (args, words) in [
        (&["new", dir, "--game", "amazons", "--lang", "c"][..], "is not empty"),
        (&["new", "9lives", "--game", "amazons", "--lang", "c"], "a letter first"),
        (&["new", "a b", "--game", "amazons", "--lang", "c"], "no name for a player"),
        (&["new", "mine", "--game", "chess", "--lang", "c"], "no game called `chess`"),
        (&["new", "mine", "--game", "amazons", "--lang", "pyton"], "'python'"),
        (&["new", "mine", "--lang", "c"], "--game"),
        (&["new", "mine", "--game", "amazons", "--lang", "c", "--form", "program"], "take --lang python"),
        (&["new", "mine", "--game", "amazons", "--lang", "python", "--form", "library"], "take --lang c"),
    ] {
        let ran = agon(args);
        assert_ne!(ran.code, 0, "{args:?}");
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
}
