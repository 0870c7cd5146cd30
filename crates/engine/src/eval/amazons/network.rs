//! A small network from the [counts](super::census) of a position to the log-odds of winning: one layer of units that
//! add counts up in whole numbers and pass on what is above zero, the last of them anything, and a weighted sum of
//! these. Whole numbers add up the same in every order, so that vectors and plain code agree to the last bit.

#[cfg(target_feature = "avx2")]
use safe_arch::{add_i32_m256i, m256i, mul_i16_horizontal_add_m256i, set_splat_i32_m256i};

use super::census::{Counts, N_PAIRS};

/// Units of the layer.
pub const N_UNITS: usize = 24;
/// Counts that are added up.
pub const N_COUNTS: usize = 2 * N_PAIRS;
/// Weights of the layer are whole numbers of this part.
pub const STEPS: f32 = 1024.0;
/// Units to a vector.
const LANES: usize = 8;
const N_VECTORS: usize = N_UNITS / LANES;

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
        let sums = self.sums(counts, head);
        let mut parts = [0.0; LANES];
        for vector in 0..N_VECTORS {
            for lane in 0..LANES {
                let unit = LANES * vector + lane;
                let least = if unit == N_UNITS - 1 { i32::MIN } else { 0 };
                parts[lane] += sums[unit].max(least) as f32 * head.out[unit];
            }
        }
        let [a, b, c, d, e, f, g, h] = parts;
        head.base + (((a + e) + (b + f)) + ((c + g) + (d + h)))
    }

    /// What the units come to.
    #[cfg(target_feature = "avx2")]
    #[inline(always)]
    fn sums(&self, counts: &Counts, head: &Head) -> [i32; N_UNITS] {
        let mut sums: [m256i; N_VECTORS] = std::array::from_fn(|vector| {
            m256i::from(*head.bias[LANES * vector..].first_chunk::<LANES>().unwrap_or(&[0; LANES]))
        });
        for (pair, weights) in self.vectors.iter().enumerate() {
            let both = set_splat_i32_m256i(counts[pair] as i32);
            for vector in 0..N_VECTORS {
                sums[vector] =
                    add_i32_m256i(sums[vector], mul_i16_horizontal_add_m256i(both, weights[vector]));
            }
        }
        let sums = sums.map(<[i32; LANES]>::from);
        std::array::from_fn(|unit| sums[unit / LANES][unit % LANES])
    }

    #[cfg(not(target_feature = "avx2"))]
    fn sums(&self, counts: &Counts, head: &Head) -> [i32; N_UNITS] {
        self.plain_sums(counts, head)
    }

    /// What the units come to, without vectors.
    #[cfg(any(test, not(target_feature = "avx2")))]
    fn plain_sums(&self, counts: &Counts, head: &Head) -> [i32; N_UNITS] {
        let mut sums = head.bias;
        for (both, weights) in counts.iter().zip(&self.layer) {
            for unit in 0..N_UNITS {
                let [one, two] = weights[unit].map(i32::from);
                sums[unit] += (both & 0xFFFF) as i32 * one + (both >> 16) as i32 * two;
            }
        }
        sums
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
                assert_eq!(network.sums(&counts, head), network.plain_sums(&counts, head));
            }
        }
    }
}
