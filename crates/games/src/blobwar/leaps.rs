//! All jumps of a flat board at once: one set of landing cells for each of the sixteen ways to jump, each a
//! mask and a shift of the whole board. For choosing one jump among all this beats asking every blob, and
//! its cost does not grow with their number: 270 instructions a ply, and no branch that cannot be guessed, gave
//! 1.7 times the random plies of the plain loop, which a torus keeps.

use super::rules::Hop;
use crate::bits::Bits;
use crate::board::Board;

/// Ways to jump that lead to higher cells; as many lead back.
const HALF: usize = 8;

/// The sixteen ways.
#[derive(Clone, Debug)]
pub(super) struct Leaps<B> {
    /// The cells whose jump to the higher cell ends on the grid.
    up_from: [B; HALF],
    /// The same for jumps to the lower cell.
    down_from: [B; HALF],
    /// How many cells further.
    by: [u32; HALF],
}

/// The landing cells of all moves: of duplications first, then of jumps by way.
pub(super) struct Landings<B> {
    sets: [B; 1 + 2 * HALF],
    /// How many moves there are in each set and those before it.
    upto: [u32; 1 + 2 * HALF],
}

impl<B: Bits> Leaps<B> {
    /// The ways of a flat board.
    pub(super) fn new(board: &Board) -> Self {
        let (cols, rows) = (board.cols() as isize, board.rows() as isize);
        let ways = [(0, 2), (1, -2), (1, 2), (2, -2), (2, -1), (2, 0), (2, 1), (2, 2)];
        let from = |sign: isize| {
            ways.map(|(down, right)| {
                B::of((0..rows * cols).filter_map(|cell| {
                    let (row, col) = (cell / cols + sign * down, cell % cols + sign * right);
                    ((0..rows).contains(&row) && (0..cols).contains(&col)).then_some(cell as usize)
                }))
            })
        };
        // On a grid too narrow for a way, nothing ever jumps it.
        let by = ways.map(|(down, right)| (down * cols + right).clamp(0, B::BITS as isize - 1) as u32);
        Self { up_from: from(1), down_from: from(-1), by }
    }

    /// Where these blobs can go; `beside` are the empty cells that they touch.
    #[inline(always)]
    pub(super) fn landings(&self, blobs: B, empty: B, beside: B) -> Landings<B> {
        let mut sets = [beside; 1 + 2 * HALF];
        for way in 0..HALF {
            sets[1 + way] = (blobs & self.up_from[way]).up(self.by[way]) & empty;
        }
        for way in 0..HALF {
            sets[1 + HALF + way] = (blobs & self.down_from[way]).down(self.by[way]) & empty;
        }
        let mut upto = [0; 1 + 2 * HALF];
        let mut count = 0;
        for (set, upto) in sets.iter().zip(&mut upto) {
            count += set.count();
            *upto = count;
        }
        Landings { sets, upto }
    }

    /// The `n`-th move; `n` must be below their count. Which set it is in is found without a branch, since no
    /// processor could guess it.
    #[inline(always)]
    pub(super) fn nth(&self, landings: &Landings<B>, n: u32) -> Hop {
        let which: u32 = landings.upto.iter().map(|&upto| u32::from(upto <= n)).sum();
        let which = which as usize;
        let before = landings.upto[which] - landings.sets[which].count();
        let to = landings.sets[which].nth(n - before);
        match which {
            0 => Hop::Duplicate { to: to as u16 },
            1..=HALF => Hop::Jump { from: (to - self.by[which - 1] as usize) as u16, to: to as u16 },
            _ => Hop::Jump { from: (to + self.by[which - 1 - HALF] as usize) as u16, to: to as u16 },
        }
    }
}

impl<B: Bits> Landings<B> {
    /// How many moves there are.
    #[inline(always)]
    pub(super) const fn count(&self) -> u32 {
        self.upto[2 * HALF]
    }
}
