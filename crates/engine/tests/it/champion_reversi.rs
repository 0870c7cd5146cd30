//! The champion of Reversi: it keeps to its nodes, beats the best general search with the same number of them,
//! and plays legal moves to the end at every level and on every kind of board.

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::score::Score;
use agon_games::catalog::Table;
use agon_games::dice::Dice;
use agon_games::side::{Outcome, Side};

/// Plays a game after a few random plies; the first player is the named one.
fn play(table: &Table, names: [&str; 2], nodes: u64, seed: u64) -> Outcome {
    let mut players = names.map(|name| catalog::build(table, name, seed).unwrap());
    let (mut position, mut dice) = (table.start(), Dice::new(seed));
    for _ in 0..6 {
        assert!(position.play(position.random_move(&mut dice)), "six plies are always there");
    }
    loop {
        if let Some(outcome) = position.outcome() {
            return outcome;
        }
        let player = &mut players[position.side().index()];
        let thought = player.think(&position, &Budget::nodes(nodes), &mut |_| {});
        // A solver looks at the limit only where many cells are empty.
        let most = nodes + nodes / 2 + 10_000;
        assert!(
            thought.nodes <= most,
            "{names:?} seed {seed}: {} nodes at {}",
            thought.nodes,
            position.text()
        );
        assert!(position.play(thought.mv), "{names:?} seed {seed}: {}", position.text());
    }
}

#[test]
fn it_beats_the_general_search_with_as_many_nodes() {
    let table = Table::open("reversi", None).unwrap();
    let mut points = 0;
    for seed in 0..24 {
        points += play(&table, ["champion", "pvs"], 5_000, seed).sign_for(Side::First);
        points += play(&table, ["pvs", "champion"], 5_000, seed).sign_for(Side::Second);
    }
    // About 40 are expected: nine in ten games are won, of 48.
    assert!(points >= 24, "{points} of 48");
}

#[test]
fn every_level_plays_every_board() {
    for level in 1..=10 {
        for spec in ["reversi", "reversi/6", "reversi/6?shape=h", "reversi/10", "reversi/8?shape=torus"] {
            let table = Table::open(spec, None).unwrap();
            play(&table, [&format!("champion:level={level}"), "random"], 400, level);
        }
    }
}

/// Its search cuts what is all but certain there, and still proves who wins the last moves.
#[test]
fn beyond_8x8_it_proves_the_end_as_plain_search_does() {
    let mut n_proved = 0;
    for spec in ["reversi/10", "reversi/10?shape=clover", "reversi/8?shape=torus"] {
        let table = Table::open(spec, None).unwrap();
        for seed in 0..8 {
            let (mut position, mut dice) = (table.start(), Dice::new(seed));
            while position.outcome().is_none() && position.text().matches('_').count() > 8 {
                assert!(position.play(position.random_move(&mut dice)));
            }
            if position.outcome().is_some() {
                continue;
            }
            let [found, expected] = ["champion", "alphabeta:depth=20"].map(|name| {
                let mut player = catalog::build(&table, name, 1).unwrap();
                player.think(&position, &Budget::default(), &mut |_| {}).score
            });
            let sign = |score: Score| (score.is_decided(), score.get().signum());
            assert_eq!(found.map(sign), expected.map(sign), "{spec}: {}", position.text());
            n_proved += usize::from(found.is_some());
        }
    }
    assert!(n_proved >= 12, "{n_proved} positions have a choice");
}

#[test]
fn it_opens_from_its_book_when_it_may() {
    let table = Table::open("reversi", None).unwrap();
    let nodes = |name: &str, budget: &Budget| {
        let mut player = catalog::build(&table, name, 1).unwrap();
        let (mut position, mut n_known, mut nodes) = (table.start(), 0, 0);
        while n_known < 6 {
            let thought = player.think(&position, budget, &mut |_| {});
            assert!(position.play(thought.mv), "{name}: {}", position.text());
            nodes += thought.nodes;
            n_known += 1;
        }
        nodes
    };
    assert_eq!(nodes("champion", &Budget::nodes(500)), 0, "six plies of good play are in the book");
    for (name, budget) in [
        ("champion:book=no", Budget::nodes(500)),
        ("champion:level=6", Budget::nodes(500)),
        ("champion", Budget::depth(2)),
    ] {
        assert!(nodes(name, &budget) > 0, "{name} thinks for itself");
    }
}
