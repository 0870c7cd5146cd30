//! The Elo of a player after a sequential test: a test that stops when it looks good flatters the winner, so
//! the estimate asks which Elo makes the observed outcome (bound and moment) a median one.

use super::brownian::Brownian;
use super::elo::NELO_PER_T;
use super::{EloModel, Interval, Sprt, Tally, score_of_elo};
use serde::{Deserialize, Serialize};

/// Elo values beyond this are not told apart.
const LIMIT: f64 = 1000.0;

/// An estimate that stopping early does not bias.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtEstimate {
    /// The median-unbiased estimate, in logistic Elo.
    pub elo: f64,
    /// Its 95% interval.
    pub interval: Interval,
    /// The probability of a worse outcome for a player of equal strength.
    pub los: f64,
    /// The log-likelihood ratio (quadratic approximation) held within the bounds.
    pub llr: f64,
    /// Whether the ratio ran past a bound by more than 3%, as when a test went on after its end.
    pub clamped: bool,
}

struct Outcome {
    sprt: Sprt,
    variance: f64,
    scores: [f64; 2],
    time: f64,
    llr: f64,
}

impl SprtEstimate {
    pub(super) fn of(sprt: &Sprt, tally: &Tally) -> SprtEstimate {
        let sample = tally.regularised();
        let (mean, variance) = (sample.mean(), sample.variance());
        let spread = (variance * tally.games_per_unit() as f64).sqrt();
        let scores = [sprt.elo0(), sprt.elo1()].map(|elo| match sprt.model() {
            EloModel::Logistic => score_of_elo(elo),
            EloModel::Normalised => elo / NELO_PER_T * spread + 0.5,
        });
        let mut outcome = Outcome { sprt: *sprt, variance, scores, time: sample.n, llr: 0.0 };
        let slope = outcome.motion(mean).drift;
        let llr = slope * sample.n;
        outcome.llr = llr.clamp(sprt.lower(), sprt.upper());
        if outcome.llr != llr {
            outcome.time = outcome.llr / slope;
        }
        SprtEstimate {
            elo: outcome.elo_with(0.5),
            interval: Interval { low: outcome.elo_with(0.975), high: outcome.elo_with(0.025) },
            los: outcome.worse(0.0),
            llr: outcome.llr,
            clamped: llr > 1.03 * sprt.upper() || llr < 1.03 * sprt.lower(),
        }
    }
}

impl Outcome {
    /// The log-likelihood ratio per unit as a motion, if the true score were `score`.
    fn motion(&self, score: f64) -> Brownian {
        let [s0, s1] = self.scores;
        let variance = self.variance;
        Brownian {
            low: self.sprt.lower(),
            high: self.sprt.upper(),
            drift: (score - (s0 + s1) / 2.0) * (s1 - s0) / variance,
            variance: (s1 - s0) * (s1 - s0) / variance,
        }
    }

    /// The probability of a worse outcome than the observed one, if the truth were `elo`.
    fn worse(&self, elo: f64) -> f64 {
        self.motion(score_of_elo(elo)).at_most(self.time, self.llr)
    }

    /// The Elo at which a worse outcome has probability `p`: the probability falls as Elo grows.
    fn elo_with(&self, p: f64) -> f64 {
        let (mut low, mut high) = (-LIMIT, LIMIT);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if self.worse(middle) > p { low = middle } else { high = middle }
        }
        0.5 * (low + high)
    }
}
