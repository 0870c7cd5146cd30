//! The learned evaluation: a network of one hidden layer, seen by both sides, whose sums are kept up to date
//! from move to move. Its inputs are the windows of two by two places on a grid of 8x8, each place empty, own, theirs
//! or a wall, so one set of weights serves every flat board that fits into it, whatever its holes.
// CITE: Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, Hop, State};
use agon_games::board::Board;
use agon_games::game::Game;

use super::lanes::{Lanes, weigh};
use super::weights::{ACTIVE, BUCKETS, FILLINGS, OUT, Row, SCALE, Weights};
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
    /// How a board's rows become those of the grid: the places of these sets move up by so many, four rows at a time,
    /// then two, then one.
    widening: [(u64, u32); 3],
}

/// The hidden sums, as each side sees the position, and the position on the grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sums {
    sides: [Lanes; 2],
    seen: [u64; 2],
}

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
        let cols = board.cols();
        // Where each cell is by now.
        let mut at: Vec<usize> = (0..board.n_cells()).collect();
        let widening = [4, 2, 1].map(|rows| {
            let by = rows * (GRID - cols);
            let moves = |cell: usize| (cell / cols) & rows != 0;
            let moving = (0..at.len()).filter(|&cell| moves(cell)).fold(0, |set, cell| set | 1 << at[cell]);
            (0..at.len()).filter(|&cell| moves(cell)).for_each(|cell| at[cell] += by);
            (moving, by as u32)
        });
        Self { weights, walls: walls(board), widening }
    }

    /// A set of cells on the grid.
    #[inline(always)]
    fn on_grid<B: Bits>(&self, set: B) -> u64 {
        self.widening.iter().fold(set.low(), |set, (moving, by)| set & !moving | (set & moving) << by)
    }

    /// The blobs of both sides on the grid, each with the walls.
    #[inline(always)]
    fn seen<B: Bits>(&self, state: &State<B>) -> [u64; 2] {
        state.blobs.map(|blobs| self.on_grid(blobs) | self.walls)
    }

    /// What a window adds, as each side sees it.
    #[inline(always)]
    fn window(&self, seen: &[u64; 2], at: usize) -> [&Row; 2] {
        let [first, second] = seen.map(|set| quick_corner(set >> at));
        let begin = (at - at / GRID) * FILLINGS;
        let rows: &[Row; FILLINGS] =
            self.weights.windows[begin..].first_chunk().expect("every window has its rows");
        [first | second << 4, second | first << 4].map(|holds| &rows[holds % FILLINGS])
    }

    #[inline(always)]
    fn output(&self, own: &Lanes, their: &Lanes, empties: u32) -> i32 {
        let bucket = bucket(empties);
        let [by_own, by_their] = &self.weights.out[bucket];
        let sum = weigh([own, their], [by_own, by_their]);
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

/// The same, by the processor's own instruction.
#[cfg(target_feature = "bmi2")]
#[inline(always)]
fn quick_corner(set: u64) -> usize {
    safe_arch::population_extract_u32(set as u32, 0x303) as usize
}

#[cfg(not(target_feature = "bmi2"))]
#[inline(always)]
const fn quick_corner(set: u64) -> usize {
    corner(set) as usize
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

impl<B: Bits> Evaluator<Blobwar<B>> for Net {
    type Memo = Sums;

    fn begin(&self, _: &Blobwar<B>, state: &State<B>) -> Sums {
        let seen = self.seen(state);
        let bias = Lanes::new(&self.weights.bias);
        let sides = STARTS.cells().fold([bias; 2], |[first, second], at| {
            let new = self.window(&seen, at);
            [first.plus(new[0]), second.plus(new[1])]
        });
        Sums { sides, seen }
    }

    #[inline(always)]
    fn after(&self, _: &Blobwar<B>, memo: &Sums, _: &State<B>, _: Hop, after: &State<B>) -> Sums {
        let (before, seen) = (memo.seen, self.seen(after));
        let changed = (before[0] ^ seen[0]) | (before[1] ^ seen[1]);
        let [mut first, mut second] = memo.sides;
        for at in ((changed | changed >> 1 | changed >> 8 | changed >> 9) & STARTS).cells() {
            let (old, new) = (self.window(&before, at), self.window(&seen, at));
            first = first.minus(old[0]).plus(new[0]);
            second = second.minus(old[1]).plus(new[1]);
        }
        Sums { sides: [first, second], seen }
    }

    #[inline(always)]
    fn value(&self, game: &Blobwar<B>, state: &State<B>, memo: &Sums) -> i32 {
        let own = &memo.sides[state.side.index()];
        let their = &memo.sides[1 - state.side.index()];
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

/// The cells of a board at these places of the grid.
pub(crate) fn cells(board: &Board, places: u64) -> u64 {
    places.cells().fold(0, |cells, at| cells | 1 << (at / GRID * board.cols() + at % GRID))
}
