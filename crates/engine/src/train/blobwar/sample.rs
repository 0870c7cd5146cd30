//! A position from a game, as the network will see it, with what the search thought of it and how the game
//! ended.

/// One position. Sets are places of the 8x8 grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Blobs of the side to move.
    pub own: u64,
    /// Blobs of the other side.
    pub their: u64,
    /// Places that are no cells.
    pub walls: u64,
    /// What the search thought, in hundredths of a blob, for the side to move.
    pub score: i16,
    /// 1 when the side to move went on to win, 0 for a draw, -1 for a loss, [`UNKNOWN`] where nobody went on.
    pub result: i8,
    /// Columns of the board.
    pub cols: u8,
    /// Rows of the board.
    pub rows: u8,
}

/// The result of a position that was only searched.
pub(super) const UNKNOWN: i8 = 2;

impl Sample {
    /// Seen through a symmetry of a board of its size: bit 0 mirrors the columns, bit 1 the rows, bit 2 then
    /// exchanges them, on square boards.
    pub fn turned(&self, turn: u32) -> Self {
        let (cols, rows) = (u32::from(self.cols), u32::from(self.rows));
        let in_cols = (0xFF >> (8 - cols)) * 0x0101_0101_0101_0101;
        let board = in_cols & u64::MAX >> (64 - 8 * rows);
        let image = |set: u64| {
            let mut set = set & board;
            set = if turn & 1 != 0 { mirrored(set) >> (8 - cols) } else { set };
            set = if turn & 2 != 0 { set.swap_bytes() >> (64 - 8 * rows) } else { set };
            if turn & 4 != 0 && cols == rows { transposed(set) } else { set }
        };
        Self { own: image(self.own), their: image(self.their), walls: image(self.walls) | !board, ..*self }
    }

    /// Cells that are empty.
    pub const fn n_empty(&self) -> u32 {
        64 - (self.own | self.their | self.walls).count_ones()
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        for set in [self.own, self.their, self.walls] {
            bytes.extend(set.to_le_bytes());
        }
        bytes.extend(self.score.to_le_bytes());
        bytes.extend([self.result as u8, self.cols, self.rows]);
    }

    pub(super) fn read(rest: &mut &[u8]) -> Option<Self> {
        let mut set = || Some(u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?));
        let [own, their, walls] = [set()?, set()?, set()?];
        let score = i16::from_le_bytes(*rest.split_off(..2)?.first_chunk()?);
        let &[result, cols, rows] = rest.split_off(..3)?.first_chunk()?;
        Some(Self { own, their, walls, score, result: result as i8, cols, rows })
    }
}

/// Each row from right to left.
const fn mirrored(set: u64) -> u64 {
    set.swap_bytes().reverse_bits()
}

/// Rows for columns.
const fn transposed(set: u64) -> u64 {
    // The halves of blocks of two by two, of four by four and of the whole change places across the diagonal.
    let two = (set ^ set >> 7) & 0x00AA_00AA_00AA_00AA;
    let set = set ^ two ^ two << 7;
    let four = (set ^ set >> 14) & 0x0000_CCCC_0000_CCCC;
    let set = set ^ four ^ four << 14;
    let eight = (set ^ set >> 28) & 0x0000_0000_F0F0_F0F0;
    set ^ eight ^ eight << 28
}

#[cfg(test)]
mod tests {
    use agon_games::dice::Dice;

    use super::*;

    #[test]
    fn turned_samples_are_what_moving_cell_by_cell_makes_of_them() {
        let mut dice = Dice::new(1);
        for _ in 0..300 {
            let (cols, rows) = (3 + dice.below(6), 3 + dice.below(6));
            let cells = (0..64).filter(|at| at % 8 < cols && at / 8 < rows);
            let board = cells.clone().fold(0, |set, at| set | 1_u64 << at);
            let (own, their) = (dice.word() & board, dice.word() & board);
            let walls = dice.word() | !board;
            let sample =
                Sample { own, their, walls, score: 0, result: 0, cols: cols as u8, rows: rows as u8 };
            for turn in 0..8 {
                let to = |at: u32| {
                    let col = if turn & 1 != 0 { cols - 1 - at % 8 } else { at % 8 };
                    let row = if turn & 2 != 0 { rows - 1 - at / 8 } else { at / 8 };
                    if turn & 4 != 0 && cols == rows { 8 * col + row } else { 8 * row + col }
                };
                let slow =
                    |set: u64| cells.clone().filter(|at| set >> at & 1 != 0).fold(0, |s, at| s | 1 << to(at));
                let turned = sample.turned(turn);
                assert_eq!([turned.own, turned.their], [own, their].map(slow), "{sample:?} {turn}");
                assert_eq!(turned.walls, slow(walls) | !board, "{sample:?} {turn}");
            }
        }
    }
}
