//! The fit: weights of all groups of a position add up to its value, as nearly as least squares can. Each
//! stage is a linear system of a hundred thousand unknowns, solved by conjugate gradients.

use agon_games::dice::Dice;

use crate::othello::Discs;
use crate::othello::patterns::{N_GROUPS, Patterns};

/// A position and what it is worth to the side to move, in hundredths of a disc.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub discs: Discs,
    /// The value.
    pub value: i16,
}

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Steps of the solver; more fit the samples more closely.
    pub steps: u32,
    /// How strongly weights are held near zero, in samples: a group seen this often gets half its weight.
    pub ridge: f32,
    /// Decides which samples are kept apart.
    pub seed: u64,
}

/// The weights of a stage, one for each slot of the patterns, in hundredths of a disc, and how well they fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Vec<i16>,
    /// The root of the mean square error that is left on samples kept apart, in discs.
    pub error: f64,
}

/// One sample in this many is kept apart.
const KEPT_APART: usize = 20;

/// The slots of a position's groups: a row of the system with a one in each.
type Row = [u32; N_GROUPS];

/// Fits the weights of one stage to its samples.
pub fn fit(mut samples: Vec<Sample>, fit: &Fit) -> Fitted {
    let patterns = Patterns::get();
    Dice::new(fit.seed).shuffle(&mut samples);
    let rows: Vec<Row> = samples.iter().map(|sample| row(patterns, sample)).collect();
    let values: Vec<f32> = samples.iter().map(|sample| f32::from(sample.value) / 100.0).collect();
    drop(samples);
    let n_apart = rows.len() / KEPT_APART;
    let weights = solve(&rows[n_apart..], &values[n_apart..], patterns.n_slots, fit);
    let apart = rows.iter().zip(&values).take(n_apart);
    let squares = apart.map(|(row, value)| f64::from(value - sum(&weights, row)).powi(2));
    let error = (squares.sum::<f64>() / n_apart.max(1) as f64).sqrt();
    Fitted { weights: weights.iter().map(|weight| (weight * 100.0).round() as i16).collect(), error }
}

/// Conjugate gradients on the normal equations, scaled by how often each slot occurs.
// CITE: M. Hestenes and E. Stiefel, Methods of conjugate gradients for solving linear systems, 1952.
fn solve(rows: &[Row], values: &[f32], n_slots: usize, fit: &Fit) -> Vec<f32> {
    let mut scale = vec![fit.ridge; n_slots];
    for &slot in rows.iter().flatten() {
        scale[slot as usize] += 1.0;
    }
    let mut weights = vec![0.0; n_slots];
    let mut left: Vec<f32> = values.to_vec();
    let mut gradient = transposed(rows, &left, n_slots);
    let mut scaled: Vec<f32> = gradient.iter().zip(&scale).map(|(g, s)| g / s).collect();
    let mut way = scaled.clone();
    let mut size = dot(&gradient, &scaled);
    for _ in 0..fit.steps {
        if size <= f64::EPSILON {
            break;
        }
        let along: Vec<f32> = rows.iter().map(|row| sum(&way, row)).collect();
        let bend = dot(&along, &along) + f64::from(fit.ridge) * dot(&way, &way);
        let step = (size / bend) as f32;
        weights.iter_mut().zip(&way).for_each(|(weight, way)| *weight += step * way);
        left.iter_mut().zip(&along).for_each(|(left, along)| *left -= step * along);
        gradient = transposed(rows, &left, n_slots);
        gradient.iter_mut().zip(&weights).for_each(|(g, weight)| *g -= fit.ridge * weight);
        scaled.iter_mut().zip(gradient.iter().zip(&scale)).for_each(|(scaled, (g, s))| *scaled = g / s);
        let next = dot(&gradient, &scaled);
        let keep = (next / size) as f32;
        way.iter_mut().zip(&scaled).for_each(|(way, scaled)| *way = scaled + keep * *way);
        size = next;
    }
    weights
}

fn transposed(rows: &[Row], values: &[f32], n_slots: usize) -> Vec<f32> {
    let mut out = vec![0.0; n_slots];
    for (row, value) in rows.iter().zip(values) {
        for &slot in row {
            out[slot as usize] += value;
        }
    }
    out
}

fn row(patterns: &Patterns, sample: &Sample) -> Row {
    let indices = patterns.indices(sample.discs);
    std::array::from_fn(|group| {
        let offset = patterns.offsets[patterns.kinds[group] as usize];
        patterns.slots[(offset + u32::from(indices.0[group])) as usize]
    })
}

fn sum(weights: &[f32], row: &Row) -> f32 {
    row.iter().map(|&slot| weights[slot as usize]).sum()
}

fn dot(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}
