//! The method: simultaneous perturbation. Each trial is a pair of games between two players that lie a step to either
//! side of the present values, all knobs at once, each to a side of its own; who wins moves all of them a little.
// CITE: J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
// approximation", IEEE Transactions on Automatic Control 37(3), 1992; the exponents are those of his "Implementation
// of the simultaneous perturbation algorithm for stochastic optimization", 1998.

use agon_games::dice::Dice;

use super::knob::Knob;
use crate::job::derive;

/// Trials that are played with the same values, and then count together: so what comes out does not depend on how many
/// are played at once.
pub const TOGETHER: u64 = 16;

/// How fast steps and moves get smaller.
const STEP_FALLS: f64 = 0.101;
const GAIN_FALLS: f64 = 0.602;
/// The first moves are held back as if this part of all trials lay behind.
const WARM_UP: f64 = 0.1;
/// A pair that is won moves a knob, at the end, by this part of its step over the root of the number of trials: chance
/// alone then carries it about a step away, whatever that number is.
const REACH: f64 = 1.5;

/// The present values, and how many trials led to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    knobs: Vec<Knob>,
    seed: u64,
    n_trials: u64,
    n_done: u64,
    values: Vec<f64>,
    /// The sum of the values after each lot of the second half, and of how many lots.
    sum: Vec<f64>,
    n_summed: u64,
}

impl Spsa {
    /// Before the first of so many trials.
    pub fn new(knobs: Vec<Knob>, n_trials: u64, seed: u64) -> Self {
        let values: Vec<f64> = knobs.iter().map(|knob| knob.start).collect();
        let sum = vec![0.0; values.len()];
        Self { knobs, seed, n_trials, n_done: 0, values, sum, n_summed: 0 }
    }

    /// The knobs.
    pub fn knobs(&self) -> &[Knob] {
        &self.knobs
    }

    /// The values by now.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How many trials count so far.
    pub const fn n_done(&self) -> u64 {
        self.n_done
    }

    /// The numbers of the trials that are to be played next and together; none at the end.
    pub fn next_trials(&self) -> std::ops::Range<u64> {
        self.n_done..(self.n_done + TOGETHER).min(self.n_trials)
    }

    /// The values of the two players of a trial, which must be one of the next.
    pub fn trial(&self, number: u64) -> [Vec<f64>; 2] {
        let directions = self.directions(number);
        [1.0, -1.0].map(|sign| {
            let value = |at: usize| {
                let knob = &self.knobs[at];
                knob.fit(self.values[at] + sign * directions[at] * self.step(knob))
            };
            (0..self.knobs.len()).map(value).collect()
        })
    }

    /// Takes the results of the next trials, in order: what the first player made of two games, from -1 for both lost to 1
    /// for both won.
    pub fn learn(&mut self, results: &[f64]) {
        let gain = self.gain();
        let mut moves = vec![0.0; self.values.len()];
        for (number, result) in self.next_trials().zip(results) {
            for (at, direction) in self.directions(number).into_iter().enumerate() {
                moves[at] += gain * self.step(&self.knobs[at]) * result * direction;
            }
        }
        for (at, knob) in self.knobs.iter().enumerate() {
            self.values[at] = (self.values[at] + moves[at]).clamp(knob.low, knob.high);
        }
        self.n_done += results.len() as u64;
        if 2 * self.n_done > self.n_trials {
            self.sum.iter_mut().zip(&self.values).for_each(|(sum, value)| *sum += value);
            self.n_summed += 1;
        }
    }

    /// What the trials have come to: the mean over their second half, which wavers less than the last values do; the
    /// present values before that.
    pub fn outcome(&self) -> Vec<f64> {
        match self.n_summed {
            0 => self.values.clone(),
            n => self.sum.iter().map(|sum| sum / n as f64).collect(),
        }
    }

    fn directions(&self, number: u64) -> Vec<f64> {
        let mut dice = Dice::new(derive(self.seed, number));
        self.knobs.iter().map(|_| if dice.below(2) == 0 { -1.0 } else { 1.0 }).collect()
    }

    fn step(&self, knob: &Knob) -> f64 {
        knob.step * (self.n_trials as f64 / (self.n_done + 1) as f64).powf(STEP_FALLS)
    }

    /// What a pair that is won moves a knob by, in steps.
    fn gain(&self) -> f64 {
        let (all, done) = (self.n_trials as f64, (self.n_done + 1) as f64);
        let falling = ((WARM_UP + 1.0) * all / (WARM_UP * all + done)).powf(GAIN_FALLS);
        // Moves are told in steps, which were larger too.
        REACH / all.sqrt() * falling / (all / done).powf(2.0 * STEP_FALLS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knob(low: f64, high: f64, start: f64) -> Knob {
        let (name, step) = ("x".to_owned(), (high - low) / 8.0);
        Knob { name, low, high, step, start, is_whole: false }
    }

    /// Tunes two knobs whose best values are known, by pairs that chance decides most of.
    fn tuned(seed: u64, n_trials: u64) -> Vec<f64> {
        let mut spsa = Spsa::new(vec![knob(0.0, 1.0, 0.2), knob(-50.0, 50.0, 40.0)], n_trials, seed);
        let mut dice = Dice::new(seed);
        let worth =
            |values: &[f64]| -2.0 * (values[0] - 0.7).powi(2) - 2.0 * ((values[1] + 10.0) / 100.0).powi(2);
        while !spsa.next_trials().is_empty() {
            let mut play = |number: u64| {
                let [a, b] = spsa.trial(number);
                let chance = 0.5 + (worth(&a) - worth(&b)) / 2.0;
                let mut won = || f64::from(dice.below(1 << 20)) < chance * f64::from(1 << 20);
                f64::from(u8::from(won())) + f64::from(u8::from(won())) - 1.0
            };
            let results: Vec<f64> = spsa.next_trials().map(&mut play).collect();
            spsa.learn(&results);
        }
        spsa.outcome()
    }

    #[test]
    fn it_finds_what_wins() {
        for seed in 0..20 {
            let found = tuned(seed, 2_000);
            assert!((found[0] - 0.7).abs() < 0.2, "seed {seed}: {found:?}");
            assert!((found[1] + 10.0).abs() < 20.0, "seed {seed}: {found:?}");
        }
    }

    #[test]
    fn trials_stay_in_range_and_whole_numbers_whole() {
        let whole = Knob { is_whole: true, ..knob(1.0, 4.0, 1.0) };
        let spsa = Spsa::new(vec![whole], 40, 7);
        for number in spsa.next_trials() {
            let [a, b] = spsa.trial(number);
            assert!((1.0..=4.0).contains(&a[0]) && (1.0..=4.0).contains(&b[0]));
            assert_eq!(a[0].fract() + b[0].fract(), 0.0);
        }
        assert_eq!(spsa.next_trials(), 0..TOGETHER);
    }
}
