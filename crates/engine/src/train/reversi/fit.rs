//! The fit: weights of all groups of a position add up to its score, as nearly as least squares can. Each
//! stage is a linear system of a hundred thousand unknowns, solved by conjugate gradients.

use agon_games::dice::Dice;

use super::games::Sample;
use crate::othello::patterns::{N_GROUPS, Patterns};
use crate::othello::weights::{N_STAGES, stage};

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// Steps of the solver per stage; more fit the samples more closely.
    pub steps: u32,
    /// How strongly weights are held near zero, in samples: a group seen this often gets half its weight.
    pub ridge: f32,
    /// Decides which samples are kept apart.
    pub seed: u64,
    /// How many stages are fitted at once.
    pub threads: usize,
}

impl Default for Fit {
    fn default() -> Self {
        Self { steps: 40, ridge: 8.0, seed: 7, threads: 2 }
    }
}

/// Weights per stage, one for each slot of the patterns, in hundredths of a disc, and how well they fit.
#[derive(Clone, PartialEq, Debug)]
pub struct Fitted {
    /// The weights.
    pub weights: Vec<Vec<i16>>,
    /// Per stage.
    pub errors: Vec<Errors>,
}

/// The root of the mean square error that is left, in discs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Errors {
    /// How many samples the stage has.
    pub samples: usize,
    /// On those learned from.
    pub learned: f64,
    /// On those kept apart.
    pub apart: f64,
}

/// One sample in this many is kept apart.
const KEPT_APART: usize = 20;

/// Fits all stages.
pub fn fit(samples: &[Sample], fit: &Fit) -> Fitted {
    let mut by_stage: Vec<Vec<Sample>> = vec![Vec::new(); N_STAGES];
    for sample in samples {
        by_stage[stage((sample.discs.own | sample.discs.other).count_ones())].push(*sample);
    }
    let share = N_STAGES.div_ceil(fit.threads.max(1));
    let fitted: Vec<(Vec<i16>, Errors)> = std::thread::scope(|scope| {
        let workers: Vec<_> = by_stage
            .chunks(share)
            .map(|stages| scope.spawn(move || stages.iter().map(|samples| fit_stage(samples, fit)).collect()))
            .collect();
        let parts = workers.into_iter().map(|worker| worker.join().expect("fitting does not panic"));
        parts.collect::<Vec<Vec<_>>>().concat()
    });
    let errors = fitted.iter().map(|(_, errors)| *errors).collect();
    Fitted { weights: fitted.into_iter().map(|(weights, _)| weights).collect(), errors }
}

/// The slots of a position's groups: a row of the system with a one in each.
type Row = [u32; N_GROUPS];

fn fit_stage(samples: &[Sample], fit: &Fit) -> (Vec<i16>, Errors) {
    let patterns = Patterns::get();
    let mut samples = samples.to_vec();
    Dice::new(fit.seed).shuffle(&mut samples);
    let rows: Vec<Row> = samples.iter().map(|sample| row(patterns, sample)).collect();
    let scores: Vec<f32> = samples.iter().map(|sample| f32::from(sample.score)).collect();
    let n_apart = samples.len() / KEPT_APART;
    let weights = solve(&rows[n_apart..], &scores[n_apart..], patterns.n_slots, fit);
    let error = |rows: &[Row], scores: &[f32]| {
        let squares =
            rows.iter().zip(scores).map(|(row, score)| f64::from(score - sum(&weights, row)).powi(2));
        (squares.sum::<f64>() / rows.len().max(1) as f64).sqrt()
    };
    let errors = Errors {
        samples: samples.len(),
        learned: error(&rows[n_apart..], &scores[n_apart..]),
        apart: error(&rows[..n_apart], &scores[..n_apart]),
    };
    (weights.iter().map(|weight| (weight * 100.0).round() as i16).collect(), errors)
}

/// Conjugate gradients on the normal equations, scaled by how often each slot occurs.
// CITE: M. Hestenes and E. Stiefel, Methods of conjugate gradients for solving linear systems, 1952.
fn solve(rows: &[Row], scores: &[f32], n_slots: usize, fit: &Fit) -> Vec<f32> {
    let mut scale = vec![fit.ridge; n_slots];
    for &slot in rows.iter().flatten() {
        scale[slot as usize] += 1.0;
    }
    let mut weights = vec![0.0; n_slots];
    let mut left: Vec<f32> = scores.to_vec();
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
