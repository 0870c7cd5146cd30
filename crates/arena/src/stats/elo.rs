//! Elo differences out of scores: logistic, and normalised by the spread of a single game.

use super::score::score_interval;
use super::{Interval, Tally, Z95, normal_cdf};

/// Scores are held this far from 0 and 1, so that the Elo of a clean sweep is finite (about 1200).
const EDGE: f64 = 1e-3;

/// Normalised Elo per unit of (mean - 1/2) / spread of a game.
pub(crate) const NELO_PER_T: f64 = 800.0 / std::f64::consts::LN_10;

/// An Elo difference with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Elo {
    /// The difference that the mean score stands for.
    pub elo: f64,
    /// Half the width of the symmetric normal interval: the figure that public test frameworks print.
    pub error: f64,
    /// The 95% interval of the score, on the Elo scale; it holds for small samples too.
    pub interval: Interval,
}

/// A normalised Elo difference with its 95% error.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct NormalisedElo {
    /// (mean - 1/2) over the spread of one game, on a scale like Elo's.
    pub nelo: f64,
    /// Half the width of the 95% interval.
    pub error: f64,
}

/// The Elo difference at which a player scores `x`; `x` is held within [0.001, 0.999].
pub fn elo_of_score(x: f64) -> f64 {
    let x = if x.is_nan() { 0.5 } else { x.clamp(EDGE, 1.0 - EDGE) };
    -400.0 * (1.0 / x - 1.0).log10()
}

/// The score expected of a player who is `elo` better.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The probability that the player is better at all, given the results (normal approximation).
pub fn likelihood_of_superiority(tally: &Tally) -> f64 {
    let sample = tally.regularised();
    normal_cdf((sample.mean() - 0.5) / (sample.variance() / sample.n).sqrt())
}

impl Elo {
    /// Estimates the Elo difference behind these results.
    pub fn of(tally: &Tally) -> Elo {
        let sample = tally.regularised();
        let (mean, half) = (sample.mean(), Z95 * (sample.variance() / sample.n).sqrt());
        let scores = score_interval(tally);
        Elo {
            elo: elo_of_score(mean),
            error: (elo_of_score(mean + half) - elo_of_score(mean - half)) / 2.0,
            interval: Interval { low: elo_of_score(scores.low), high: elo_of_score(scores.high) },
        }
    }
}

impl NormalisedElo {
    /// Estimates the normalised Elo difference behind these results.
    pub fn of(tally: &Tally) -> NormalisedElo {
        let sample = tally.regularised();
        let per_unit = tally.games_per_unit() as f64;
        let t = (sample.mean() - 0.5) / (sample.variance() * per_unit).sqrt();
        // The variance of t-hat: one game's worth for the mean, and what estimating the spread adds.
        let spread = (1.0 + t * t * per_unit / 2.0).sqrt() / (sample.n * per_unit).sqrt();
        NormalisedElo { nelo: t * NELO_PER_T, error: Z95 * spread * NELO_PER_T }
    }
}
