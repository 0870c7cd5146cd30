//! The whole position as a number, the same for all its mirror images: the least of them.

use super::field::Field;

/// Mirrors a board of rows that are `S - 1` cells wide.
pub(super) struct Mirror<const S: u32> {
    n_rows: u32,
    /// By the bits of a row: the same bits one below the other. Empty when the board is not square.
    columns: Vec<u64>,
}

impl<const S: u32> Mirror<S> {
    pub(super) fn new(n_rows: u32) -> Self {
        let width = S - 1;
        let column =
            |row: u64| (0..width).filter(|bit| row >> bit & 1 == 1).map(|bit| 1 << (bit * S)).sum::<u64>();
        let columns = if n_rows == width { (0..1 << width).map(column).collect() } else { Vec::new() };
        Self { n_rows, columns }
    }

    /// How many bits a board has: its key has twice as many.
    pub(super) const fn n_bits(&self) -> u32 {
        self.n_rows * S - 1
    }

    /// All that there is to know about a position, but for spare moves.
    pub(super) fn key(&self, field: &Field<S>) -> u128 {
        // Two sets tell all four kinds of cells apart, and leave walls and the rim empty.
        let sets = [field.me | field.empty, field.you | field.empty];
        let mut least = self.least(sets);
        if !self.columns.is_empty() {
            least = least.min(self.least(sets.map(|set| self.transposed(set))));
        }
        u128::from(least[0]) | u128::from(least[1]) << self.n_bits()
    }

    fn least(&self, sets: [u64; 2]) -> [u64; 2] {
        let flipped = sets.map(|set| self.upside_down(set));
        let turned = sets.map(|set| self.turned(set));
        let both = flipped.map(|set| self.turned(set));
        sets.min(flipped).min(turned).min(both)
    }

    fn upside_down(&self, mut set: u64) -> u64 {
        let mut flipped = 0;
        for _ in 0..self.n_rows {
            flipped = flipped << S | set & ((1 << S) - 1);
            set >>= S;
        }
        flipped
    }

    const fn turned(&self, set: u64) -> u64 {
        set.reverse_bits() >> (64 - self.n_bits())
    }

    fn transposed(&self, set: u64) -> u64 {
        let row = |at: u32| (set >> (at * S) & ((1 << (S - 1)) - 1)) as usize;
        (0..self.n_rows).map(|at| self.columns[row(at)] << at).sum()
    }
}
