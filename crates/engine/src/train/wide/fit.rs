//! Logistic regression to what the search thought and how games ended, by Adam.
// CITE: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015.

use std::f32::consts::PI;

use agon_games::dice::Dice;

use super::sample::Sample;
use crate::eval::mixture::{Format, Mixture};

const PASSES: u32 = 6;
const BATCH: usize = 1024;
/// The rate that a fit begins with, and what it falls to.
const RATES: [f32; 2] = [2e-2, 1e-6];
/// One block in so many is kept out of the fit, to see what it is worth.
const KEPT_OUT: usize = 20;
const BLOCK: usize = 512;
/// How long Adam remembers slopes and their squares.
const KEEP: [f32; 2] = [0.9, 0.999];

/// The weights while they are learned, in log-odds: a row for a full board, then others up to an empty one.
#[derive(Clone, Debug)]
pub(super) struct Model {
    format: &'static Format,
    /// So many points are a log-odds of 1.
    scale: f32,
    params: Vec<f32>,
}

impl Model {
    pub(super) fn new(format: &'static Format, scale: f32) -> Self {
        Self { format, scale, params: vec![0.0; format.n_counts * format.n_rows] }
    }

    /// Where the row below a sample begins, and how far the sample is from it towards the next.
    fn place(&self, sample: &Sample) -> (usize, f32) {
        let place = sample.emptiness() * (self.format.n_rows - 1) as f32;
        let row = (place as usize).min(self.format.n_rows - 2);
        (row * self.format.n_counts, place - row as f32)
    }

    /// The chance of the side to move.
    fn predict(&self, sample: &Sample) -> f32 {
        let (row, beyond) = self.place(sample);
        let (fuller, emptier) = self.params[row..].split_at(self.format.n_counts);
        let mut sums = [0.0; 2];
        for &(at, count) in &sample.counts {
            sums[0] += fuller[usize::from(at)] * f32::from(count);
            sums[1] += emptier[usize::from(at)] * f32::from(count);
        }
        sigmoid(sums[0] * (1.0 - beyond) + sums[1] * beyond)
    }

    /// What the weights should predict: the chance to win, a draw being half of it; `trust` is the part of the result.
    fn target(&self, sample: &Sample, trust: f32) -> f32 {
        let thought = sigmoid(f32::from(sample.score) / self.scale);
        match sample.result {
            Some(result) => trust * ((f32::from(result) + 1.0) / 2.0) + (1.0 - trust) * thought,
            None => thought,
        }
    }

    /// The mean square error on samples that are kept out of the fit.
    pub(super) fn error(&self, samples: &[Sample], trust: f32) -> f64 {
        let (mut n, mut total) = (0, 0.0);
        for (_, sample) in samples.iter().enumerate().filter(|(at, _)| is_kept_out(*at)) {
            n += 1;
            total += f64::from((self.predict(sample) - self.target(sample, trust)).powi(2));
        }
        total / f64::from(n.max(1))
    }

    /// Goes on towards what the samples say; `trust` is the part of the result in that.
    pub(super) fn fit(&mut self, samples: &[Sample], trust: f32, seed: u64) {
        let mut order: Vec<usize> = (0..samples.len()).filter(|&at| !is_kept_out(at)).collect();
        let mut dice = Dice::new(seed ^ 0x4649_5457);
        let n_batches = PASSES as usize * order.len().div_ceil(BATCH);
        let n_params = self.params.len();
        let [mut mean, mut square, mut slopes] = [(); 3].map(|()| vec![0.0_f32; n_params]);
        let mut fading = [1.0_f32; 2];
        let mut n_done = 0;
        for _ in 0..PASSES {
            dice.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                slopes.fill(0.0);
                for &at in batch {
                    self.add_slopes(&samples[at], trust, batch.len(), &mut slopes);
                }
                let far = n_done as f32 / n_batches as f32;
                let rate = RATES[1] + (RATES[0] - RATES[1]) * (1.0 + (PI * far).cos()) / 2.0;
                fading = [fading[0] * KEEP[0], fading[1] * KEEP[1]];
                for at in 0..n_params {
                    mean[at] = KEEP[0] * mean[at] + (1.0 - KEEP[0]) * slopes[at];
                    square[at] = KEEP[1] * square[at] + (1.0 - KEEP[1]) * slopes[at] * slopes[at];
                    let size = (square[at] / (1.0 - fading[1])).sqrt() + 1e-8;
                    self.params[at] -= rate * mean[at] / (1.0 - fading[0]) / size;
                }
                n_done += 1;
            }
        }
    }

    /// Adds how the mean loss of a batch of so many samples changes with each parameter, as far as one of them goes.
    fn add_slopes(&self, sample: &Sample, trust: f32, n_samples: usize, slopes: &mut [f32]) {
        let miss = (self.predict(sample) - self.target(sample, trust)) / n_samples as f32;
        let (row, beyond) = self.place(sample);
        let (fuller, emptier) = slopes[row..].split_at_mut(self.format.n_counts);
        for &(at, count) in &sample.counts {
            let slope = miss * f32::from(count);
            fuller[usize::from(at)] += slope * (1.0 - beyond);
            emptier[usize::from(at)] += slope * beyond;
        }
    }

    /// The weights in whole numbers.
    pub(super) fn weights(&self) -> Mixture {
        let points: Vec<f32> = self.params.iter().map(|param| param * self.scale).collect();
        self.format.of_points(&points)
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.params.iter().flat_map(|param| param.to_le_bytes()));
    }

    pub(super) fn read(rest: &mut &[u8], format: &'static Format, scale: f32) -> Option<Self> {
        let words: &[[u8; 4]] = rest.split_off(..4 * format.n_counts * format.n_rows)?.as_chunks().0;
        Some(Self { format, scale, params: words.iter().map(|word| f32::from_le_bytes(*word)).collect() })
    }
}

const fn is_kept_out(at: usize) -> bool {
    at / BLOCK % KEPT_OUT == 1
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
