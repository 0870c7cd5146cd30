//! `agon solve` in every game: a proof, or an honest unknown.

use serde_json::json;

use crate::program::agon;

/// The position is proved to have this score, and the winner fits.
fn check(game: &str, position: &str, score: i64) {
    let ran = agon(&["solve", game, "--position", position, "--json", "--quiet"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{game} {position}");
    let value = ran.json();
    assert_eq!(value["score"], json!(score), "{game} {position}: {value}");
    assert_eq!(value["winner"].is_null(), score == 0, "{game} {position}: {value}");
    assert!(value["move"].is_string() && value["nodes"].is_u64(), "{game} {position}: {value}");
}

#[test]
fn every_game_has_a_solver() {
    check("ataxx", "x6/7/2o4/7/7/7/7 x 0 1", 1);
    check("amazons/5", "q*3/1*3/*4/5/4Q w", 1);
    check("reversi/4", "__X_/_XO_/____/____ X", 16);
    // The way Othello people write positions begins with a dash more often than not.
    check("reversi/8", &format!("-OX{} X", "X".repeat(61)), 64);
    let ran = agon(&["solve", "flood/4?colours=4&seed=1", "--json", "--quiet"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.json()["score"].is_i64(), "{}", ran.stdout);
}

#[test]
fn what_is_not_proved_in_time_is_unknown() {
    for game in ["ataxx", "amazons", "reversi/8"] {
        let ran = agon(&["solve", game, "--time", "50ms", "--memory", "8", "--json"]);
        assert_eq!(ran.code, 1, "{game}: {}", ran.stdout);
        assert!(ran.stderr.contains("unknown") || ran.stderr.contains("too early"), "{game}: {}", ran.stderr);
        if !ran.stdout.is_empty() {
            let value: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
            assert!(value["score"].is_null() && value["bounds"].is_array(), "{game}: {value}");
            // Not when it had something to tell the last time: when it gave up.
            assert!(value["seconds"].as_f64() >= Some(0.05), "{game}: {value}");
        }
    }
}

#[test]
fn a_table_that_does_not_fit_is_refused() {
    let ran = agon(&["solve", "amazons", "--time", "50ms", "--memory", "1048576"]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(ran.stderr.contains("--memory 1048576") && ran.stderr.contains("are free"), "{}", ran.stderr);
}
