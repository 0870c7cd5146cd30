//! Counts of results on their scores: single games (0, 1/2, 1) or pairs of games (0, 1/4, 1/2, 3/4, 1).

const GAME_SCORES: [f64; 3] = [0.0, 0.5, 1.0];
const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// What stands in for a count of zero where a formula cannot bear one.
const TRACE: f64 = 1e-3;

/// How often each score occurred, always from one player's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    /// Losses, draws, wins of single games.
    Games([u64; 3]),
    /// Pairs that brought 0, 1/2, 1, 3/2 and 2 points.
    Pairs([u64; 5]),
}

/// A distribution over scores with its size; the form that the formulas use.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) n: f64,
    pub(crate) scores: &'static [f64],
    pub(crate) shares: Vec<f64>,
}

impl Tally {
    /// How many units (games or pairs) were counted.
    pub fn n(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// How many games were counted: two for each pair.
    pub fn n_games(&self) -> u64 {
        self.n() * self.games_per_unit()
    }

    /// The mean score, one half when nothing was counted.
    pub fn mean(&self) -> f64 {
        if self.n() == 0 { 0.5 } else { self.sample(0.0).mean() }
    }

    /// The variance of one unit's score around the mean, zero when nothing was counted.
    pub fn variance(&self) -> f64 {
        if self.n() == 0 { 0.0 } else { self.sample(0.0).variance() }
    }

    /// The same results from the other side.
    pub fn flipped(&self) -> Tally {
        match *self {
            Tally::Games([l, d, w]) => Tally::Games([w, d, l]),
            Tally::Pairs([a, b, c, d, e]) => Tally::Pairs([e, d, c, b, a]),
        }
    }

    pub(crate) fn games_per_unit(&self) -> u64 {
        match self {
            Tally::Games(_) => 1,
            Tally::Pairs(_) => 2,
        }
    }

    /// The distribution with a trace in place of each zero: every variance is then positive.
    pub(crate) fn regularised(&self) -> Sample {
        self.sample(TRACE)
    }

    fn counts(&self) -> &[u64] {
        match self {
            Tally::Games(counts) => counts,
            Tally::Pairs(counts) => counts,
        }
    }

    fn sample(&self, zero: f64) -> Sample {
        let scores: &'static [f64] = match self {
            Tally::Games(_) => &GAME_SCORES,
            Tally::Pairs(_) => &PAIR_SCORES,
        };
        let counts: Vec<f64> = self.counts().iter().map(|&c| if c == 0 { zero } else { c as f64 }).collect();
        let n: f64 = counts.iter().sum();
        Sample { n, scores, shares: counts.iter().map(|c| c / n).collect() }
    }
}

impl Sample {
    pub(crate) fn mean(&self) -> f64 {
        self.terms().map(|(score, share)| score * share).sum()
    }

    pub(crate) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.terms().map(|(score, share)| share * (score - mean) * (score - mean)).sum()
    }

    pub(crate) fn terms(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.scores.iter().copied().zip(self.shares.iter().copied())
    }
}
