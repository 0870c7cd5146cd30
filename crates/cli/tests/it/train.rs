//! `agon train`: a short run learns, is taken up again, and its weights play; what cannot learn says so.

use crate::program::{agon, scratch};

fn check(game: &str, flags: &[&str], board: &str) {
    let dir = scratch(&format!("train-{game}{}", flags.concat()));
    let (whole, parts) = (dir.join("whole.weights"), dir.join("parts.weights"));
    let train = |out: &std::path::Path, generations: &str, extra: &[&str]| {
        let args = ["train", game, "--games", "20", "--generations", generations, "--out"];
        agon(&[&args[..], &[out.to_str().unwrap(), "--seed", "3"], flags, extra].concat())
    };
    let learned = train(&whole, "2", &["--json", "-j", "2"]).json();
    let curve = learned["generations"].as_array().unwrap();
    assert_eq!(curve.len(), 2, "{learned}");
    assert!(curve[0]["after"].as_f64().unwrap() < curve[0]["before"].as_f64().unwrap(), "{learned}");
    // In two sittings and on one thread: the same weights to the byte.
    let first = train(&parts, "1", &["-j", "1"]);
    assert_eq!(first.code, 0, "{}", first.stderr);
    assert!(first.stderr.contains("generation   1"), "{}", first.stderr);
    let again = train(&parts, "1", &[]);
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let resumed = train(&parts, "2", &["--resume", "--json", "-j", "1"]).json();
    assert_eq!(resumed["hash"], learned["hash"]);
    assert_eq!(std::fs::read(&whole).unwrap(), std::fs::read(&parts).unwrap());
    let player = format!("champion:weights={}", whole.display());
    let answer = agon(&["bestmove", board, &player, "--clock", "nodes=200", "--json"]).json();
    assert!(answer["move"].is_string(), "{answer}");
    let mut bytes = std::fs::read(&whole).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&whole, bytes).unwrap();
    let damaged = agon(&["bestmove", board, &player]);
    assert_eq!(damaged.code, 1);
    assert!(damaged.stderr.contains("the weights are damaged"), "{}", damaged.stderr);
}

#[test]
fn amazons_learns() {
    check("amazons", &[], "amazons/8");
}

#[test]
fn blobwar_learns() {
    check("blobwar", &[], "ataxx");
}

#[test]
fn blobwar_goes_on_from_weights() {
    let dir = scratch("train-from");
    let train = |out: &str, from: &[&str]| {
        let out = dir.join(out);
        let args = ["train", "ataxx", "--games", "4", "--json", "--out", out.to_str().unwrap()];
        (agon(&[&args[..], from].concat()).json(), out)
    };
    let (first, weights) = train("a.weights", &["--generations", "1", "--from", "shipped"]);
    let from = ["--generations", "2", "--from", weights.to_str().unwrap()];
    let (second, weights) = train("b.weights", &from);
    assert_ne!(first["hash"], second["hash"]);
    // Taken up again, it goes on with what it began as.
    let (parts, _) = train("c.weights", &["--generations", "1", from[2], from[3]]);
    assert_ne!(parts["hash"], second["hash"]);
    let (parts, _) = train("c.weights", &["--generations", "2", "--resume"]);
    assert_eq!(parts["hash"], second["hash"]);
    let player = format!("champion:weights={}", weights.display());
    let answer = agon(&["bestmove", "ataxx", &player, "--clock", "nodes=200", "--json"]).json();
    assert!(answer["move"].is_string(), "{answer}");
}

#[test]
fn blobwar_learns_for_wide_boards() {
    check("blobwar", &["--wide"], "blobwar/12");
}

#[test]
fn reversi_learns_for_wide_boards() {
    check("reversi", &["--wide"], "reversi/10");
}

#[test]
fn a_run_of_the_network_is_not_gone_on_with_as_one_for_wide_boards() {
    for game in ["blobwar", "reversi"] {
        let out = scratch(&format!("train-mixed-{game}")).join("net.weights");
        let args = ["train", game, "--games", "4", "--generations", "1", "--out", out.to_str().unwrap()];
        assert_eq!(agon(&args).code, 0);
        let mixed = agon(&[&args[..], &["--resume", "--wide"]].concat());
        assert_eq!(mixed.code, 1);
        assert!(mixed.stderr.contains("go on with it without --wide"), "{}", mixed.stderr);
    }
}

#[test]
fn weights_of_reversi_are_for_8x8_or_for_other_boards() {
    let dir = scratch("train-boards");
    for (flags, fit, unfit, words) in [
        (&["--wide"][..], "reversi/10x8", "reversi", "for other boards than 8x8"),
        (&[], "reversi", "reversi/10", "`agon train reversi --wide` makes some"),
    ] {
        let out = dir.join(format!("{}.weights", flags.len()));
        let args = ["train", "reversi", "--games", "4", "--generations", "1", "--out", out.to_str().unwrap()];
        assert_eq!(agon(&[&args[..], flags].concat()).code, 0);
        let player = format!("champion:weights={}", out.display());
        let bestmove = |board| agon(&["bestmove", board, &player, "--clock", "nodes=200"]);
        assert_eq!(bestmove(fit).code, 0, "{}", bestmove(fit).stderr);
        let refused = bestmove(unfit);
        assert_eq!(refused.code, 1);
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
    }
}

#[test]
fn reversi_learns() {
    check("reversi", &[], "reversi");
}

#[test]
fn a_run_bounded_by_time_keeps_what_it_has() {
    let out = scratch("train-time").join("short.weights");
    let out = out.to_str().unwrap();
    let ran = agon(&["train", "reversi", "--time", "100ms", "--out", out, "--json"]).json();
    assert_eq!(ran["generations"].as_array().unwrap().len(), 1, "{ran}");
    let on = agon(&["train", "reversi", "--time", "100ms", "--out", out, "--resume"]);
    assert_eq!(on.code, 0, "{}", on.stderr);
}

#[test]
fn refusals() {
    for (args, words) in [
        (&["train", "flood"][..], "nothing to train in flood"),
        (&["train", "reversi/6"], "8x8 only"),
        (&["train", "amazons/6"], "10x10, 8x8, 6x6 and a donut, for all boards: write `agon train amazons`"),
        (&["train", "chess"], "no game called `chess`"),
        (
            &["train", "reversi/10", "--wide"],
            "on boards of many kinds at once: write `agon train reversi --wide`",
        ),
        (&["train", "amazons", "--wide"], "write `agon train reversi --wide`"),
        (&["train", "reversi", "--from", "shipped"], "only the network of blobwar goes on from weights"),
        (&["train", "ataxx", "--wide", "--from", "shipped"], "blobwar --wide learns from nothing each time"),
        (&["train", "ataxx", "--from", "nowhere"], "weights `nowhere`: No such file"),
        (&["train", "reversi", "--resume", "--out", "no-such.weights"], "no run to go on with"),
        (&["train", "reversi", "--out", "/no/such/dir/x", "--time", "1s"], "cannot write"),
        (&["bestmove", "reversi", "champion:weights=nowhere"], "weights `nowhere`: No such file"),
        (&["bestmove", "reversi", "champion:weights=/dev/zero"], "not a file of weights"),
    ] {
        let ran = agon(args);
        assert_eq!(ran.code, 1, "{args:?}: {}", ran.stdout);
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
    }
}
