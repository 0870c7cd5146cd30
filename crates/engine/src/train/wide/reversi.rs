//! Games of Reversi on boards that the champion's network does not know: beyond 8x8, wrapped ones, boards with holes.

use agon_games::bits::Bits;
use agon_games::catalog::{AnyGame, ReadBoard, Table};
use agon_games::dice::Dice;
use agon_games::reversi::Reversi;

use super::games::{self, Habits};
use super::sample::Sample;
use super::{Config, Subject};
use crate::eval::mixture::Mixture;
use crate::eval::reversi::census::{N_COUNTS, count};
use crate::eval::reversi::layout::Layout;
use crate::eval::reversi::weights::FORMAT;
use crate::eval::reversi::{DEFAULT, build, census};
use crate::params::Params;

/// What is learned of Reversi.
pub(super) static SUBJECT: Subject = Subject {
    name: "reversi --wide",
    format: &FORMAT,
    magic: b"AGON-RC-RUN-1\n",
    // That of the hand-made evaluation: so its values tell best who won.
    scale: 1_200.0,
    trust: [0.3, 0.2],
    usual: Config { seed: 1, generations: 5, games: 2_000, nodes: 800 },
    play,
};

/// The boards that games are played on, in turn; those beyond 10x10 are [drawn](Drawn).
const BOARDS: [&str; 20] = [
    "reversi/10",
    "reversi/10x8",
    "reversi/10?shape=torus",
    "reversi/8x10",
    "reversi/10",
    "reversi?board=12x12",
    "reversi/10?shape=clover",
    "reversi/8?shape=torus",
    "reversi/10x6",
    "reversi/10",
    "reversi?board=12x10",
    "reversi?board=notched",
    "reversi/6x10",
    "reversi/10x8?shape=torus",
    "reversi?board=12x8",
    "reversi/10",
    "reversi/6?shape=torus",
    "reversi?board=14x14",
    "reversi?board=12x12",
    "reversi/10x8",
];
const HABITS: Habits =
    Habits { opening: [4, 16], straying: 30, decided: i32::MAX, learns_the_end: true, looks_beside: true };

/// Boards that have no name: so many columns by so many rows, and one of 10x10 without its corners.
struct Drawn;

impl ReadBoard for Drawn {
    fn read(&self, path: &str) -> Result<String, String> {
        if path == "notched" {
            let (short, long) = ("#........#\n", "..........\n");
            return Ok([short, &long.repeat(8), short].concat());
        }
        let (cols, rows) = path.split_once('x').ok_or("no size")?;
        let [cols, rows] = [cols, rows].map(|n| n.parse::<usize>().map_err(|error| error.to_string()));
        Ok((".".repeat(cols?) + "\n").repeat(rows?))
    }
}

fn play(dice: &mut Dice, number: u64, weights: Option<&Mixture>, n_nodes: u64) -> Vec<Sample> {
    let board = BOARDS[number as usize % BOARDS.len()];
    let table = Table::open_with(board, None, &Drawn).expect("the boards exist");
    match table.game() {
        AnyGame::Reversi64(game) => on(game, dice, weights, n_nodes),
        AnyGame::Reversi128(game) => on(game, dice, weights, n_nodes),
        AnyGame::Reversi256(game) => on(game, dice, weights, n_nodes),
        AnyGame::Reversi512(game) => on(game, dice, weights, n_nodes),
        _ => unreachable!("all of them are boards of Reversi"),
    }
}

fn on<B: Bits>(game: &Reversi<B>, dice: &mut Dice, weights: Option<&Mixture>, n_nodes: u64) -> Vec<Sample> {
    let by_hand = || build(game, DEFAULT, &Params::defaults(&[]));
    let eval = weights.map_or_else(by_hand, |weights| census(game, weights));
    let layout = Layout::of(game);
    let open = game.topology().open();
    games::play(game, eval, &HABITS, n_nodes, dice, |state, score| {
        let mut counts = [0; N_COUNTS];
        count(game, &layout, state, |at, n| counts[at] += n);
        let n_empty = open.minus(state.discs[0] | state.discs[1]).count();
        Sample::new(&counts, n_empty, open.count(), score)
    })
}
