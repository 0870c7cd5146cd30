//! Fitting the network: plain gradients by hand, Adam, every position seen through a random symmetry of its
//! board. The sums of a batch are made in a fixed number of parts, so threads do not change the result.
// CITE: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015.

use std::f64::consts::PI;
use std::thread;

use agon_games::bits::Bits;
use agon_games::dice::Dice;

use super::sample::Sample;
use crate::champion::blobwar::net::{STARTS, bucket, filling};
use crate::champion::blobwar::weights::{
    ACTIVE, BUCKETS, FILLINGS, HIDDEN, OUT, Row, SCALE, WINDOWS, Weights,
};

/// Rows of the hidden layer: own, theirs and wall for each place, which every filling with it shares; the bias; what
/// each filling of each window adds to that.
const ROWS: usize = BIAS + 1 + WINDOWS * FILLINGS;
const BIAS: usize = 3 * 64;
/// Where the output weights begin: per bucket, own sums then theirs; then the biases of the buckets.
const OUTPUTS: usize = ROWS * HIDDEN;
const OUT_BIAS: usize = OUTPUTS + BUCKETS * 2 * HIDDEN;
const N_PARAMS: usize = OUT_BIAS + BUCKETS;

/// The same of the whole network, whose rows share nothing: windows, bias, outputs.
const W_BIAS: usize = WINDOWS * FILLINGS;
const W_OUTPUTS: usize = (W_BIAS + 1) * HIDDEN;
const W_OUT_BIAS: usize = W_OUTPUTS + BUCKETS * 2 * HIDDEN;
const N_WHOLE: usize = W_OUT_BIAS + BUCKETS;

const BATCH: usize = 4096;
const PARTS: usize = 4;
/// The rate falls from the first to the last step.
const RATE: (f64, f64) = (2e-3, 1e-5);
/// One block in so many is kept out of the fit, to see what the fit is worth: games as a whole, since a position says
/// much about the next.
const KEPT_OUT: usize = 40;
const BLOCK: usize = 256;
/// Weights stay within this, so that they fit into their whole numbers.
const MOST: f32 = 1.98;

/// The network while it learns.
#[derive(Clone, Debug)]
pub(super) struct Model {
    params: Vec<f32>,
    /// Adam's two moments.
    mean: Vec<f32>,
    square: Vec<f32>,
    n_steps: u64,
}

impl Model {
    /// Small random weights.
    pub(super) fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed ^ 0x4E45_5457);
        let mut draw = |most: f32| (dice.word() >> 40) as f32 / (1 << 23) as f32 * most - most;
        let mut params: Vec<f32> =
            (0..N_PARAMS).map(|at| draw(if at < OUTPUTS { 0.1 } else { 0.05 })).collect();
        params[BIAS * HIDDEN..(BIAS + 1) * HIDDEN].fill(0.1);
        params[(BIAS + 1) * HIDDEN..OUTPUTS].fill(0.0);
        params[OUT_BIAS..].fill(0.0);
        Self { params, mean: vec![0.0; N_PARAMS], square: vec![0.0; N_PARAMS], n_steps: 0 }
    }

    /// Fits the model to the samples in so many passes, the rate falling along half a wave: `trust` is the part of the
    /// result in what it should predict, the rest is what the search thought.
    pub(super) fn fit(&mut self, samples: &[Sample], epochs: u32, trust: f32, seed: u64, n_threads: usize) {
        let mut order: Vec<usize> = (0..samples.len()).filter(|&at| !is_kept_out(at)).collect();
        let mut dice = Dice::new(seed ^ 0x4649_5454);
        let n_batches = epochs as usize * order.len().div_ceil(BATCH);
        let mut done = 0;
        for _ in 0..epochs {
            dice.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                let turns = dice.word();
                let gradient = self.gradient(samples, batch, trust, turns, n_threads);
                let far = f64::from(done) / n_batches as f64;
                let rate = RATE.1 + (RATE.0 - RATE.1) * (1.0 + (PI * far).cos()) / 2.0;
                self.descend(&gradient, rate, batch.len());
                done += 1;
            }
        }
    }

    /// The mean square error of the predictions for positions that are kept out of every fit.
    pub(super) fn error(&self, samples: &[Sample], trust: f32) -> f64 {
        let (whole, mut pass) = (self.whole(), Pass::new());
        let misses = samples.iter().enumerate().filter(|&(at, _)| is_kept_out(at)).map(|(_, sample)| {
            let miss = sigmoid(pass.forward(&whole, sample)) - target(sample, trust);
            f64::from(miss * miss)
        });
        let (n, total) = misses.fold((0, 0.0), |(n, total), miss| (n + 1, total + miss));
        total / f64::from(n.max(1))
    }

    /// Every filling of every window with what it shares with others added, as the network has it when it plays; then
    /// the rest of the parameters.
    fn whole(&self) -> Vec<f32> {
        let rows: &[[f32; HIDDEN]] = self.params[..OUTPUTS].as_chunks().0;
        let mut whole = Vec::with_capacity(N_WHOLE);
        for (at, holds) in fillings() {
            let mut row = rows[BIAS + 1 + filling(0, 0, at) + holds];
            single(at, holds).into_iter().flatten().for_each(|place| add(&mut row, &rows[place]));
            whole.extend(row);
        }
        whole.extend(&self.params[BIAS * HIDDEN..(BIAS + 1) * HIDDEN]);
        whole.extend(&self.params[OUTPUTS..]);
        whole
    }

    /// The other way round: what a slope of the whole network means for the parameters.
    fn shared_out(whole: &[f32]) -> Vec<f32> {
        let mut slopes = vec![0.0; N_PARAMS];
        let (windows, rest) = whole.split_at(WINDOWS * FILLINGS * HIDDEN);
        let (bias, outputs) = rest.split_at(HIDDEN);
        slopes[OUTPUTS..].copy_from_slice(outputs);
        slopes[BIAS * HIDDEN..(BIAS + 1) * HIDDEN].copy_from_slice(bias);
        slopes[(BIAS + 1) * HIDDEN..OUTPUTS].copy_from_slice(windows);
        let rows: &[[f32; HIDDEN]] = windows.as_chunks().0;
        let shared: &mut [[f32; HIDDEN]] = slopes[..BIAS * HIDDEN].as_chunks_mut().0;
        for (at, holds) in fillings() {
            let row = &rows[filling(0, 0, at) + holds];
            single(at, holds).into_iter().flatten().for_each(|place| add(&mut shared[place], row));
        }
        slopes
    }

    fn gradient(
        &self,
        samples: &[Sample],
        batch: &[usize],
        trust: f32,
        turns: u64,
        n_threads: usize,
    ) -> Vec<f32> {
        let whole = self.whole();
        let part = |part: &[usize]| {
            let mut gradient = vec![0.0; N_WHOLE];
            let mut pass = Pass::new();
            for &at in part {
                let turn = (turns ^ (at as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)) >> 61;
                let sample = samples[at].turned(turn as u32);
                let output = sigmoid(pass.forward(&whole, &sample));
                let slope = 2.0 * (output - target(&sample, trust)) * output * (1.0 - output);
                pass.backward(&whole, &sample, slope, &mut gradient);
            }
            gradient
        };
        let parts: Vec<&[usize]> = batch.chunks(BATCH.div_ceil(PARTS)).collect();
        let gradients: Vec<Vec<f32>> = if n_threads < 2 {
            parts.into_iter().map(part).collect()
        } else {
            let lots: Vec<_> = parts.chunks(parts.len().div_ceil(n_threads)).collect();
            thread::scope(|scope| {
                let part = &part;
                let workers: Vec<_> = lots
                    .into_iter()
                    .map(|lot| scope.spawn(move || lot.iter().map(|&one| part(one)).collect::<Vec<_>>()))
                    .collect();
                workers.into_iter().flat_map(|worker| worker.join().expect("sums do not panic")).collect()
            })
        };
        let mut gradients = gradients.into_iter();
        let mut total = gradients.next().unwrap_or_else(|| vec![0.0; N_WHOLE]);
        for gradient in gradients {
            total.iter_mut().zip(gradient).for_each(|(total, one)| *total += one);
        }
        Self::shared_out(&total)
    }

    fn descend(&mut self, gradient: &[f32], rate: f64, n_samples: usize) {
        const KEEP: (f32, f32) = (0.9, 0.999);
        self.n_steps += 1;
        let steps = self.n_steps.min(1 << 20) as i32;
        let rate = (rate * (1.0 - f64::from(KEEP.1).powi(steps)).sqrt()
            / (1.0 - f64::from(KEEP.0).powi(steps))) as f32;
        let scale = 1.0 / n_samples as f32;
        for at in 0..N_PARAMS {
            let slope = gradient[at] * scale;
            self.mean[at] = KEEP.0 * self.mean[at] + (1.0 - KEEP.0) * slope;
            self.square[at] = KEEP.1 * self.square[at] + (1.0 - KEEP.1) * slope * slope;
            let step = rate * self.mean[at] / (self.square[at].sqrt() + 1e-8);
            self.params[at] = (self.params[at] - step).clamp(-MOST, MOST);
        }
    }

    /// The weights in whole numbers.
    pub(super) fn weights(&self) -> Weights {
        let numbers = self.whole();
        let whole = |weight: f32, one: i32| (weight * one as f32).round() as i16;
        let row = |first: usize, one: i32| Row(std::array::from_fn(|at| whole(numbers[first + at], one)));
        let out = |bucket: usize, half: usize| row(W_OUTPUTS + (bucket * 2 + half) * HIDDEN, OUT);
        Weights {
            windows: (0..W_BIAS).map(|at| row(at * HIDDEN, ACTIVE)).collect(),
            bias: row(W_BIAS * HIDDEN, ACTIVE),
            out: std::array::from_fn(|bucket| [out(bucket, 0), out(bucket, 1)]),
            out_bias: std::array::from_fn(|at| (numbers[W_OUT_BIAS + at] * (ACTIVE * OUT) as f32) as i32),
        }
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.n_steps.to_le_bytes());
        for values in [&self.params, &self.mean, &self.square] {
            bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        }
    }

    pub(super) fn read(rest: &mut &[u8]) -> Option<Self> {
        let n_steps = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
        let mut values = || -> Option<Vec<f32>> {
            let bytes = rest.split_off(..4 * N_PARAMS)?;
            Some(
                bytes
                    .chunks_exact(4)
                    .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
                    .collect(),
            )
        };
        Some(Self { params: values()?, mean: values()?, square: values()?, n_steps })
    }
}

const fn is_kept_out(at: usize) -> bool {
    at / BLOCK % KEPT_OUT == 1
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// What the network should predict: the chance to win, a draw being half of it.
fn target(sample: &Sample, trust: f32) -> f32 {
    let result = (f32::from(sample.result) + 1.0) / 2.0;
    trust * result + (1.0 - trust) * sigmoid(f32::from(sample.score) / SCALE as f32)
}

/// The sums of one position, kept from the way forward for the way back.
struct Pass {
    sums: [[f32; HIDDEN]; 2],
}

impl Pass {
    const fn new() -> Self {
        Self { sums: [[0.0; HIDDEN]; 2] }
    }

    fn forward(&mut self, whole: &[f32], sample: &Sample) -> f32 {
        let rows: &[[f32; HIDDEN]] = whole[..W_OUTPUTS].as_chunks().0;
        self.sums = [rows[W_BIAS]; 2];
        each_input(sample, |side, row| add(&mut self.sums[side], &rows[row]));
        let which = bucket(sample.n_empty());
        let mut output = whole[W_OUT_BIAS + which];
        for side in 0..2 {
            let weights = &whole[W_OUTPUTS + (which * 2 + side) * HIDDEN..][..HIDDEN];
            for at in 0..HIDDEN {
                let active = self.sums[side][at].clamp(0.0, 1.0);
                output += weights[at] * active * active;
            }
        }
        output
    }

    fn backward(&self, whole: &[f32], sample: &Sample, slope: f32, gradient: &mut [f32]) {
        let which = bucket(sample.n_empty());
        gradient[W_OUT_BIAS + which] += slope;
        let mut hidden = [[0.0_f32; HIDDEN]; 2];
        for side in 0..2 {
            let first = W_OUTPUTS + (which * 2 + side) * HIDDEN;
            for at in 0..HIDDEN {
                let active = self.sums[side][at].clamp(0.0, 1.0);
                gradient[first + at] += slope * active * active;
                let is_live = self.sums[side][at] > 0.0 && self.sums[side][at] < 1.0;
                hidden[side][at] = if is_live { slope * whole[first + at] * 2.0 * active } else { 0.0 };
            }
        }
        let rows: &mut [[f32; HIDDEN]] = gradient[..W_OUTPUTS].as_chunks_mut().0;
        hidden.iter().for_each(|hidden| add(&mut rows[W_BIAS], hidden));
        each_input(sample, |side, row| add(&mut rows[row], &hidden[side]));
    }
}

/// A function of its own, since the compiler uses vectors only where it knows that the rows do not overlap.
#[inline(never)]
fn add(sums: &mut [f32; HIDDEN], row: &[f32; HIDDEN]) {
    for at in 0..HIDDEN {
        sums[at] += row[at];
    }
}

/// The windows of the whole network that are active for the side to move (0) and for the other (1).
fn each_input(sample: &Sample, mut visit: impl FnMut(usize, usize)) {
    let [own, their] = [sample.own | sample.walls, sample.their | sample.walls];
    for at in STARTS.cells() {
        visit(0, filling(own, their, at));
        visit(1, filling(their, own, at));
    }
}

/// Every filling of every window, in order.
fn fillings() -> impl Iterator<Item = (usize, usize)> {
    STARTS.cells().flat_map(|at| (0..FILLINGS).map(move |holds| (at, holds)))
}

/// The rows of single places that a filling of a window stands for: each place belongs to the window that begins with
/// it, or to the nearest.
fn single(at: usize, holds: usize) -> [Option<usize>; 4] {
    std::array::from_fn(|corner| {
        let place = at + corner % 2 + corner / 2 * 8;
        let home = (place / 8).min(6) * 8 + (place % 8).min(6);
        let kind = match (holds >> corner & 1, holds >> (4 + corner) & 1) {
            (0, 0) => return None,
            (1, 0) => 0,
            (0, _) => 64,
            _ => 128,
        };
        (home == at).then_some(kind + place)
    })
}
