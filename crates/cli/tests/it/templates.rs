//! `agon new`: every template is written, built with the one command that it names, and plays legal moves.

use std::path::{Path, PathBuf};
use std::process::Command;

use agon_games::catalog::{Position, Table};
use agon_games::dice::Dice;

use crate::program::{agon, run, scratch};

const GAMES: [&str; 7] = [
    "amazons/6",
    "amazons/6?shape=torus",
    "reversi/6",
    "blobwar/6",
    "ataxx/7?shape=torus",
    "flood/7?colours=5&seed=3",
    "flood/8?shape=torus&colours=4&rules=strict",
];

fn start(name: &str, game: &str, lang: &str) -> PathBuf {
    let dir = scratch(&format!("new-{lang}-{name}")).join(name);
    let ran = agon(&["new", dir.to_str().unwrap(), "--game", game, "--lang", lang]);
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

#[test]
fn python_players_play_every_game() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("not run: python3 is not installed");
        return;
    }
    for (number, game) in GAMES.iter().enumerate() {
        let dir = start(&format!("snake{number}"), game, "python");
        check_program(&dir.join("player.py"), game);
    }
}

#[test]
fn rust_programs_play_their_games() {
    for (name, game) in [("rusty-r", "reversi/6"), ("rusty-b", "ataxx/6")] {
        let dir = start(name, game, "rust");
        let build =
            run(Command::new("cargo").args(["build", "--release", "--offline"]).current_dir(&dir), "");
        assert_eq!(build.code, 0, "{}", build.stderr);
        check_program(&dir.join("target/release/player"), game);
    }
}

/// Libraries build without a warning; the arena's own tests and `agon check` play them.
#[test]
fn libraries_build() {
    for (name, game) in
        [("lib-a", "amazons/6"), ("lib-b", "blobwar"), ("lib-f", "flood/7"), ("lib-r", "reversi")]
    {
        for (lang, file) in [("c", "player.so"), ("wasm", "player.wasm")] {
            if lang == "wasm" && Command::new("clang").arg("--version").output().is_err() {
                eprintln!("not built: clang is not installed (Debian: clang lld)");
                continue;
            }
            let dir = start(name, game, lang);
            let build = run(Command::new("make").current_dir(&dir), "");
            assert_eq!((build.code, build.stderr.as_str()), (0, ""), "{lang} {game}");
            assert!(dir.join(file).exists());
        }
    }
    for (name, game) in [("crate-a", "amazons"), ("crate-f", "flood")] {
        let dir = start(name, game, "rust");
        let build =
            run(Command::new("cargo").args(["build", "--release", "--offline"]).current_dir(&dir), "");
        assert_eq!(build.code, 0, "{}", build.stderr);
        assert!(!build.stderr.contains("warning"), "{}", build.stderr);
        assert!(dir.join("target/release/libplayer.so").exists());
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
    ] {
        let ran = agon(args);
        assert_ne!(ran.code, 0, "{args:?}");
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
}
