//! Statistics of matches and tournaments: scores with honest intervals, Elo, sequential tests, ratings.
//!
//! The pair (two games from one opening, seats swapped) is the unit everywhere. No function here returns NaN
//! or an infinity, however few or one-sided the results.

mod bradley_terry;
mod brownian;
mod elo;
mod glicko;
mod matrix;
mod score;
mod sprt;
mod sprt_estimate;
mod tally;

pub use bradley_terry::{GameResult, Prior, Rating, Ratings, rate};
pub use elo::{Elo, NormalisedElo, elo_of_score, likelihood_of_superiority, score_of_elo};
pub use glicko::{Glicko, rate_period};
pub use score::{Interval, score_interval, wald, wilson};
pub use sprt::{EloModel, ExpectedGames, Sprt, SprtError, SprtStatus, Verdict};
pub use sprt_estimate::SprtEstimate;
pub use tally::Tally;

/// The two-sided 95% point of the normal distribution.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The probability that a standard normal variable is at most `x`.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    0.5 * statrs::function::erf::erfc(-x / std::f64::consts::SQRT_2)
}
