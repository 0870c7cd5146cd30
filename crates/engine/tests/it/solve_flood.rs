//! Flood solved with bounds, table and ordering, and by looking at every line of play.

use std::collections::HashMap;

use agon_engine::solve::{Answer, Limits, Solution, flood};
use agon_games::bits::Bits;
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::flood::{Flood, State};
use agon_games::game::Game;

/// The final lead of the side to move, by enumeration.
fn lead<B: Bits>(game: &Flood<B>, state: &State<B>, seen: &mut HashMap<State<B>, i32>) -> i32 {
    if let Some(&lead) = seen.get(state) {
        return lead;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let value = |mv| -lead(game, &game.play(state, mv), seen);
    let [own, other] = [state.side, !state.side].map(|side| i32::from(state.sizes[side.index()]));
    let best = moves.into_iter().map(value).max().unwrap_or(own - other);
    seen.insert(*state, best);
    best
}

fn solve<B: Bits>(game: &Flood<B>, state: &State<B>, limits: &Limits) -> Solution {
    match flood::solve(game, state, limits, &mut |_| {}) {
        Answer::Solved(solution) => solution,
        Answer::Unknown(progress) => panic!("{}: {progress:?}", game.position_text(state)),
    }
}

/// Every position of a random game, and every move of the line that is said to be best.
fn check<B: Bits>(game: &Flood<B>, spec: &str, seed: u64) {
    let (mut dice, mut seen) = (Dice::new(seed), HashMap::new());
    let mut state = game.start();
    loop {
        let context = format!("{spec} seed {seed}: {}", game.position_text(&state));
        let expected = lead(game, &state, &mut seen);
        let limits = Limits { threads: 1 + (seed % 2) as usize, ..Limits::default() };
        let solution = solve(game, &state, &limits);
        assert_eq!(solution.score, expected, "{context}");
        assert_eq!(solution.best().is_none(), game.outcome(&state).is_some(), "{context}");
        let (mut at, mut value) = (state, expected);
        for mv in solution.line.iter().filter_map(|&mv| game.unpack(mv)) {
            at = game.play(&at, mv);
            value = -value;
            assert_eq!(lead(game, &at, &mut seen), value, "{context}: {:?}", solution.line);
        }
        if game.outcome(&state).is_some() {
            break;
        }
        state = game.play(&state, game.random_move(&state, &mut dice));
    }
}

#[test]
fn flood_agrees_with_enumeration() {
    for board in ["4x3", "4", "5x3", "5x4", "4?shape=torus", "3?shape=donut", "6?shape=h", "2", "1x7"] {
        for seed in 0..40 {
            let rules = if seed % 3 == 0 { "seed" } else { "strict" };
            let forbidden = if seed % 4 == 3 { "1" } else { "0" };
            let colours = 3 + seed % 4;
            let joint = if board.contains('?') { '&' } else { '?' };
            let spec = format!(
                "flood/{board}{joint}colours={colours}&rules={rules}&forbidden={forbidden}&seed={seed}"
            );
            let table = Table::open(&spec, None).unwrap();
            let AnyGame::Flood64(game) = table.game() else { panic!("{spec}: a small board") };
            check(&**game, &spec, seed);
        }
    }
}

/// Wider words, where only the late game can be enumerated.
#[test]
fn flood_endgames_of_large_boards_agree_with_enumeration() {
    for (spec, free) in
        [("flood/9x12?rules=strict", 14), ("flood/11?colours=5", 9), ("flood/15?rules=strict", 14)]
    {
        let table = Table::open(spec, None).unwrap();
        match table.game() {
            AnyGame::Flood64(game) => late(&**game, spec, free),
            AnyGame::Flood128(game) => late(&**game, spec, free),
            AnyGame::Flood256(game) => late(&**game, spec, free),
            AnyGame::Flood512(game) => late(&**game, spec, free),
            _ => panic!("{spec} is flood"),
        }
    }
}

fn late<B: Bits>(game: &Flood<B>, spec: &str, free: u32) {
    for seed in 0..5 {
        let mut dice = Dice::new(seed);
        let mut state = game.start();
        while game.outcome(&state).is_none() {
            let left = game.components().len() as u32 - (state.zones[0] | state.zones[1]).count();
            if left <= free {
                let expected = lead(game, &state, &mut HashMap::new());
                let solution = solve(game, &state, &Limits::default());
                assert_eq!(solution.score, expected, "{spec}: {}", game.position_text(&state));
                break;
            }
            state = game.play(&state, game.random_move(&state, &mut dice));
        }
    }
}

#[test]
fn a_proof_that_is_stopped_says_what_it_knows() {
    let table = Table::open("flood/22?rules=strict", None).unwrap();
    let AnyGame::Flood512(game) = table.game() else { panic!("a large board") };
    let limits = Limits { mib: 1, ..Limits::default() };
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let answer = flood::solve(&**game, &game.start(), &limits, &mut |_| {});
    let Answer::Unknown(known) = answer else { panic!("solved at once: {answer:?}") };
    assert!(known.lower < known.upper && known.nodes < 10_000, "{known:?}");
}
