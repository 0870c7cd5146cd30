//! Formats whose pairings are known beforehand: the match (with or without a sequential test), the round robin
//! and the gauntlet. Openings go round by round, so that everybody meets everybody from the same ones.

use std::collections::BTreeMap;

use super::{PairScore, Pairing, Schedule, Step};
use crate::stats::{Sprt, Tally, Verdict};

/// A list of meetings, gone through round after round.
pub struct Fixed {
    meetings: Vec<[usize; 2]>,
    games_each: u64,
    next: u64,
    test: Option<Test>,
}

/// A sequential test, which looks at the results in the order of their numbers whatever order they come in.
struct Test {
    sprt: Sprt,
    counts: [u64; 5],
    seen: u64,
    early: BTreeMap<u64, PairScore>,
    end: Option<u64>,
}

/// Two entrants, `games` games; with a test, at most so many.
pub fn match_of_two(games: u64, sprt: Option<Sprt>) -> Fixed {
    let test = sprt.map(|sprt| Test { sprt, counts: [0; 5], seen: 0, early: BTreeMap::new(), end: None });
    Fixed { meetings: vec![[0, 1]], games_each: games, next: 0, test }
}

/// Everybody against everybody, `games` games each.
pub fn round_robin(n_players: usize, games: u64) -> Fixed {
    let meetings = (0..n_players).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
    Fixed { meetings, games_each: games, next: 0, test: None }
}

/// The first `n_heroes` entrants against all others, `games` games each.
pub fn gauntlet(n_players: usize, n_heroes: usize, games: u64) -> Fixed {
    let meetings =
        (n_heroes..n_players).flat_map(|other| (0..n_heroes).map(move |hero| [hero, other])).collect();
    Fixed { meetings, games_each: games, next: 0, test: None }
}

impl Fixed {
    fn pairs_each(&self) -> u64 {
        self.games_each.div_ceil(2)
    }

    fn pairing(&self, number: u64) -> Pairing {
        let n_meetings = self.meetings.len() as u64;
        let round = number / n_meetings;
        let players = self.meetings[(number % n_meetings) as usize];
        let is_half = round + 1 == self.pairs_each() && !self.games_each.is_multiple_of(2);
        Pairing {
            number,
            round: round as u32,
            players,
            opening: round,
            n_games: if is_half { 1 } else { 2 },
            is_rated: true,
        }
    }
}

impl Schedule for Fixed {
    fn next(&mut self) -> Step {
        let is_decided = self.test.as_ref().is_some_and(|test| test.end.is_some());
        if is_decided || self.next >= self.pairs_each() * self.meetings.len() as u64 {
            return Step::Done;
        }
        self.next += 1;
        Step::Play(self.pairing(self.next - 1))
    }

    fn record(&mut self, number: u64, score: PairScore) {
        if let Some(test) = &mut self.test {
            test.record(number, score);
        }
    }

    fn cut(&self) -> Option<u64> {
        self.test.as_ref().and_then(|test| test.end)
    }

    fn n_pairs(&self) -> Option<u64> {
        Some(self.pairs_each() * self.meetings.len() as u64)
    }
}

impl Test {
    fn record(&mut self, number: u64, score: PairScore) {
        self.early.insert(number, score);
        while let Some(score) = self.early.remove(&self.seen) {
            self.seen += 1;
            if score.n_games == 2 && self.end.is_none() {
                self.counts[(2.0 * score.points) as usize] += 1;
                let status = self.sprt.status(&Tally::Pairs(self.counts));
                self.end = (status.verdict != Verdict::Undecided).then_some(self.seen);
            }
        }
    }
}
