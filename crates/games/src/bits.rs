//! Sets of cells as machine words. A board uses the narrowest word that holds it: `u64`, `u128`, or
//! [`Wide`] with four or eight limbs; everything above is generic over [`Bits`].

mod wide;

pub use wide::Wide;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cells: one bit per cell, cell 0 in the lowest bit.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many cells the word can hold.
    const BITS: usize;
    /// The empty set.
    const EMPTY: Self;

    /// The set of one cell; `cell` must be below [`Self::BITS`].
    fn cell(cell: usize) -> Self;
    /// Whether the cell is in the set.
    fn has(self, cell: usize) -> bool;
    /// Every cell moved `by` places up; cells moved past the end are lost. `by` must be below [`Self::BITS`].
    fn up(self, by: u32) -> Self;
    /// Every cell moved `by` places down; cells moved past the start are lost. `by` must be below [`Self::BITS`].
    fn down(self, by: u32) -> Self;
    /// How many cells there are.
    fn count(self) -> u32;
    /// The lowest cell; [`Self::BITS`] when there is none.
    fn lowest(self) -> usize;
    /// Every place below the lowest cell; every place there is when the set is empty.
    fn below_lowest(self) -> Self;
    /// Every place above the highest cell; every place there is when the set is empty.
    fn above_highest(self) -> Self;
    /// The set without its lowest cell.
    fn without_lowest(self) -> Self;
    /// The `n`-th cell from the bottom, counted from 0; `n` must be below [`Self::count`].
    fn nth(self, n: u32) -> usize;
    /// A hash of the set that depends on the seed: sets that differ in a cell differ in about half its bits.
    fn mix(self, seed: u64) -> u64;
    /// The first 64 places as a machine word, for kernels written for one board.
    fn low(self) -> u64;
    /// The set whose first 64 places are these, without others.
    fn from_low(low: u64) -> Self;

    /// Whether there is no cell.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the two sets share a cell.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The cells of this set that are not in the other.
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// The cells, from the lowest up.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    /// The set of the given cells.
    fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::cell(cell))
    }
}

/// The cells of a set, from the lowest up.
#[derive(Clone, Copy, Debug)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count() as usize;
        (n, Some(n))
    }
}

impl<B: Bits> ExactSizeIterator for Cells<B> {}

/// The place of the `n`-th set bit: bit `n` is deposited there in one instruction.
#[cfg(target_feature = "bmi2")]
#[inline(always)]
fn select64(word: u64, n: u32) -> usize {
    safe_arch::population_deposit_u64(1 << n, word).trailing_zeros() as usize
}

/// The place of the `n`-th set bit: counts of all bytes at once find the byte, a table finds the bit.
// CITE: S. Vigna, "Broadword implementation of rank/select queries", 2008.
#[cfg(not(target_feature = "bmi2"))]
#[inline(always)]
fn select64(word: u64, n: u32) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x80 * ONES;
    let pairs = word - ((word >> 1) & (0x55 * ONES));
    let fours = (pairs & (0x33 * ONES)) + ((pairs >> 2) & (0x33 * ONES));
    // In each byte, how many bits are set in it and below.
    let upto = ((fours + (fours >> 4)) & (0x0F * ONES)).wrapping_mul(ONES);
    let is_below = (((u64::from(n) * ONES) | TOPS) - upto) & TOPS;
    let place = 8 * is_below.count_ones() as usize;
    let before = (upto << 8 >> place & 0xFF) as usize;
    place + usize::from(SELECT8[(word >> place & 0xFF) as usize][(n as usize - before) & 7])
}

/// The place of the `n`-th set bit in a byte.
#[cfg(not(target_feature = "bmi2"))]
static SELECT8: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A folded multiplication: both halves of the product of 128 bits.
#[inline(always)]
const fn mix64(word: u64, seed: u64) -> u64 {
    let product = (word ^ seed) as u128 * 0x9FB2_1C65_1E98_DF25;
    (product as u64) ^ (product >> 64) as u64
}

macro_rules! machine_word {
    ($word:ty, $nth:expr, $mix:expr) => {
        impl Bits for $word {
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline(always)]
            fn cell(cell: usize) -> Self {
                1 << cell
            }
            #[inline(always)]
            fn has(self, cell: usize) -> bool {
                self >> cell & 1 != 0
            }
            #[inline(always)]
            fn up(self, by: u32) -> Self {
                self << by
            }
            #[inline(always)]
            fn down(self, by: u32) -> Self {
                self >> by
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn below_lowest(self) -> Self {
                self.wrapping_sub(1) & !self
            }
            #[inline(always)]
            fn above_highest(self) -> Self {
                !<$word>::MAX.unbounded_shr(self.leading_zeros())
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn nth(self, n: u32) -> usize {
                $nth(self, n)
            }
            #[inline(always)]
            fn low(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn from_low(low: u64) -> Self {
                Self::from(low)
            }
            #[inline(always)]
            fn mix(self, seed: u64) -> u64 {
                $mix(self, seed)
            }
        }
    };
}

machine_word!(u64, select64, mix64);
machine_word!(
    u128,
    |word: u128, n: u32| {
        let low = (word as u64).count_ones();
        if n < low { select64(word as u64, n) } else { 64 + select64((word >> 64) as u64, n - low) }
    },
    |word: u128, seed: u64| mix64((word >> 64) as u64, mix64(word as u64, seed))
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    /// Every operation against the same one on a plain list of cells.
    fn check<B: Bits>() {
        let mut dice = Dice::new(B::BITS as u64);
        for _ in 0..500 {
            let cells: Vec<usize> =
                (0..B::BITS).filter(|_| dice.below(8) < dice.below(8)).collect::<Vec<_>>();
            let set = B::of(cells.iter().copied());
            let by = dice.below(B::BITS as u32) as usize;
            assert_eq!(set.cells().collect::<Vec<_>>(), cells);
            assert_eq!(set.count() as usize, cells.len());
            assert_eq!(set.is_empty(), cells.is_empty());
            assert_eq!(set.lowest(), cells.first().copied().unwrap_or(B::BITS));
            assert_eq!(set.has(by), cells.contains(&by));
            let up = cells.iter().map(|c| c + by).filter(|&c| c < B::BITS);
            assert_eq!(set.up(by as u32), B::of(up));
            let down = cells.iter().filter(|&&c| c >= by).map(|c| c - by);
            assert_eq!(set.down(by as u32), B::of(down));
            let first = cells.first().copied().unwrap_or(B::BITS);
            assert_eq!(set.below_lowest(), B::of(0..first));
            let above = cells.last().map_or(0, |c| c + 1);
            assert_eq!(set.above_highest(), B::of(above..B::BITS));
            for (n, &cell) in cells.iter().enumerate() {
                assert_eq!(set.nth(n as u32), cell);
            }
            assert_eq!(!set, B::of((0..B::BITS).filter(|c| !cells.contains(c))));
        }
    }

    #[test]
    fn words_of_every_width_agree_with_lists() {
        check::<u64>();
        check::<u128>();
        check::<Wide<4>>();
        check::<Wide<8>>();
    }
}
