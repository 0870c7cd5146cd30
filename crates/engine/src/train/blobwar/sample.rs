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
    /// 1 when the side to move went on to win, 0 for a draw, -1 for a loss.
    pub result: i8,
    /// Columns of the board.
    pub cols: u8,
    /// Rows of the board.
    pub rows: u8,
}

impl Sample {
    /// Seen through a symmetry of a board of its size: bit 0 mirrors the columns, bit 1 the rows, bit 2 then
    /// exchanges them, on square boards.
    pub fn turned(&self, turn: u32) -> Self {
        let (cols, rows) = (u64::from(self.cols), u64::from(self.rows));
        let image = |set: u64| {
            let (mut out, mut left) = (0_u64, set);
            while left != 0 {
                let at = u64::from(left.trailing_zeros());
                left &= left - 1;
                let (mut row, mut col) = (at / 8, at % 8);
                if row < rows && col < cols {
                    col = if turn & 1 != 0 { cols - 1 - col } else { col };
                    row = if turn & 2 != 0 { rows - 1 - row } else { row };
                    (row, col) = if turn & 4 != 0 && cols == rows { (col, row) } else { (row, col) };
                }
                out |= 1 << (8 * row + col);
            }
            out
        };
        Self { own: image(self.own), their: image(self.their), walls: image(self.walls), ..*self }
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
