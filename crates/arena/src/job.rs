//! The unit of work and of statistics: a pair of games from one opening, seats swapped, with everything that
//! whoever plays it needs to know. The number within its tournament is its identity.

use std::sync::Arc;

use agon_games::dice::Dice;
use agon_games::record::{Ending, Record};
use agon_games::side::Side;
use serde::{Deserialize, Serialize};

/// Who a player is: two players with one hash are the same player, whatever their names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Identity {
    /// The hash of its content: of its file, or of what the built-in strategy was asked to be.
    pub hash: String,
    /// The name it goes by.
    pub name: String,
    /// What to ask for on the command line to get it.
    pub spec: String,
}

/// A pair of games to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The tournament's number in the store; 0 where there is none.
    pub tournament: i64,
    /// The pair's number in the tournament: its identity.
    pub number: u64,
    /// The round to which it belongs, from 0.
    pub round: u32,
    /// The two players; the first takes side 0 in the first game, side 1 in the second.
    pub players: [Arc<Identity>; 2],
    /// The game and board, in canonical form.
    pub game: Arc<str>,
    /// The position to begin with, where it is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Arc<str>>,
    /// The moves of the opening, played for both.
    pub opening: Arc<[String]>,
    /// The clock, as on the command line.
    pub clock: Arc<str>,
    /// Where all randomness of the pair comes from.
    pub seed: u64,
    /// How many games: two, or one for the last of an odd number.
    pub n_games: u8,
    /// Whether the result counts for ratings.
    pub is_rated: bool,
}

/// One game of a pair.
#[derive(Clone, Copy, Debug)]
pub struct Leg<'a> {
    /// The pair.
    pub job: &'a Job,
    /// 0, or 1 for the game with swapped seats.
    pub leg: u8,
}

/// A pair that was played.
#[derive(Clone, Debug)]
pub struct PairResult {
    /// What was asked for.
    pub job: Job,
    /// What came of it, in order; side 0 of the second game is the second player.
    pub records: Vec<Record>,
}

impl Job {
    /// The hash of all that the job says: two jobs with one key are the same work.
    pub fn key(&self) -> String {
        let body = serde_json::to_vec(self).expect("a job is plain data");
        blake3::hash(&body).to_hex()[..32].to_owned()
    }

    /// The games of the pair.
    pub fn legs(&self) -> impl Iterator<Item = Leg<'_>> {
        (0..self.n_games).map(|leg| Leg { job: self, leg })
    }
}

impl<'a> Leg<'a> {
    /// Side 0 and side 1.
    pub fn players(&self) -> [&'a Arc<Identity>; 2] {
        let [a, b] = &self.job.players;
        if self.leg == 0 { [a, b] } else { [b, a] }
    }

    /// The seed of the player on a side. It depends on the pair, the game and the side alone.
    pub fn seed(&self, side: Side) -> u64 {
        derive(self.job.seed, 2 * u64::from(self.leg) + side.index() as u64)
    }
}

impl PairResult {
    /// The first player's score in each game; none for games that were broken off.
    pub fn scores(&self) -> impl Iterator<Item = Option<f64>> + '_ {
        self.records.iter().enumerate().map(|(leg, record)| {
            let score = score_of_first(record)?;
            Some(if leg == 0 { score } else { 1.0 - score })
        })
    }

    /// The first player's points in halves (0..=4), if both games were played out.
    pub fn half_points(&self) -> Option<usize> {
        let scores: Option<Vec<f64>> = self.scores().collect();
        scores.filter(|scores| scores.len() == 2).map(|scores| (2.0 * scores.iter().sum::<f64>()) as usize)
    }

    /// Whether a game was broken off, so that the pair must be played again.
    pub fn is_aborted(&self) -> bool {
        self.records.len() < usize::from(self.job.n_games)
            || self.records.iter().any(|record| record.ending == Ending::Aborted)
    }
}

/// The score of side 0: 0, 1/2 or 1; none if the game was broken off.
pub fn score_of_first(record: &Record) -> Option<f64> {
    match (record.ending, record.winner) {
        (Ending::Aborted, _) => None,
        (_, Some(Side::First)) => Some(1.0),
        (_, Some(Side::Second)) => Some(0.0),
        (_, None) => Some(0.5),
    }
}

/// The seed of the `n`th child of a seed: children do not overlap, and depend on nothing else.
pub fn derive(seed: u64, n: u64) -> u64 {
    let mut dice = Dice::new(seed);
    let mut child = Dice::new(dice.word() ^ n.wrapping_mul(0xD6E8_FEB8_6659_FD93));
    child.word()
}
