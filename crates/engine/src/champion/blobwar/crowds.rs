//! How many neighbours in a set each cell of a board has, counted for all cells at once: the digits of the counts, one
//! set of cells for each.

use agon_games::bits::Bits;
use agon_games::direction::Direction;
use agon_games::topology::Topology;

/// The binary digits of the counts, the highest first. A cell of the set counts itself too.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowds<B>([B; 4]);

impl<B: Bits> Default for Crowds<B> {
    fn default() -> Self {
        Self([B::EMPTY; 4])
    }
}

impl<B: Bits> Crowds<B> {
    /// The counts of a set's neighbours.
    #[inline(always)]
    pub(super) fn new(topology: &Topology<B>, set: B) -> Self {
        let step = |set, direction| topology.step_over(set, direction);
        let three = |a: B, b: B, c: B| (a ^ b ^ c, a & b | (a ^ b) & c);
        // Three cells of a row, then three rows.
        let (one, two) = three(set, step(set, Direction::E), step(set, Direction::W));
        let (ones, carried) = three(one, step(one, Direction::N), step(one, Direction::S));
        let (pairs, fours) = three(two, step(two, Direction::N), step(two, Direction::S));
        let (twos, more) = (pairs ^ carried, pairs & carried);
        Self([fours & more, fours ^ more, twos, ones])
    }

    /// The cells with at least so many neighbours, of which there are at most 15.
    #[inline(always)]
    pub(super) fn at_least(&self, n: u32) -> B {
        // From the lowest digit on: what is decided by the higher ones does not depend on it.
        (0..).zip(self.0.iter().rev()).fold(!B::EMPTY, |cells, (place, &digit)| match n >> place & 1 {
            0 => digit | cells,
            _ => digit & cells,
        })
    }

    /// The lowest of those cells that have fewest neighbours.
    #[inline(always)]
    pub(super) fn loneliest(&self, cells: B) -> usize {
        let fewest = |cells: B, digit: &B| {
            let without = cells.minus(*digit);
            if without.is_empty() { cells } else { without }
        };
        self.0.iter().fold(cells, fewest).lowest()
    }
}

#[cfg(test)]
mod tests {
    use agon_games::board::Board;
    use agon_games::dice::Dice;
    use agon_games::shape::Shape;

    use super::*;

    #[test]
    fn the_loneliest_is_the_one_that_counting_one_by_one_finds() {
        for (cols, rows) in [(7, 7), (8, 8), (3, 5)] {
            let board = Board::of_shape(Shape::Square, cols, rows).unwrap();
            let topology: Topology<u64> = Topology::new(board);
            let mut dice = Dice::new(1);
            for _ in 0..200 {
                let set = dice.word() & topology.open();
                let chosen = dice.word() & set;
                let crowds = Crowds::new(&topology, set);
                let slow = chosen.cells().min_by_key(|&cell| (topology.near(cell) & set).count());
                assert!(slow.is_none_or(|cell| cell == crowds.loneliest(chosen)), "{set:x} {chosen:x}");
                let others = topology.open() & !set;
                for n in 0..9 {
                    let slow = others.cells().filter(|&cell| (topology.near(cell) & set).count() >= n);
                    assert_eq!(crowds.at_least(n) & others, u64::of(slow), "{set:x}, {n} or more");
                }
            }
        }
    }
}
