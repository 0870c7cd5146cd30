//! Knockout: who loses a meeting is out. The best seeds meet last; a tie is played on, then the seed decides.

use super::rounds::MeetingScore;
use super::{Meeting, Rounds};

/// How many extra pairs a tied meeting gets before the better seed goes through.
const EXTRA_PAIRS: u32 = 4;

/// A knockout tournament; entrants are numbered by their seeding, the best first.
pub struct Knockout {
    pairs_per_meeting: u32,
    /// The places of the bracket in this round, neighbours meet; none is a bye.
    bracket: Vec<Option<usize>>,
    /// Winners of the meetings of this round, by place; none while undecided.
    winners: Vec<Option<usize>>,
    /// Tied meetings of this round: the place, and the extra pairs that were played.
    tied: Vec<(usize, u32)>,
    /// Who was knocked out, the earliest first.
    fallen: Vec<usize>,
}

impl Knockout {
    /// So many entrants, so many pairs of games in each meeting.
    pub fn new(n_players: usize, pairs_per_meeting: u32) -> Knockout {
        let size = n_players.next_power_of_two();
        let bracket =
            seeded_places(size).into_iter().map(|seed| (seed < n_players).then_some(seed)).collect();
        let mut knockout = Knockout {
            pairs_per_meeting,
            bracket,
            winners: Vec::new(),
            tied: Vec::new(),
            fallen: Vec::new(),
        };
        knockout.begin_round();
        knockout
    }

    fn begin_round(&mut self) {
        let pairs = self.bracket.chunks(2);
        // A player without an opponent goes through.
        self.winners =
            pairs.map(|pair| if pair.len() == 2 && pair[1].is_some() { None } else { pair[0] }).collect();
        self.tied =
            (0..self.winners.len()).filter(|&at| self.winners[at].is_none()).map(|at| (at, 0)).collect();
    }

    fn players_at(&self, place: usize) -> Option<[usize; 2]> {
        Some([self.bracket[2 * place]?, self.bracket[2 * place + 1]?])
    }

    fn decide(&mut self, place: usize, extra: u32, points: [f64; 2]) {
        let Some([a, b]) = self.players_at(place) else { return };
        if points[0] == points[1] && extra < EXTRA_PAIRS {
            self.tied.push((place, extra + 1));
            return;
        }
        let first_wins = points[0] > points[1] || (points[0] == points[1] && a < b);
        let (winner, loser) = if first_wins { (a, b) } else { (b, a) };
        self.winners[place] = Some(winner);
        self.fallen.push(loser);
    }
}

impl Rounds for Knockout {
    fn open(&mut self) -> Vec<Meeting> {
        let meeting = |&(place, extra): &(usize, u32)| {
            let n_pairs = if extra == 0 { self.pairs_per_meeting } else { 1 };
            self.players_at(place).map(|players| Meeting { players, n_pairs, is_rated: true })
        };
        self.tied.iter().filter_map(meeting).collect()
    }

    fn close(&mut self, results: &[MeetingScore]) {
        let played = std::mem::take(&mut self.tied);
        for ((place, extra), result) in played.into_iter().zip(results) {
            self.decide(place, extra, [result.points_of(0), result.points_of(1)]);
        }
        if self.tied.is_empty() && self.winners.len() > 1 {
            self.bracket = std::mem::take(&mut self.winners);
            self.begin_round();
        }
    }

    fn places(&self) -> Option<Vec<usize>> {
        let champion = self.winners.first().copied().flatten().filter(|_| self.winners.len() == 1)?;
        Some([champion].into_iter().chain(self.fallen.iter().rev().copied()).collect())
    }
}

/// The seeds in the order of the bracket: 1 meets the last, and 1 and 2 can only meet at the end.
fn seeded_places(size: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < size {
        let n = 2 * places.len();
        places = places.into_iter().flat_map(|seed| [seed, n - 1 - seed]).collect();
    }
    places
}
