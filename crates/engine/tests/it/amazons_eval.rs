//! The terms of Amazons' full evaluation against the same ones by plain search from cell to cell, on random
//! positions of every shape and width of word.

use std::collections::VecDeque;
use std::sync::Arc;

use agon_engine::eval::amazons::census::{Counts, N_PAIRS};
use agon_engine::eval::amazons::{Judge, Terms};
use agon_games::amazons::{Amazons, State};
use agon_games::bits::Bits;
use agon_games::board::Board;
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::direction::Direction;
use agon_games::game::Game;

/// Fewest moves of the queens to every cell; `king` moves one step at a time.
fn distances<B: Bits>(board: &Board, state: &State<B>, queens: B, king: bool) -> Vec<Option<u32>> {
    let mut far = vec![None; board.n_cells()];
    let mut queue: VecDeque<(usize, u32)> = queens.cells().map(|cell| (cell, 0)).collect();
    while let Some((from, moves)) = queue.pop_front() {
        for direction in Direction::ALL {
            let line = board.line(from, direction).take_while(|&cell| state.empty.has(cell));
            for to in line.take(if king { 1 } else { usize::MAX }) {
                if far[to].is_none() {
                    far[to] = Some(moves + 1);
                    queue.push_back((to, moves + 1));
                }
            }
        }
    }
    far
}

fn lead(own: Option<u32>, other: Option<u32>) -> i32 {
    let far = |moves: Option<u32>| moves.unwrap_or(u32::MAX);
    i32::from(far(own) < far(other)) - i32::from(far(other) < far(own))
}

fn expected<B: Bits>(game: &Amazons<B>, state: &State<B>) -> Terms {
    let board = game.board();
    let queens = [state.side, !state.side].map(|side| state.queens[side.index()]);
    let by_queen = queens.map(|queens| distances(board, state, queens, false));
    let by_king = queens.map(|queens| distances(board, state, queens, true));
    let mut terms = Terms::default();
    for cell in state.empty.cells() {
        let (own, other) = (by_queen[0][cell], by_queen[1][cell]);
        let near = |moves: Option<u32>| moves.map_or(0.0, |moves| 0.5_f32.powi(moves as i32));
        terms.queen_lead += lead(own, other);
        terms.queen_nearness += 2.0 * (near(own) - near(other));
        if let (Some(own), Some(other)) = (own, other) {
            terms.queen_ties += i32::from(own == other);
            let apart = own.abs_diff(other);
            terms.openness += if apart < 8 { 0.5_f32.powi(apart as i32) } else { 0.0 };
        }
        let (own, other) = (by_king[0][cell], by_king[1][cell]);
        terms.king_lead += lead(own, other);
        terms.king_ties += i32::from(own.is_some() && own == other);
        terms.king_nearness += match (own, other) {
            (Some(own), Some(other)) => ((other as f32 - own as f32) / 6.0).clamp(-1.0, 1.0),
            _ => lead(own, other) as f32,
        };
    }
    let shut_in = |side: usize| -> f32 {
        let penalty = |from| penalty(board, state, from, &by_queen[1 - side]);
        queens[side].cells().map(penalty).sum()
    };
    terms.freedom = shut_in(1) - shut_in(0);
    terms
}

/// What the network sees, cell by cell.
fn expected_counts<B: Bits>(game: &Amazons<B>, state: &State<B>) -> Counts {
    let board = game.board();
    let queens = [state.side, !state.side].map(|side| state.queens[side.index()]);
    let by_queen = queens.map(|queens| distances(board, state, queens, false));
    let by_king = queens.map(|queens| distances(board, state, queens, true));
    let mut counts = [[0_u32; 2]; N_PAIRS];
    for cell in state.empty.cells() {
        let [own, other] =
            [0, 1].map(|side| by_queen[side][cell].map_or(4, |moves| moves.min(4) as usize - 1));
        let (near, far) = (own.min(other), own.max(other));
        if near < far {
            let before = (0..near).map(|i| 4 - i).sum::<usize>();
            counts[before + far - near - 1][usize::from(other < own)] += 1;
        } else if near < 4 {
            counts[10 + near / 2][near % 2] += 1;
        }
        let [own, other] = [by_king[0][cell], by_king[1][cell]];
        if let (Some(own), Some(other)) = (own, other) {
            let apart = own.abs_diff(other).min(4) as usize;
            let side = usize::from(other < own);
            match apart {
                0 => counts[20][0] += 1,
                _ => counts[11 + apart][side] += 1,
            }
            match [own.min(other), own.max(other)] {
                [1, 1] => counts[19][0] += 1,
                [2, 2] => counts[19][1] += 1,
                [1, 2] => counts[16][side] += 1,
                [1, _] => counts[17][side] += 1,
                [2, _] => counts[18][side] += 1,
                _ => {}
            }
        }
    }
    for side in 0..2 {
        for from in queens[side].cells() {
            let four_times = (4.0 * activity(board, state, from, &by_queen[1 - side])) as u32;
            let class = [1, 7, 15, 25, 41, 61, 91].into_iter().filter(|&least| four_times >= least).count();
            counts[21 + class][side] += 1;
        }
    }
    counts.map(|[own, other]| own | other << 16)
}

fn penalty<B: Bits>(board: &Board, state: &State<B>, from: usize, rival: &[Option<u32>]) -> f32 {
    let activity = activity(board, state, from, rival);
    if activity <= 5.0 { 7.0 - 0.4 * activity } else { 85.0 / (12.0 + activity) }
}

fn activity<B: Bits>(board: &Board, state: &State<B>, from: usize, rival: &[Option<u32>]) -> f32 {
    let mut activity = 0.0;
    for direction in Direction::ALL {
        let line = board.line(from, direction).take_while(|&cell| state.empty.has(cell));
        for (steps, to) in line.take(2).enumerate() {
            let mut around: Vec<usize> =
                Direction::ALL.into_iter().filter_map(|d| board.neighbour(to, d)).collect();
            around.retain(|&cell| state.empty.has(cell));
            if rival[to].is_some() {
                activity += around.len() as f32 * 0.5_f32.powi(steps as i32 + 1);
            }
        }
    }
    activity
}

fn check<B: Bits>(spec: &str, game: &Arc<Amazons<B>>, games: u64) {
    let judge = Judge::new(game);
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut state = game.start();
        while game.outcome(&state).is_none() {
            let context = format!("{spec} seed {seed}: {}", game.position_text(&state));
            let (found, expected) = (judge.terms(&state), expected(game, &state));
            let close = |a: f32, b: f32| (a - b).abs() < 0.02;
            let counts = |t: &Terms| [t.queen_lead, t.queen_ties, t.king_lead, t.king_ties];
            assert_eq!(counts(&found), counts(&expected), "{context}");
            assert!(
                close(found.queen_nearness, expected.queen_nearness),
                "{context}: {found:?} {expected:?}"
            );
            assert!(close(found.king_nearness, expected.king_nearness), "{context}: {found:?} {expected:?}");
            assert!(close(found.openness, expected.openness), "{context}: {found:?} {expected:?}");
            assert!(close(found.freedom, expected.freedom), "{context}: {found:?} {expected:?}");
            assert_eq!(judge.territory(&state), [expected.queen_lead, expected.queen_ties], "{context}");
            assert_eq!(judge.counts(&state), expected_counts(game, &state), "{context}");
            state = game.play(&state, game.random_move(&state, &mut dice));
        }
    }
}

#[test]
fn terms_are_what_plain_search_says() {
    for (spec, games) in [
        ("amazons/5", 20),
        ("amazons/6?shape=h", 10),
        ("amazons/8", 10),
        ("amazons/8?shape=torus", 10),
        ("amazons/9?shape=donut", 5),
        ("amazons/10", 5),
        ("amazons/10?shape=clover", 5),
        ("amazons/10?shape=torus", 5),
        ("amazons/11?shape=torus", 3),
        ("amazons/12?shape=eight", 3),
        ("amazons/14?shape=torus", 2),
        ("amazons/16?shape=torus", 2),
        ("amazons/18?shape=torus", 1),
        ("amazons/20?shape=clover", 1),
        ("amazons/22", 1),
    ] {
        match Table::open(spec, None).unwrap().game() {
            AnyGame::Amazons64(game) => check(spec, game, games),
            AnyGame::Amazons128(game) => check(spec, game, games),
            AnyGame::Amazons256(game) => check(spec, game, games),
            AnyGame::Amazons512(game) => check(spec, game, games),
            _ => unreachable!("{spec} is amazons"),
        }
    }
}
