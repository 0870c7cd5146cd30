//! The learned evaluation: a network of one hidden layer, seen by both sides, whose sums are kept up to date
//! from move to move. Its inputs are the windows of two by two places on a grid of 8x8, each place empty, own, theirs
//! or a wall, so one set of weights serves every flat board that fits into it, whatever its holes.
// CITE: Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, Hop, State};
use agon_games::board::Board;
use agon_games::game::Game;

use super::weights::{ACTIVE, BUCKETS, FILLINGS, HIDDEN, OUT, SCALE, Weights};
use crate::eval::Evaluator;
use crate::eval::blobwar::urgency;

/// Sides of the grid that the network sees.
const GRID: usize = 8;

/// The evaluation on one board.
#[derive(Clone, Debug)]
pub struct Net {
    weights: Arc<Weights>,
    /// The places of the grid that are not cells of the board.
    walls: u64,
    cols: u32,
    rows: u32,
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
        Self { weights, walls: walls(board), cols: board.cols() as u32, rows: board.rows() as u32 }
    }

    /// A set of cells on the grid.
    #[inline(always)]
    fn on_grid<B: Bits>(&self, set: B) -> u64 {
        let set = set.low();
        if self.cols == GRID as u32 {
            return set;
        }
        let row = (1 << self.cols) - 1;
        (0..self.rows).fold(0, |grid, at| grid | (set >> (at * self.cols) & row) << (at * GRID as u32))
    }

    /// The blobs of both sides on the grid, each with the walls.
    #[inline(always)]
    fn seen<B: Bits>(&self, state: &State<B>) -> [u64; 2] {
        state.blobs.map(|blobs| self.on_grid(blobs) | self.walls)
    }

    /// The rows of a window, as each side sees it.
    #[inline(always)]
    fn window(&self, seen: &[u64; 2], at: usize) -> [&[i16; HIDDEN]; 2] {
        let [first, second] = seen.map(|set| corner(set >> at));
        let begin = (at - at / GRID) * FILLINGS;
        let rows: &[[i16; HIDDEN]; FILLINGS] =
            self.weights.windows[begin..].first_chunk().expect("every window has its rows");
        [&rows[usize::from(first | second << 4)], &rows[usize::from(second | first << 4)]]
    }

    #[inline(always)]
    fn output(&self, own: &[i16; HIDDEN], their: &[i16; HIDDEN], empties: u32) -> i32 {
        let bucket = bucket(empties);
        let weights = &self.weights.out[bucket];
        let sum = squares(own, &weights[0]) + squares(their, &weights[1]);
        (sum / ACTIVE + self.weights.out_bias[bucket]) * SCALE / (ACTIVE * OUT)
    }
}

/// The places that begin a window.
pub(crate) const STARTS: u64 = 0x007F_7F7F_7F7F_7F7F;

/// The window that begins with the lowest place of a grid: four bits.
#[inline(always)]
const fn corner(set: u64) -> u8 {
    (set & 3 | set >> 6 & 12) as u8
}

/// The window that begins at a place, with what it holds: a wall counts as both sides.
pub(crate) const fn filling(own: u64, their: u64, at: usize) -> usize {
    (at - at / GRID) * FILLINGS + (corner(own >> at) | corner(their >> at) << 4) as usize
}

/// Which output weights serve a position with this many empty cells.
pub(crate) const fn bucket(empties: u32) -> usize {
    let at = empties as usize * BUCKETS / 64;
    if at < BUCKETS { at } else { BUCKETS - 1 }
}

#[inline(always)]
fn add(sums: &mut [i16; HIDDEN], weights: &[i16; HIDDEN]) {
    for at in 0..HIDDEN {
        sums[at] = sums[at].wrapping_add(weights[at]);
    }
}

/// The sums after a window got another filling. The arguments are apart so that the compiler knows that they do not
/// overlap: only then it uses vectors.
#[inline(never)]
fn exchange(sums: &mut [i16; HIDDEN], old: &[i16; HIDDEN], new: &[i16; HIDDEN]) {
    for at in 0..HIDDEN {
        sums[at] = sums[at].wrapping_add(new[at].wrapping_sub(old[at]));
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
        let mut sums = Sums([self.weights.bias; 2]);
        let seen = self.seen(state);
        for at in STARTS.cells() {
            let rows = self.window(&seen, at);
            (0..2).for_each(|side| add(&mut sums.0[side], rows[side]));
        }
        sums
    }

    #[inline(always)]
    fn after(&self, _: &Blobwar<B>, memo: &Sums, before: &State<B>, _: Hop, after: &State<B>) -> Sums {
        let mut sums = *memo;
        let (before, after) = (self.seen(before), self.seen(after));
        let changed = (before[0] ^ after[0]) | (before[1] ^ after[1]);
        for at in ((changed | changed >> 1 | changed >> 8 | changed >> 9) & STARTS).cells() {
            let (old, new) = (self.window(&before, at), self.window(&after, at));
            exchange(&mut sums.0[0], old[0], new[0]);
            exchange(&mut sums.0[1], old[1], new[1]);
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
