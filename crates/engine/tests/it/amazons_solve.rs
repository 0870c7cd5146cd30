//! The solver of Amazons against plain recursion on late positions, and what it says when time is short.

use std::collections::HashMap;
use std::time::Duration;

use agon_engine::solve::{Answer, Limits, amazons};
use agon_games::amazons::{Amazons, State};
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;

fn wins(game: &Amazons<u64>, state: &State<u64>, known: &mut HashMap<State<u64>, bool>) -> bool {
    if let Some(&wins) = known.get(state) {
        return wins;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let wins = moves.into_iter().any(|mv| !wins(game, &game.play(state, mv), known));
    known.insert(*state, wins);
    wins
}

fn small(spec: &str) -> std::sync::Arc<Amazons<u64>> {
    match Table::open(spec, None).unwrap().game() {
        AnyGame::Amazons64(game) => game.clone(),
        other => panic!("{spec} fits 64 bits: {other:?}"),
    }
}

#[test]
fn late_positions_have_the_winner_that_recursion_finds() {
    for spec in ["amazons/5", "amazons/6?shape=donut", "amazons/5?shape=torus"] {
        let game = small(spec);
        for seed in 0..60 {
            let mut dice = Dice::new(seed);
            let mut state = game.start();
            while state.empty.count_ones() > 7 && game.outcome(&state).is_none() {
                state = game.play(&state, game.random_move(&state, &mut dice));
            }
            if game.outcome(&state).is_some() {
                continue;
            }
            let expected = wins(&game, &state, &mut HashMap::new());
            let limits = Limits { threads: 1 + seed as usize % 2, mib: 1, ..Limits::default() };
            let answer = amazons::solve(&game, &state, &limits, &mut |_| {});
            let context = format!("{spec} seed {seed}: {}", game.position_text(&state));
            let Answer::Solved(solution) = answer else { panic!("{context}: not solved") };
            assert_eq!(solution.score > 0, expected, "{context}");
            let best = game.unpack(solution.best().unwrap()).unwrap();
            let keeps = !wins(&game, &game.play(&state, best), &mut HashMap::new());
            assert_eq!(keeps, expected, "{context}: best move");
        }
    }
}

#[test]
fn without_time_the_winner_is_unknown() {
    let game = small("amazons/6");
    let limits = Limits { time: Some(Duration::from_millis(1)), mib: 1, ..Limits::default() };
    let answer = amazons::solve(&game, &game.start(), &limits, &mut |_| {});
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}
