//! The fit: the network passes over valued positions in an order drawn by lot, by steps that get shorter to the end.

use agon_games::dice::Dice;

use super::model::Model;
use crate::othello::Discs;
use crate::othello::network::{Learned, Network, stage, terms};

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
    /// How often all samples are passed over.
    pub passes: u32,
    /// The first steps; the last ones are [`LAST`] of them.
    pub rate: f32,
    /// Decides the order.
    pub seed: u64,
}

/// What is left of the first steps at the end.
const LAST: f32 = 0.02;
/// Samples that are so many discs from even count half, those further off less.
const HALF: f32 = 20.0;
/// One sample in this many is kept apart.
const KEPT_APART: usize = 20;

/// The samples to learn from and those kept apart.
pub fn split(samples: &[Sample]) -> (Vec<Sample>, Vec<Sample>) {
    // By what the position is: mirror images and positions that come up twice stay together.
    let is_apart = |sample: &&Sample| {
        let Discs { own, other } = sample.discs.canonical(u64::MAX);
        let mixed = (own ^ other.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((mixed >> 32) as usize).is_multiple_of(KEPT_APART)
    };
    let (apart, own): (Vec<_>, Vec<_>) = samples.iter().partition(is_apart);
    (own, apart)
}

/// Passes over samples, and over what their best moves lead to: in games a move is a mistake now and then, and who
/// learned from their positions alone would take having the move for an advantage.
pub fn fit(model: &mut Model, samples: &[Sample], fit: &Fit) {
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut dice = Dice::new(fit.seed);
    let n_steps = (samples.len() * fit.passes as usize).max(1) as f32;
    let mut n_taken = 0.0;
    for _ in 0..fit.passes {
        dice.shuffle(&mut order);
        for &at in &order {
            let sample = &samples[at as usize];
            let rate = fit.rate * (1.0 - (1.0 - LAST) * n_taken / n_steps);
            n_taken += 1.0;
            for (discs, value) in [Some((sample.discs, sample.value)), sample.next()].into_iter().flatten() {
                let value = f32::from(value) / 100.0;
                let counts = 1.0 / (1.0 + (value / HALF) * (value / HALF));
                let stage = stage((discs.own | discs.other).count_ones());
                model.learn(stage, &terms(discs), value, counts, rate);
            }
        }
    }
}

/// How far what was learned is from the values of samples: the root of the mean square, in discs; of nothing, that
/// they are not even.
pub fn error(learned: Option<&Learned>, samples: &[Sample]) -> f64 {
    let network = learned.map(Network::new);
    let value = |discs: Discs| network.as_ref().map_or(0, |network| network.value_of(discs));
    let off = |sample: &Sample| f64::from(i32::from(sample.value) - value(sample.discs)) / 100.0;
    let squares: f64 = samples.iter().map(|sample| off(sample).powi(2)).sum();
    (squares / samples.len().max(1) as f64).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::reversi::games::{START, SelfPlay};

    #[test]
    fn what_is_passed_over_is_learned() {
        let games = SelfPlay { seed: 1, depth: 1, threads: 1 };
        let positions = games.play(&crate::othello::Judge::plain(u64::MAX), 0..60);
        // Worth what the corners are, and the same after any move: easily learned.
        let worth = |discs: Discs| {
            const CORNERS: u64 = 0x8100_0000_0000_0081;
            (discs.own & CORNERS).count_ones() as i16 - (discs.other & CORNERS).count_ones() as i16
        };
        let sample = |&discs: &Discs| {
            let is_quiet = |cell: &u32| {
                let next = discs.after(*cell, discs.flips(*cell));
                worth(next) == -worth(discs)
            };
            let moves = (0..64).filter(|cell| discs.moves() >> cell & 1 != 0);
            let best = moves.clone().find(is_quiet)? as u8;
            Some(Sample { discs, value: 800 * worth(discs), best })
        };
        let samples: Vec<Sample> = positions.iter().filter_map(sample).collect();
        let (own, apart) = split(&samples);
        assert!(!apart.is_empty() && own.len() > 10 * apart.len());
        let mut model = Model::new(1);
        fit(&mut model, &own, &Fit { passes: 4, rate: 0.03, seed: 1 });
        let learned = model.learned();
        let (before, after) = (error(None, &apart), error(Some(&learned), &apart));
        assert!(after < before / 3.0, "{after} after, {before} before");
        assert_eq!(Model::of(&learned).learned(), learned);
        assert!(Network::new(&learned).value_of(START).abs() < 800);
    }
}
