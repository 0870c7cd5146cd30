//! Fitting the network: plain gradients by hand, Adam, every position seen through a random symmetry of its
//! board. The sums of a batch are made in a fixed number of parts, so threads do not change the result.
// CITE: D. Kingma, J. Ba, "Adam: a method for stochastic optimization", 2015.

use std::f64::consts::PI;
use std::thread;

use agon_games::bits::Bits;
use agon_games::dice::Dice;

use super::sample::{Sample, UNKNOWN};
use super::slabs::{Paper, Slabs};
use crate::champion::blobwar::net::{STARTS, bucket, filling};
use crate::champion::blobwar::weights::{
    ACTIVE, BUCKETS, FILLINGS, HIDDEN, MOST, OUT, Row, SCALE, WINDOWS, Weights,
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
pub(super) const W_BIAS: usize = WINDOWS * FILLINGS;
pub(super) const W_OUTPUTS: usize = (W_BIAS + 1) * HIDDEN;
pub(super) const W_OUT_BIAS: usize = W_OUTPUTS + BUCKETS * 2 * HIDDEN;
pub(super) const N_WHOLE: usize = W_OUT_BIAS + BUCKETS;

const BATCH: usize = 4096;
const PARTS: usize = 2;
/// What the rate falls to.
const LAST_RATE: f64 = 1e-5;
/// One block in so many is kept out of the fit, to see what the fit is worth: games as a whole, since a position says
/// much about the next.
const KEPT_OUT: usize = 40;
const BLOCK: usize = 256;
/// The windows' weights, all others that go into sums, and the output's stay within these, so that they fit into their
/// whole numbers.
const MOST_WINDOW: f32 = MOST as f32 / ACTIVE as f32;
const MOST_SHARED: f32 = 1.98;
const MOST_OUT: f32 = MOST as f32 / OUT as f32;

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

    /// Goes on from weights as they play, with what windows share left at nothing.
    pub(super) fn going_on(weights: &Weights) -> Self {
        let mut params = vec![0.0; N_PARAMS];
        let (rows, outputs) = params.split_at_mut(OUTPUTS);
        let (outputs, out_bias) = outputs.split_at_mut(BUCKETS * 2 * HIDDEN);
        let rows: &mut [[f32; HIDDEN]] = rows.as_chunks_mut().0;
        let outputs: &mut [[f32; HIDDEN]] = outputs.as_chunks_mut().0;
        let real = |weights: &Row, one: i32| weights.0.map(|weight| f32::from(weight) / one as f32);
        for (row, window) in rows[BIAS + 1..].iter_mut().zip(&weights.windows) {
            *row = real(window, ACTIVE);
        }
        rows[BIAS] = weights.bias.map(|bias| f32::from(bias) / ACTIVE as f32);
        for (row, out) in outputs.iter_mut().zip(weights.out.as_flattened()) {
            *row = real(out, OUT);
        }
        for (bias, whole) in out_bias.iter_mut().zip(weights.out_bias) {
            *bias = whole as f32 / (ACTIVE * OUT) as f32;
        }
        Self { params, mean: vec![0.0; N_PARAMS], square: vec![0.0; N_PARAMS], n_steps: 0 }
    }

    /// Fits the model to the samples in so many passes, the rate falling from this one along half a wave: `trust` is the
    /// part of the result in what it should predict, the rest is what the search thought.
    pub(super) fn fit(
        &mut self,
        samples: &[Sample],
        (epochs, rate): (u32, f64),
        trust: f32,
        seed: u64,
        n_threads: usize,
    ) {
        let mut order: Vec<usize> = (0..samples.len()).filter(|&at| !is_kept_out(at)).collect();
        let mut dice = Dice::new(seed ^ 0x4649_5454);
        let n_batches = epochs as usize * order.len().div_ceil(BATCH);
        let mut done = 0;
        let mut slopes = Slopes::new();
        for _ in 0..epochs {
            dice.shuffle(&mut order);
            for batch in order.chunks(BATCH) {
                let turns = dice.word();
                let turn = |at: usize| (turns ^ (at as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)) >> 61;
                self.find_slopes(&mut slopes, batch, n_threads, |at| {
                    let sample = samples[at].turned(turn(at) as u32);
                    (sample, target(&sample, trust))
                });
                let far = f64::from(done) / n_batches as f64;
                let rate = LAST_RATE + (rate - LAST_RATE) * (1.0 + (PI * far).cos()) / 2.0;
                self.descend(&slopes.shared, rate, batch.len());
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
            whole.extend(row.map(|weight| weight.clamp(-MOST_WINDOW, MOST_WINDOW)));
        }
        whole.extend(&self.params[BIAS * HIDDEN..(BIAS + 1) * HIDDEN]);
        whole.extend(&self.params[OUTPUTS..]);
        whole
    }

    /// The slopes of the error over a batch: each part of it is summed up on its own, so that threads do not change
    /// the result.
    fn find_slopes(
        &self,
        slopes: &mut Slopes,
        batch: &[usize],
        n_threads: usize,
        sample: impl Fn(usize) -> (Sample, f32) + Sync,
    ) {
        slopes.whole.set(&self.whole());
        let whole = &slopes.whole;
        let one = |part: &[usize], (slopes, paper): &mut (Slabs, Paper)| {
            slopes.clear();
            let samples: Vec<_> = part.iter().map(|&at| sample(at)).collect();
            whole.learn(&samples, slopes, paper);
        };
        let mut parts: Vec<_> = batch.chunks(BATCH.div_ceil(PARTS)).zip(&mut slopes.parts).collect();
        let n_parts = parts.len();
        if n_threads < 2 {
            parts.iter_mut().for_each(|(part, slopes)| one(part, slopes));
        } else {
            thread::scope(|scope| {
                for lot in parts.chunks_mut(n_parts.div_ceil(n_threads)) {
                    let one = &one;
                    scope.spawn(move || lot.iter_mut().for_each(|(part, slopes)| one(part, slopes)));
                }
            });
        }
        let (total, others) = slopes.parts[..n_parts].split_first_mut().expect("a batch has a part");
        others.iter().for_each(|other| total.0.add(&other.0));
        slopes.share_out();
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
            let most = if at < OUTPUTS { MOST_SHARED } else { MOST_OUT };
            self.params[at] = (self.params[at] - step).clamp(-most, most);
        }
    }

    /// The weights in whole numbers.
    pub(super) fn weights(&self) -> Weights {
        let numbers = self.whole();
        let row = |first: usize, one: i32| {
            Row(std::array::from_fn(|at| (numbers[first + at] * one as f32).round() as i8))
        };
        let out = |bucket: usize, half: usize| row(W_OUTPUTS + (bucket * 2 + half) * HIDDEN, OUT);
        let bias = |at: usize| (numbers[W_BIAS * HIDDEN + at] * ACTIVE as f32).round() as i16;
        Weights {
            windows: (0..W_BIAS).map(|at| row(at * HIDDEN, ACTIVE)).collect(),
            bias: std::array::from_fn(bias),
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

/// How the error changes with each parameter: of the whole network, summed up in parts, and of the model.
struct Slopes {
    whole: Slabs,
    parts: Vec<(Slabs, Paper)>,
    shared: Vec<f32>,
}

impl Slopes {
    fn new() -> Self {
        Self {
            whole: Slabs::zeros(),
            parts: vec![(Slabs::zeros(), Paper::new()); PARTS],
            shared: vec![0.0; N_PARAMS],
        }
    }

    /// What the slopes of the first part mean for the parameters: the other way round than [`Model::whole`].
    fn share_out(&mut self) {
        let (shared, own) = self.shared.split_at_mut(BIAS * HIDDEN);
        let (bias, own) = own.split_at_mut(HIDDEN);
        let (windows, outputs) = own.split_at_mut(WINDOWS * FILLINGS * HIDDEN);
        let mut rest = vec![0.0; HIDDEN + outputs.len()];
        self.parts[0].0.get(windows, &mut rest);
        bias.copy_from_slice(&rest[..HIDDEN]);
        outputs.copy_from_slice(&rest[HIDDEN..]);
        shared.fill(0.0);
        let rows: &[[f32; HIDDEN]] = windows.as_chunks().0;
        let shared: &mut [[f32; HIDDEN]] = shared.as_chunks_mut().0;
        for (at, holds) in fillings() {
            let row = &rows[filling(0, 0, at) + holds];
            single(at, holds).into_iter().flatten().for_each(|place| add(&mut shared[place], row));
        }
    }
}

const fn is_kept_out(at: usize) -> bool {
    at / BLOCK % KEPT_OUT == 1
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// How the error of a position changes with the output.
pub(super) fn slope(output: f32, target: f32) -> f32 {
    let output = sigmoid(output);
    2.0 * (output - target) * output * (1.0 - output)
}

/// What the network should predict: the chance to win, a draw being half of it.
fn target(sample: &Sample, trust: f32) -> f32 {
    let trust = if sample.result == UNKNOWN { 0.0 } else { trust };
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

    /// The way back, position by position: [`Slabs::learn`] goes it faster.
    #[cfg(test)]
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::blobwar::weights::shipped;

    #[test]
    fn a_model_that_goes_on_plays_as_its_weights_do() {
        let weights = shipped();
        assert!(Model::going_on(&weights).weights() == *weights);
    }

    #[test]
    fn slabs_learn_what_position_by_position_does() {
        let mut dice = Dice::new(1);
        let mut draw = |most: f32| (dice.word() >> 40) as f32 / (1 << 23) as f32 * most - most;
        let whole: Vec<f32> = (0..N_WHOLE).map(|_| draw(0.2)).collect();
        let samples: Vec<(Sample, f32)> = (0..300)
            .map(|at| {
                let (own, their) = (dice.word() & dice.word(), dice.word());
                let their = their & !own & dice.word();
                let walls = !(own | their) & dice.word() & dice.word();
                let sample = Sample { own, their, walls, score: 0, result: 0, cols: 8, rows: 8 };
                (sample, at as f32 / 300.0)
            })
            .collect();
        let (mut slow, mut pass) = (vec![0.0; N_WHOLE], Pass::new());
        for (sample, target) in &samples {
            let slope = slope(pass.forward(&whole, sample), *target);
            pass.backward(&whole, sample, slope, &mut slow);
        }
        let (mut net, mut slopes) = (Slabs::zeros(), Slabs::zeros());
        net.set(&whole);
        net.learn(&samples, &mut slopes, &mut Paper::new());
        let mut expected = Slabs::zeros();
        expected.set(&slow);
        assert!(slopes == expected, "the slopes differ");
    }
}
