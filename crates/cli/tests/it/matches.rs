//! `agon match` in the form that scripts rely on, and our players as engines for other runners.

use crate::program::{agon, agon_with, scratch};

#[test]
fn a_match_has_the_promised_keys() {
    let args = ["match", "ataxx/5", "greedy", "random", "--games", "20", "--clock", "nodes=50", "--json"];
    let found = agon(&args).json();
    for key in [
        "games", "moves", "wins", "draws", "losses", "score", "score95", "elo", "elo95", "los", "pairs",
        "endings", "seconds",
    ] {
        assert!(found.get(key).is_some(), "no {key} in {found}");
    }
    assert_eq!(found["games"], 20);
    assert_eq!(found["endings"]["rules"], 20);
    assert_eq!(found["pairs"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 10);
    assert!(found["score"].as_f64().unwrap() > 0.7, "greedy beats random: {found}");
    let again = agon(&args).json();
    assert_eq!(found["pairs"], again["pairs"], "the same seed and a node clock repeat exactly");
}

#[test]
fn an_odd_number_of_games_and_a_position() {
    let found = agon(&[
        "match",
        "reversi/4",
        "random",
        "random",
        "--games",
        "5",
        "--openings",
        "none",
        "--position",
        "____/_OX_/_XO_/____ X",
        "--json",
    ])
    .json();
    assert_eq!(found["games"], 5);
}

#[test]
fn a_test_stops_when_it_is_decided() {
    let found = agon(&[
        "match", "ataxx/5", "greedy", "random", "--games", "2000", "--clock", "nodes=50", "--sprt", "0,100",
        "--json",
    ])
    .json();
    assert_eq!(found["sprt"]["verdict"], "pass", "{found}");
    assert!(found["games"].as_u64().unwrap() < 1000, "{found}");
}

#[test]
fn records_are_kept_one_per_line() {
    let path = scratch("records").join("games.jsonl");
    let args =
        ["match", "reversi/4", "random", "greedy", "--games", "4", "--records", path.to_str().unwrap(), "-q"];
    let ran = agon(&args);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.contains("score "), "{}", ran.stdout);
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.lines().count(), 4);
    for line in text.lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["game"], "reversi/4");
    }
    let notes =
        agon(&["annotate", path.to_str().unwrap(), "-n", "2", "--clock", "nodes=500", "--json"]).json();
    let n_moves = serde_json::from_str::<serde_json::Value>(text.lines().nth(1).unwrap()).unwrap()["moves"]
        .as_array()
        .unwrap()
        .len();
    assert_eq!(notes["notes"].as_array().unwrap().len(), n_moves);
    let svg = path.with_extension("svg");
    let told =
        agon(&["annotate", path.to_str().unwrap(), "--clock", "nodes=200", "--svg", svg.to_str().unwrap()]);
    assert!(told.stdout.contains(" mistakes, "), "{}", told.stdout);
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg "));
    let missing = agon(&["annotate", path.to_str().unwrap(), "-n", "9"]);
    assert!(missing.stderr.contains("has no game 9"), "{}", missing.stderr);
}

#[test]
fn matches_that_are_refused() {
    for (args, words) in [
        (&["match", "ataxx", "gredy", "random"][..], "did you mean `greedy`?"),
        (&["match", "ataxx", "greedy", "random", "--clock", "soon"], "not a clock"),
        (&["match", "ataxx", "greedy", "random", "--openings", "best"], "no openings `best`"),
        (&["match", "ataxx", "greedy", "random", "--sprt", "5"], "such as 0,10"),
        (&["match", "ataxx", "greedy", "random", "--sprt", "10,0"], "10"),
        (&["match", "ataxx", "greedy", "random", "--games", "0"], "invalid value '0'"),
        (&["match", "ataxx", "greedy"], "<B>"),
        (&["match", "ataxx", "greedy:x=1", "random"], "no parameter `x`"),
    ] {
        let ran = agon(args);
        assert!(ran.code == 1 || ran.code == 2, "{args:?}");
        assert!(ran.stderr.contains(words), "{args:?}: {}", ran.stderr);
        assert_eq!(ran.stdout, "");
    }
}

#[test]
fn moves_are_compared() {
    let found = agon(&["analyse", "reversi/6", "--time", "300ms", "--lines", "3", "--json"]).json();
    let moves = found.as_array().unwrap();
    assert_eq!(moves.len(), 3, "{found}");
    let scores: Vec<i64> = moves.iter().map(|candidate| candidate["score"].as_i64().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let none = agon(&["analyse", "reversi/6", "--player", "random", "--time", "100ms"]);
    assert!(none.stderr.contains("has no opinion"), "{}", none.stderr);
}

#[test]
fn a_tournament_is_kept_and_reported() {
    let db = scratch("tournament").join("games.db");
    let db = db.to_str().unwrap();
    let args = [
        "tournament",
        "ataxx/5",
        "random",
        "greedy",
        "alphabeta:depth=1..2",
        "--games",
        "4",
        "--clock",
        "nodes=200",
        "--db",
        db,
        "--name",
        "cup",
        "--json",
    ];
    let table = agon(&args).json();
    assert_eq!(table["games"], 24, "six pairings of four games");
    assert_eq!(table["lines"].as_array().unwrap().len(), 4);
    let again = agon(&args);
    assert_eq!(again.code, 1);
    assert!(again.stderr.contains("--resume"), "{}", again.stderr);
    let resumed = agon(&[&args[..], &["--resume"]].concat()).json();
    assert_eq!(resumed, table, "nothing is played twice");
    let report = agon(&["report", "--db", db, "--name", "cup"]);
    assert!(report.stdout.contains("24 games; moving first is worth"), "{}", report.stdout);
    let wrong = agon(&["report", "--db", db, "--name", "cpu"]);
    assert!(wrong.stderr.contains("did you mean `cup`?"), "{}", wrong.stderr);
}

#[test]
fn a_ladder_goes_on() {
    let db = scratch("ladder").join("games.db");
    let db = db.to_str().unwrap();
    let ran = agon(&[
        "ladder",
        "reversi/4",
        "random",
        "greedy",
        "--rounds",
        "2",
        "--openings",
        "none",
        "--clock",
        "nodes=100",
        "--db",
        db,
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("greedy"), "{}", ran.stdout);
}

#[test]
fn ugi_engines_answer() {
    let said = agon_with(
        &["ugi", "reversi", "greedy"],
        "ugi\nisready\nposition startpos moves f5\nquery p1turn\nquery gameover\ngo depth 1\nstop\nisready\n\
         setoption name Game value reversi/4\nposition startpos\nquery result\ngo movetime 10\nnonsense\nquit\n",
    )
    .stdout;
    for line in [
        "option name Game type string default reversi/8",
        "ugiok",
        "readyok",
        "response false",
        "response none",
        "info string not understood: nonsense",
    ] {
        assert!(said.lines().any(|said| said == line), "no `{line}` in {said}");
    }
    assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
    let over = "position fen XX/XX X\nquery gameover\ngo depth 1\nquit\n";
    let said = agon_with(&["ugi", "reversi/2", "greedy"], over).stdout;
    assert!(said.contains("response true\n") && said.contains("bestmove 0000\n"), "{said}");
}

#[test]
fn uai_engines_follow_the_board() {
    let said = agon_with(
        &["uai", "greedy"],
        "uai\nuainewgame\nposition fen x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\ngo depth 1\n\
         position fen x3o/5/5/5/o3x o 0 1\ngo depth 1\nquit\n",
    )
    .stdout;
    assert!(said.contains("uaiok\n"), "{said}");
    assert_eq!(said.matches("bestmove ").count(), 2, "{said}");
}
