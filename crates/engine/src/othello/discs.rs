//! A position as the side to move sees it, on the 8x8 grid. Smaller boards and boards with holes lie inside
//! that grid: places that do not belong to them never hold a disc, so lines stop there by themselves.

use agon_games::bits::Bits;
use agon_games::game::Game;
use agon_games::reversi::{Reversi, State, othello};

/// The discs of the side to move and of its opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discs {
    /// Of the side to move.
    pub own: u64,
    /// Of its opponent.
    pub other: u64,
}

impl Discs {
    /// Where the side to move can place a disc; places outside the board are for the caller to take away.
    #[inline(always)]
    pub fn moves(self) -> u64 {
        othello::moves(self.own, self.other)
    }

    /// The discs that one on this cell would turn.
    #[inline(always)]
    pub fn flips(self, cell: u32) -> u64 {
        othello::flips(self.own, self.other, cell as usize)
    }

    /// After a disc on a cell that turns `flips`, seen by the opponent.
    #[inline(always)]
    pub const fn after(self, cell: u32, flips: u64) -> Self {
        Self { own: self.other ^ flips, other: self.own | flips | 1 << cell }
    }

    /// After a pass, seen by the opponent.
    #[inline(always)]
    pub const fn passed(self) -> Self {
        Self { own: self.other, other: self.own }
    }

    /// The one that stands for this position and its mirror images, on a board with these cells.
    pub fn canonical(self, open: u64) -> Self {
        let turns = (0..8).filter(|&turn| turned(open, turn) == open);
        let images = turns.map(|turn| (turned(self.own, turn), turned(self.other, turn)));
        images.min().map_or(self, |(own, other)| Self { own, other })
    }

    /// How many discs the side to move is ahead.
    #[inline(always)]
    pub const fn lead(self) -> i32 {
        self.own.count_ones() as i32 - self.other.count_ones() as i32
    }

    /// The score of an 8x8 game that is over here, empty cells going to the winner.
    #[inline(always)]
    pub const fn final_score(self) -> i32 {
        let lead = self.lead();
        lead + lead.signum() * (self.own | self.other).count_zeros() as i32
    }
}

/// A set of places turned or mirrored, one of eight ways: bit 0 of `turn` mirrors the columns, bit 1 the rows, bit 2
/// then exchanges rows and columns.
pub const fn turned(set: u64, turn: u32) -> u64 {
    let mut set = set;
    if turn & 1 != 0 {
        set = set.reverse_bits().swap_bytes();
    }
    if turn & 2 != 0 {
        set = set.swap_bytes();
    }
    if turn & 4 != 0 {
        set = exchanged(set, 0x00AA_00AA_00AA_00AA, 7);
        set = exchanged(set, 0x0000_CCCC_0000_CCCC, 14);
        set = exchanged(set, 0x0000_0000_F0F0_F0F0, 28);
    }
    set
}

/// Each place of the mask exchanged with the one so many places further on.
const fn exchanged(set: u64, mask: u64, by: u32) -> u64 {
    let both = (set ^ set >> by) & mask;
    set ^ both ^ both << by
}

/// How a board lies in the 8x8 grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// The places that are cells of the board.
    pub open: u64,
    cols: usize,
    /// Where the board's first cell lies.
    offset: usize,
}

impl Grid {
    /// The place of a board in the grid, in its middle; none when it is too large or wraps around.
    pub fn of<B: Bits>(game: &Reversi<B>) -> Option<Self> {
        let board = game.board();
        let (cols, rows) = (board.cols(), board.rows());
        if board.wraps() || cols > 8 || rows > 8 {
            return None;
        }
        let offset = (8 - rows) / 2 * 8 + (8 - cols) / 2;
        let mut grid = Self { open: 0, cols, offset };
        grid.open = board.open_cells().fold(0, |open, cell| open | 1 << grid.place(cell));
        Some(grid)
    }

    /// The place of a cell of the board.
    pub const fn place(&self, cell: usize) -> u32 {
        (cell / self.cols * 8 + cell % self.cols + self.offset) as u32
    }

    /// The cell of the board at a place.
    pub const fn cell(&self, place: u32) -> usize {
        let at = place as usize - self.offset;
        at / 8 * self.cols + at % 8
    }

    /// A state of the board, as the side to move sees it.
    pub fn discs<B: Bits>(&self, state: &State<B>) -> Discs {
        let (own, other) = Reversi::own_and_other(state);
        let placed = |set: B| set.cells().fold(0, |all, cell| all | 1 << self.place(cell));
        Discs { own: placed(own), other: placed(other) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_turned_cell_by_cell() {
        for turn in 0..8 {
            for cell in 0..64_u64 {
                let (mut row, mut col) = (cell / 8, cell % 8);
                if turn & 1 != 0 {
                    col = 7 - col;
                }
                if turn & 2 != 0 {
                    row = 7 - row;
                }
                let to = if turn & 4 != 0 { col * 8 + row } else { row * 8 + col };
                assert_eq!(turned(1 << cell, turn), 1 << to, "cell {cell}, turn {turn}");
            }
        }
    }
}
