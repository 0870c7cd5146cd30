//! Every player finishes games on every game and shape, keeps to its budget, and answers when it is stopped.

use std::sync::atomic::Ordering;
use std::time::Duration;

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_games::catalog::Table;
use agon_games::dice::Dice;

use crate::positions::TABLES;

/// Every strategy, and the options that change how it goes about it.
const PLAYERS: &[&str] = &[
    "random",
    "greedy",
    "montecarlo:games=2",
    "montecarlo:games=4,cut=3,threads=2",
    "minimax:depth=1",
    "minimax:depth=1,threads=2",
    "negamax:depth=1",
    "alphabeta:depth=2",
    "alphabeta:depth=2,order=eval",
    "alphabeta:depth=turn",
    "alphabeta:depth=2,threads=2,parallel=all",
    "aspiration:depth=2",
    "pvs:depth=2,tt=1",
    "pvs:depth=2,tt=1,symmetry=yes",
    "pvs:depth=2,tt=1,threads=2",
    "mcts:playouts=30,tree=1",
    "mcts:playouts=10,playout=greedy,cut=4",
    "mcts:playouts=10,playout=eval,expand=eval,widen=5",
    "mcts:playouts=30,threads=2",
];

/// Further boards, in words of every width.
const WIDER: &[&str] = &["amazons/12?shape=eight", "blobwar/10?shape=clover", "flood/17", "reversi/10"];

/// Plays a game of one player against itself, at most so many plies, within this budget for each move.
fn play(table: &Table, player: &str, n_plies: usize, budget: &Budget) {
    let build =
        |seed| catalog::build(table, player, seed).unwrap_or_else(|error| panic!("{player}: {error}"));
    let mut engines = [build(1), build(2)];
    let mut position = table.start();
    for at in 0..n_plies {
        if position.is_over() {
            return;
        }
        let thought = engines[at % 2].think(&position, budget, &mut |report| {
            assert!(!report.pv.is_empty(), "{player}");
        });
        assert!(
            position.is_legal(thought.mv),
            "{player} plays {} in {position:?}",
            position.move_text(thought.mv)
        );
        let mut line = position.clone();
        for &mv in &thought.pv {
            assert!(line.play(mv), "{player}: its line is legal in {position:?}");
        }
        assert!(position.play(thought.mv));
    }
}

#[test]
fn every_player_finishes_games_on_every_shape() {
    for spec in TABLES {
        let table = Table::open(spec, None).expect(spec);
        for player in PLAYERS {
            play(&table, player, 1000, &Budget::nodes(150));
        }
    }
}

#[test]
fn every_player_plays_in_words_of_every_width() {
    for spec in WIDER {
        let table = Table::open(spec, None).expect(spec);
        for player in PLAYERS {
            play(&table, player, 3, &Budget::nodes(3000));
        }
    }
}

#[test]
fn champions_play_on_several_threads() {
    let tables = ["amazons/6", "ataxx", "blobwar/10?shape=clover", "flood/12", "reversi/10"];
    for spec in tables {
        let table = Table::open(spec, None).expect(spec);
        play(&table, "champion:threads=3", 12, &Budget::nodes(4_000));
        play(&table, "champion:threads=3", 2, &Budget::movetime(Duration::from_millis(20)));
    }
    // Where a second thread did not pay, it is not taken in silence.
    let othello = Table::open("reversi", None).expect("the table opens");
    let refused = catalog::build(&othello, "champion:threads=2", 1).map(drop).unwrap_err();
    assert!(refused.to_string().contains("one thread"), "{refused}");
}

#[test]
fn equal_seeds_and_nodes_play_alike() {
    for spec in ["blobwar/5", "flood/6?colours=5", "reversi/6", "amazons/6"] {
        let table = Table::open(spec, None).expect(spec);
        for player in ["random", "greedy", "pvs:tt=1", "mcts", "montecarlo"] {
            let think = || {
                let mut engine = catalog::build(&table, player, 7).expect(player);
                engine.think(&table.start(), &Budget::nodes(2000), &mut |_| {})
            };
            let thought = think();
            assert_eq!(thought, think(), "{player} at {spec}");
            let most = if player == "greedy" { u64::MAX } else { 2200 };
            assert!(thought.nodes <= most, "{player} at {spec} visits {}", thought.nodes);
        }
    }
}

#[test]
fn a_stopped_player_still_answers() {
    for spec in ["amazons", "ataxx", "flood", "reversi"] {
        let table = Table::open(spec, None).expect(spec);
        for player in ["minimax", "negamax", "alphabeta", "pvs", "mcts", "montecarlo", "champion"] {
            let budget = Budget::default();
            budget.stop.store(true, Ordering::Relaxed);
            let mut engine = catalog::build(&table, player, 1).expect(player);
            let thought = engine.think(&table.start(), &budget, &mut |_| {});
            assert!(table.start().is_legal(thought.mv), "{player} at {spec}");
        }
    }
}

#[test]
fn a_forced_move_takes_no_search() {
    let table = Table::open("reversi/6", None).expect("the table opens");
    let mut dice = Dice::new(3);
    let mut position = table.start();
    while position.n_moves() != 1 {
        let mv = position.random_move(&mut dice);
        assert!(position.play(mv));
        if position.is_over() {
            position = table.start();
        }
    }
    for player in ["pvs", "mcts", "minimax"] {
        let mut engine = catalog::build(&table, player, 1).expect(player);
        let thought = engine.think(&position, &Budget::movetime(Duration::from_secs(1000)), &mut |_| {});
        assert_eq!(thought.nodes, 1, "{player}");
    }
}

#[test]
fn the_tree_search_agrees_with_minimax_about_late_positions() {
    let mut dice = Dice::new(0xACE);
    for (spec, n_left) in [("reversi/6", 7), ("flood/5?colours=4", 5), ("blobwar/4", 5)] {
        let table = Table::open(spec, None).expect(spec);
        for round in 0..6 {
            let mut line = vec![table.start()];
            while let Some(position) = line.last().filter(|position| !position.is_over()) {
                let mut next = position.clone();
                assert!(next.play(position.random_move(&mut dice)));
                line.push(next);
            }
            let position = &line[line.len().saturating_sub(n_left)];
            if position.is_over() || position.n_moves() < 2 {
                continue;
            }
            let search = |player: &str| {
                let mut engine = catalog::build(&table, player, 1).expect(player);
                engine.think(position, &Budget::default(), &mut |_| {})
            };
            let sign = |thought: &agon_engine::engine::Thought| {
                thought.score.and_then(|score| score.plies_to_end()).map_or(0, i32::signum)
            };
            let exact = search("alphabeta:order=hints,depth=40");
            let sampled = search("mcts:playouts=30000");
            assert_eq!(sign(&sampled), sign(&exact), "{spec}, round {round}, {position:?}");
        }
    }
}
