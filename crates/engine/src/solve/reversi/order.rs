//! Which moves to try first in the endgame: those that leave the opponent the fewest replies, in corners, and
//! where an odd number of cells is empty.

use crate::othello::Discs;

/// A move with what it turns and how promising it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Candidate {
    pub(super) cell: u32,
    pub(super) flips: u64,
    pub(super) value: i32,
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

const CORNERS: u64 = 0x8100_0000_0000_0081;
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
    pub(super) fn odd(self) -> u64 {
        let half = |bits: u8| ((bits & 1) as u64 * 0x0F0F_0F0F) | ((bits >> 1 & 1) as u64 * 0xF0F0_F0F0);
        half(self.0) | half(self.0 >> 2) << 32
    }
}

impl Candidates {
    /// The moves with their flips, not yet valued.
    #[inline(always)]
    pub(super) fn new(discs: Discs, moves: u64) -> Self {
        let mut list = Self { moves: [Candidate::default(); 34], n_moves: 0 };
        let mut left = moves;
        while left != 0 {
            let cell = left.trailing_zeros();
            left &= left - 1;
            list.moves[list.n_moves] = Candidate { cell, flips: discs.flips(cell), value: 0 };
            list.n_moves += 1;
        }
        list
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

/// How promising a move is by what it leaves the opponent: replies, corners among them twice, and cells beside
/// the mover's discs.
#[inline(always)]
pub(super) fn promise(discs: Discs, candidate: &Candidate, empty: u64, odd: u64) -> i32 {
    let next = discs.after(candidate.cell, candidate.flips);
    let replies = next.moves() & empty;
    let n_replies = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
    let outlook = (spread(next.other) & empty).count_ones() as i32;
    let parity = if odd >> candidate.cell & 1 != 0 { 4 } else { 0 };
    i32::from(PLACES[candidate.cell as usize]) / 2 + parity - 16 * n_replies - 2 * outlook
}

/// The places that touch a set, itself included.
#[inline(always)]
const fn spread(set: u64) -> u64 {
    let wide = set | (set & 0x7F7F_7F7F_7F7F_7F7F) << 1 | (set & 0xFEFE_FEFE_FEFE_FEFE) >> 1;
    wide | wide << 8 | wide >> 8
}
