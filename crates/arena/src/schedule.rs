//! Who meets whom, and when. A schedule hands out pairings and is told their results; the order of the results
//! within a round does not matter, so that a tournament comes out the same however many workers play it and
//! however often it was stopped.

mod fixed;
mod knockout;
mod ladder;
mod rounds;
mod swiss;

pub use fixed::{Fixed, gauntlet, match_of_two, round_robin};
pub use knockout::Knockout;
pub use ladder::{Challenge, Ladder, LadderOptions, LadderPlayer};
pub use rounds::{ByRounds, Meeting, Rounds};
pub use swiss::Swiss;

use agon_games::record::Ending;
use agon_games::side::Side;

use crate::job::PairResult;

/// Two entrants, by number, who are to play a pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The pair's number: its identity in the tournament.
    pub number: u64,
    /// The round, from 0.
    pub round: u32,
    /// The entrants; the first takes side 0 in the first game.
    pub players: [usize; 2],
    /// Which opening they play.
    pub opening: u64,
    /// Two games, or one for the last of an odd number.
    pub n_games: u8,
    /// Whether it counts for ratings.
    pub is_rated: bool,
}

/// What came of a pairing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PairScore {
    /// The first player's points.
    pub points: f64,
    /// Games drawn.
    pub draws: u8,
    /// Games played.
    pub n_games: u8,
    /// How many games each player lost by a fault of its own: a crash, an illegal move, the clock.
    pub faults: [u8; 2],
}

/// What to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Play this.
    Play(Pairing),
    /// Nothing, until more results are in.
    Wait,
    /// Nothing any more.
    Done,
}

/// A tournament's order of play.
pub trait Schedule: Send {
    /// The next pairing.
    fn next(&mut self) -> Step;

    /// Takes the result of a pairing that was handed out.
    fn record(&mut self, number: u64, score: PairScore);

    /// The first pair that the tournament turned out not to need, once a sequential test has ended.
    fn cut(&self) -> Option<u64> {
        None
    }

    /// How many pairs there will be, where that is known.
    fn n_pairs(&self) -> Option<u64> {
        None
    }

    /// The entrants from best to worst, where the format itself says so.
    fn places(&self) -> Option<Vec<usize>> {
        None
    }

    /// Where everybody stands on the ladder, if this is one.
    fn ladder(&self) -> Option<&[LadderPlayer]> {
        None
    }
}

impl PairScore {
    /// The score of a pair that was played out.
    pub fn of(result: &PairResult) -> PairScore {
        let mut score = PairScore::default();
        for (leg, record) in result.records.iter().enumerate() {
            let winner = record.winner.map(|side| side.index() ^ leg);
            score.add(winner, record.ending);
        }
        score
    }

    /// Adds a game won by the first (0) or second (1) player of the pairing, or drawn.
    pub fn add(&mut self, winner: Option<usize>, ending: Ending) {
        self.n_games += 1;
        self.draws += u8::from(winner.is_none());
        self.points += match winner {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        if is_fault(ending) {
            winner.into_iter().for_each(|winner| self.faults[1 - winner] += 1);
        }
    }

    /// The points of either player.
    pub fn points_of(&self, player: usize) -> f64 {
        if player == 0 { self.points } else { f64::from(self.n_games) - self.points }
    }
}

/// Whether the loser of a game that ended so is at fault, rather than outplayed.
pub fn is_fault(ending: Ending) -> bool {
    !matches!(ending, Ending::Rules | Ending::Aborted | Ending::Resigned)
}

/// The side at fault, if any.
pub fn side_at_fault(winner: Option<Side>, ending: Ending) -> Option<Side> {
    winner.filter(|_| is_fault(ending)).map(|winner| !winner)
}
