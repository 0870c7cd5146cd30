//! The hidden sums of one side, as many at once as the processor has room for: vectors of 512 bits or 256 where there are
//! any, else plain arrays that the compiler does its best with.

use super::weights::{ACTIVE, HIDDEN, Row};

#[cfg(target_feature = "avx2")]
mod wide {
    #[cfg(not(target_feature = "avx512bw"))]
    use safe_arch::{
        add_i16_m256i as add, add_i32_m256i as add_up, convert_to_i16_m256i_from_i8_m128i as widen,
        m128i as Half, m256i as Register, max_i16_m256i as max, min_i16_m256i as min,
        mul_i16_horizontal_add_m256i as multiply_and_add, mul_i16_keep_low_m256i as multiply,
        set_splat_i16_m256i as splat, sub_i16_m256i as subtract,
    };
    #[cfg(target_feature = "avx512bw")]
    use safe_arch::{
        add_i16_m512i as add, add_i32_m512i as add_up, convert_to_i16_m512i_from_i8_m256i as widen,
        m256i as Half, m512i as Register, max_i16_m512i as max, min_i16_m512i as min,
        mul_i16_horizontal_add_m512i as multiply_and_add, mul_i16_keep_low_m512i as multiply,
        set_splat_i16_m512i as splat, sub_i16_m512i as subtract,
    };

    use super::{ACTIVE, HIDDEN, Row};

    /// Sums in a register.
    const WIDTH: usize = size_of::<Register>() / 2;
    const N: usize = HIDDEN / WIDTH;

    /// The sums of one side.
    #[derive(Clone, Copy, Debug)]
    pub(in super::super) struct Lanes([Register; N]);

    #[inline(always)]
    fn widened(row: &Row) -> [Register; N] {
        let (parts, _) = row.0.as_chunks::<WIDTH>();
        std::array::from_fn(|at| widen(Half::from(parts[at])))
    }

    impl PartialEq for Lanes {
        fn eq(&self, other: &Self) -> bool {
            let [own, others] = [self, other].map(|lanes| lanes.0.map(<[i16; WIDTH]>::from));
            own == others
        }
    }

    impl Eq for Lanes {}

    impl Lanes {
        #[inline(always)]
        pub(in super::super) fn new(sums: &[i16; HIDDEN]) -> Self {
            let (parts, _) = sums.as_chunks::<WIDTH>();
            Self(std::array::from_fn(|at| Register::from(parts[at])))
        }

        #[inline(always)]
        pub(in super::super) fn plus(self, row: &Row) -> Self {
            let row = widened(row);
            Self(std::array::from_fn(|at| add(self.0[at], row[at])))
        }

        #[inline(always)]
        pub(in super::super) fn minus(self, row: &Row) -> Self {
            let row = widened(row);
            Self(std::array::from_fn(|at| subtract(self.0[at], row[at])))
        }
    }

    /// See [`super::weigh`].
    #[inline(always)]
    pub(in super::super) fn weigh(sums: [&Lanes; 2], weights: [&Row; 2]) -> i32 {
        let (none, most) = (Register::default(), splat(ACTIVE as i16));
        let mut total = none;
        for side in 0..2 {
            let weights = widened(weights[side]);
            for at in 0..N {
                let active = min(max(sums[side].0[at], none), most);
                let weighed = multiply(active, weights[at]);
                total = add_up(total, multiply_and_add(active, weighed));
            }
        }
        <[i32; WIDTH / 2]>::from(total).into_iter().sum()
    }
}

#[cfg(not(target_feature = "avx2"))]
mod narrow {
    use super::{ACTIVE, HIDDEN, Row};

    /// The sums of one side.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
