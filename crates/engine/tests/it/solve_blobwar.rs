//! Blobwar solved: against plain minimax over all positions of small boards, and endings with known values.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use agon_engine::solve::blobwar::solve;
use agon_engine::solve::{Answer, Limits};
use agon_games::blobwar::{Blobwar, State};
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;

fn open(spec: &str, position: Option<&str>) -> Arc<Blobwar<u64>> {
    let table = Table::open(spec, position).unwrap();
    let AnyGame::Blobwar64(game) = table.game() else { panic!("{spec} fits 64 bits") };
    game.clone()
}

/// Win, draw or loss by looking at everything.
fn minimax(game: &Blobwar<u64>, state: &State<u64>, known: &mut HashMap<State<u64>, i32>) -> i32 {
    if let Some(outcome) = game.outcome(state) {
        return outcome.sign_for(state.side);
    }
    let key = State { number: 0, ..*state };
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut best = -1;
    for mv in moves {
        best = best.max(-minimax(game, &game.play(state, mv), known));
        if best == 1 {
            break;
        }
    }
    known.insert(key, best);
    best
}

#[test]
fn agrees_with_minimax_where_everything_can_be_seen() {
    for spec in ["blobwar/3", "ataxx/3", "blobwar/2x4"] {
        let game = open(spec, None);
        for seed in 0..60 {
            let mut dice = Dice::new(seed);
            let mut state = game.start();
            for _ in 0..dice.below(8) {
                if game.outcome(&state).is_none() {
                    state = game.play(&state, game.random_move(&state, &mut dice));
                }
            }
            // Late in the game, so that plain minimax comes to an end.
            state.quiet = state.quiet.max(92);
            let expected = minimax(&game, &state, &mut HashMap::new());
            let limits = Limits::default();
            let text = game.position_text(&state);
            let Answer::Solved(solution) = solve(&game, &state, &limits, &mut |_| {}) else {
                panic!("{text}")
            };
            assert_eq!(solution.score, expected, "{spec} seed {seed}: {text}");
            let mut at = state;
            for &mv in &solution.line {
                let mv = game.unpack(mv).unwrap();
                assert!(game.is_legal(&at, mv), "{spec} seed {seed}: {text}");
                at = game.play(&at, mv);
            }
        }
    }
}

#[test]
fn endings() {
    for (position, score) in [
        // One empty cell: who fills it decides.
        ("xxxxxxx/xxxxxxx/xxxxxxx/xxx1ooo/ooooooo/ooooooo/ooooooo x 0 40", 1),
        ("xxxxxxx/xxxxxxx/xxxxxxx/xxx1ooo/ooooooo/ooooooo/ooooooo o 0 40", 1),
        // Far behind, and nothing left to convert.
        ("ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/oooooxx/oooooo1 x 0 40", -1),
    ] {
        let game = open("ataxx", Some(position));
        let answer = solve(&game, &game.start(), &Limits::default(), &mut |_| {});
        let Answer::Solved(solution) = answer else { panic!("{position}: {answer:?}") };
        assert_eq!(solution.score, score, "{position}");
    }
}

#[test]
fn an_opening_is_honestly_unknown() {
    let game = open("ataxx", None);
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    let answer = solve(&game, &game.start(), &limits, &mut |_| {});
    let Answer::Unknown(progress) = answer else { panic!("{answer:?}") };
    assert_eq!((progress.lower, progress.upper), (-1, 1));
}
