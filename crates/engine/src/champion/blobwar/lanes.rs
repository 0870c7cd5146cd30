//! The hidden sums of one side, as many at once as the processor has room for: vectors of 256 bits where there are
//! any, else plain arrays that the compiler does its best with.

use super::weights::{ACTIVE, HIDDEN, Row};

#[cfg(target_feature = "avx2")]
mod wide {
    use safe_arch::{
        add_i16_m256i, add_i32_m256i, convert_to_i16_m256i_from_i8_m128i, m128i, m256i, max_i16_m256i,
        min_i16_m256i, mul_i16_horizontal_add_m256i, mul_i16_keep_low_m256i, set_splat_i16_m256i,
        sub_i16_m256i, zeroed_m256i,
    };

    use super::{ACTIVE, HIDDEN, Row};

    const N: usize = HIDDEN / 16;

    /// The sums of one side.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in super::super) struct Lanes([m256i; N]);

    #[inline(always)]
    fn widened(row: &Row) -> [m256i; N] {
        let (parts, _) = row.0.as_chunks();
        std::array::from_fn(|at| convert_to_i16_m256i_from_i8_m128i(m128i::from(parts[at])))
    }

    impl Lanes {
        #[inline(always)]
        pub(in super::super) fn new(sums: &[i16; HIDDEN]) -> Self {
            let (parts, _) = sums.as_chunks();
            Self(std::array::from_fn(|at| m256i::from(parts[at])))
        }

        #[inline(always)]
        pub(in super::super) fn plus(self, row: &Row) -> Self {
            let row = widened(row);
            Self(std::array::from_fn(|at| add_i16_m256i(self.0[at], row[at])))
        }

        #[inline(always)]
        pub(in super::super) fn minus(self, row: &Row) -> Self {
            let row = widened(row);
            Self(std::array::from_fn(|at| sub_i16_m256i(self.0[at], row[at])))
        }
    }

    /// See [`super::weigh`].
    #[inline(always)]
    pub(in super::super) fn weigh(sums: [&Lanes; 2], weights: [&Row; 2]) -> i32 {
        let (none, most) = (zeroed_m256i(), set_splat_i16_m256i(ACTIVE as i16));
        let mut total = none;
        for side in 0..2 {
            let weights = widened(weights[side]);
            for at in 0..N {
                let active = min_i16_m256i(max_i16_m256i(sums[side].0[at], none), most);
                let weighed = mul_i16_keep_low_m256i(active, weights[at]);
                total = add_i32_m256i(total, mul_i16_horizontal_add_m256i(active, weighed));
            }
        }
        <[i32; 8]>::from(total).into_iter().sum()
    }
}

#[cfg(not(target_feature = "avx2"))]
mod narrow {
    use super::{ACTIVE, HIDDEN, Row};

    /// The sums of one side.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in super::super) struct Lanes([i16; HIDDEN]);

    impl Lanes {
        #[inline(always)]
        pub(in super::super) fn new(sums: &[i16; HIDDEN]) -> Self {
            Self(*sums)
        }

        #[inline(always)]
        pub(in super::super) fn plus(self, row: &Row) -> Self {
            Self(std::array::from_fn(|at| self.0[at].wrapping_add(row.0[at].into())))
        }

        #[inline(always)]
        pub(in super::super) fn minus(self, row: &Row) -> Self {
            Self(std::array::from_fn(|at| self.0[at].wrapping_sub(row.0[at].into())))
        }
    }

    /// See [`super::weigh`].
    pub(in super::super) fn weigh(sums: [&Lanes; 2], weights: [&Row; 2]) -> i32 {
        let mut total = 0;
        for side in 0..2 {
            for at in 0..HIDDEN {
                let active = sums[side].0[at].clamp(0, ACTIVE as i16);
                total += i32::from(active) * i32::from(active.wrapping_mul(weights[side].0[at].into()));
            }
        }
        total
    }
}

#[cfg(not(target_feature = "avx2"))]
use narrow as chosen;
#[cfg(target_feature = "avx2")]
use wide as chosen;

pub(super) use chosen::Lanes;

/// The squares of the active parts of the sums, weighed. The product of a weight and an active sum fits into 16 bits.
#[inline(always)]
pub(super) fn weigh(sums: [&Lanes; 2], weights: [&Row; 2]) -> i32 {
    chosen::weigh(sums, weights)
}

#[cfg(test)]
mod tests {
    use agon_games::dice::Dice;

    use super::*;

    #[test]
    fn vectors_weigh_as_numbers_one_by_one_do() {
        let mut dice = Dice::new(1);
        let mut below = |most: u32| dice.below(2 * most) as i16 - most as i16;
        for _ in 0..100 {
            let sums: [[i16; HIDDEN]; 2] = std::array::from_fn(|_| std::array::from_fn(|_| below(400)));
            let weights = [0; 2].map(|_| Row(std::array::from_fn(|_| below(127) as i8)));
            let one = |side: usize, at: usize| {
                let active = i32::from(sums[side][at]).clamp(0, ACTIVE);
                active * active * i32::from(weights[side].0[at])
            };
            let slow: i32 = (0..2 * HIDDEN).map(|at| one(at / HIDDEN, at % HIDDEN)).sum();
            let lanes = sums.each_ref().map(Lanes::new);
            assert_eq!(weigh([&lanes[0], &lanes[1]], [&weights[0], &weights[1]]), slow);
        }
    }
}
