//! How many discs the last one on the board turns: with every other cell taken, the own discs on the four lines
//! through a cell tell, by look-up, without finding which discs they are.

/// For each cell, the places of its row, its column and its two diagonals that no hole parts from it.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    through: Box<[[u64; 4]; 64]>,
}

/// For a place in a line of eight and the own discs in that line: twice the number of discs turned when all
/// others are the opponent's.
static TURNED: [[u8; 256]; 8] = turned();

impl Lines {
    /// The lines of the board with these cells.
    pub(super) fn of(open: u64) -> Self {
        let mut through = Box::new([[0; 4]; 64]);
        for cell in 0..64 {
            for (line, step) in [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().enumerate() {
                through[cell][line] = reach(open, cell, step) | reach(open, cell, (-step.0, -step.1));
            }
        }
        Self { through }
    }

    /// Twice the number of discs that a disc on the last empty cell turns for the side with these discs.
    #[inline(always)]
    pub(super) fn turned_twice(&self, own: u64, cell: u32) -> i32 {
        const COLUMN: u64 = 0x0101_0101_0101_0101;
        const FROM_COLUMN: u64 = 0x0102_0408_1020_4080;
        let (row, col) = ((cell as usize / 8) & 7, cell as usize % 8);
        let [along_row, along_col, falling, rising] = self.through[cell as usize & 63];
        // Each line is brought into one byte: rows by a shift, the others by a product that adds up columns or rows.
        let in_row = (own & along_row) >> (8 * row);
        let in_col = ((own & along_col) >> col).wrapping_mul(FROM_COLUMN) >> 56;
        let in_falling = (own & falling).wrapping_mul(COLUMN) >> 56;
        let in_rising = (own & rising).wrapping_mul(COLUMN) >> 56;
        let of = |place: usize, line: u64| i32::from(TURNED[place][line as usize & 255]);
        of(col, in_row) + of(row, in_col) + of(col, in_falling) + of(col, in_rising)
    }
}

/// The cells from one on in a direction, to the edge or a hole.
fn reach(open: u64, cell: usize, (down, right): (isize, isize)) -> u64 {
    let (mut row, mut col, mut set) = ((cell / 8) as isize + down, (cell % 8) as isize + right, 0);
    while (0..8).contains(&row) && (0..8).contains(&col) && open >> (row * 8 + col) & 1 != 0 {
        set |= 1 << (row * 8 + col);
        (row, col) = (row + down, col + right);
    }
    set
}

const fn turned() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut line = 0;
        while line < 256 {
            let (above, below) = (line >> place >> 1, line & ((1 << place) - 1));
            let up = if above == 0 { 0 } else { (above as u32).trailing_zeros() };
            let down = if below == 0 { 0 } else { place - 1 - (below as u32).ilog2() };
            table[place as usize][line] = (2 * (up + down)) as u8;
            line += 1;
        }
        place += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Discs;
    use agon_games::dice::Dice;

    #[test]
    fn counts_are_those_of_the_discs_that_turn() {
        let mut dice = Dice::new(5);
        let holes = !(1 << 18 | 1 << 21 | 1 << 44);
        for open in [u64::MAX, 0x007E_7E7E_7E7E_7E00, holes] {
            let lines = Lines::of(open);
            for _ in 0..2_000 {
                let cell = dice.below(64);
                if open >> cell & 1 == 0 {
                    continue;
                }
                let own = dice.word() & open & !(1 << cell);
                let discs = Discs { own, other: open & !own & !(1 << cell) };
                let expected = 2 * discs.flips(cell).count_ones() as i32;
                assert_eq!(lines.turned_twice(own, cell), expected, "{discs:?} at {cell} of {open:x}");
            }
        }
    }
}
