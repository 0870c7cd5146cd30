//! The learned evaluation: a network of one hidden layer, seen by both sides, whose sums are kept up to date
//! from move to move. Its inputs are the places of a grid of 8x8, each own, theirs or a wall, so one set of
//! weights serves every flat board that fits into it, whatever its holes: what lies outside is wall.
// CITE: Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, Hop, State};
use agon_games::board::Board;
use agon_games::game::Game;
use agon_games::side::Side;

use super::weights::{ACTIVE, BUCKETS, HIDDEN, OUT, SCALE, Weights};
use crate::eval::Evaluator;
use crate::eval::blobwar::urgency;

/// Sides of the grid that the network sees.
const GRID: usize = 8;

/// The evaluation on one board.
#[derive(Clone, Debug)]
pub struct Net {
    weights: Arc<Weights>,
    /// Where each cell of the board lies on the grid.
    places: Vec<u8>,
    /// The sums of an empty board: biases and walls.
    bare: [i16; HIDDEN],
}

/// The hidden sums, as each side sees the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Sums([[i16; HIDDEN]; 2]);

/// Whether the network can see a whole board.
pub fn covers(board: &Board) -> bool {
    board.cols() <= GRID && board.rows() <= GRID && !board.wraps()
}

/// Where a cell of a board lies on the grid: at the same row and column.
pub(crate) fn place(board: &Board, cell: usize) -> usize {
    cell / board.cols() * GRID + cell % board.cols()
}

/// The places of the grid that are not cells of the board.
pub(crate) fn walls(board: &Board) -> u64 {
    board.open_cells().fold(u64::MAX, |walls, cell| walls & !(1 << place(board, cell)))
}

impl Net {
    /// The evaluation on a board that [`covers`] accepts.
    pub fn new(weights: Arc<Weights>, board: &Board) -> Self {
        let mut bare = weights.bias;
        for at in walls(board).cells() {
            add(&mut bare, &weights.wall[at]);
        }
        let places = (0..board.n_cells()).map(|cell| place(board, cell) as u8).collect();
        Self { weights, places, bare }
    }

    #[inline(always)]
    fn output(&self, own: &[i16; HIDDEN], their: &[i16; HIDDEN], empties: u32) -> i32 {
        let bucket = bucket(empties);
        let weights = &self.weights.out[bucket];
        let sum = squares(own, &weights[0]) + squares(their, &weights[1]);
        (sum / ACTIVE + self.weights.out_bias[bucket]) * SCALE / (ACTIVE * OUT)
    }
}

/// Which output weights serve a position with this many empty cells.
pub(crate) const fn bucket(empties: u32) -> usize {
    let at = empties as usize * BUCKETS / 64;
    if at < BUCKETS { at } else { BUCKETS - 1 }
}

#[inline(always)]
fn add(sums: &mut [i16; HIDDEN], weights: &[i16; HIDDEN]) {
    for at in 0..HIDDEN {
        sums[at] += weights[at];
    }
}

#[inline(always)]
fn subtract(sums: &mut [i16; HIDDEN], weights: &[i16; HIDDEN]) {
    for at in 0..HIDDEN {
        sums[at] -= weights[at];
    }
}

/// The squares of the active parts of the sums, weighed. A weight is below 128 in size, so that its product
/// with an active sum fits into 16 bits.
#[inline(always)]
fn squares(sums: &[i16; HIDDEN], weights: &[i16; HIDDEN]) -> i32 {
    let mut total = 0;
    for at in 0..HIDDEN {
        let active = sums[at].clamp(0, ACTIVE as i16);
        total += i32::from(active) * i32::from(active.wrapping_mul(weights[at]));
    }
    total
}

impl<B: Bits> Evaluator<Blobwar<B>> for Net {
    type Memo = Sums;

    fn begin(&self, _: &Blobwar<B>, state: &State<B>) -> Sums {
        let mut sums = Sums([self.bare; 2]);
        for side in Side::BOTH {
            for cell in state.blobs[side.index()].cells() {
                let at = usize::from(self.places[cell]);
                add(&mut sums.0[side.index()], &self.weights.own[at]);
                add(&mut sums.0[1 - side.index()], &self.weights.their[at]);
            }
        }
        sums
    }

    #[inline(always)]
    fn after(&self, game: &Blobwar<B>, memo: &Sums, before: &State<B>, mv: Hop, _: &State<B>) -> Sums {
        let mut sums = *memo;
        let (from, to) = match mv {
            Hop::Pass => return sums,
            Hop::Duplicate { to } => (None, usize::from(to)),
            Hop::Jump { from, to } => (Some(usize::from(from)), usize::from(to)),
        };
        let [mover, other] = [before.side.index(), 1 - before.side.index()];
        let at = usize::from(self.places[to]);
        add(&mut sums.0[mover], &self.weights.own[at]);
        add(&mut sums.0[other], &self.weights.their[at]);
        if let Some(from) = from {
            let at = usize::from(self.places[from]);
            subtract(&mut sums.0[mover], &self.weights.own[at]);
            subtract(&mut sums.0[other], &self.weights.their[at]);
        }
        for cell in (game.topology().near(to) & before.their()).cells() {
            let turned = &self.weights.turned[usize::from(self.places[cell])];
            add(&mut sums.0[mover], turned);
            subtract(&mut sums.0[other], turned);
        }
        sums
    }

    #[inline(always)]
    fn value(&self, game: &Blobwar<B>, state: &State<B>, memo: &Sums) -> i32 {
        let own = &memo.0[state.side.index()];
        let their = &memo.0[1 - state.side.index()];
        self.output(own, their, game.empty(state).count())
    }

    #[inline(always)]
    fn urgency(&self, game: &Blobwar<B>, state: &State<B>, mv: Hop) -> i32 {
        urgency(game, state, mv)
    }
}

/// A position as the network sees it: own and their blobs on the grid, from the side to move.
pub(crate) fn view<B: Bits>(game: &Blobwar<B>, state: &State<B>) -> [u64; 2] {
    let board = game.board();
    [state.own(), state.their()].map(|blobs| blobs.cells().fold(0, |set, cell| set | 1 << place(board, cell)))
}
