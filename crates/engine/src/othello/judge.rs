//! What a position looks like without searching: by what was learned on 8x8, by moves, corners and the cells
//! around them on smaller boards and where no weights are at hand.

use super::discs::Discs;
use super::network::{Network, TEACHER};
use super::network_file;
use super::patterns::{Indices, LANES, Patterns};

/// A way to value positions.
#[derive(Clone, Debug)]
pub enum Judge {
    /// A network that has learned, for 8x8.
    Learned(Network),
    /// A larger one, which values what that learns.
    Teacher(Network<TEACHER>),
    /// Counts that every flat board has.
    Plain(Plain),
    /// These and more of them, for playing on boards without learned weights. What learning begins with stays plain.
    Broad(Plain),
}

/// The corners of a board and what lies around them.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    pub(super) open: u64,
    pub(super) corners: u64,
    pub(super) diagonal: u64,
    pub(super) along: u64,
}

impl Judge {
    /// The best judge at hand for the board with these cells.
    pub fn of(open: u64) -> Self {
        if open == u64::MAX { Self::Learned(network_file::shipped().clone()) } else { Self::plain(open) }
    }

    /// The judge for a board without learned weights.
    pub fn plain(open: u64) -> Self {
        Self::Plain(Plain::new(open))
    }

    /// The better one, which takes longer.
    pub fn broad(open: u64) -> Self {
        Self::Broad(Plain::new(open))
    }

    /// The groups of a position, for judges that use them.
    pub(super) fn indices(&self, discs: Discs) -> Indices {
        match self {
            Self::Learned(_) | Self::Teacher(_) => Patterns::get().indices(discs),
            Self::Plain(_) | Self::Broad(_) => Indices([0; LANES]),
        }
    }

    /// The groups after a move.
    #[inline(always)]
    pub(super) fn moved(&self, before: &Indices, cell: u32, flips: u64, is_second: bool) -> Indices {
        match self {
            Self::Learned(_) | Self::Teacher(_) => Patterns::get().moved(before, cell, flips, is_second),
            Self::Plain(_) | Self::Broad(_) => *before,
        }
    }

    /// The value for the side to move, which has these moves, in hundredths of a disc.
    #[inline(always)]
    pub(super) fn value(&self, discs: Discs, moves: u64, indices: &Indices, is_second: bool) -> i32 {
        match self {
            Self::Learned(network) => network.value(discs, moves, indices, is_second),
            Self::Teacher(network) => network.value_called(discs, moves, indices, is_second),
            Self::Plain(plain) => plain.value(discs),
            Self::Broad(plain) => plain.broad_value(discs),
        }
    }
}

impl Plain {
    pub(super) fn new(open: u64) -> Self {
        let shifted = |set: u64, down: i32, right: i32| {
            let kept = match right {
                1 => set & 0x7F7F_7F7F_7F7F_7F7F,
                -1 => set & 0xFEFE_FEFE_FEFE_FEFE,
                _ => set,
            };
            let by = 8 * down + right;
            if by >= 0 { kept << by } else { kept >> -by }
        };
        // A corner has no neighbour on at least one side of each axis.
        let axes = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let corners = axes.into_iter().fold(open, |set, (down, right)| {
            set & !(shifted(open, down, right) & shifted(open, -down, -right))
        });
        let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let slanted = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let around = |steps: [(i32, i32); 4]| {
            steps.into_iter().fold(0, |set, (down, right)| set | shifted(corners, down, right)) & open
        };
        Self { open, corners, diagonal: around(slanted), along: around(straight) }
    }

    fn value(&self, discs: Discs) -> i32 {
        let lead = |set: u64| (discs.own & set).count_ones() as i32 - (discs.other & set).count_ones() as i32;
        let empty = self.open & !(discs.own | discs.other);
        let moves = (discs.moves() & empty).count_ones() as i32;
        let replies = (discs.passed().moves() & empty).count_ones() as i32;
        // Cells beside a corner are bad only while it is empty; counting all as bad is close enough.
        let open_corners = (empty & self.corners).count_ones() as i32;
        let mut value = 110 * (moves - replies) + 800 * lead(self.corners);
        if open_corners > 0 {
            value -= 200 * lead(self.diagonal) + 60 * lead(self.along);
        }
        if empty.count_ones() < 10 {
            value += 60 * lead(self.open);
        }
        value.clamp(-6_300, 6_300)
    }
}
