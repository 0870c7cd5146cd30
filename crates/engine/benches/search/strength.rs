//! The order of strength, by colour-swapped pairs of games from random openings: each step of the ladder
//! against the one below, with its 95% interval.

use std::time::Duration;

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_games::catalog::{Position, Table};
use agon_games::dice::Dice;
use agon_games::side::Side;

/// Game, stronger, weaker, milliseconds a move (0: each as its parameters say), pairs of games.
const STEPS: &[(&str, &str, &str, u64, u32)] = &[
    ("ataxx", "greedy", "random", 0, 50),
    ("ataxx", "alphabeta:depth=2", "greedy", 0, 50),
    ("ataxx", "alphabeta:depth=4", "alphabeta:depth=2", 0, 30),
    ("ataxx", "pvs:tt=16", "alphabeta:order=hints", 20, 15),
    ("reversi", "greedy", "random", 0, 50),
    ("reversi", "alphabeta:depth=2", "greedy", 0, 50),
    ("reversi", "alphabeta:depth=4", "alphabeta:depth=2", 0, 30),
    ("reversi", "pvs:tt=16", "alphabeta:order=hints", 20, 15),
    ("flood/10", "greedy", "random", 0, 50),
    ("flood/10", "alphabeta:depth=2", "greedy", 0, 50),
    ("flood/10", "alphabeta:depth=4", "alphabeta:depth=2", 0, 30),
    ("flood/10", "pvs:tt=16", "alphabeta:order=hints", 20, 15),
    ("amazons/8", "alphabeta:depth=1,eval=mobility", "random", 0, 15),
    ("amazons/8", "alphabeta:depth=1,eval=territory", "alphabeta:depth=1,eval=mobility", 0, 25),
    ("amazons/8", "alphabeta:depth=1", "alphabeta:depth=1,eval=territory", 0, 25),
];

/// Plays every step.
pub(crate) fn ladder() {
    for &(spec, strong, weak, ms, n_pairs) in STEPS {
        let table = Table::open(spec, None).expect("the table opens");
        let budget = if ms == 0 { Budget::default() } else { Budget::movetime(Duration::from_millis(ms)) };
        let mut dice = Dice::new(1);
        let scores: Vec<f64> =
            (0..n_pairs).map(|_| pair(&table, [strong, weak], &budget, &mut dice)).collect();
        let mean = scores.iter().sum::<f64>() / f64::from(n_pairs);
        let variance =
            scores.iter().map(|score| (score - mean).powi(2)).sum::<f64>() / f64::from(n_pairs - 1);
        let half = 1.96 * (variance / f64::from(n_pairs)).sqrt();
        let when = if ms == 0 { String::new() } else { format!(" at {ms} ms a move") };
        println!(
            "{spec:10} {strong} against {weak}{when}: {:.1}% +- {:.1} in {} games",
            100.0 * mean,
            100.0 * half,
            2 * n_pairs
        );
    }
}

/// What the first player scores in two games from one opening, once with each side.
fn pair(table: &Table, players: [&str; 2], budget: &Budget, dice: &mut Dice) -> f64 {
    let (opening, seed) = (opening(table, dice), dice.word());
    let first = game(table, players, &opening, budget, seed);
    let second = game(table, [players[1], players[0]], &opening, budget, seed);
    (first + 1.0 - second) / 2.0
}

/// A few random plies, from a board that may differ from game to game.
fn opening(table: &Table, dice: &mut Dice) -> Position {
    let mut position = table.start();
    for _ in 0..6 {
        let mv = position.random_move(dice);
        assert!(position.play(mv) && !position.is_over(), "openings are short");
    }
    position
}

/// What the first side scores.
fn game(table: &Table, players: [&str; 2], opening: &Position, budget: &Budget, seed: u64) -> f64 {
    let build = |player: &str, seed| catalog::build(table, player, seed).expect("the player is known");
    let mut engines = [build(players[0], seed), build(players[1], seed ^ 1)];
    let mut position = opening.clone();
    loop {
        if let Some(outcome) = position.outcome() {
            return f64::from(outcome.sign_for(Side::First) + 1) / 2.0;
        }
        let side = position.side().index();
        let thought = engines[side].think(&position, budget, &mut |_| {});
        assert!(position.play(thought.mv), "a player's move is legal");
    }
}
