//! The network that tells the chances of samples best, from nothing: gradients of the log-loss, by Adam, with strides
//! that fade out. In floating point; whole numbers are made of it at the end.
//!
//! CITE: D. Kingma, J. Ba, "Adam: a method for stochastic optimization" (2015).

use agon_games::dice::Dice;

use super::sample::Sample;
use crate::eval::amazons::network::{Head, N_COUNTS, N_UNITS, Network, STEPS};

/// Times that every sample is seen.
const EPOCHS: usize = 8;
/// Samples to a step.
const BATCH: usize = 256;
/// How far a step goes at first.
const STRIDE: f32 = 0.004;
/// How fast the means of slopes and of their squares forget.
const FORGETTING: [f32; 2] = [0.1, 0.001];
/// No weight of a unit is to be larger than this many [`STEPS`]; units are scaled so.
const LARGEST: f32 = 32_000.0;
/// Units are not made finer than that.
const FINEST: f32 = 4.0;

/// All numbers of a network, or as many slopes of them.
#[derive(Clone)]
struct Numbers {
    layer: [[f32; N_UNITS]; N_COUNTS],
    bias: [[f32; N_UNITS]; 2],
    out: [[f32; N_UNITS]; 2],
    base: [f32; 2],
}

/// The mean log-loss of a network on samples.
pub(super) fn log_loss<'a>(network: &Network, samples: impl Iterator<Item = &'a Sample>) -> f64 {
    let (mut sum, mut n) = (0.0, 0);
    for sample in samples {
        let counts = std::array::from_fn(|pair| {
            u32::from(sample.counts()[2 * pair]) | u32::from(sample.counts()[2 * pair + 1]) << 16
        });
        let odds = f64::from(network.odds(&counts, sample.head() == 1));
        // ln(1 + e^x) - x * chance, without overflow.
        sum += odds.max(0.0) + (-odds.abs()).exp().ln_1p() - odds * f64::from(sample.chance());
        n += 1;
    }
    sum / f64::from(n.max(1))
}

/// The network that tells the samples best.
pub(super) fn fit(samples: &[&Sample], seed: u64) -> Network {
    let scales = scales(samples);
    let mut dice = Dice::new(seed ^ 0x00F1_77ED);
    let mut numbers = Numbers::random(&mut dice);
    let (mut mean, mut square) = (Numbers::zero(), Numbers::zero());
    let n_steps = EPOCHS * (samples.len() / BATCH);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut step = 0;
    for _ in 0..EPOCHS {
        dice.shuffle(&mut order);
        for batch in order.chunks_exact(BATCH) {
            let mut slope = Numbers::zero();
            for &number in batch {
                numbers.add_slope(samples[number as usize], &scales, &mut slope);
            }
            step += 1;
            let fading = 0.5 + 0.5 * (std::f32::consts::PI * step as f32 / n_steps as f32).cos();
            let begun = FORGETTING.map(|rate| 1.0 - (1.0 - rate).powi(step));
            let parts = numbers.parts().into_iter().zip(slope.parts());
            for ((to, slope), (mean, square)) in parts.zip(mean.parts().into_iter().zip(square.parts())) {
                for i in 0..to.len() {
                    mean[i] += FORGETTING[0] * (slope[i] - mean[i]);
                    square[i] += FORGETTING[1] * (slope[i] * slope[i] - square[i]);
                    let size = (square[i] / begun[1]).sqrt() + 1e-8;
                    to[i] -= STRIDE * fading.max(0.002) * (mean[i] / begun[0]) / size;
                }
            }
        }
    }
    numbers.whole(&scales)
}

/// What each count is multiplied with, so that all are alike in size.
fn scales(samples: &[&Sample]) -> [f32; N_COUNTS] {
    let mut squares = [0.0_f64; N_COUNTS];
    for sample in samples {
        for (sum, &count) in squares.iter_mut().zip(sample.counts()) {
            *sum += f64::from(u32::from(count) * u32::from(count));
        }
    }
    squares.map(|sum| 1.0 / ((sum / samples.len().max(1) as f64).sqrt() as f32).max(0.05))
}

impl Numbers {
    const fn zero() -> Self {
        Self {
            layer: [[0.0; N_UNITS]; N_COUNTS],
            bias: [[0.0; N_UNITS]; 2],
            out: [[0.0; N_UNITS]; 2],
            base: [0.0; 2],
        }
    }

    fn random(dice: &mut Dice) -> Self {
        let mut small = || 0.4 * (dice.below(1 << 20) as f32 / (1 << 20) as f32 - 0.5);
        let mut numbers = Self::zero();
        numbers.layer.as_flattened_mut().iter_mut().for_each(|weight| *weight = small());
        numbers.out = [std::array::from_fn(|_| small()); 2];
        numbers
    }

    fn parts(&mut self) -> [&mut [f32]; 4] {
        let Self { layer, bias, out, base } = self;
        [layer.as_flattened_mut(), bias.as_flattened_mut(), out.as_flattened_mut(), base]
    }

    /// Adds what one sample of a batch says to the slopes.
    fn add_slope(&self, sample: &Sample, scales: &[f32; N_COUNTS], slope: &mut Self) {
        let head = sample.head();
        let inputs: [f32; N_COUNTS] = std::array::from_fn(|i| f32::from(sample.counts()[i]) * scales[i]);
        let mut units = self.bias[head];
        for (&input, weights) in inputs.iter().zip(&self.layer).filter(|(input, _)| **input != 0.0) {
            for unit in 0..N_UNITS {
                units[unit] += input * weights[unit];
            }
        }
        let mut odds = self.base[head];
        for unit in 0..N_UNITS {
            if unit < N_UNITS - 1 {
                units[unit] = units[unit].max(0.0);
            }
            odds += units[unit] * self.out[head][unit];
        }
        let miss = (1.0 / (1.0 + (-odds).exp()) - sample.chance()) / BATCH as f32;
        slope.base[head] += miss;
        let mut blame = [0.0; N_UNITS];
        for unit in 0..N_UNITS {
            slope.out[head][unit] += miss * units[unit];
            if units[unit] > 0.0 || unit == N_UNITS - 1 {
                blame[unit] = miss * self.out[head][unit];
            }
            slope.bias[head][unit] += blame[unit];
        }
        for (&input, slopes) in inputs.iter().zip(&mut slope.layer).filter(|(input, _)| **input != 0.0) {
            for unit in 0..N_UNITS {
                slopes[unit] += input * blame[unit];
            }
        }
    }

    /// The network of these numbers, for counts as they are.
    fn whole(&self, scales: &[f32; N_COUNTS]) -> Network {
        let weight = |count: usize, unit: usize| self.layer[count][unit] * scales[count] * STEPS;
        let sizes: [f32; N_UNITS] = std::array::from_fn(|unit| {
            let largest = (0..N_COUNTS).map(|count| weight(count, unit).abs()).fold(1e-6, f32::max);
            (LARGEST / largest).min(FINEST)
        });
        let round = |count: usize, unit: usize| (weight(count, unit) * sizes[unit]).round() as i16;
        let layer = std::array::from_fn(|count| std::array::from_fn(|unit| round(count, unit)));
        let head = |head: usize| Head {
            bias: std::array::from_fn(|unit| (self.bias[head][unit] * sizes[unit] * STEPS).round() as i32),
            out: std::array::from_fn(|unit| self.out[head][unit] / sizes[unit] / STEPS),
            base: self.base[head],
        };
        Network::new(&layer, [head(0), head(1)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_what_the_samples_have_in_common() {
        let mut dice = Dice::new(1);
        let samples: Vec<Sample> = (0..20_000)
            .map(|_| {
                let counts = std::array::from_fn(|_| dice.below(8) | dice.below(8) << 16);
                let has_arrow = dice.below(2) == 1;
                let lead = (counts[0] & 7) as f32 - (counts[0] >> 16) as f32;
                let odds =
                    0.4 * lead.max(0.0) - 0.2 * (counts[3] & 7) as f32 + 0.5 * f32::from(u8::from(has_arrow));
                Sample::new(&counts, has_arrow, 1.0 / (1.0 + (-odds).exp()))
            })
            .collect();
        let all: Vec<&Sample> = samples.iter().collect();
        let network = fit(&all, 1);
        let entropy = |chance: f64| -(chance * chance.ln() + (1.0 - chance) * (1.0 - chance).ln());
        let least = samples.iter().map(|sample| entropy(sample.chance().into())).sum::<f64>() / 20_000.0;
        let loss = log_loss(&network, samples.iter());
        // Knowing nothing costs 0.08 more than the least.
        assert!(loss < least + 0.012, "{loss} for {least}");
        assert_eq!(network, fit(&all, 1), "equal seeds give equal networks");
    }
}
