//! Random keys for incremental hashes, drawn from a fixed seed: the same board gives the same hashes on
//! every machine and in every run.

use crate::dice::Dice;

/// Keys for `kinds` kinds of piece on `cells` cells, and a few for what belongs to no cell.
#[derive(Clone, Debug)]
pub struct Keys {
    cells: usize,
    keys: Vec<u64>,
}

impl Keys {
    /// The keys of a game; `salt` keeps games apart.
    pub fn new(salt: u64, kinds: usize, cells: usize) -> Self {
        let mut dice = Dice::new(salt);
        Self { cells, keys: (0..kinds * cells).map(|_| dice.word()).collect() }
    }

    /// The key of a kind of piece on a cell.
    #[inline(always)]
    pub fn of(&self, kind: usize, cell: usize) -> u64 {
        self.keys[kind * self.cells + cell]
    }
}

/// Mixed in when the second side is to move.
pub const SECOND_TO_MOVE: u64 = 0x5851_F42D_4C95_7F2D;
