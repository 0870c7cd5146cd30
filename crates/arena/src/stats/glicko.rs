//! Glicko-2 for a living ladder: a rating, how sure it is, and how steady the player is.

use super::{Interval, Z95};
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

/// A player's standing on the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Glicko {
    /// The rating; newcomers start at 1500.
    pub rating: f64,
    /// The rating deviation; newcomers start at 350.
    pub deviation: f64,
    /// How much the strength itself varies; newcomers start at 0.06.
    pub volatility: f64,
}

impl Default for Glicko {
    fn default() -> Glicko {
        Glicko { rating: 1500.0, deviation: 350.0, volatility: 0.06 }
    }
}

impl Glicko {
    /// The 95% interval of the rating.
    pub fn interval(&self) -> Interval {
        let half = Z95 * self.deviation;
        Interval { low: self.rating - half, high: self.rating + half }
    }
}

/// The rating after a period in which `player` met these opponents with these scores (0, 1/2 or 1).
///
/// An empty period only widens the deviation.
pub fn rate_period(player: Glicko, results: &[(Glicko, f64)]) -> Glicko {
    let results: Vec<(Glicko2Rating, Outcomes)> =
        results.iter().map(|&(opponent, score)| (opponent.into(), outcome(score))).collect();
    glicko2_rating_period(&player.into(), &results, &Glicko2Config::new()).into()
}

fn outcome(score: f64) -> Outcomes {
    match score {
        s if s > 0.75 => Outcomes::WIN,
        s if s < 0.25 => Outcomes::LOSS,
        _ => Outcomes::DRAW,
    }
}

impl From<Glicko> for Glicko2Rating {
    fn from(g: Glicko) -> Glicko2Rating {
        Glicko2Rating { rating: g.rating, deviation: g.deviation, volatility: g.volatility }
    }
}

impl From<Glicko2Rating> for Glicko {
    fn from(g: Glicko2Rating) -> Glicko {
        Glicko { rating: g.rating, deviation: g.deviation, volatility: g.volatility }
    }
}
