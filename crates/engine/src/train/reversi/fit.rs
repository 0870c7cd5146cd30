//! The fit: weights of all groups of a position add up to its score, as nearly as least squares can.

use agon_games::dice::Dice;

use super::games::Sample;
use crate::othello::patterns::{N_GROUPS, Patterns};
use crate::othello::weights::{N_STAGES, stage};

/// How to fit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    /// How often every sample is looked at.
    pub epochs: u32,
    /// What part of an error is corrected at once, at first; it falls to a tenth in the end.
    pub rate: f32,
    /// Decides the order of the samples.
    pub seed: u64,
}

/// Weights per stage, one for each slot of the patterns, and the root of the mean square error that is left
/// on samples that were kept apart, in discs.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// In hundredths of a disc.
    pub weights: Vec<Vec<i16>>,
    /// Per stage: samples, error on those learned from, error on those kept apart.
    pub errors: Vec<(usize, f64, f64)>,
}

/// One sample in this many is kept apart.
const KEPT_APART: usize = 20;

/// Fits all stages. A stage also learns from the samples of its neighbours, less often.
pub fn fit(samples: &[Sample], fit: &Fit) -> Fitted {
    let mut by_stage: Vec<Vec<Sample>> = vec![Vec::new(); N_STAGES];
    for sample in samples {
        by_stage[stage((sample.discs.own | sample.discs.other).count_ones())].push(*sample);
    }
    let fitted: Vec<_> = by_stage.iter().map(|samples| fit_stage(samples, fit)).collect();
    let errors = fitted.iter().map(|(_, errors)| *errors).collect();
    let quantised = |weights: Vec<f32>| weights.iter().map(|w| (w * 100.0).round() as i16).collect();
    Fitted { weights: fitted.into_iter().map(|(weights, _)| quantised(weights)).collect(), errors }
}

type Slots = [u32; N_GROUPS];

fn fit_stage(samples: &[Sample], fit: &Fit) -> (Vec<f32>, (usize, f64, f64)) {
    let patterns = Patterns::get();
    let mut weights = vec![0.0; patterns.n_slots];
    let mut rows: Vec<(Slots, f32)> =
        samples.iter().map(|s| (slots(patterns, s), f32::from(s.score))).collect();
    let mut dice = Dice::new(fit.seed);
    dice.shuffle(&mut rows);
    let (apart, learned) = rows.split_at_mut(samples.len() / KEPT_APART);
    for epoch in 0..fit.epochs {
        dice.shuffle(learned);
        let progress = epoch as f32 / fit.epochs.max(1) as f32;
        let rate = fit.rate * (1.0 - 0.9 * progress) / N_GROUPS as f32;
        for (slots, score) in learned.iter() {
            let error = score - sum(&weights, slots);
            for &slot in slots {
                weights[slot as usize] += rate * error;
            }
        }
    }
    let error = |rows: &[(Slots, f32)]| {
        let square = |(slots, score): &(Slots, f32)| f64::from(score - sum(&weights, slots)).powi(2);
        (rows.iter().map(square).sum::<f64>() / rows.len().max(1) as f64).sqrt()
    };
    let errors = (samples.len(), error(learned), error(apart));
    (weights, errors)
}

fn slots(patterns: &Patterns, sample: &Sample) -> Slots {
    let indices = patterns.indices(sample.discs);
    std::array::from_fn(|group| {
        let offset = patterns.offsets[patterns.kinds[group] as usize];
        patterns.slots[(offset + u32::from(indices.0[group])) as usize]
    })
}

fn sum(weights: &[f32], slots: &Slots) -> f32 {
    slots.iter().map(|&slot| weights[slot as usize]).sum()
}
