//! Logistic regression to what the search thought and how games ended, by Adam.
// CITE: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015.

use std::f32::consts::PI;

use agon_games::dice::Dice;

use super::sample::Sample;
use crate::eval::blobwar::census::N_COUNTS;
use crate::eval::blobwar::weights::Weights;

/// A value of so many hundredths of a blob is a log-odds of 1.
const SCALE: f32 = 400.0;
const N_PARAMS: usize = 2 * N_COUNTS;
const PASSES: u32 = 6;
const BATCH: usize = 1024;
/// The rate that a fit begins with, and what it falls to.
const RATES: [f32; 2] = [2e-2, 1e-6];
/// One block in so many is kept out of the fit, to see what it is worth.
const KEPT_OUT: usize = 20;
const BLOCK: usize = 512;
/// How long Adam remembers slopes and their squares.
const KEEP: [f32; 2] = [0.9, 0.999];

/// The weights while they are learned, in log-odds: on a full board, then on an empty one.
#[derive(Clone, Debug)]
pub(super) struct Model {
    params: [f32; N_PARAMS],
}

impl Default for Model {
    fn default() -> Self {
        Self { params: [0.0; N_PARAMS] }
    }
}

impl Model {
    /// The chance of the side to move.
    fn predict(&self, sample: &Sample) -> f32 {
        let (full, empty) = self.params.split_at(N_COUNTS);
        let mut sums = [0.0; 2];
        for (at, &count) in sample.counts.iter().enumerate() {
            sums[0] += full[at] * f32::from(count);
            sums[1] += empty[at] * f32::from(count);
        }
        let emptiness = sample.emptiness();
        sigmoid(sums[0] * (1.0 - emptiness) + sums[1] * emptiness)
    }

    /// The mean square error on samples that are kept out of the fit.
    pub(super) fn error(&self, samples: &[Sample], trust: f32) -> f64 {
        let (mut n, mut total) = (0, 0.0);
        for (_, sample) in samples.iter().enumerate().filter(|(at, _)| is_kept_out(*at)) {
            n += 1;
            total += f64::from((self.predict(sample) - target(sample, trust)).powi(2));
        }
        total / f64::from(n.max(1))
    }

    /// Goes on towards what the samples say; `trust` is the part of the result in that.
    pub(super) fn fit(&mut self, samples: &[Sample], trust: f32, seed: u64) {
        let mut order: Vec<usize> = (0..samples.len()).filter(|&at| !is_kept_out(at)).collect();
        let mut dice = Dice::new(seed ^ 0x4649_5457);
        let n_batches = PASSES as usize * order.len().div_ceil(BATCH);
        let [mut mean, mut square] = [[0.0_f32; N_PARAMS]; 2];
        let mut fading = [1.0_f32; 2];
        let mut n_done = 0;
        for _ in 0..PASSES {
            dice.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                let slopes = self.slopes(batch.iter().map(|&at| &samples[at]), trust, batch.len());
                let far = n_done as f32 / n_batches as f32;
                let rate = RATES[1] + (RATES[0] - RATES[1]) * (1.0 + (PI * far).cos()) / 2.0;
                fading = [fading[0] * KEEP[0], fading[1] * KEEP[1]];
                for at in 0..N_PARAMS {
                    mean[at] = KEEP[0] * mean[at] + (1.0 - KEEP[0]) * slopes[at];
                    square[at] = KEEP[1] * square[at] + (1.0 - KEEP[1]) * slopes[at] * slopes[at];
                    let size = (square[at] / (1.0 - fading[1])).sqrt() + 1e-8;
                    self.params[at] -= rate * mean[at] / (1.0 - fading[0]) / size;
                }
                n_done += 1;
            }
        }
    }

    /// How the mean loss of a batch changes with each parameter.
    fn slopes<'a>(
        &self,
        batch: impl Iterator<Item = &'a Sample>,
        trust: f32,
        n_samples: usize,
    ) -> [f32; N_PARAMS] {
        let mut slopes = [0.0; N_PARAMS];
        let (full, empty) = slopes.split_at_mut(N_COUNTS);
        for sample in batch {
            let miss = (self.predict(sample) - target(sample, trust)) / n_samples as f32;
            let emptiness = sample.emptiness();
            for (at, &count) in sample.counts.iter().enumerate() {
                let slope = miss * f32::from(count);
                full[at] += slope * (1.0 - emptiness);
                empty[at] += slope * emptiness;
            }
        }
        slopes
    }

    /// The weights in whole numbers.
    pub(super) fn weights(&self) -> Weights {
        let points = self.params.map(|param| param * SCALE);
        let (full, empty) = points.split_at(N_COUNTS);
        Weights::of_points(full, empty)
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.params.iter().flat_map(|param| param.to_le_bytes()));
    }

    pub(super) fn read(rest: &mut &[u8]) -> Option<Self> {
        let words: &[[u8; 4]] = rest.split_off(..4 * N_PARAMS)?.as_chunks().0;
        Some(Self { params: std::array::from_fn(|at| f32::from_le_bytes(words[at])) })
    }
}

const fn is_kept_out(at: usize) -> bool {
    at / BLOCK % KEPT_OUT == 1
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// What the weights should predict: the chance to win, a draw being half of it.
fn target(sample: &Sample, trust: f32) -> f32 {
    let result = (f32::from(sample.result) + 1.0) / 2.0;
    trust * result + (1.0 - trust) * sigmoid(f32::from(sample.score) / SCALE)
}
