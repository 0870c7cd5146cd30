//! The Reversi solver against plain minimax on small endings of every kind of board, and against published
//! values.

use agon_engine::solve::reversi::solve;
use agon_engine::solve::{Answer, Limits, Solution};
use agon_games::bits::Bits;
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::reversi::{Reversi, State};

fn limits() -> Limits {
    Limits { mib: 16, ..Limits::default() }
}

fn solved<B: Bits>(game: &Reversi<B>, state: &State<B>, limits: &Limits) -> Solution {
    match solve(game, state, limits, &mut |_| {}) {
        Answer::Solved(solution) => solution,
        Answer::Unknown(progress) => panic!("stopped at {progress:?}"),
    }
}

fn final_score<B: Bits>(game: &Reversi<B>, state: &State<B>) -> i32 {
    let (own, other) = Reversi::own_and_other(state);
    let lead = own.count() as i32 - other.count() as i32;
    lead + lead.signum() * game.topology().open().minus(own | other).count() as i32
}

/// Every line of play, without any cleverness.
fn minimax<B: Bits>(game: &Reversi<B>, state: &State<B>) -> i32 {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let values = moves.into_iter().map(|turn| -minimax(game, &game.play(state, turn)));
    values.max().unwrap_or_else(|| final_score(game, state))
}

/// Plays random moves until few cells are empty, solves, and plays the line that comes out.
fn check<B: Bits>(game: &Reversi<B>, n_empty: u32, threads: usize, seeds: u64, context: &str) {
    for seed in 0..seeds {
        let (mut dice, mut state) = (Dice::new(seed), game.start());
        let empties =
            |state: &State<B>| game.topology().open().minus(state.discs[0] | state.discs[1]).count();
        while empties(&state) > n_empty && game.outcome(&state).is_none() {
            state = game.play(&state, game.random_move(&state, &mut dice));
        }
        let context = format!("{context} seed {seed}: {}", game.position_text(&state));
        let solution = solved(game, &state, &Limits { threads, ..limits() });
        assert_eq!(solution.score, minimax(game, &state), "{context}");
        let mut sign = 1;
        for packed in &solution.line {
            let turn = game.unpack(*packed).unwrap();
            assert!(game.is_legal(&state, turn), "{context}: {turn:?}");
            state = game.play(&state, turn);
            sign = -sign;
        }
        assert!(game.outcome(&state).is_some(), "{context}: the line goes to the end");
        assert_eq!(sign * final_score(game, &state), solution.score, "{context}: the line's score");
    }
}

#[test]
fn small_endings_have_their_minimax_value() {
    for (spec, n_empty, seeds) in [
        ("reversi/8", 7, 40),
        ("reversi/8", 8, 12),
        ("reversi/6", 8, 20),
        ("reversi/4x6", 8, 20),
        ("reversi/6?shape=h", 8, 20),
        ("reversi/8?shape=torus", 5, 15),
        ("reversi/10", 6, 15),
        ("reversi/10?shape=clover", 6, 10),
        ("reversi/2", 0, 1),
    ] {
        match Table::open(spec, None).unwrap().game() {
            AnyGame::Reversi64(game) => check(game, n_empty, 1, seeds, spec),
            AnyGame::Reversi128(game) => check(game, n_empty, 1, seeds, spec),
            _ => unreachable!("reversi in one of two words"),
        }
    }
    let table = Table::open("reversi/8", None).unwrap();
    if let AnyGame::Reversi64(game) = table.game() {
        check(game, 8, 3, 10, "three threads");
    }
}

fn solve_text(spec: &str, position: Option<&str>) -> (Solution, String) {
    let table = Table::open(spec, position).unwrap();
    let AnyGame::Reversi64(game) = table.game() else { unreachable!("a small board") };
    let solution = solved(game, &game.start(), &limits());
    let best = solution.best().map_or(String::new(), |mv| table.start().move_text(mv));
    (solution, best)
}

#[test]
fn four_by_four_is_lost_by_ten() {
    assert_eq!(solve_text("reversi/4", None).0.score, -10);
    assert_eq!(solve_text("reversi/2", None).0.score, 0);
}

/// Position 40 of the FFO test; `cargo xtask bench search ffo` has more of them.
#[test]
fn the_first_position_of_the_endgame_test() {
    let row = include_str!("../data/ffo.tsv").lines().find(|line| line.starts_with("40 ")).unwrap();
    let fields: Vec<&str> = row.split_whitespace().collect();
    let (best, score) = fields[4].split_once(':').unwrap();
    let (solution, mv) = solve_text("reversi/8", Some(&format!("{} {}", fields[2], fields[3])));
    assert_eq!((solution.score, mv), (score.parse().unwrap(), best.to_lowercase()));
}

#[test]
fn without_time_nothing_is_claimed() {
    let table = Table::open("reversi/8", None).unwrap();
    let AnyGame::Reversi64(game) = table.game() else { unreachable!("eight by eight") };
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..limits() };
    let answer = solve(&**game, &game.start(), &limits, &mut |_| {});
    assert!(matches!(answer, Answer::Unknown(progress) if progress.lower == -64 && progress.upper == 64));
}
