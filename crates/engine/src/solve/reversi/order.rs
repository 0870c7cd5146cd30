//! Which moves to try first in the endgame: those that leave the opponent the fewest replies, in corners, and
//! where an odd number of cells is empty.

use crate::othello::Discs;

/// A move with what it turns, the replies it leaves and how promising it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate {
    pub(super) flips: u64,
    pub(super) replies: u64,
    pub(super) value: i32,
    pub(super) cell: u32,
}

/// The moves of one position, at most one per cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates {
    moves: [Candidate; 34],
    n_moves: usize,
}

/// Which quadrants have an odd number of empty cells, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Parity(u8);

/// The value of a move that leaves the opponent no disc, and that of one that the table says was best.
pub(super) const WIPED_OUT: i32 = 30_000;
pub(super) const KNOWN_BEST: i32 = 20_000;

pub(super) const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Four times each cell's worth by place alone: corners, then the middle, last the cells beside corners.
#[rustfmt::skip]
const PLACES: [i8; 64] = [
    18,  4, 16, 12, 12, 16,  4, 18,
     4,  2,  6,  8,  8,  6,  2,  4,
    16,  6, 14, 10, 10, 14,  6, 16,
    12,  8, 10,  0,  0, 10,  8, 12,
    12,  8, 10,  0,  0, 10,  8, 12,
    16,  6, 14, 10, 10, 14,  6, 16,
     4,  2,  6,  8,  8,  6,  2,  4,
    18,  4, 16, 12, 12, 16,  4, 18,
];

impl Parity {
    pub(super) const fn of(empty: u64) -> Self {
        let quads = [0x0F0F_0F0F, 0xF0F0_F0F0, 0x0F0F_0F0F << 32, 0xF0F0_F0F0 << 32];
        let (mut bits, mut at) = (0, 0);
        while at < 4 {
            bits |= ((empty & quads[at]).count_ones() as u8 & 1) << at;
            at += 1;
        }
        Self(bits)
    }

    /// After a disc on this cell.
    #[inline(always)]
    pub(super) const fn toggled(self, cell: u32) -> Self {
        Self(self.0 ^ 1 << (cell >> 2 & 1 | cell >> 4 & 2))
    }

    /// The places of the quadrants with an odd number of empty cells.
    #[inline(always)]
    pub(super) const fn odd(self) -> u64 {
        ODD[self.0 as usize & 15]
    }
}

/// The places of quadrants, for each set of them.
static ODD: [u64; 16] = odd();

const fn odd() -> [u64; 16] {
    let (mut odd, mut set) = ([0; 16], 0);
    while set < 16 {
        let mut quad = 0;
        while quad < 4 {
            if set >> quad & 1 != 0 {
                odd[set] |= 0x0F0F_0F0F << (4 * (quad & 1) + 32 * (quad >> 1));
            }
            quad += 1;
        }
        set += 1;
    }
    odd
}

impl Candidates {
    pub(super) const fn new() -> Self {
        const NONE: Candidate = Candidate { flips: 0, replies: 0, value: 0, cell: 0 };
        Self { moves: [NONE; 34], n_moves: 0 }
    }

    /// The moves of a position with their flips and the replies they leave, valued by those.
    #[inline(always)]
    pub(super) fn fill(&mut self, discs: Discs, moves: u64, empty: u64, odd: u64, seen: impl Fn(Discs)) {
        let (mut left, mut n_moves) = (moves, 0);
        while left != 0 {
            let cell = left.trailing_zeros();
            left &= left - 1;
            let flips = discs.flips(cell);
            let next = discs.after(cell, flips);
            seen(next);
            let empty = empty ^ 1 << cell;
            let replies = next.moves() & empty;
            let value = promise(next, cell, replies, empty, odd);
            self.moves[n_moves] = Candidate { flips, replies, value, cell };
            n_moves += 1;
        }
        self.n_moves = n_moves;
    }

    #[inline(always)]
    pub(super) fn as_mut_slice(&mut self) -> &mut [Candidate] {
        &mut self.moves[..self.n_moves]
    }

    /// The most promising move from `at` on, moved to that place.
    #[inline(always)]
    pub(super) fn pick(&mut self, at: usize) -> Option<Candidate> {
        let rest = &mut self.moves[..self.n_moves].get_mut(at..)?;
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].value > rest[best].value {
                best = i;
            }
        }
        let first = rest.first().copied()?;
        let chosen = std::mem::replace(&mut rest[best], first);
        Some(chosen)
    }
}

/// How promising a move is by what it leaves the opponent, who then moves: replies, corners among them twice, and cells
/// beside the mover's discs.
#[inline(always)]
fn promise(next: Discs, cell: u32, replies: u64, empty: u64, odd: u64) -> i32 {
    if next.own == 0 {
        return WIPED_OUT;
    }
    let n_replies = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
    let outlook = (spread(next.other) & empty).count_ones() as i32;
    let parity = if odd >> cell & 1 != 0 { 4 } else { 0 };
    i32::from(PLACES[cell as usize & 63]) / 2 + parity - 16 * n_replies - 2 * outlook
}

/// The places that touch a set, itself included.
#[inline(always)]
const fn spread(set: u64) -> u64 {
    let wide = set | (set & 0x7F7F_7F7F_7F7F_7F7F) << 1 | (set & 0xFEFE_FEFE_FEFE_FEFE) >> 1;
    wide | wide << 8 | wide >> 8
}
