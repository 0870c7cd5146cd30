//! The games that the network learns from: the champion against itself, a fixed number of nodes per move,
//! from random openings on boards of many sizes with and without holes.

use std::ops::Range;
use std::sync::Arc;

use agon_games::blobwar::{Blobwar, Setup, State, maps};
use agon_games::board::Board;
use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::shape::Shape;
use agon_games::side::Side;
use agon_games::spec::Rules;

use super::sample::Sample;
use crate::budget::Budget;
use crate::champion::blobwar::net::{self, Net};
use crate::champion::blobwar::weights::Weights;
use crate::champion::blobwar::{Champion, by_hand};
use crate::engine::Strategy;
use crate::train::crew::share_out;

/// Who plays the games.
#[derive(Clone, Debug)]
pub(super) enum Teacher {
    /// The champion's search with the hand-made evaluation.
    ByHand,
    /// The same with what was learned so far.
    Learned(Arc<Weights>),
}

/// The table of a game: small, since every game has its own.
const BUCKETS: usize = 1 << 12;
/// A game that has not ended by then is left out.
const MOST_PLIES: usize = 400;

/// Plays the games with these numbers; the number and the seed decide all of a game.
pub(super) fn play(
    teacher: &Teacher,
    seed: u64,
    games: Range<u64>,
    n_nodes: u64,
    n_threads: usize,
) -> Vec<Sample> {
    let one = |number: u64| {
        play_one(teacher, Dice::new(seed ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03)), n_nodes)
    };
    share_out(games, n_threads, one).into_iter().flatten().collect()
}

fn play_one(teacher: &Teacher, mut dice: Dice, n_nodes: u64) -> Vec<Sample> {
    let setup = Setup::standard(draw_board(&mut dice), Rules::Ataxx);
    let game: Blobwar<u64> = Blobwar::new(setup.expect("drawn boards keep their corners"));
    let mut player: Box<dyn Strategy<Blobwar<u64>>> = match teacher {
        Teacher::ByHand => Box::new(Champion::new(&game, by_hand(&game), 1, 10, 0).with_buckets(BUCKETS)),
        Teacher::Learned(weights) => {
            let net = Net::new(weights.clone(), game.board());
            Box::new(Champion::new(&game, net, 1, 10, 0).with_buckets(BUCKETS))
        }
    };
    let mut state = game.start();
    for _ in 0..3 + dice.below(8) {
        if game.outcome(&state).is_some() {
            return Vec::new();
        }
        state = game.play(&state, game.random_move(&state, &mut dice));
    }
    let mut samples: Vec<(Side, Sample)> = Vec::new();
    for _ in 0..MOST_PLIES {
        if let Some(outcome) = game.outcome(&state) {
            return settle(samples, |side| outcome.sign_for(side));
        }
        let thought = player.think(&game, &state, &Budget::nodes(n_nodes), &mut |_| {});
        if let Some(score) = thought.score {
            if score.is_decided() {
                let (winner, sign) = (state.side, score.get().signum());
                return settle(samples, |side| if side == winner { sign } else { -sign });
            }
            samples.push((state.side, sample(&game, &state, score.get())));
        }
        let mv = game.unpack(thought.mv).expect("the champion plays moves of its game");
        state = game.play(&state, mv);
    }
    Vec::new()
}

fn sample(game: &Blobwar<u64>, state: &State<u64>, score: i32) -> Sample {
    let [own, their] = net::view(game, state);
    let board = game.board();
    Sample {
        own,
        their,
        walls: net::walls(board),
        score: score.clamp(-8_000, 8_000) as i16,
        result: 0,
        cols: board.cols() as u8,
        rows: board.rows() as u8,
    }
}

fn settle(samples: Vec<(Side, Sample)>, sign: impl Fn(Side) -> i32) -> Vec<Sample> {
    samples.into_iter().map(|(side, sample)| Sample { result: sign(side) as i8, ..sample }).collect()
}

/// Three in five boards are 7x7 without holes, the rest has other sizes, maps, or holes that respect both
/// mirrors.
fn draw_board(dice: &mut Dice) -> Board {
    let plain = |cols, rows| Board::of_shape(Shape::Square, cols, rows).expect("squares have any size");
    match dice.below(20) {
        0..12 => plain(7, 7),
        12 => plain(8, 8),
        13 => plain(3 + dice.below(6) as usize, 3 + dice.below(6) as usize),
        14..16 => {
            let names: Vec<_> = maps::names().collect();
            maps::board(names[dice.below(names.len() as u32) as usize]).expect("a listed map exists")
        }
        16..19 => with_holes(plain(7, 7), dice),
        _ => with_holes(plain(8, 8), dice),
    }
}

fn with_holes(board: Board, dice: &mut Dice) -> Board {
    let (cols, rows) = (board.cols(), board.rows());
    let mut holes = Vec::new();
    for _ in 0..1 + dice.below(5) {
        let (row, col) = (dice.below(rows as u32) as usize, dice.below(cols as u32) as usize);
        let is_corner = (row == 0 || row + 1 == rows) && (col == 0 || col + 1 == cols);
        if !is_corner {
            for (row, col) in [(row, col), (rows - 1 - row, col)] {
                holes.extend([board.cell(row, col), board.cell(row, cols - 1 - col)]);
            }
        }
    }
    board.with_holes(holes)
}
