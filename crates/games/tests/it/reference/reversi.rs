//! Reversi from its rules: a disc turns every unbroken row of the opponent's discs between itself and
//! another disc of its colour, along the lines of the board.

use agon_games::board::Board;
use agon_games::direction::Direction;

/// What stands on each cell: 0 or 1 for a side's disc, none for an empty cell or a hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slow {
    pub(crate) board: Board,
    pub(crate) discs: Vec<Option<usize>>,
    pub(crate) side: usize,
}

impl Slow {
    /// The discs that one of `side` on the cell would turn; none when the cell is not free.
    pub(crate) fn turned(&self, side: usize, cell: usize) -> Vec<usize> {
        let mut turned = Vec::new();
        if !self.board.is_open(cell) || self.discs[cell].is_some() {
            return turned;
        }
        for direction in Direction::ALL {
            let mut row = Vec::new();
            for at in self.board.line(cell, direction) {
                if self.discs[at] == Some(1 - side) {
                    row.push(at);
                    continue;
                }
                if self.discs[at] == Some(side) {
                    turned.extend(row);
                }
                break;
            }
        }
        turned.sort_unstable();
        turned.dedup();
        turned
    }

    /// Where a side can place a disc.
    pub(crate) fn placements(&self, side: usize) -> Vec<usize> {
        (0..self.board.n_cells()).filter(|&cell| !self.turned(side, cell).is_empty()).collect()
    }

    /// Whether nobody can place a disc.
    pub(crate) fn is_over(&self) -> bool {
        self.placements(0).is_empty() && self.placements(1).is_empty()
    }

    /// A disc on a cell, or a pass.
    pub(crate) fn play(&mut self, cell: Option<usize>) {
        if let Some(cell) = cell {
            for at in self.turned(self.side, cell) {
                self.discs[at] = Some(self.side);
            }
            self.discs[cell] = Some(self.side);
        }
        self.side = 1 - self.side;
    }
}
