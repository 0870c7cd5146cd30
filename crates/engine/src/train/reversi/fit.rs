//! The fit: weights of what a position shows add up to its value, as nearly as least squares can. Each
//! stage is a linear system of a hundred thousand unknowns, solved by conjugate gradients.

use agon_games::dice::Dice;

use crate::othello::weights::N_TERMS;
use crate::othello::{Discs, Weights};

/// A position and what it is worth to the side to move, in hundredths of a disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub discs: Discs,
    /// The value.
    pub value: i16,
    /// The best move, which keeps it.
    pub best: u8,
}

impl Sample {
    /// The position after the best move, with what it is worth to the side that is then to move; none when the game
    /// is over.
    fn next(&self) -> Option<(Discs, i16)> {
        let cell = self.best.into();
        let next = self.discs.after(cell, self.discs.flips(cell));
        match (next.moves(), next.passed().moves()) {
            (0, 0) => None,
            (0, _) => Some((next.passed(), self.value)),
            _ => Some((next, -self.value)),
        }
    }
}

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Steps of the solver; more fit the samples more closely.
    pub steps: u32,
    /// How strongly weights are held near what they are held to, in samples: a group seen this often goes half the way.
    pub ridge: f32,
    /// Samples so many discs from even count half, those further off less.
    pub half: f32,
    /// Decides which samples are kept apart.
    pub seed: u64,
}

/// The weights of a stage, in hundredths of a disc, and how well they fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Vec<i16>,
    /// The root of the mean square error that is left on samples kept apart, in discs.
    pub error: f64,
}

/// One sample in this many is kept apart.
const KEPT_APART: usize = 20;

/// The weights that make a position's value: a row of the system with a one for each.
type Row = [u32; N_TERMS];

/// The system that is to be solved: what each row is worth, and how much it counts.
#[derive(Debug, Default)]
struct System {
    rows: Vec<Row>,
    values: Vec<f32>,
    counts: Vec<f32>,
}

/// Fits the weights of one stage to its samples, and to what their best moves lead to: in games a move is a mistake
/// now and then, and who learned from their positions alone would take having the move for an advantage. What samples
/// do not tell stays near `prior`, the weights of the stage that comes next.
pub fn fit(mut samples: Vec<Sample>, prior: &[i16], fit: &Fit) -> Fitted {
    Dice::new(fit.seed).shuffle(&mut samples);
    let (apart, samples) = samples.split_at(samples.len() / KEPT_APART);
    let worth = |value: i16| f32::from(value) / 100.0;
    let prior: Vec<f32> = prior.iter().map(|&weight| worth(weight)).collect();
    let mut system = System::default();
    let both = samples.iter().flat_map(|sample| [Some((sample.discs, sample.value)), sample.next()]);
    for (discs, value) in both.flatten() {
        let row = Weights::terms(discs);
        system.values.push(worth(value) - sum(&prior, &row));
        system.counts.push(1.0 / (1.0 + (worth(value) / fit.half).powi(2)));
        system.rows.push(row);
    }
    let mut weights = system.solve(prior.len(), fit);
    weights.iter_mut().zip(&prior).for_each(|(weight, prior)| *weight += prior);
    let error = |sample: &Sample| worth(sample.value) - sum(&weights, &Weights::terms(sample.discs));
    let squares: f64 = apart.iter().map(|sample| f64::from(error(sample)).powi(2)).sum();
    let error = (squares / apart.len().max(1) as f64).sqrt();
    Fitted { weights: weights.iter().map(|weight| (weight * 100.0).round() as i16).collect(), error }
}

impl System {
    /// Conjugate gradients on the normal equations, scaled by how much each weight counts.
    // CITE: M. Hestenes and E. Stiefel, Methods of conjugate gradients for solving linear systems, 1952.
    fn solve(&self, n_weights: usize, fit: &Fit) -> Vec<f32> {
        let mut scale = self.transposed(&vec![1.0; self.rows.len()], n_weights);
        scale.iter_mut().for_each(|scale| *scale += fit.ridge);
        let mut weights = vec![0.0; n_weights];
        let mut left = self.values.clone();
        let mut gradient = self.transposed(&left, n_weights);
        let mut scaled: Vec<f32> = gradient.iter().zip(&scale).map(|(g, s)| g / s).collect();
        let mut way = scaled.clone();
        let mut size = dot(&gradient, &scaled);
        for _ in 0..fit.steps {
            if size <= f64::EPSILON {
                break;
            }
            let along: Vec<f32> = self.rows.iter().map(|row| sum(&way, row)).collect();
            let counted: Vec<f32> =
                along.iter().zip(&self.counts).map(|(along, count)| along * count).collect();
            let bend = dot(&along, &counted) + f64::from(fit.ridge) * dot(&way, &way);
            let step = (size / bend) as f32;
            weights.iter_mut().zip(&way).for_each(|(weight, way)| *weight += step * way);
            left.iter_mut().zip(&along).for_each(|(left, along)| *left -= step * along);
            gradient = self.transposed(&left, n_weights);
            gradient.iter_mut().zip(&weights).for_each(|(g, weight)| *g -= fit.ridge * weight);
            scaled.iter_mut().zip(gradient.iter().zip(&scale)).for_each(|(scaled, (g, s))| *scaled = g / s);
            let next = dot(&gradient, &scaled);
            let keep = (next / size) as f32;
            way.iter_mut().zip(&scaled).for_each(|(way, scaled)| *way = scaled + keep * *way);
            size = next;
        }
        weights
    }

    /// For each weight, the sum of the values of the rows that it is in, as much as they count.
    fn transposed(&self, values: &[f32], n_weights: usize) -> Vec<f32> {
        let mut out = vec![0.0; n_weights];
        for ((row, value), count) in self.rows.iter().zip(values).zip(&self.counts) {
            for &weight in row {
                out[weight as usize] += value * count;
            }
        }
        out
    }
}

fn sum(weights: &[f32], row: &Row) -> f32 {
    row.iter().map(|&weight| weights[weight as usize]).sum()
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}
