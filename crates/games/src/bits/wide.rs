//! Words wider than the machine's: `N` limbs of 64 bits, lowest first. Loops over the limbs have a
//! constant length, so the compiler turns the plain ones into vector instructions.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::{Bits, mix64, select64};

/// A set of up to `64 * N` cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> Wide<N> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut out = [0; N];
        for i in 0..N {
            out[i] = f(self.0[i], other.0[i]);
        }
        Self(out)
    }
}

impl<const N: usize> Bits for Wide<N> {
    const BITS: usize = 64 * N;
    const EMPTY: Self = Self([0; N]);

    #[inline(always)]
    fn cell(cell: usize) -> Self {
        let mut out = [0; N];
        out[cell / 64] = 1 << (cell % 64);
        Self(out)
    }

    #[inline(always)]
    fn has(self, cell: usize) -> bool {
        self.0[cell / 64] >> (cell % 64) & 1 != 0
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        let mut out = [0; N];
        if by < 64 {
            out[0] = self.0[0] << by;
            for i in 1..N {
                out[i] = self.0[i] << by | (self.0[i - 1] >> 1) >> (63 - by);
            }
            return Self(out);
        }
        let (limbs, by) = ((by / 64) as usize, by % 64);
        for i in 0..N {
            let limb = if i >= limbs { self.0[i - limbs] } else { 0 };
            let below = if i > limbs { self.0[i - limbs - 1] } else { 0 };
            out[i] = limb << by | (below >> 1) >> (63 - by);
        }
        Self(out)
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        let mut out = [0; N];
        if by < 64 {
            out[N - 1] = self.0[N - 1] >> by;
            for i in 0..N - 1 {
                out[i] = self.0[i] >> by | (self.0[i + 1] << 1) << (63 - by);
            }
            return Self(out);
        }
        let (limbs, by) = ((by / 64) as usize, by % 64);
        for i in 0..N {
            let limb = if i + limbs < N { self.0[i + limbs] } else { 0 };
            let above = if i + limbs + 1 < N { self.0[i + limbs + 1] } else { 0 };
            out[i] = limb >> by | (above << 1) << (63 - by);
        }
        Self(out)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }

    #[inline(always)]
    fn lowest(self) -> usize {
        for i in 0..N {
            if self.0[i] != 0 {
                return 64 * i + self.0[i].trailing_zeros() as usize;
            }
        }
        Self::BITS
    }

    #[inline(always)]
    fn below_lowest(self) -> Self {
        let (mut out, mut carry) = ([0; N], u64::MAX);
        for (mask, limb) in out.iter_mut().zip(self.0) {
            *mask = carry & limb.wrapping_sub(1) & !limb;
            carry &= u64::from(limb != 0).wrapping_sub(1);
        }
        Self(out)
    }

    #[inline(always)]
    fn above_highest(self) -> Self {
        let (mut out, mut carry) = ([0; N], u64::MAX);
        for i in (0..N).rev() {
            out[i] = carry & !u64::MAX.unbounded_shr(self.0[i].leading_zeros());
            carry &= u64::from(self.0[i] != 0).wrapping_sub(1);
        }
        Self(out)
    }

    #[inline(always)]
    fn without_lowest(mut self) -> Self {
        for limb in &mut self.0 {
            if *limb != 0 {
                *limb &= *limb - 1;
                break;
            }
        }
        self
    }

    #[inline(always)]
    fn nth(self, mut n: u32) -> usize {
        for i in 0..N {
            let count = self.0[i].count_ones();
            if n < count {
                return 64 * i + select64(self.0[i], n);
            }
            n -= count;
        }
        Self::BITS
    }

    #[inline(always)]
    fn low(self) -> u64 {
        self.0[0]
    }

    #[inline(always)]
    fn from_low(low: u64) -> Self {
        let mut out = [0; N];
        out[0] = low;
        Self(out)
    }

    #[inline(always)]
    fn mix(self, seed: u64) -> u64 {
        self.0.into_iter().fold(seed, |hash, limb| mix64(limb, hash))
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, limb| all | limb) == 0
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Wide<N> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|limb| !limb))
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Wide<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}
