//! The solver of Amazons against plain recursion on late positions and on whole small boards, and what it says
//! when time is short.

use std::collections::HashMap;
use std::time::Duration;

use agon_engine::solve::{Answer, Limits, amazons, solve};
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
    for (spec, n_empty) in [
        ("amazons/5", 7),
        ("amazons/5", 9),
        ("amazons/6?shape=donut", 7),
        ("amazons/6", 8),
        ("amazons/7", 7),
        ("amazons/5?shape=torus", 7),
    ] {
        let game = small(spec);
        for seed in 0..60 {
            let mut dice = Dice::new(seed);
            let mut state = game.start();
            while state.empty.count_ones() > n_empty && game.outcome(&state).is_none() {
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
fn small_boards_have_the_winner_that_is_known() {
    for (spec, position, score) in [
        ("amazons/5x4", Some("1q1q1/q3q/Q3Q/1Q1Q1 w"), 1),
        ("amazons/4x5", Some("1qq1/q2q/4/Q2Q/1QQ1 w"), -1),
        ("amazons/5", None, 1),
        // A column of arrows makes the board narrower, and where it lies does not matter.
        ("amazons/6x4", Some("*1q1q1/*q3q/*Q3Q/*1Q1Q1 w"), 1),
        ("amazons/9x6", Some("*********/***1q1q1*/***q3q*/***Q3Q*/***1Q1Q1*/********* w"), 1),
    ] {
        let table = Table::open(spec, position).unwrap();
        let answer = solve(&table, &table.start(), &Limits::default(), &mut |_| {});
        let Answer::Solved(solution) = answer else { panic!("{spec} {position:?}: not solved") };
        assert_eq!(solution.score, score, "{spec} {position:?}");
    }
}

#[test]
fn without_time_the_winner_is_unknown() {
    let game = small("amazons/6");
    let limits = Limits { time: Some(Duration::from_millis(1)), mib: 1, ..Limits::default() };
    let answer = amazons::solve(&game, &game.start(), &limits, &mut |_| {});
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}
