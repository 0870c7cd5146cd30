//! The symmetries of a board: turns and reflections of the grid that map playable cells onto playable
//! cells. Tables, openings and learning use them.

use crate::bits::Bits;
use crate::board::Board;

/// One symmetry, as the image of every cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    image: Vec<u16>,
}

impl Symmetry {
    /// All symmetries of a board, the identity first.
    pub fn all(board: &Board) -> Vec<Self> {
        let mut found: Vec<Self> = Vec::new();
        for turn in 0..8 {
            let square = board.cols() == board.rows();
            let Some(symmetry) = (turn < 4 || square).then(|| Self::turned(board, turn)) else { continue };
            let fits =
                (0..board.n_cells()).all(|cell| board.is_open(cell) == board.is_open(symmetry.cell(cell)));
            if fits && !found.contains(&symmetry) {
                found.push(symmetry);
            }
        }
        found
    }

    /// Where the cell goes.
    #[inline(always)]
    pub fn cell(&self, cell: usize) -> usize {
        self.image[cell] as usize
    }

    /// Where the cells of a set go.
    pub fn set<B: Bits>(&self, set: B) -> B {
        B::of(set.cells().map(|cell| self.cell(cell)))
    }

    /// Bit 0 mirrors the columns, bit 1 the rows, bit 2 then exchanges them.
    fn turned(board: &Board, turn: u32) -> Self {
        let (cols, rows) = (board.cols(), board.rows());
        let image = (0..board.n_cells()).map(|cell| {
            let (row, col) = (cell / cols, cell % cols);
            let col = if turn & 1 != 0 { cols - 1 - col } else { col };
            let row = if turn & 2 != 0 { rows - 1 - row } else { row };
            let (row, col) = if turn & 4 != 0 { (col, row) } else { (row, col) };
            (row * cols + col) as u16
        });
        Self { image: image.collect() }
    }
}
