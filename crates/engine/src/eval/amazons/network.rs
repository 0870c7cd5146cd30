//! A small network from the [counts](super::census) of a position to the log-odds of winning: one layer of units that
//! add counts up in whole numbers and pass on what is above zero, the last of them anything, and a weighted sum of
//! these. Whole numbers add up the same in every order, so that vectors and plain code agree to the last bit.

#[cfg(target_feature = "avx2")]
use safe_arch::{
    add_i32_m256i, add_m256, convert_to_m256_from_i32_m256i, m256, m256i, max_i32_m256i,
    mul_i16_horizontal_add_m256i, mul_m256, set_splat_i32_m256i,
};

use super::census::{Counts, N_PAIRS};

/// Units of the layer.
pub const N_UNITS: usize = 24;
/// Counts that are added up.
pub const N_COUNTS: usize = 2 * N_PAIRS;
/// Weights of the layer are whole numbers of this part.
pub const STEPS: f32 = 1024.0;
/// Units to a vector.
const LANES: usize = 8;
#[cfg(target_feature = "avx2")]
const N_VECTORS: usize = N_UNITS / LANES;
/// Sums that are added up side by side.
#[cfg(target_feature = "avx2")]
const TURNS: usize = 4;

/// What each unit passes on at least: nothing, but the last one anything.
const LEAST: [i32; N_UNITS] = {
    let mut least = [0; N_UNITS];
    least[N_UNITS - 1] = i32::MIN;
    least
};

/// What a queen move is worth before its arrow, or a whole move: what stays the same of the network, and what not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Head {
    /// What each unit begins with, in [`STEPS`].
    pub bias: [i32; N_UNITS],
    /// Log-odds per unit.
    pub out: [f32; N_UNITS],
    /// Log-odds to begin with.
    pub base: f32,
}

/// The network.
#[derive(Clone, PartialEq, Debug)]
pub struct Network {
    /// By pairs of counts and by units: the weights of both counts.
    layer: [[[i16; 2]; N_UNITS]; N_PAIRS],
    /// The same as vectors.
    #[cfg(target_feature = "avx2")]
    vectors: [[m256i; N_VECTORS]; N_PAIRS],
    /// After a whole move, and after a queen move.
    heads: [Head; 2],
}

impl Network {
    /// From the weights of the layer, by counts and by units, in [`STEPS`], and the heads.
    pub fn new(weights: &[[i16; N_UNITS]; N_COUNTS], heads: [Head; 2]) -> Self {
        let layer = std::array::from_fn(|pair| {
            std::array::from_fn(|unit| [weights[2 * pair][unit], weights[2 * pair + 1][unit]])
        });
        Self {
            layer,
            #[cfg(target_feature = "avx2")]
            vectors: layer.map(|pair| {
                std::array::from_fn(|vector| {
                    let units: [[i16; 2]; LANES] = std::array::from_fn(|lane| pair[LANES * vector + lane]);
                    m256i::from(units.map(|[one, two]| u32::from(one as u16) | u32::from(two as u16) << 16))
                })
            }),
            heads,
        }
    }

    /// The weights of the layer, by counts and by units.
    pub fn layer(&self) -> [[i16; N_UNITS]; N_COUNTS] {
        std::array::from_fn(|count| self.layer[count / 2].map(|both| both[count % 2]))
    }

    /// The heads, after a whole move and after a queen move.
    pub const fn heads(&self) -> &[Head; 2] {
        &self.heads
    }

    /// The log-odds that the side to move wins; `has_arrow` tells whether the other side has still to shoot.
    #[inline]
    pub fn odds(&self, counts: &Counts, has_arrow: bool) -> f32 {
        let head = &self.heads[usize::from(has_arrow)];
        let [a, b, c, d, e, f, g, h] = self.parts(counts, head);
        head.base + (((a + e) + (b + f)) + ((c + g) + (d + h)))
    }

    /// What the units say, every eighth added up.
    #[cfg(target_feature = "avx2")]
    #[inline(always)]
    fn parts(&self, counts: &Counts, head: &Head) -> [f32; LANES] {
        let sums = self.sums(counts, head);
        let mut parts = m256::default();
        for vector in 0..N_VECTORS {
            let least = m256i::from(*LEAST[LANES * vector..].first_chunk::<LANES>().unwrap_or(&[0; LANES]));
            let out = m256::from(*head.out[LANES * vector..].first_chunk::<LANES>().unwrap_or(&[0.0; LANES]));
            let units = convert_to_m256_from_i32_m256i(max_i32_m256i(sums[vector], least));
            parts = add_m256(parts, mul_m256(units, out));
        }
        parts.into()
    }

    #[cfg(not(target_feature = "avx2"))]
    fn parts(&self, counts: &Counts, head: &Head) -> [f32; LANES] {
        self.plain_parts(counts, head)
    }

    /// The same without vectors.
    #[cfg(any(test, not(target_feature = "avx2")))]
    fn plain_parts(&self, counts: &Counts, head: &Head) -> [f32; LANES] {
        let mut sums = head.bias;
        for (both, weights) in counts.iter().zip(&self.layer) {
            for unit in 0..N_UNITS {
                let [one, two] = weights[unit].map(i32::from);
                sums[unit] += (both & 0xFFFF) as i32 * one + (both >> 16) as i32 * two;
            }
        }
        let mut parts = [0.0; LANES];
        for unit in 0..N_UNITS {
            parts[unit % LANES] += sums[unit].max(LEAST[unit]) as f32 * head.out[unit];
        }
        parts
    }

    /// What the units come to. Pairs are added up in turns, so that no sum waits for the one before.
    #[cfg(target_feature = "avx2")]
    #[inline(always)]
    fn sums(&self, counts: &Counts, head: &Head) -> [m256i; N_VECTORS] {
        let mut sums = [[m256i::default(); N_VECTORS]; TURNS];
        for vector in 0..N_VECTORS {
            sums[0][vector] =
                m256i::from(*head.bias[LANES * vector..].first_chunk::<LANES>().unwrap_or(&[0; LANES]));
        }
        let (counts, rest) = counts.as_chunks::<TURNS>();
        let (weights, rest_weights) = self.vectors.as_chunks::<TURNS>();
        let add = |sums: &mut [m256i; N_VECTORS], both: u32, weights: &[m256i; N_VECTORS]| {
            let both = set_splat_i32_m256i(both as i32);
            for vector in 0..N_VECTORS {
                let more = mul_i16_horizontal_add_m256i(both, weights[vector]);
                sums[vector] = add_i32_m256i(sums[vector], more);
            }
        };
        for (counts, weights) in counts.iter().zip(weights) {
            for turn in 0..TURNS {
                add(&mut sums[turn], counts[turn], &weights[turn]);
            }
        }
        for (turn, (&both, weights)) in rest.iter().zip(rest_weights).enumerate() {
            add(&mut sums[turn], both, weights);
        }
        let all = |vector| sums.iter().fold(m256i::default(), |sum, turn| add_i32_m256i(sum, turn[vector]));
        std::array::from_fn(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_games::dice::Dice;

    #[test]
    fn vectors_and_plain_numbers_agree() {
        let mut dice = Dice::new(1);
        let mut number = |n: u32| dice.below(2 * n + 1) as i32 - n as i32;
        let layer = std::array::from_fn(|_| std::array::from_fn(|_| number(32_000) as i16));
        let heads = [0, 1].map(|_| Head {
            bias: std::array::from_fn(|_| number(1 << 20)),
            out: std::array::from_fn(|_| number(1000) as f32 * 1e-6),
            base: number(1000) as f32 * 1e-3,
        });
        let network = Network::new(&layer, heads);
        assert_eq!(network.layer(), layer);
        for _ in 0..100 {
            let counts =
                std::array::from_fn(|_| number(400).unsigned_abs() | number(400).unsigned_abs() << 16);
            for head in &heads {
                assert_eq!(network.parts(&counts, head), network.plain_parts(&counts, head));
            }
        }
    }
}
