//! How many positions of Amazons the full evaluation judges in a second, on every shape and width of word.

use std::time::{Duration, Instant};

use agon_engine::eval::Evaluator;
use agon_engine::params::Params;
use agon_engine::playable::Playable;
use agon_games::catalog::AnyGame;
use agon_games::dice::Dice;

use super::table;

const BOARDS: [&str; 16] = [
    "amazons",
    "amazons/9?shape=donut",
    "amazons/10?shape=clover",
    "amazons/12?shape=eight",
    "amazons/9?shape=h",
    "amazons/10?shape=torus",
    "amazons/6",
    "amazons/8",
    "amazons/8?shape=torus",
    "amazons/12",
    "amazons/12?shape=torus",
    "amazons/16",
    "amazons/16?shape=torus",
    "amazons/20?shape=torus",
    "amazons/20?shape=clover",
    "amazons/22",
];

/// Prints evaluations a second, and the time per cell beside that of 10x10.
pub(crate) fn evaluations() {
    let mut first = None;
    for spec in BOARDS {
        let table = table(spec);
        let (rate, n_cells) = match table.game() {
            AnyGame::Amazons64(game) => rate(game.as_ref()),
            AnyGame::Amazons128(game) => rate(game.as_ref()),
            AnyGame::Amazons256(game) => rate(game.as_ref()),
            AnyGame::Amazons512(game) => rate(game.as_ref()),
            _ => unreachable!("only Amazons is listed"),
        };
        let per_cell = 1e9 / rate / n_cells as f64;
        let part = per_cell / *first.get_or_insert(per_cell);
        println!(
            "{spec:24} {n_cells:>3} cells {rate:>10.0} evaluations/s {per_cell:>6.2} ns a cell {part:>5.2}x"
        );
    }
}

/// The best of a few runs over positions from all over random games, and the cells of the board.
fn rate<G: Playable>(game: &G) -> (f64, usize) {
    let mut dice = Dice::new(1);
    let mut states = Vec::new();
    while states.len() < 2000 {
        let mut state = game.start();
        while game.outcome(&state).is_none() {
            states.push(state);
            state = game.play(&state, game.random_move(&state, &mut dice));
        }
    }
    let eval = game.evaluation("full", &Params::default()).expect("the full evaluation takes every board");
    let run = || {
        let (begun, mut n) = (Instant::now(), 0);
        while begun.elapsed() < Duration::from_millis(150) {
            for state in &states {
                std::hint::black_box(eval.value(game, state, &eval.begin(game, state)));
            }
            n += states.len();
        }
        n as f64 / begun.elapsed().as_secs_f64()
    };
    let best = (0..3).map(|_| run()).fold(0.0, f64::max);
    (best, game.board().open_cells().count())
}
