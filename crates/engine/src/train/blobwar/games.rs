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

use super::sample::{Sample, UNKNOWN};
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

/// How games are played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    pub(super) seed: u64,
    /// Positions that the search visits for each move.
    pub(super) n_nodes: u64,
    /// Whether each position of a game is followed by one beside it.
    pub(super) is_aside: bool,
}

/// Plays the games with these numbers; the number and the seed decide all of a game.
pub(super) fn play(teacher: &Teacher, plan: &Plan, games: Range<u64>, n_threads: usize) -> Vec<Sample> {
    let one = |number: u64| {
        let mut dice = Dice::new(plan.seed ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03));
        let setup = Setup::standard(draw_board(&mut dice), Rules::Ataxx);
        let game = Blobwar::new(setup.expect("drawn boards keep their corners"));
        let samples = play_one(&game, player(teacher, &game), dice, plan.n_nodes);
        if plan.is_aside {
            with_asides(&game, player(teacher, &game), samples, plan.n_nodes)
        } else {
            samples
        }
    };
    share_out(games, n_threads, one).into_iter().flatten().collect()
}

type Player = Box<dyn Strategy<Blobwar<u64>>>;

fn player(teacher: &Teacher, game: &Blobwar<u64>) -> Player {
    match teacher {
        Teacher::ByHand => Box::new(Champion::new(game, by_hand(game), 1, 10, 0).with_buckets(BUCKETS)),
        Teacher::Learned(weights) => {
            let net = Net::new(weights.clone(), game.board());
            Box::new(Champion::new(game, net, 1, 10, 0).with_buckets(BUCKETS))
        }
    }
}

fn play_one(game: &Blobwar<u64>, mut player: Player, mut dice: Dice, n_nodes: u64) -> Vec<Sample> {
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
        let thought = player.think(game, &state, &Budget::nodes(n_nodes), &mut |_| {});
        if let Some(score) = thought.score {
            if score.is_decided() {
                let (winner, sign) = (state.side, score.get().signum());
                return settle(samples, |side| if side == winner { sign } else { -sign });
            }
            samples.push((state.side, sample(game, &state, score.get())));
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

/// Each position of a game, followed by the one that a move at random makes of it.
fn with_asides(game: &Blobwar<u64>, mut player: Player, samples: Vec<Sample>, n_nodes: u64) -> Vec<Sample> {
    let mut aside = |beside: &Sample| aside(game, player.as_mut(), beside, n_nodes);
    samples.into_iter().flat_map(|sample| [Some(sample), aside(&sample)]).flatten().collect()
}

/// The position after a move at random, unless the game is over with it or the search sees its end. The position alone
/// decides the move, and what the search thinks of it.
fn aside(
    game: &Blobwar<u64>,
    player: &mut dyn Strategy<Blobwar<u64>>,
    beside: &Sample,
    n_nodes: u64,
) -> Option<Sample> {
    let blobs = [beside.own, beside.their].map(|places| net::cells(game.board(), places));
    let state = State { blobs, side: Side::First, quiet: 0, number: 1 };
    let mut dice = Dice::new(beside.own ^ beside.their.rotate_left(23) ^ beside.walls.rotate_left(41));
    let after = game.play(&state, game.random_move(&state, &mut dice));
    if game.outcome(&after).is_some() {
        return None;
    }
    player.new_game();
    let thought = player.think(game, &after, &Budget::nodes(n_nodes), &mut |_| {});
    let score = thought.score.filter(|score| !score.is_decided())?;
    Some(Sample { result: UNKNOWN, ..sample(game, &after, score.get()) })
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
