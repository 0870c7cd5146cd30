//! Two players of a table against each other, in words: who is better, and how sure that is.

use serde::Serialize;

use crate::standings::Standings;
use crate::stats::{Elo, Tally, likelihood_of_superiority};

/// What two players did against each other, from the first one's side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The name of the first.
    pub first: String,
    /// The name of the other.
    pub second: String,
    /// Games in whole pairs.
    pub games: u64,
    /// Points of the first.
    pub points: f64,
    /// The Elo difference.
    pub elo: f64,
    /// Its 95% interval.
    pub elo95: [f64; 2],
    /// The probability that the first is better.
    pub los: f64,
}

impl Comparison {
    /// Line `i` of a table against line `j`; none if they have not met for a whole pair.
    pub fn of(standings: &Standings, i: usize, j: usize) -> Option<Comparison> {
        let tally = Tally::Pairs(standings.cross[i][j].pairs);
        let elo = Elo::of(&tally);
        (tally.n() > 0).then(|| Comparison {
            first: standings.lines[i].name.clone(),
            second: standings.lines[j].name.clone(),
            games: tally.n_games(),
            points: tally.mean() * tally.n_games() as f64,
            elo: elo.elo,
            elo95: [elo.interval.low, elo.interval.high],
            los: likelihood_of_superiority(&tally),
        })
    }

    /// Whether 95% of such intervals leave no doubt who is better.
    pub fn is_certain(&self) -> bool {
        self.elo95[0] > 0.0 || self.elo95[1] < 0.0
    }

    /// What the games say of the two.
    pub fn verdict(&self) -> &'static str {
        match self.elo95 {
            [low, _] if low > 0.0 => "is better than",
            [_, high] if high < 0.0 => "is worse than",
            _ => "cannot be told from",
        }
    }

    /// The figures behind the verdict.
    pub fn evidence(&self) -> String {
        let [low, high] = self.elo95;
        format!(
            "{} of {} points, Elo {:+.0} ({low:+.0} to {high:+.0}), better with {:.1}%",
            self.points,
            self.games,
            self.elo,
            100.0 * self.los
        )
    }
}

/// Everybody against everybody they met, in the order of the table.
pub fn comparisons(standings: &Standings) -> Vec<Comparison> {
    let n = standings.lines.len();
    let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
    pairs.filter_map(|(i, j)| Comparison::of(standings, i, j)).collect()
}
