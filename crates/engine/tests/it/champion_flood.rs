//! The champion of Flood: it wins what can be won, at every level it plays legal moves to the end.

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::solve::{Answer, Limits, solve};
use agon_games::catalog::Table;
use agon_games::side::{Outcome, Side};

/// Plays a game; the first player is the named one.
fn play(table: &Table, names: [&str; 2], nodes: u64, seed: u64) -> Outcome {
    let mut players = names.map(|name| catalog::build(table, name, seed).unwrap());
    let mut position = table.start();
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let player = &mut players[position.side().index()];
        let thought = player.think(&position, &Budget::nodes(nodes), &mut |_| {});
        assert!(position.play(thought.mv), "{names:?} seed {seed}: {}", position.text());
    }
}

#[test]
fn what_is_won_is_won() {
    for seed in 0..6 {
        let table = Table::open(&format!("flood/6?colours=5&rules=strict&seed={seed}"), None).unwrap();
        let answer = solve(&table, &table.start(), &Limits::default(), &mut |_| {});
        let Answer::Solved(solution) = answer else { panic!("seed {seed}: {answer:?}") };
        let outcome = play(&table, ["champion", "greedy"], 20_000, seed);
        assert!(outcome.sign_for(Side::First) >= solution.score.signum(), "seed {seed}: {outcome:?}");
        let outcome = play(&table, ["greedy:eval=territory", "champion"], 20_000, seed);
        assert!(outcome.sign_for(Side::Second) >= -solution.score.signum(), "seed {seed}: {outcome:?}");
    }
}

#[test]
fn every_level_plays_every_rule() {
    for level in 1..=10 {
        for spec in ["flood/5?colours=4", "flood/6?shape=torus&rules=strict", "flood/6?shape=h&forbidden=1"] {
            let table = Table::open(spec, None).unwrap();
            play(&table, [&format!("champion:level={level}"), "random"], 300, level);
        }
    }
}
