//! What a match came to, from the first player's side: counts, score, Elo, test, each with its interval.

use std::collections::BTreeMap;

use agon_games::record::Ending;
use serde::{Deserialize, Serialize};

use crate::job::PairResult;
use crate::schedule::PairScore;
use crate::stats::{
    Elo, NormalisedElo, Sprt, SprtStatus, Tally, Verdict, likelihood_of_superiority, score_interval,
};
use crate::store::StoredResult;

/// Running counts of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchCounts {
    /// Games finished.
    pub games: u64,
    /// Moves played, without those of openings.
    pub moves: u64,
    /// Games won by the first player.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the first player.
    pub losses: u64,
    /// Pairs that brought 0, 1/2, 1, 3/2, 2 points.
    pub pairs: [u64; 5],
    /// How games ended.
    pub endings: BTreeMap<String, u64>,
}

/// The result of a match, in the form of `agon match --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchSummary {
    /// Games finished.
    pub games: u64,
    /// Moves played, without those of openings.
    pub moves: u64,
    /// Games won by the first player.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points per game.
    pub score: f64,
    /// Its 95% interval.
    pub score95: [f64; 2],
    /// The Elo difference.
    pub elo: f64,
    /// Its 95% interval.
    pub elo95: [f64; 2],
    /// The normalised Elo difference.
    pub nelo: f64,
    /// Its 95% interval.
    pub nelo95: [f64; 2],
    /// The probability of being better.
    pub los: f64,
    /// The share of drawn games.
    pub draw_rate: f64,
    /// Pairs that brought 0, 1/2, 1, 3/2, 2 points.
    pub pairs: [u64; 5],
    /// The sequential test, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtSummary>,
    /// How games ended.
    pub endings: BTreeMap<String, u64>,
    /// How long it took.
    pub seconds: f64,
}

/// The state of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SprtSummary {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// elo0 is accepted at or below this.
    pub lower: f64,
    /// elo1 is accepted at or above this.
    pub upper: f64,
    /// Pass, fail or undecided.
    pub verdict: Verdict,
    /// The verdict in plain words.
    pub words: String,
    /// The Elo freed from the bias of stopping early, and its 95% interval.
    pub unbiased_elo: f64,
    /// Its 95% interval.
    pub unbiased_elo95: [f64; 2],
}

impl MatchCounts {
    /// Counts a pair that was just played.
    pub fn add(&mut self, result: &PairResult) {
        self.add_score(&PairScore::of(result));
        for record in &result.records {
            self.moves += (record.moves.len() - record.opening) as u64;
            self.add_ending(record.ending);
        }
    }

    /// Counts a pair of which only the score is known.
    pub fn add_score(&mut self, score: &PairScore) {
        let wins = (score.points - f64::from(score.draws) / 2.0) as u64;
        self.games += u64::from(score.n_games);
        self.wins += wins;
        self.draws += u64::from(score.draws);
        self.losses += u64::from(score.n_games) - wins - u64::from(score.draws);
        if score.n_games == 2 {
            self.pairs[(2.0 * score.points) as usize] += 1;
        }
    }

    /// Counts results out of the store, which come in the order of their pairs.
    pub fn of_results(results: &[StoredResult]) -> MatchCounts {
        let mut counts = MatchCounts::default();
        for pair in results.chunk_by(|a, b| a.pair_id() == b.pair_id()) {
            let mut score = PairScore::default();
            for game in pair {
                score.add(game.winner_of_pair(), game.ending);
                counts.moves += u64::from(game.plies.saturating_sub(game.opening));
                counts.add_ending(game.ending);
            }
            counts.add_score(&score);
        }
        counts
    }

    fn add_ending(&mut self, ending: Ending) {
        match self.endings.get_mut(ending.name()) {
            Some(n) => *n += 1,
            None => drop(self.endings.insert(ending.name().to_owned(), 1)),
        }
    }

    /// The tally to reckon with: pairs, or single games where there is no pair.
    pub fn tally(&self) -> Tally {
        if self.pairs.iter().sum::<u64>() > 0 {
            Tally::Pairs(self.pairs)
        } else {
            Tally::Games([self.losses, self.draws, self.wins])
        }
    }

    /// The first player's points per game; one half before the first game.
    pub fn score(&self) -> f64 {
        if self.games == 0 { 0.5 } else { (self.wins as f64 + self.draws as f64 / 2.0) / self.games as f64 }
    }

    /// The summary with all its figures.
    pub fn summary(&self, sprt: Option<&Sprt>, seconds: f64) -> MatchSummary {
        let tally = self.tally();
        let (score95, elo, nelo) = (score_interval(&tally), Elo::of(&tally), NormalisedElo::of(&tally));
        MatchSummary {
            games: self.games,
            moves: self.moves,
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            score: self.score(),
            score95: [score95.low, score95.high],
            elo: elo.elo,
            elo95: [elo.interval.low, elo.interval.high],
            nelo: nelo.nelo,
            nelo95: [nelo.nelo - nelo.error, nelo.nelo + nelo.error],
            los: likelihood_of_superiority(&tally),
            draw_rate: if self.games == 0 { 0.0 } else { self.draws as f64 / self.games as f64 },
            pairs: self.pairs,
            sprt: sprt.map(|sprt| SprtSummary::of(sprt, &tally)),
            endings: self.endings.clone(),
            seconds,
        }
    }
}

impl<'a> std::iter::Sum<&'a MatchCounts> for MatchCounts {
    fn sum<I: Iterator<Item = &'a MatchCounts>>(parts: I) -> MatchCounts {
        let mut sum = MatchCounts::default();
        for part in parts {
            sum.games += part.games;
            sum.moves += part.moves;
            sum.wins += part.wins;
            sum.draws += part.draws;
            sum.losses += part.losses;
            (0..5).for_each(|i| sum.pairs[i] += part.pairs[i]);
            for (ending, n) in &part.endings {
                *sum.endings.entry(ending.clone()).or_default() += n;
            }
        }
        sum
    }
}

impl SprtSummary {
    fn of(sprt: &Sprt, tally: &Tally) -> SprtSummary {
        let status: SprtStatus = sprt.status(tally);
        let estimate = sprt.estimate(tally);
        SprtSummary {
            llr: status.llr,
            lower: status.lower,
            upper: status.upper,
            verdict: status.verdict,
            words: sprt.in_words(&status),
            unbiased_elo: estimate.elo,
            unbiased_elo95: [estimate.interval.low, estimate.interval.high],
        }
    }
}
