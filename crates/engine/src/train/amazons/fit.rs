//! Weights by logistic regression: the chance of winning that the terms give to the positions of games, against
//! who won. Rows of neighbouring phases are held together. On an open board hardly anything can be told yet, and a
//! regression would leave the search without an opinion: there the last row that can be told goes on, fainter.

use crate::eval::amazons::Weights;
use crate::eval::amazons::weights::{N_PHASES, N_TERMS, place};

/// A position of a game, and whether its side to move won.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample {
    /// How open the game was.
    pub(super) phase: f32,
    /// What is weighed.
    pub(super) values: [f32; N_TERMS],
    /// Whether the side to move won.
    pub(super) has_won: bool,
}

/// Rows that are fitted; the others are those of the open board.
const N_FITTED: usize = 4;
/// How faint the rows of the open board are against the last that is fitted.
const FAINTNESS: [f32; N_PHASES - N_FITTED] = [0.7, 0.55];
/// Positions of opener boards than this are left out: who wins is decided later.
const OPENEST: f32 = 0.5;
/// All weights that are fitted, row by row.
const N: usize = N_FITTED * N_TERMS;
/// How strongly rows are held to their neighbours, in positions.
const TOGETHER: f64 = 40.0;
/// How strongly weights are held near zero, in positions.
const RIDGE: f64 = 2.0;
/// Steps of Newton's method; it has settled long before.
const STEPS: usize = 8;
/// What a term counts for its side at least, in log-odds per usual size of it. Only having the move may be bad.
const LEAST: f64 = 0.05;

/// The mean log-loss of weights on samples.
pub(super) fn log_loss<'a>(weights: &Weights, samples: impl Iterator<Item = &'a Sample>) -> f64 {
    let (mut sum, mut n) = (0.0, 0);
    for sample in samples {
        let odds = f64::from(sample.odds(weights));
        // ln(1 + e^-x), without overflow.
        let against = if sample.has_won { -odds } else { odds };
        sum += against.max(0.0) + (-against.abs()).exp().ln_1p();
        n += 1;
    }
    sum / f64::from(n.max(1))
}

/// The weights that tell the winners of the samples best.
pub(super) fn fit<'a>(samples: impl Iterator<Item = &'a Sample> + Clone) -> Weights {
    let samples = samples.filter(|sample| sample.phase < OPENEST);
    let scales = scales(samples.clone());
    let free = descend(samples.clone(), &scales, [0.0; N], &[false; N]);
    let is_least = std::array::from_fn(|i| free[i] < LEAST && i % N_TERMS != N_TERMS - 1);
    let from = std::array::from_fn(|i| if is_least[i] { LEAST } else { free[i] });
    let solution = descend(samples, &scales, from, &is_least);
    let fitted = |row: usize, term: usize| (solution[row * N_TERMS + term] / scales[term]) as f32;
    let weight = |row: usize, term: usize| match row.checked_sub(N_FITTED) {
        None => fitted(row, term),
        Some(open) => FAINTNESS[open] * fitted(N_FITTED - 1, term),
    };
    Weights(std::array::from_fn(|row| std::array::from_fn(|term| weight(row, term))))
}

/// Newton's method from a solution on; what is fixed stays as it is.
fn descend<'a>(
    samples: impl Iterator<Item = &'a Sample> + Clone,
    scales: &[f64; N_TERMS],
    mut solution: [f64; N],
    is_fixed: &[bool; N],
) -> [f64; N] {
    for _ in 0..STEPS {
        let (mut slope, mut bend) = (vec![0.0; N], vec![0.0; N * N]);
        for sample in samples.clone() {
            add(sample, scales, &solution, &mut slope, &mut bend);
        }
        hold(&solution, &mut slope, &mut bend);
        for i in (0..N).filter(|&i| is_fixed[i]) {
            slope[i] = 0.0;
            (0..N).for_each(|j| (bend[i * N + j], bend[j * N + i]) = (0.0, 0.0));
            bend[i * N + i] = 1.0;
        }
        let step = solve(bend, slope);
        solution.iter_mut().zip(step).for_each(|(weight, step)| *weight -= step);
    }
    solution
}

impl Sample {
    fn odds(&self, weights: &Weights) -> f32 {
        let (row, share) = place(self.phase);
        let weight =
            |term: usize| weights.0[row][term] + share * (weights.0[row + 1][term] - weights.0[row][term]);
        (0..N_TERMS).map(|term| weight(term) * self.values[term]).sum()
    }
}

/// The usual size of each term, so that all are held alike.
fn scales<'a>(samples: impl Iterator<Item = &'a Sample>) -> [f64; N_TERMS] {
    let (mut squares, mut n) = ([0.0; N_TERMS], 0);
    for sample in samples {
        for (sum, value) in squares.iter_mut().zip(sample.values) {
            *sum += f64::from(value * value);
        }
        n += 1;
    }
    squares.map(|sum: f64| (sum / f64::from(n.max(1))).sqrt().max(1e-3))
}

/// Adds what a sample says to the slope and the bend of the loss.
fn add(sample: &Sample, scales: &[f64; N_TERMS], solution: &[f64; N], slope: &mut [f64], bend: &mut [f64]) {
    let (row, share) = match place(sample.phase) {
        (row, share) if row + 1 < N_FITTED => (row, f64::from(share)),
        _ => (N_FITTED - 2, 1.0),
    };
    let mut inputs = [0.0; 2 * N_TERMS];
    for (term, scale) in scales.iter().enumerate() {
        let value = f64::from(sample.values[term]) / scale;
        inputs[term] = value * (1.0 - share);
        inputs[N_TERMS + term] = value * share;
    }
    let first = row * N_TERMS;
    let odds: f64 = inputs.iter().zip(&solution[first..]).map(|(input, weight)| input * weight).sum();
    let chance = 1.0 / (1.0 + (-odds).exp());
    let miss = chance - f64::from(u8::from(sample.has_won));
    let doubt = chance * (1.0 - chance);
    for (i, input) in inputs.iter().enumerate() {
        slope[first + i] += miss * input;
        for (j, other) in inputs.iter().enumerate() {
            bend[(first + i) * N + first + j] += doubt * input * other;
        }
    }
}

/// Adds what holds the weights together and near zero.
fn hold(solution: &[f64; N], slope: &mut [f64], bend: &mut [f64]) {
    for i in 0..N {
        slope[i] += RIDGE * solution[i];
        bend[i * N + i] += RIDGE;
        if i >= N_TERMS {
            let j = i - N_TERMS;
            let apart = TOGETHER * (solution[i] - solution[j]);
            slope[i] += apart;
            slope[j] -= apart;
            bend[i * N + i] += TOGETHER;
            bend[j * N + j] += TOGETHER;
            bend[i * N + j] -= TOGETHER;
            bend[j * N + i] -= TOGETHER;
        }
    }
}

/// Solves a symmetric positive definite system by Cholesky's method.
fn solve(mut matrix: Vec<f64>, mut right: Vec<f64>) -> Vec<f64> {
    for i in 0..N {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i * N + k] * matrix[j * N + k]).sum();
            let left = matrix[i * N + j] - sum;
            matrix[i * N + j] = if i == j { left.max(1e-12).sqrt() } else { left / matrix[j * N + j] };
        }
    }
    for i in 0..N {
        let sum: f64 = (0..i).map(|k| matrix[i * N + k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * N + i];
    }
    for i in (0..N).rev() {
        let sum: f64 = (i + 1..N).map(|k| matrix[k * N + i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i * N + i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_games::dice::Dice;

    #[test]
    fn it_finds_the_weights_that_made_the_samples() {
        let mut dice = Dice::new(1);
        let mut uniform = || f64::from(dice.below(1 << 20)) / f64::from(1 << 20);
        let truth = Weights([[0.3, 0.2, 0.05, 0.1, 0.05, 0.05, 0.5, -0.2]; N_PHASES]);
        let samples: Vec<Sample> =
            (0..20_000)
                .map(|_| {
                    let phase = 0.38 * uniform() as f32;
                    let values = std::array::from_fn(|term| {
                        if term == N_TERMS - 1 { 1.0 } else { 6.0 * uniform() as f32 - 3.0 }
                    });
                    let sample = Sample { phase, values, has_won: false };
                    let chance = 1.0 / (1.0 + (-f64::from(sample.odds(&truth))).exp());
                    Sample { has_won: uniform() < chance, ..sample }
                })
                .collect();
        let found = fit(samples.iter());
        for (found, truth) in found.0[..N_FITTED].iter().flatten().zip(truth.0.iter().flatten()) {
            assert!((found - truth).abs() < 0.08, "{found} for {truth}");
        }
        let zero = Weights([[0.0; N_TERMS]; N_PHASES]);
        assert!((log_loss(&zero, samples.iter()) - 2.0_f64.ln()).abs() < 1e-9);
        assert!(log_loss(&found, samples.iter()) < log_loss(&zero, samples.iter()));
    }
}
