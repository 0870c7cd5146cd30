//! The eight directions of an edge, with the numbers that players know them by.

/// A direction on the grid. Row 0 is the top, so north is one row less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Direction {
    /// Up.
    N = 1,
    /// Up and right.
    NE,
    /// Right.
    E,
    /// Down and right.
    SE,
    /// Down.
    S,
    /// Down and left.
    SW,
    /// Left.
    W,
    /// Up and left.
    NW,
}

impl Direction {
    /// All eight, clockwise from north.
    pub const ALL: [Self; 8] = [Self::N, Self::NE, Self::E, Self::SE, Self::S, Self::SW, Self::W, Self::NW];
    /// The four of Flood.
    pub const STRAIGHT: [Self; 4] = [Self::N, Self::E, Self::S, Self::W];

    /// The number in the matrix of a board: 1 for north, clockwise to 8.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// 0 for north, clockwise to 7: the index into tables with one entry per direction.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// How far one step leads, in rows down and columns right.
    pub const fn offset(self) -> (isize, isize) {
        match self {
            Self::N => (-1, 0),
            Self::NE => (-1, 1),
            Self::E => (0, 1),
            Self::SE => (1, 1),
            Self::S => (1, 0),
            Self::SW => (1, -1),
            Self::W => (0, -1),
            Self::NW => (-1, -1),
        }
    }

    /// The way back.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self.index() + 4) % 8]
    }

    /// Whether a step leads to a cell with a higher number (on a board without wrapping).
    #[inline(always)]
    pub const fn leads_up(self) -> bool {
        matches!(self, Self::E | Self::SE | Self::S | Self::SW)
    }
}
