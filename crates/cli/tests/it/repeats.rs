//! The same bout twice: under clocks that count nodes, plies or fuel every record is the same to the byte, whoever
//! plays and however many games are played at once.

use std::path::Path;

use crate::program::{agon, scratch};

/// The records of a match, one line each, in the order of their seeds: games that run at once end in any order.
fn records(file: &Path, match_args: &[&str], concurrency: &str) -> Vec<String> {
    std::fs::remove_file(file).ok();
    let text = file.display().to_string();
    let more = ["--seed", "7", "--concurrency", concurrency, "--records", &text];
    let ran = agon(&[&["match"], match_args, &more].concat());
    assert_eq!(ran.code, 0, "{match_args:?}: {}", ran.stderr);
    let mut lines: Vec<String> = std::fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

fn check(match_args: &[&str], n_games: usize) {
    let file = scratch("repeats").join("records.jsonl");
    let first = records(&file, match_args, "1");
    assert_eq!(first.len(), n_games, "{match_args:?}");
    assert!(first.iter().all(|record| record.contains("\"ending\":\"rules\"")), "{match_args:?}: {first:?}");
    for concurrency in ["1", "2"] {
        assert_eq!(records(&file, match_args, concurrency), first, "{match_args:?} {concurrency} at once");
    }
}

#[test]
fn node_and_depth_clocks() {
    for game in ["amazons/6", "ataxx", "flood/8", "reversi/6"] {
        check(&[game, "pvs", "mcts", "--games", "4", "--clock", "nodes=400"], 4);
        check(&[game, "alphabeta", "random", "--games", "4", "--clock", "depth=2"], 4);
    }
}

#[test]
fn fuel_clocks() {
    let zoo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../zoo/wasm");
    let module = |name: &str| zoo.join(name).display().to_string();
    let (tame, grow) = (module("tame.wasm"), module("grow.wasm"));
    check(&["flood/8", &tame, "random", "--games", "4", "--clock", "fuel=1M"], 4);
    check(&["flood/8", &tame, &grow, "--games", "4", "--clock", "fuel=1M"], 4);
    let any = Path::new(env!("CARGO_MANIFEST_DIR")).join("../arena/tests/players/any.wasm");
    let any = any.display().to_string();
    for game in ["reversi/8", "ataxx", "amazons/8", "flood/8"] {
        check(&[game, &any, "greedy", "--games", "4", "--clock", "fuel=100M"], 4);
    }
}
