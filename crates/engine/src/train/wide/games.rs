//! Games of Blobwar on boards that the champion's network cannot see whole: wide ones, wrapped ones, rings and crosses.

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, State};
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::side::Side;

use super::sample::Sample;
use crate::budget::Budget;
use crate::champion::blobwar::by_hand;
use crate::engine::Strategy;
use crate::eval::blobwar::Eval;
use crate::eval::blobwar::census::{Census, N_COUNTS, count};
use crate::eval::blobwar::shelter::Shelter;
use crate::eval::blobwar::weights::Weights;
use crate::strategy::{DepthFirst, Settings};
use crate::turn::Timed;

/// The boards that games are played on, in turn.
const BOARDS: [&str; 20] = [
    "ataxx/9",
    "ataxx/10",
    "blobwar/9?shape=donut",
    "ataxx/8?shape=torus",
    "ataxx/12",
    "blobwar/10?shape=torus",
    "ataxx/10?shape=clover",
    "ataxx/11",
    "ataxx/13x9",
    "blobwar/10",
    "ataxx/7?shape=torus",
    "ataxx/12?shape=eight",
    "ataxx/12?shape=donut",
    "ataxx/14",
    "ataxx/12?shape=torus",
    "ataxx/9?shape=h",
    "ataxx/10x12",
    "ataxx/16",
    "blobwar/12",
    "ataxx/13",
];
/// Random plies before a game: so many, and up to so many more.
const OPENING: [u32; 2] = [3, 11];
/// One move in so many is any legal one.
const STRAYING: u32 = 40;
/// A game that one side is sure to win, by so many hundredths of a blob, is not played to its end.
const DECIDED: i32 = 6_000;
/// One that has not ended by then is left out.
const MOST_PLIES: usize = 700;

/// What is learned from a numbered game of these weights against themselves, or of the hand-made evaluation.
pub(super) fn play(seed: u64, number: u64, weights: Option<&Weights>, n_nodes: u64) -> Vec<Sample> {
    let mut dice = Dice::new(seed ^ 2 << 56 ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03));
    let table = Table::open(BOARDS[number as usize % BOARDS.len()], None).expect("the boards exist");
    match table.game() {
        AnyGame::Blobwar64(game) => on(game, &mut dice, weights, n_nodes),
        AnyGame::Blobwar128(game) => on(game, &mut dice, weights, n_nodes),
        AnyGame::Blobwar256(game) => on(game, &mut dice, weights, n_nodes),
        AnyGame::Blobwar512(game) => on(game, &mut dice, weights, n_nodes),
        _ => unreachable!("all of them are boards of Blobwar"),
    }
}

fn on<B: Bits>(game: &Blobwar<B>, dice: &mut Dice, weights: Option<&Weights>, n_nodes: u64) -> Vec<Sample> {
    let eval = weights.map_or_else(|| by_hand(game), |weights| Eval::Census(Census::new(game, weights)));
    let settings = Settings { table_mebibytes: 1, ..Settings::STRONG };
    let mut player = Timed::new(DepthFirst::new(game, eval, settings));
    let shelter = Shelter::of(game);
    let mut state = game.start();
    for _ in 0..OPENING[0] + dice.below(OPENING[1] + 1) {
        if game.outcome(&state).is_some() {
            return Vec::new();
        }
        state = game.play(&state, game.random_move(&state, dice));
    }
    let mut samples: Vec<(Side, Sample)> = Vec::new();
    for _ in 0..MOST_PLIES {
        if let Some(outcome) = game.outcome(&state) {
            return settle(samples, |side| outcome.sign_for(side));
        }
        let thought = player.think(game, &state, &Budget::nodes(n_nodes), &mut |_| {});
        if let Some(score) = thought.score {
            if score.is_decided() || score.get().abs() >= DECIDED {
                let (leader, sign) = (state.side, score.get().signum());
                return settle(samples, |side| if side == leader { sign } else { -sign });
            }
            samples.push((state.side, sample(game, &shelter, &state, score.get())));
        }
        let mv = match dice.below(STRAYING) {
            0 => game.random_move(&state, dice),
            _ => game.unpack(thought.mv).expect("searches play moves of their game"),
        };
        state = game.play(&state, mv);
    }
    Vec::new()
}

fn sample<B: Bits>(game: &Blobwar<B>, shelter: &Shelter<B>, state: &State<B>, score: i32) -> Sample {
    let mut counts = [0; N_COUNTS];
    count(game, shelter, state, |at, n| counts[at] += n as i16);
    let cells = [game.empty(state), game.topology().open()].map(|set| set.count() as u16);
    Sample { counts, cells, score: score as i16, result: 0 }
}

fn settle(samples: Vec<(Side, Sample)>, sign: impl Fn(Side) -> i32) -> Vec<Sample> {
    samples.into_iter().map(|(side, sample)| Sample { result: sign(side) as i16, ..sample }).collect()
}
