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

/// Whether a sample is kept out of the fit, to see what that is worth. By what the position is: mirror images and
/// positions that come up twice stay together.
pub fn is_apart(sample: &Sample) -> bool {
    let Discs { own, other } = sample.discs.canonical(u64::MAX);
    let mixed = (own ^ other.rotate_left(32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed >> 32) as usize).is_multiple_of(KEPT_APART)
}

/// A network that passes over samples, and over what their best moves lead to: in games a move is a mistake now and
/// then, and who learned from their positions alone would take having the move for an advantage.
#[derive(Clone, Debug)]
pub struct Study<const B: usize = 1> {
    model: Model<B>,
    samples: Vec<Sample>,
    fit: Fit,
    dice: Dice,
    /// The order of this pass.
    order: Vec<u32>,
    n_taken: usize,
}

impl<const B: usize> Study<B> {
    /// A network that has yet to learn these.
    pub fn new(model: Model<B>, samples: Vec<Sample>, fit: Fit) -> Self {
        let order = (0..samples.len() as u32).collect();
        Self { model, samples, fit, dice: Dice::new(fit.seed), order, n_taken: 0 }
    }

    /// How many samples were taken, each time counted, and how many there are to be.
    pub const fn progress(&self) -> (usize, usize) {
        (self.n_taken, self.samples.len() * self.fit.passes as usize)
    }

    /// Whether all passes are over.
    pub const fn is_over(&self) -> bool {
        let (taken, of) = self.progress();
        taken >= of
    }

    /// Takes so many samples more, and tells whether all passes are over.
    pub fn go_on(&mut self, n_samples: usize) -> bool {
        let (_, n_steps) = self.progress();
        for _ in 0..n_samples.min(n_steps - self.n_taken) {
            let at = self.n_taken % self.samples.len();
            if at == 0 {
                self.dice.shuffle(&mut self.order);
            }
            let rate = self.fit.rate * (1.0 - (1.0 - LAST) * self.n_taken as f32 / n_steps as f32);
            self.take(self.order[at] as usize, rate);
            self.n_taken += 1;
        }
        self.is_over()
    }

    #[inline(always)]
    fn take(&mut self, at: usize, rate: f32) {
        let sample = &self.samples[at];
        for (discs, value) in [Some((sample.discs, sample.value)), sample.next()].into_iter().flatten() {
            let value = f32::from(value) / 100.0;
            let counts = 1.0 / (1.0 + (value / HALF) * (value / HALF));
            let stage = stage((discs.own | discs.other).count_ones());
            self.model.learn(stage, &terms(discs), value, counts, rate);
        }
    }

    /// What it has come to; stages before the first that was seen are weighed as that one.
    pub fn learned(mut self) -> Learned<B> {
        let stage_of = |sample: &Sample| stage((sample.discs.own | sample.discs.other).count_ones());
        let first = self.samples.iter().map(stage_of).min();
        self.model.spread_back(first.unwrap_or(0));
        self.model.learned()
    }
}

/// How far what was learned is from the values of samples: the root of the mean square, in discs; of nothing, that
/// they are not even.
pub fn error<'a>(learned: Option<&Learned>, samples: impl Iterator<Item = &'a Sample>) -> f64 {
    let network = learned.map(Network::new);
    let value = |discs: Discs| network.as_ref().map_or(0, |network| network.value_of(discs));
    let off = |sample: &Sample| f64::from(i32::from(sample.value) - value(sample.discs)) / 100.0;
    let (n, squares) = samples.fold((0, 0.0), |(n, sum), sample| (n + 1, sum + off(sample).powi(2)));
    (squares / f64::from(n.max(1))).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::network::BLOCK;
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
        let (apart, own): (Vec<Sample>, Vec<Sample>) = samples.into_iter().partition(is_apart);
        assert!(!apart.is_empty() && own.len() > 10 * apart.len());
        let study = Study::new(Model::new(1), own, Fit { passes: 4, rate: 0.03, seed: 1 });
        let learn = |mut study: Study, at_once: usize| {
            while !study.go_on(at_once) {}
            study.learned()
        };
        let learned = learn(study.clone(), usize::MAX);
        assert_eq!(learn(study, 1_000), learned, "in pieces as at once");
        let (before, after) = (error(None, apart.iter()), error(Some(&learned), apart.iter()));
        assert!(after < before / 3.0, "{after} after, {before} before");
        assert_eq!(Model::of(&learned).learned(), learned);
        assert!(Network::new(&learned).value_of(START).abs() < 800);
        let is_alive = |unit: &usize| learned.rows.iter().any(|row| row.0.as_flattened()[*unit] != 0);
        assert_eq!((0..BLOCK).filter(is_alive).count(), BLOCK, "every unit learns something");
    }
}
