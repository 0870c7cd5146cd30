//! `agon tune`: a short tuning is written down, taken up again and comes to the same, whatever the number of games at
//! once; what cannot be tuned says so.

use std::path::Path;

use crate::program::{Ran, agon, scratch};

const PLAYER: [&str; 7] =
    ["tune", "ataxx/5", "mcts:playouts=20", "--vary", "c=0.1..3", "--vary", "scale=50..900"];

fn tune(log: &Path, extra: &[&str]) -> Ran {
    let log = log.to_str().unwrap();
    agon(
        &[&PLAYER[..], &["--pairs", "40", "--clock", "nodes=50", "--seed", "5", "--log", log], extra]
            .concat(),
    )
}

#[test]
fn a_tuning_repeats_and_is_gone_on_with() {
    let dir = scratch("tune");
    let (whole, parts) = (dir.join("whole.tune"), dir.join("parts.tune"));
    let found = tune(&whole, &["--json", "-j", "2"]).json();
    assert_eq!(found["pairs"], 40);
    let c = &found["values"]["c"];
    assert_eq!(c["start"], 0.7);
    assert!((0.1..=3.0).contains(&c["value"].as_f64().unwrap()), "{found}");
    assert!(found["tuned"].as_str().unwrap().starts_with("mcts:playouts=20,c="), "{found}");
    // The plan and three lots: 16, 16 and 8 pairs.
    let log = std::fs::read_to_string(&whole).unwrap();
    assert_eq!(log.lines().count(), 4, "{log}");
    // Broken off in the middle of a line, and taken up on one thread: the same to the byte.
    let cut = log.lines().take(2).map(|line| line.len() + 1).sum::<usize>() + 20;
    std::fs::write(&parts, &log[..cut]).unwrap();
    let resumed = tune(&parts, &["--json", "-j", "1", "--resume"]).json();
    assert_eq!(resumed["tuned"], found["tuned"]);
    assert_eq!(std::fs::read_to_string(&parts).unwrap(), log);
    // What is there is not written over, and another tuning does not go on with it.
    let again = tune(&whole, &[]);
    assert_eq!(again.code, 1);
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let other = tune(&whole, &["--resume", "--openings", "none"]);
    assert!(other.stderr.contains("its openings differs"), "{}", other.stderr);
}

#[test]
fn what_was_found_is_tested() {
    let log = scratch("tune-test").join("a.tune");
    let ran = tune(&log, &["--sprt", "0,200", "--games", "20", "--quiet"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for part in ["c ", "0.7 -> ", "by 40 pairs of games", "against mcts:playouts=20", "test: LLR"] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    let untested = tune(&log, &["--resume"]);
    assert!(untested.stdout.contains("not tested"), "{}", untested.stdout);
}

#[test]
fn what_cannot_be_tuned_says_so() {
    let log = scratch("tune-refused").join("a.tune");
    let log = log.to_str().unwrap();
    let check = |args: &[&str], code: i32, part: &str| {
        let ran = agon(&[&["tune"], args, &["--log", log]].concat());
        assert_eq!(ran.code, code, "{args:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(part), "{args:?}: {}", ran.stderr);
    };
    check(&["ataxx", "mcts"], 1, "--vary");
    check(&["ataxx", "mcts", "--vary", "c"], 2, "NAME=LOW..HIGH");
    check(&["ataxx", "mcts", "--vary", "d=0..1"], 1, "no parameter `d`");
    check(&["ataxx", "mtcs", "--vary", "c=0..1"], 1, "mcts");
    check(&["ataxx", "mcts", "--vary", "c=0..1", "--clock", "soon"], 1, "soon");
    check(&["ataxx", "mcts", "--vary", "c=0..1", "--queue", "nats://localhost:1"], 1, "--queue");
    check(&["ataxx", "mcts", "--vary", "c=0..1", "--resume"], 1, "No such file");
    assert!(!Path::new(log).exists(), "what is refused leaves nothing behind");
}
