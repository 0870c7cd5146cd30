//! Moves that one side can make where the other cannot come. A region closed by walls is counted exactly; one
//! that queens close ("guards") is counted from below: a guard that leaves shoots back at the cell it left.

use super::field::{cells, flood, slide};

/// Positions that counting one set of regions may look at.
const MOST_NODES: u32 = 20_000;
/// Regions that are remembered.
const N_ENTRIES: usize = 1 << 16;

/// The moves that queens can make in their room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Filling {
    /// So many were found.
    pub(super) n_moves: u32,
    /// Whether there are no more: neither guards that could play more freely nor a search that was broken off.
    pub(super) is_longest: bool,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    queens: u64,
    guards: u64,
    room: u64,
    filling: Filling,
}

/// Counts regions and remembers them.
pub(super) struct Rooms<const S: u32> {
    known: Vec<Entry>,
    n_left: u32,
}

impl<const S: u32> Rooms<S> {
    pub(super) fn new() -> Self {
        Self { known: vec![Entry::default(); N_ENTRIES], n_left: 0 }
    }

    /// The most moves that the queens can make in their room while its guards keep it closed.
    pub(super) fn longest(&mut self, queens: u64, guards: u64, room: u64) -> Filling {
        self.n_left = MOST_NODES;
        self.sum(queens, guards, room)
    }

    fn sum(&mut self, queens: u64, guards: u64, room: u64) -> Filling {
        let mut sum = Filling { n_moves: 0, is_longest: true };
        let mut left = queens;
        while left != 0 {
            let region = flood::<S>(left & left.wrapping_neg(), queens | room);
            left &= !region;
            let one = self.region(queens & region, guards & region, room & region);
            sum.n_moves += one.n_moves;
            sum.is_longest &= one.is_longest;
        }
        sum
    }

    fn region(&mut self, queens: u64, guards: u64, room: u64) -> Filling {
        if room == 0 {
            return Filling { n_moves: 0, is_longest: true };
        }
        let mixed = queens.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ room.wrapping_mul(0xD1B5_4A32_D192_ED03)
            ^ guards.wrapping_mul(0xA24B_AED4_963E_E407);
        let at = (mixed >> 48) as usize % N_ENTRIES;
        let entry = self.known[at];
        if (entry.queens, entry.guards, entry.room) == (queens, guards, room) {
            return entry.filling;
        }
        let filling = self.search(queens, guards, room);
        self.known[at] = Entry { queens, guards, room, filling };
        filling
    }

    fn search(&mut self, queens: u64, guards: u64, room: u64) -> Filling {
        let most = room.count_ones();
        let mut best = Filling { n_moves: 0, is_longest: true };
        for queen in cells(queens) {
            for to in cells(slide::<S>(queen, room)) {
                let behind = room & !to;
                let is_guard = guards & queen != 0;
                let others = if is_guard { 0 } else { slide::<S>(to, behind | queen) & !queen };
                // Back to where it came from first: so a region is filled cell by cell.
                for arrow in std::iter::once(queen).chain(cells(others)) {
                    if self.n_left == 0 {
                        return Filling { is_longest: false, ..best };
                    }
                    self.n_left -= 1;
                    let after = (behind | queen) & !arrow;
                    let rest = self.sum(queens ^ queen ^ to, guards & !queen, after);
                    best.is_longest &= rest.is_longest;
                    best.n_moves = best.n_moves.max(1 + rest.n_moves);
                    if best.n_moves == most {
                        return Filling { n_moves: most, is_longest: true };
                    }
                }
            }
        }
        best
    }
}
