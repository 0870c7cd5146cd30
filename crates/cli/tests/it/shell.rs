//! Completions, man pages, the tour, and the catalogue.

use crate::program::{agon, scratch};

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = agon(&["completions", shell]).stdout;
        for command in ["perft", "show", "bestmove"] {
            assert!(script.contains(command), "{shell} does not know {command}");
        }
    }
    let ran = agon(&["completions", "fsh"]);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("'fish'"), "{}", ran.stderr);
}

#[test]
fn bash_accepts_its_completions() {
    let path = scratch("completions").join("agon.bash");
    std::fs::write(&path, agon(&["completions", "bash"]).stdout).unwrap();
    let check = std::process::Command::new("bash").arg("-n").arg(&path).status().unwrap();
    assert!(check.success());
}

#[test]
fn man_pages_are_written() {
    let dir = scratch("man");
    assert_eq!(agon(&["man", dir.to_str().unwrap()]).code, 0);
    for page in ["agon.1", "agon-perft.1", "agon-show.1"] {
        let text = std::fs::read_to_string(dir.join(page)).unwrap();
        assert!(text.contains(".TH"), "{page}");
    }
}

#[test]
fn the_tour_fits_a_screen() {
    let ran = agon(&["tour"]);
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.contains("agon show amazons"));
    assert!(ran.stdout.lines().count() <= 24);
}

#[test]
fn the_catalogue_lists_players_with_their_parameters() {
    let all = agon(&["players", "--json"]).json();
    let names: Vec<&str> =
        all["players"].as_array().unwrap().iter().map(|p| p["name"].as_str().unwrap()).collect();
    for name in ["random", "greedy", "champion"] {
        assert!(names.contains(&name), "{names:?}");
    }
    assert_eq!(all["games"].as_array().unwrap().len(), 4);
    let one = agon(&["players", "amazons/6", "--json"]).json();
    assert_eq!(one["games"][0]["game"], "amazons/6");
    assert!(agon(&["players", "reversi"]).stdout.contains("Evaluations of reversi/8"));
}

#[test]
fn a_player_is_asked_for_its_move() {
    let found = agon(&["bestmove", "reversi", "greedy", "--json", "--clock", "depth=1"]).json();
    for key in ["move", "score", "depth", "nodes", "seconds", "pv"] {
        assert!(found.get(key).is_some(), "{key}: {found}");
    }
    let late = "x5o/7/7/7/7/7/o5x x 0 1";
    let ran = agon(&["bestmove", "ataxx", "champion", "--position", late, "--clock", "nodes=2000"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(ran.stdout.lines().count(), 1);
}

#[test]
fn the_bench_repeats_itself() {
    let bench = || agon(&["bench", "reversi/6", "--json"]).json();
    let (one, other) = (bench(), bench());
    assert!(one["signature"].as_u64().unwrap() > 0);
    assert_eq!(one["signature"], other["signature"], "{one} {other}");
}
