//! `agon play` away from a terminal: lines, records, people at the end of a pipe.

use crate::program::{agon, agon_with, scratch};

#[test]
fn a_game_as_lines_and_as_a_record() {
    let args = ["play", "reversi/4", "greedy", "random", "--seed", "3", "--clock", "nodes=100"];
    let lines = agon(&args).stdout;
    assert!(lines.starts_with("  1. black "), "{lines}");
    assert!(lines.contains("greedy - random, "), "{lines}");
    let record = agon(&[&args[..], &["--json"]].concat()).json();
    for key in ["version", "game", "start", "players", "clock", "seed", "moves", "winner", "ending", "tally"]
    {
        assert!(record.get(key).is_some(), "no {key} in {record}");
    }
    assert_eq!(record["ending"], "rules");
    let again = agon(&[&args[..], &["--json"]].concat()).json();
    assert_eq!(record["moves"], again["moves"], "a seed and a node clock repeat exactly");
    let path = scratch("play").join("game.json");
    std::fs::write(&path, record.to_string()).unwrap();
    let shown = agon(&["replay", path.to_str().unwrap(), "--boards"]).stdout;
    assert!(shown.contains("  1. black ") && shown.contains("a b c d"), "{shown}");
    let told = agon(&["annotate", path.to_str().unwrap(), "--clock", "nodes=200"]).stdout;
    assert!(told.contains(" blunders"), "{told}");
}

#[test]
fn verbose_shows_every_turn() {
    let told = agon(&["play", "reversi/4", "random", "random", "--verbose", "--seed", "1"]).stdout;
    assert!(told.starts_with("black player's turn.\n\n   a b c d\n1  · * · · 1\n"), "{told}");
    assert!(told.contains("Score: black = 2, white = 2\n\nblack plays "), "{told}");
    assert!(told.contains("\n=====\n"), "{told}");
}

#[test]
fn people_play_through_a_pipe() {
    let told = agon_with(&["play", "reversi/4", "human", "random"], "nonsense\nmoves\nb1\nq\n");
    assert!(told.stdout.contains("is not a move of reversi"), "{}", told.stdout);
    assert!(told.stdout.contains("b1 a2 d3 c4"), "{}", told.stdout);
    assert!(told.stdout.contains("white wins, black resigned"), "{}", told.stdout);
}

/// Every game has what the Reversi program has: one move for a position file, and whole games of it.
#[test]
fn contests_in_every_game() {
    for game in ["amazons/5", "ataxx/5", "flood/5?colours=4", "reversi/4"] {
        let path = scratch(&format!("contest-{}", game.split('/').next().unwrap())).join("position.txt");
        let start = agon(&["show", game, "--json"]).json()["position"].as_str().unwrap().to_owned();
        std::fs::write(&path, format!("# a comment\n\n{start}\n")).unwrap();
        let path = path.to_str().unwrap();
        let ran = agon(&["bestmove", game, "greedy", path, "--quiet"]);
        assert_eq!((ran.code, ran.stderr.as_str(), ran.stdout.lines().count()), (0, "", 1), "{game}");
        let program = format!("contest:{} bestmove {game} greedy", env!("CARGO_BIN_EXE_agon"));
        let record = agon(&["play", game, &program, &program, "--clock", "60s", "--json"]).json();
        assert_eq!(record["ending"], "rules", "{game}: {record}");
    }
    let path = scratch("contest-rows").join("position.txt");
    std::fs::write(&path, "X\n____\n_OX_\n_XO_\n____\n").unwrap();
    let ran = agon(&["bestmove", "reversi/4", "greedy", path.to_str().unwrap()]);
    assert_eq!(ran.code, 0, "Reversi's own rows are a position too: {}", ran.stderr);
}

/// Any kind of player can be asked for one move.
#[test]
fn foreign_players_are_asked_for_a_move() {
    let agon_path = env!("CARGO_BIN_EXE_agon");
    let ugi = format!("ugi:{agon_path} ugi reversi alphabeta:depth=2");
    let found = agon(&["bestmove", "reversi", &ugi, "--moves", "f5", "d6", "--json"]).json();
    let same = agon(&["bestmove", "reversi", "alphabeta:depth=2", "--moves", "f5", "d6", "--json"]).json();
    assert_eq!(found["move"], same["move"], "{found} {same}");
    let silent = agon(&["bestmove", "reversi", "ugi:cat", "--clock", "move=100ms"]);
    assert_eq!(silent.code, 1);
    assert!(silent.stderr.contains("player `ugi:cat`"), "{}", silent.stderr);
}

#[test]
fn refusals() {
    for (args, words) in [
        (&["play", "reversi", "greedi", "random"][..], "did you mean `greedy`?"),
        (&["play", "reversi", "random"], "<SECOND>"),
        (&["play", "reversi", "./no-such.so", "random"], "no such file"),
        (&["play", "reversi", "random", "random", "--clock", "soon"], "not a clock"),
        (&["replay", "no-such-file"], "cannot read `no-such-file`"),
        (&["check", "greedi", "reversi"], "greedy"),
    ] {
        let ran = agon(args);
        assert_ne!(ran.code, 0, "{args:?}: {}", ran.stdout);
        assert!((ran.stdout + &ran.stderr).contains(words), "{args:?}: {}", ran.stderr);
    }
}
