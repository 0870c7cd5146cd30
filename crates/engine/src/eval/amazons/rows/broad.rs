//! Sets on boards of more than 16 rows or columns: several vectors, a row in each lane of 32 bits.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use safe_arch::{
    bitandnot_m256i, combined_byte_shr_imm_m256i, m256i, shl_all_u32_m256i, shl_imm_u32_m256i,
    shr_all_u32_m256i, shr_imm_u32_m256i, shuffle_abi_i128z_all_m256i, testz_m256i,
};

use super::plane::{AROUND_LEVELS, Plane, Ring, Tall};
use crate::eval::amazons::field::Set;

/// Up to `8 * N` rows of up to 32 columns.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval::amazons) struct Broad<const N: usize>(pub(in crate::eval::amazons) [m256i; N]);

impl<const N: usize> Broad<N> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(m256i, m256i) -> m256i) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// The vector so many after each, or nothing.
    #[inline(always)]
    fn shifted(self, vectors: isize) -> impl Fn(usize) -> m256i {
        move |i| i.checked_add_signed(vectors).and_then(|i| self.0.get(i)).copied().unwrap_or_default()
    }

    /// The rows from this one on, around a board of `size` rows.
    #[inline(always)]
    fn turned_to(self, first: usize, size: usize) -> Self {
        let mut rows = [0; 256];
        for start in [0, 4 * size] {
            for i in 0..N {
                rows[start + 32 * i..start + 32 * i + 32].copy_from_slice(&<[u8; 32]>::from(self.0[i]));
            }
        }
        Self(std::array::from_fn(|i| {
            let here = &rows[4 * first + 32 * i..4 * first + 32 * i + 32];
            here.first_chunk::<32>().map_or_else(m256i::default, |rows| m256i::from(*rows))
        }))
    }
}

impl<const N: usize> BitAnd for Broad<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const N: usize> BitOr for Broad<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const N: usize> BitXor for Broad<N> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const N: usize> Not for Broad<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|rows| !rows))
    }
}

impl<const N: usize> Set for Broad<N> {
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.into_iter().map(|rows| Tall(rows).count()).sum()
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.is_nothing()
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.zip(other, |a, b| bitandnot_m256i(b, a))
    }
}

impl<const N: usize> Plane for Broad<N> {
    #[inline(always)]
    fn right<const LEVEL: usize>(self) -> Self {
        Self(self.0.map(|rows| match LEVEL {
            0 => shl_imm_u32_m256i::<1>(rows),
            1 => shl_imm_u32_m256i::<2>(rows),
            2 => shl_imm_u32_m256i::<4>(rows),
            3 => shl_imm_u32_m256i::<8>(rows),
            _ => shl_imm_u32_m256i::<16>(rows),
        }))
    }
    #[inline(always)]
    fn left<const LEVEL: usize>(self) -> Self {
        Self(self.0.map(|rows| match LEVEL {
            0 => shr_imm_u32_m256i::<1>(rows),
            1 => shr_imm_u32_m256i::<2>(rows),
            2 => shr_imm_u32_m256i::<4>(rows),
            3 => shr_imm_u32_m256i::<8>(rows),
            _ => shr_imm_u32_m256i::<16>(rows),
        }))
    }
    #[inline(always)]
    fn down<const LEVEL: usize>(self) -> Self {
        let [here, before] = [self.shifted(0), self.shifted(-1)];
        let carried = |i| shuffle_abi_i128z_all_m256i::<0x21>(before(i), here(i));
        Self(std::array::from_fn(|i| match LEVEL {
            0 => combined_byte_shr_imm_m256i::<12>(here(i), carried(i)),
            1 => combined_byte_shr_imm_m256i::<8>(here(i), carried(i)),
            2 => carried(i),
            3 => before(i),
            _ => self.shifted(-2)(i),
        }))
    }
    #[inline(always)]
    fn up<const LEVEL: usize>(self) -> Self {
        let [here, after] = [self.shifted(0), self.shifted(1)];
        let carried = |i| shuffle_abi_i128z_all_m256i::<0x21>(here(i), after(i));
        Self(std::array::from_fn(|i| match LEVEL {
            0 => combined_byte_shr_imm_m256i::<4>(carried(i), here(i)),
            1 => combined_byte_shr_imm_m256i::<8>(carried(i), here(i)),
            2 => carried(i),
            3 => after(i),
            _ => self.shifted(2)(i),
        }))
    }
    #[inline(always)]
    fn right_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        let back = ring.back[LEVEL % AROUND_LEVELS];
        self.right::<LEVEL>() | Self(self.0.map(|rows| shr_all_u32_m256i(rows, back)))
    }
    #[inline(always)]
    fn left_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        let back = ring.back[LEVEL % AROUND_LEVELS];
        self.left::<LEVEL>() | Self(self.0.map(|rows| shl_all_u32_m256i(rows, back)))
    }
    #[inline(always)]
    fn down_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        if LEVEL > 3 {
            return self.turned_to(ring.size - (1 << LEVEL) % ring.size, ring.size);
        }
        let [second, third] = ring.to_top[LEVEL % AROUND_LEVELS];
        let mut moved = self.down::<LEVEL>();
        moved.0[0] |= second.of(self.0[1]) | third.of(self.0[2]);
        moved
    }
    #[inline(always)]
    fn up_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        if LEVEL > 3 {
            return self.turned_to((1 << LEVEL) % ring.size, ring.size);
        }
        let [second, third] = ring.to_bottom[LEVEL % AROUND_LEVELS];
        let mut moved = self.up::<LEVEL>();
        moved.0[1] |= second.of(self.0[0]);
        moved.0[2] |= third.of(self.0[0]);
        moved
    }
    #[inline(always)]
    fn nothing() -> Self {
        Self([m256i::default(); N])
    }
    #[inline(always)]
    fn is_nothing(self) -> bool {
        let all = self.0.into_iter().fold(m256i::default(), |all, rows| all | rows);
        testz_m256i(all, all) == 1
    }
}
