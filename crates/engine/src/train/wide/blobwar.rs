//! Games of Blobwar on boards that the champion's network cannot see whole: wide ones, wrapped ones, rings and crosses.

use agon_games::bits::Bits;
use agon_games::blobwar::Blobwar;
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;

use super::games::{self, Habits};
use super::sample::Sample;
use super::{Config, Subject};
use crate::champion::blobwar::by_hand;
use crate::eval::blobwar::Eval;
use crate::eval::blobwar::census::{Census, N_COUNTS, count};
use crate::eval::blobwar::shelter::Shelter;
use crate::eval::blobwar::weights::FORMAT;
use crate::eval::mixture::Mixture;

/// What is learned of Blobwar.
pub(super) static SUBJECT: Subject = Subject {
    name: "blobwar --wide",
    format: &FORMAT,
    magic: b"AGON-BC-RUN-2\n",
    scale: 400.0,
    trust: [0.4, 0.15],
    usual: Config { seed: 1, generations: 5, games: 2_000, nodes: 500 },
    play,
};

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
const HABITS: Habits =
    Habits { opening: [3, 11], straying: 40, decided: 6_000, learns_the_end: false, looks_beside: false };

fn play(dice: &mut Dice, number: u64, weights: Option<&Mixture>, n_nodes: u64) -> Vec<Sample> {
    let table = Table::open(BOARDS[number as usize % BOARDS.len()], None).expect("the boards exist");
    match table.game() {
        AnyGame::Blobwar64(game) => on(game, dice, weights, n_nodes),
        AnyGame::Blobwar128(game) => on(game, dice, weights, n_nodes),
        AnyGame::Blobwar256(game) => on(game, dice, weights, n_nodes),
        AnyGame::Blobwar512(game) => on(game, dice, weights, n_nodes),
        _ => unreachable!("all of them are boards of Blobwar"),
    }
}

fn on<B: Bits>(game: &Blobwar<B>, dice: &mut Dice, weights: Option<&Mixture>, n_nodes: u64) -> Vec<Sample> {
    let eval = weights.map_or_else(|| by_hand(game), |weights| Eval::Census(Census::new(game, weights)));
    let shelter = Shelter::of(game);
    let n_open = game.topology().open().count();
    games::play(game, eval, &HABITS, n_nodes, dice, |state, score| {
        let mut counts = [0; N_COUNTS];
        count(game, &shelter, state, |at, n| counts[at] += n);
        Sample::new(&counts, game.empty(state).count(), n_open, score)
    })
}
