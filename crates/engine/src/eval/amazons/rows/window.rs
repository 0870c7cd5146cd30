//! Freedom of queens in rows: the five by five places around a queen, cut out of the rows as one small word
//! each, so that counting costs the same on every board.

use safe_arch::{m256i, population_extract_u64};

/// The eight places one step away, in a word whose bit `5 * row + col` is a place of the window.
const NEAR: u32 = 0b00000_01110_01010_01110_00000;

/// For each combination of free places one step away, in the order of their bits: the places behind them.
const BEHIND: [u32; 256] = {
    let mut behind = [0; 256];
    let mut free = 0;
    while free < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 25 {
            if NEAR >> place & 1 == 1 {
                if free >> n & 1 == 1 {
                    let (row, col) = (place / 5, place % 5);
                    behind[free] |= 1 << (5 * (2 * row - 2) + 2 * col - 2);
                }
                n += 1;
            }
            place += 1;
        }
        free += 1;
    }
    behind
};

/// The empty cells, and the digits of the free neighbours of each cell.
pub(super) const N_SETS: usize = 5;

/// Rows of some sets with two more on each side, and two more columns: empty, or those from the other side.
pub(super) trait Margins {
    /// The window around the cell of this row and column of a set.
    fn window(&self, set: usize, place: [usize; 2]) -> u32;

    /// Which of the eight places around this cell are empty, in the order of their bits.
    #[inline(always)]
    fn free(&self, place: [usize; 2]) -> u64 {
        population_extract_u64(self.window(0, place).into(), NEAR.into())
    }
}

/// Rows of 16 bits.
pub(super) struct Narrow(pub(super) [[u8; 40]; N_SETS]);

/// Rows of 16 bits of both sides as one vector each, two rows down and two columns right of where they belong.
#[cfg(all(target_feature = "avx512bw", target_feature = "avx512vbmi", target_feature = "avx512vpopcntdq"))]
pub(super) struct Leaves<'a> {
    pub(super) rows: &'a [[u8; 64]; N_SETS],
    /// Whose they are: 0 for the side to move.
    pub(super) side: usize,
}

/// Rows of 32 bits.
pub(super) struct Full(pub(super) [[u8; 144]; N_SETS]);

impl Narrow {
    pub(super) const EMPTY: Self = Self([[0; 40]; N_SETS]);

    /// Takes the rows of a set, which have their two columns on each side; a wrapped board says how many.
    #[inline(always)]
    pub(super) fn put(&mut self, set: usize, rows: &[u8], wraps: Option<usize>) {
        let bytes = &mut self.0[set];
        bytes[4..4 + rows.len()].copy_from_slice(rows);
        if let Some(n_rows) = wraps {
            bytes.copy_within(4..8, 4 + 2 * n_rows);
            bytes.copy_within(2 * n_rows..2 * n_rows + 4, 0);
        }
    }
}

impl Margins for Narrow {
    #[inline(always)]
    fn window(&self, set: usize, [row, col]: [usize; 2]) -> u32 {
        let rows = &self.0[set][2 * row..2 * row + 10];
        let four = rows.first_chunk().map_or(0, |four| u64::from_le_bytes(*four));
        let last = u16::from_le_bytes([rows[8], rows[9]]) >> col;
        population_extract_u64(four >> col, 0x001F_001F_001F_001F) as u32 | u32::from(last & 31) << 20
    }
}

#[cfg(all(target_feature = "avx512bw", target_feature = "avx512vbmi", target_feature = "avx512vpopcntdq"))]
impl Margins for Leaves<'_> {
    #[inline(always)]
    fn window(&self, set: usize, [row, col]: [usize; 2]) -> u32 {
        let rows = &self.rows[set][32 * self.side + 2 * row..];
        let four = rows.first_chunk().map_or(0, |four| u64::from_le_bytes(*four));
        let last =
            rows.get(8..10).and_then(|two| two.first_chunk()).map_or(0, |two| u16::from_le_bytes(*two));
        population_extract_u64(four >> col, 0x001F_001F_001F_001F) as u32 | u32::from(last >> col & 31) << 20
    }

    /// Three rows are enough for it.
    #[inline(always)]
    fn free(&self, [row, col]: [usize; 2]) -> u64 {
        const NEAR: u64 = 0b01110 | 0b01010 << 16 | 0b01110 << 32;
        let rows = &self.rows[0][32 * self.side + 2 * row + 2..];
        let three = rows.first_chunk().map_or(0, |three| u64::from_le_bytes(*three));
        population_extract_u64(three >> col, NEAR)
    }
}

impl Full {
    pub(super) const EMPTY: Self = Self([[0; 144]; N_SETS]);

    /// As [`Narrow::put`].
    #[inline(always)]
    pub(super) fn put<const N: usize>(&mut self, set: usize, rows: [m256i; N], wraps: Option<usize>) {
        let bytes = &mut self.0[set];
        for i in 0..N {
            bytes[8 + 32 * i..40 + 32 * i].copy_from_slice(&<[u8; 32]>::from(rows[i]));
        }
        if let Some(n_rows) = wraps {
            bytes.copy_within(8..16, 8 + 4 * n_rows);
            bytes.copy_within(4 * n_rows..4 * n_rows + 8, 0);
        }
    }
}

impl Margins for Full {
    #[inline(always)]
    fn window(&self, set: usize, [row, col]: [usize; 2]) -> u32 {
        let rows = &self.0[set][4 * row..4 * row + 20];
        let two = |i: usize| {
            let two = rows[8 * i..].first_chunk().map_or(0, |two| u64::from_le_bytes(*two));
            population_extract_u64(two >> col, 0x1F_0000_001F) as u32
        };
        let last = u32::from_le_bytes([rows[16], rows[17], rows[18], rows[19]]) >> col;
        two(0) | two(1) << 10 | (last & 31) << 20
    }
}

/// Tells of every queen of one side four times its activity. `queens` are words of rows of `LANE` bits; the sets are
/// the empty cells, and the digits of the free neighbours of each cell where the rival can come to.
#[inline(always)]
pub(super) fn each_queen<const LANE: usize>(queens: &[u64], sets: &impl Margins, mut see: impl FnMut(u32)) {
    for i in 0..queens.len() {
        let mut left = queens[i];
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            left &= left - 1;
            see(activity([64 / LANE * i + bit / LANE, bit % LANE], sets));
        }
    }
}

/// Four times the activity of a queen at this row and column.
#[inline(always)]
fn activity(place: [usize; 2], sets: &impl Margins) -> u32 {
    let free = sets.free(place);
    let behind = BEHIND[free as usize & 255];
    let [one, two, four, eight] = [1, 2, 3, 4].map(|set| sets.window(set, place));
    // Cells one step away count twice, as the cells two steps away of the next digit.
    (one & behind).count_ones()
        + 2 * (two & behind | one & NEAR).count_ones()
        + 4 * (four & behind | two & NEAR).count_ones()
        + 8 * (eight & behind | four & NEAR).count_ones()
        + 16 * (eight & NEAR).count_ones()
}
