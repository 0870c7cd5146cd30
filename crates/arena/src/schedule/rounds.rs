//! Formats that decide each round by the results of those before it.

use std::collections::{BTreeMap, VecDeque};

use super::{LadderPlayer, PairScore, Pairing, Schedule, Step};

/// Two entrants who are to meet, for one or more pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The entrants.
    pub players: [usize; 2],
    /// How many pairs of games.
    pub n_pairs: u32,
    /// Whether it counts for ratings.
    pub is_rated: bool,
}

/// What came of a meeting: its pairs in order, all from the side of its first player.
#[derive(Clone, Debug, PartialEq)]
pub struct MeetingScore {
    /// Who met.
    pub meeting: Meeting,
    /// The pairs.
    pub pairs: Vec<PairScore>,
}

/// A format that goes by rounds.
pub trait Rounds: Send {
    /// The meetings of the next round; none when the tournament is over.
    fn open(&mut self) -> Vec<Meeting>;

    /// Takes the results of a finished round; rounds come in order.
    fn close(&mut self, results: &[MeetingScore]);

    /// How many rounds may be opened before the results of an earlier one are in: 0 where each round needs the
    /// last, more where workers should not idle at the end of each.
    fn ahead(&self) -> usize {
        0
    }

    /// How many pairs there will be, where that is known.
    fn n_pairs(&self) -> Option<u64> {
        None
    }

    /// The entrants from best to worst, once it is over.
    fn places(&self) -> Option<Vec<usize>> {
        None
    }

    /// Where everybody stands on the ladder, if this is one.
    fn ladder(&self) -> Option<&[LadderPlayer]> {
        None
    }
}

impl MeetingScore {
    /// The points of the first (0) or second (1) entrant.
    pub fn points_of(&self, player: usize) -> f64 {
        self.pairs.iter().map(|pair| pair.points_of(player)).sum()
    }

    /// The games that were played.
    pub fn n_games(&self) -> u32 {
        self.pairs.iter().map(|pair| u32::from(pair.n_games)).sum()
    }

    /// The pairs in which an entrant lost a game by a fault.
    pub fn faulty_pairs(&self, player: usize) -> usize {
        self.pairs.iter().filter(|pair| pair.faults[player] > 0).count()
    }
}

/// A schedule out of rounds.
pub struct ByRounds<R> {
    format: R,
    open: VecDeque<Round>,
    waiting: VecDeque<Pairing>,
    next_number: u64,
    next_round: u32,
    next_opening: u64,
    is_over: bool,
}

struct Round {
    meetings: Vec<Meeting>,
    first_number: u64,
    n_pairs: u64,
    scores: BTreeMap<u64, PairScore>,
}

impl<R: Rounds> ByRounds<R> {
    /// The schedule of this format.
    pub fn new(format: R) -> ByRounds<R> {
        ByRounds {
            format,
            open: VecDeque::new(),
            waiting: VecDeque::new(),
            next_number: 0,
            next_round: 0,
            next_opening: 0,
            is_over: false,
        }
    }

    /// The format itself.
    pub fn format(&self) -> &R {
        &self.format
    }

    /// Hands a round that was played before to the format, pair by pair.
    pub(crate) fn replay(&mut self, pairs: impl Iterator<Item = ([usize; 2], bool, PairScore)>) {
        let result = |(players, is_rated, score)| MeetingScore {
            meeting: Meeting { players, n_pairs: 1, is_rated },
            pairs: vec![score],
        };
        self.format.close(&pairs.map(result).collect::<Vec<_>>());
    }

    /// Numbers what comes from here on.
    pub(crate) fn begin_at(&mut self, round: u32, pair: u64) {
        self.next_round = round;
        self.next_number = pair;
        self.next_opening = pair;
    }

    fn open_round(&mut self) {
        let meetings = self.format.open();
        if meetings.is_empty() {
            self.is_over = true;
            return;
        }
        let first_number = self.next_number;
        for meeting in &meetings {
            for pair in 0..meeting.n_pairs {
                self.waiting.push_back(Pairing {
                    number: self.next_number,
                    round: self.next_round,
                    players: meeting.players,
                    opening: self.next_opening + u64::from(pair),
                    n_games: 2,
                    is_rated: meeting.is_rated,
                });
                self.next_number += 1;
            }
        }
        // All meetings of a round play the same openings, and no other round plays them.
        self.next_opening += meetings.iter().map(|m| u64::from(m.n_pairs)).max().unwrap_or(0);
        let n_pairs = self.next_number - first_number;
        self.open.push_back(Round { meetings, first_number, n_pairs, scores: BTreeMap::new() });
        self.next_round += 1;
    }

    /// Hands finished rounds to the format, in order, until only `keep` rounds are left open.
    ///
    /// The results of a round are held back until the round that may use them is opened: otherwise it would
    /// depend on the speed of the workers which results it sees.
    fn close_down_to(&mut self, keep: usize) {
        while self.open.len() > keep && self.open.front().is_some_and(Round::is_complete) {
            if let Some(round) = self.open.pop_front() {
                self.format.close(&round.results());
            }
        }
    }
}

impl Round {
    fn is_complete(&self) -> bool {
        self.scores.len() as u64 == self.n_pairs
    }

    fn results(&self) -> Vec<MeetingScore> {
        let mut scores = self.scores.values().copied();
        let result = |meeting: &Meeting| MeetingScore {
            meeting: *meeting,
            pairs: scores.by_ref().take(meeting.n_pairs as usize).collect(),
        };
        self.meetings.iter().map(result).collect()
    }
}

impl<R: Rounds> Schedule for ByRounds<R> {
    fn next(&mut self) -> Step {
        let ahead = self.format.ahead();
        if self.waiting.is_empty() && !self.is_over {
            self.close_down_to(ahead);
            if self.open.len() <= ahead {
                self.open_round();
            }
        }
        if self.is_over {
            self.close_down_to(0);
        }
        match self.waiting.pop_front() {
            Some(pairing) => Step::Play(pairing),
            None if self.is_over && self.open.is_empty() => Step::Done,
            None => Step::Wait,
        }
    }

    fn record(&mut self, number: u64, score: PairScore) {
        let holds =
            |round: &&mut Round| (round.first_number..round.first_number + round.n_pairs).contains(&number);
        if let Some(round) = self.open.iter_mut().find(holds) {
            round.scores.insert(number, score);
        }
    }

    fn n_pairs(&self) -> Option<u64> {
        self.format.n_pairs()
    }

    fn places(&self) -> Option<Vec<usize>> {
        self.format.places()
    }

    fn ladder(&self) -> Option<&[LadderPlayer]> {
        self.format.ladder()
    }
}
