//! The sequential probability ratio test on pairs (or games): is the gain nearer to elo1 or to elo0?
//!
//! The log-likelihood ratio is the generalised one: each hypothesis fixes the mean (logistic) or the mean over
//! the spread (normalised) and the rest of the distribution is the likeliest under it.

use super::brownian::Brownian;
use super::elo::NELO_PER_T;
use super::score_of_elo;
use super::tally::Sample;
use super::{SprtEstimate, Tally};
use serde::{Deserialize, Serialize};

/// The scale on which the two hypotheses are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Elo of the mean score.
    Logistic,
    /// Elo of the mean over the spread: the number of games needed does not depend on how drawish the game is.
    Normalised,
}

/// A test of `elo1` against `elo0` that is wrong with probability `alpha` (accepting a gain that is not there)
/// or `beta` (missing one that is).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Why no such test exists.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The hypotheses are not in order or out of range.
    #[error("no test of elo {0} against {1}: give the smaller first, both between -500 and 500")]
    Bounds(f64, f64),
    /// The error rates are not usable.
    #[error("no test with error rates {0} and {1}: each must lie between 0 and 0.5")]
    Rates(f64, f64),
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// elo1 is accepted.
    Pass,
    /// elo0 is accepted.
    Fail,
    /// More games are needed.
    Undecided,
}

/// The ratio, its bounds and what they say.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtStatus {
    /// The log-likelihood ratio of elo1 over elo0.
    pub llr: f64,
    /// At or below this, elo0 is accepted.
    pub lower: f64,
    /// At or above this, elo1 is accepted.
    pub upper: f64,
    /// The decision so far.
    pub verdict: Verdict,
}

/// How many games a test takes on average, said before it starts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExpectedGames {
    /// If the truth is elo0.
    pub at_elo0: f64,
    /// If the truth is elo1.
    pub at_elo1: f64,
    /// If the truth lies where the test takes longest.
    pub worst: f64,
}

impl Sprt {
    /// A test; the hypotheses must be in order and the error rates below one half.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Sprt, SprtError> {
        let usable = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(elo0 < elo1 && elo0 >= -500.0 && elo1 <= 500.0) {
            return Err(SprtError::Bounds(elo0, elo1));
        }
        if !usable(alpha) || !usable(beta) {
            return Err(SprtError::Rates(alpha, beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }

    /// The hypothesis of no gain.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The hypothesis of a gain.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The scale of the hypotheses.
    pub fn model(&self) -> EloModel {
        self.model
    }

    /// ln(beta / (1 - alpha)).
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// ln((1 - beta) / alpha).
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The generalised log-likelihood ratio of elo1 over elo0; zero when nothing was played.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if tally.n() == 0 {
            return 0.0;
        }
        let sample = tally.regularised();
        let [p0, p1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => likeliest_with_mean(&sample, score_of_elo(elo)),
            EloModel::Normalised => {
                likeliest_with_t(&sample, elo / NELO_PER_T * (tally.games_per_unit() as f64).sqrt())
            }
        });
        let per_unit: f64 = (sample.shares.iter().zip(p1.iter().zip(&p0)))
            .map(|(share, (p1, p0))| share * (p1 / p0).ln())
            .sum();
        sample.n * per_unit
    }

    /// The ratio in closed form, for hypotheses in normalised Elo: that of a normal distribution whose spread is
    /// estimated too. It differs from [`Sprt::llr`] by little, and by less the more games there are.
    pub fn llr_in_closed_form(&self, tally: &Tally) -> Option<f64> {
        if self.model != EloModel::Normalised || tally.n() == 0 {
            return None;
        }
        let sample = tally.regularised();
        let per_unit = tally.games_per_unit() as f64;
        let seen = (sample.mean() - 0.5) / (sample.variance() * per_unit).sqrt();
        let misfit = |elo: f64| 1.0 + (seen - elo / NELO_PER_T).powi(2);
        Some(0.5 * sample.n * per_unit * (misfit(self.elo0) / misfit(self.elo1)).ln())
    }

    /// The ratio, the bounds and the verdict.
    pub fn status(&self, tally: &Tally) -> SprtStatus {
        let (llr, lower, upper) = (self.llr(tally), self.lower(), self.upper());
        let verdict = match llr {
            llr if llr >= upper => Verdict::Pass,
            llr if llr <= lower => Verdict::Fail,
            _ => Verdict::Undecided,
        };
        SprtStatus { llr, lower, upper, verdict }
    }

    /// The Elo behind a test that may have stopped early, freed from the bias that stopping brings.
    pub fn estimate(&self, tally: &Tally) -> SprtEstimate {
        SprtEstimate::of(self, tally)
    }

    /// The average length of the test in games, for games of which the share `draws` is drawn.
    pub fn expected_games(&self, draws: f64) -> ExpectedGames {
        let spread = ((1.0 - draws.clamp(0.0, 0.99)) / 4.0).sqrt();
        let t = |elo: f64| match self.model {
            EloModel::Normalised => elo / NELO_PER_T,
            EloModel::Logistic => (score_of_elo(elo) - 0.5) / spread,
        };
        let (t0, t1) = (t(self.elo0), t(self.elo1));
        let games = |t: f64| {
            let (drift, variance) = ((t1 - t0) * (t - (t0 + t1) / 2.0), (t1 - t0) * (t1 - t0));
            Brownian { low: self.lower(), high: self.upper(), drift, variance }.mean_time()
        };
        let grid = (0..=200).map(|i| games(t0 + (t1 - t0) * f64::from(i) / 200.0));
        ExpectedGames { at_elo0: games(t0), at_elo1: games(t1), worst: grid.fold(0.0, f64::max) }
    }

    /// The verdict in plain words.
    pub fn in_words(&self, status: &SprtStatus) -> String {
        let scale = match self.model {
            EloModel::Logistic => "Elo",
            EloModel::Normalised => "normalised Elo",
        };
        let (elo0, elo1) = (self.elo0, self.elo1);
        match status.verdict {
            Verdict::Pass => format!("passed: the gain is nearer to {elo1} than to {elo0} {scale}"),
            Verdict::Fail => format!("failed: the gain is nearer to {elo0} than to {elo1} {scale}"),
            Verdict::Undecided => {
                let (bound, elo) =
                    if status.llr >= 0.0 { (status.upper, elo1) } else { (status.lower, elo0) };
                let part = (100.0 * status.llr / bound).clamp(0.0, 100.0);
                format!("undecided: {part:.0}% of the evidence needed to accept {elo} {scale}")
            }
        }
    }
}

/// The likeliest distribution with this mean.
fn likeliest_with_mean(sample: &Sample, mean: f64) -> Vec<f64> {
    let gaps: Vec<f64> = sample.scores.iter().map(|score| score - mean).collect();
    tilt(&sample.shares, &gaps).unwrap_or_else(|| sample.shares.clone())
}

/// The likeliest distribution whose (mean - 1/2) / spread is `t`: a fixed point, each round linearised.
fn likeliest_with_t(sample: &Sample, t: f64) -> Vec<f64> {
    let mut current =
        Sample { shares: vec![1.0 / sample.shares.len() as f64; sample.shares.len()], ..sample.clone() };
    for _ in 0..10 {
        let (mean, spread) = (current.mean(), current.variance().sqrt());
        let gap = |score: f64| score - 0.5 - 0.5 * t * spread * (1.0 + ((score - mean) / spread).powi(2));
        let gaps: Vec<f64> = sample.scores.iter().map(|&score| gap(score)).collect();
        let Some(next) = tilt(&sample.shares, &gaps) else { break };
        let change = next.iter().zip(&current.shares).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        current.shares = next;
        if change < 1e-9 {
            break;
        }
    }
    current.shares
}

/// shares / (1 + x gaps) for the x that makes the mean gap zero; none if all gaps have one sign.
fn tilt(shares: &[f64], gaps: &[f64]) -> Option<Vec<f64>> {
    let largest = gaps.iter().copied().fold(f64::MIN, f64::max);
    let smallest = gaps.iter().copied().fold(f64::MAX, f64::min);
    if !(smallest < 0.0 && largest > 0.0) {
        return None;
    }
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let mean_gap = |x: f64| -> f64 { shares.iter().zip(gaps).map(|(p, g)| p * g / (1.0 + x * g)).sum() };
    // The mean gap falls from +infinity to -infinity between the two poles: halve until they meet.
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if mean_gap(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = 0.5 * (low + high);
    Some(shares.iter().zip(gaps).map(|(p, g)| p / (1.0 + x * g)).collect())
}
