//! Weights by what wins games: every term has one factor for the end of the game and one for its beginning. Pairs
//! of games are played between weights with all factors a little up or down at random and the opposite, and all
//! factors move a little towards the side that won.
//!
//! CITE: J. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation" (1992).

use agon_games::dice::Dice;

use crate::eval::amazons::Weights;
use crate::eval::amazons::weights::{N_PHASES, N_TERMS};

/// One factor of each term at the end of the game, and one at its beginning.
pub(super) const N_FACTORS: usize = 2 * N_TERMS;
/// How much of a row's factor is that of the beginning.
const EARLINESS: [f64; N_PHASES] = [0.0, 0.0, 0.25, 0.75, 1.0, 1.0];
/// How far factors are moved to try them, as a logarithm, at first.
const REACH: f64 = 0.25;
/// How far a pair that was won moves them, at first.
const STRIDE: f64 = 0.01;
/// The mean of the factors forgets at this rate.
const FORGETTING: f64 = 0.002;

/// Logarithms of factors.
pub(super) type Factors = [f64; N_FACTORS];

/// Where the tuning stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Tuner {
    /// Where the next pair tries to go up and down from.
    pub(super) now: Factors,
    /// The mean of where it was, which is what was found.
    pub(super) mean: Factors,
    /// Pairs that were played.
    pub(super) n_pairs: u32,
}

/// Which factors a pair of games moves up; the others it moves down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Trial {
    signs: Factors,
    reach: f64,
}

impl Tuner {
    /// Before the first pair.
    pub(super) const fn new() -> Self {
        Self { now: [0.0; N_FACTORS], mean: [0.0; N_FACTORS], n_pairs: 0 }
    }

    /// The weights that were found.
    pub(super) fn found(&self, base: &Weights) -> Weights {
        scaled(base, &self.mean)
    }

    /// What a pair tries.
    pub(super) fn trial(&self, dice: &mut Dice) -> Trial {
        let signs = std::array::from_fn(|_| if dice.below(2) == 0 { 1.0 } else { -1.0 });
        Trial { signs, reach: REACH / (1.0 + f64::from(self.n_pairs) / 1000.0).powf(0.1) }
    }

    /// The weights of both players of a pair.
    pub(super) fn players(&self, base: &Weights, trial: &Trial) -> [Weights; 2] {
        [trial.reach, -trial.reach]
            .map(|reach| scaled(base, &std::array::from_fn(|i| self.now[i] + reach * trial.signs[i])))
    }

    /// Learns from a pair of which the first player won so many games.
    pub(super) fn learn(&mut self, trial: &Trial, n_won: u32) {
        let stride = STRIDE / (1.0 + f64::from(self.n_pairs) / 2000.0).powf(0.6);
        let lead = f64::from(n_won) - 1.0;
        let rate = (1.0 / f64::from(self.n_pairs + 1)).max(FORGETTING);
        for i in 0..N_FACTORS {
            self.now[i] += stride * lead * trial.signs[i];
            self.mean[i] += rate * (self.now[i] - self.mean[i]);
        }
        self.n_pairs += 1;
    }
}

fn scaled(base: &Weights, factors: &Factors) -> Weights {
    let factor = |row: usize, term: usize| {
        let early = EARLINESS[row];
        ((1.0 - early) * factors[term] + early * factors[N_TERMS + term]).exp() as f32
    };
    Weights(std::array::from_fn(|row| std::array::from_fn(|term| base.0[row][term] * factor(row, term))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_climbs_towards_what_wins() {
        // The player whose first factor is nearer to e^0.5 wins both games.
        let base = Weights([[1.0; N_TERMS]; N_PHASES]);
        let (mut tuner, mut dice) = (Tuner::new(), Dice::new(1));
        let miss = |weights: &Weights| (weights.0[0][0].ln() - 0.5).abs();
        for _ in 0..2000 {
            let trial = tuner.trial(&mut dice);
            let [up, down] = tuner.players(&base, &trial);
            tuner.learn(&trial, if miss(&up) < miss(&down) { 2 } else { 0 });
        }
        assert!(miss(&tuner.found(&base)) < 0.1, "{:?}", tuner.mean);
        // What does not matter wanders, but not as far.
        let wandering = tuner.mean[1..].iter().map(|factor| factor.abs()).sum::<f64>();
        assert!(wandering / (N_FACTORS - 1) as f64 <= 0.3, "{:?}", tuner.mean);
    }
}
