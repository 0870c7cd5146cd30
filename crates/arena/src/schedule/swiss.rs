//! The Swiss system: each round pairs players of like score who have not met, and nobody is knocked out.

use super::rounds::MeetingScore;
use super::{Meeting, Rounds};

/// How many ways of pairing a round are tried before players may meet again.
const PATIENCE: u32 = 20_000;

/// A Swiss tournament; entrants are numbered by their seeding.
pub struct Swiss {
    n_rounds: u32,
    pairs_per_meeting: u32,
    round: u32,
    players: Vec<Standing>,
    /// Entrants who sat out, round by round.
    byes: Vec<usize>,
}

#[derive(Clone, Default)]
struct Standing {
    points: f64,
    met: Vec<usize>,
    firsts: u32,
}

impl Swiss {
    /// So many rounds, so many pairs of games in each meeting.
    pub fn new(n_players: usize, n_rounds: u32, pairs_per_meeting: u32) -> Swiss {
        let players = vec![Standing::default(); n_players];
        Swiss { n_rounds, pairs_per_meeting, round: 0, players, byes: Vec::new() }
    }

    /// The usual number of rounds: enough to tell a single winner, and two more for the places behind.
    pub fn usual_rounds(n_players: usize) -> u32 {
        n_players.max(2).next_power_of_two().trailing_zeros() + 2
    }

    /// The points of those whom an entrant met: what its own points are worth.
    fn strength_of_opponents(&self, player: usize) -> f64 {
        self.players[player].met.iter().map(|&other| self.players[other].points).sum()
    }

    fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let key = |p: usize| (self.players[p].points, self.strength_of_opponents(p));
        order.sort_by(|&a, &b| key(b).partial_cmp(&key(a)).expect("points are numbers").then(a.cmp(&b)));
        order
    }

    /// The lowest player who has not sat out yet sits out, if the number is odd.
    fn sit_out(&mut self, order: &mut Vec<usize>) {
        if order.len().is_multiple_of(2) {
            return;
        }
        let at = order.iter().rposition(|player| !self.byes.contains(player)).unwrap_or(order.len() - 1);
        let player = order.remove(at);
        self.byes.push(player);
        self.players[player].points += f64::from(2 * self.pairs_per_meeting);
    }

    /// Pairs the first with the nearest it has not met, and so on; steps back where the rest cannot be paired.
    fn pair_up(&self, order: &[usize], patience: &mut u32, pairs: &mut Vec<[usize; 2]>) -> bool {
        let Some((&first, rest)) = order.split_first() else { return true };
        for (at, &other) in rest.iter().enumerate() {
            if self.players[first].met.contains(&other) || *patience == 0 {
                continue;
            }
            *patience -= 1;
            let remaining: Vec<usize> = rest.iter().copied().filter(|&p| p != other).collect();
            debug_assert!(at < rest.len());
            pairs.push([first, other]);
            if self.pair_up(&remaining, patience, pairs) {
                return true;
            }
            pairs.pop();
        }
        false
    }
}

impl Rounds for Swiss {
    fn open(&mut self) -> Vec<Meeting> {
        if self.round == self.n_rounds || self.players.len() < 2 {
            return Vec::new();
        }
        self.round += 1;
        let mut order = self.ranking();
        self.sit_out(&mut order);
        if self.round == 1 {
            // The upper half meets the lower half.
            let half = order.len() / 2;
            order = (0..half).flat_map(|i| [order[i], order[i + half]]).collect();
        }
        let mut pairs = Vec::new();
        if !self.pair_up(&order, &mut PATIENCE.clone(), &mut pairs) {
            pairs = order.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        }
        let seat = |[a, b]: [usize; 2]| {
            if self.players[a].firsts > self.players[b].firsts { [b, a] } else { [a, b] }
        };
        let pairs: Vec<[usize; 2]> = pairs.into_iter().map(seat).collect();
        for &[a, b] in &pairs {
            self.players[a].firsts += 1;
            self.players[a].met.push(b);
            self.players[b].met.push(a);
        }
        let meeting = |players| Meeting { players, n_pairs: self.pairs_per_meeting, is_rated: true };
        pairs.into_iter().map(meeting).collect()
    }

    fn close(&mut self, results: &[MeetingScore]) {
        for result in results {
            for seat in 0..2 {
                self.players[result.meeting.players[seat]].points += result.points_of(seat);
            }
        }
    }

    fn n_pairs(&self) -> Option<u64> {
        let meetings = self.players.len() as u64 / 2;
        Some(meetings * u64::from(self.n_rounds) * u64::from(self.pairs_per_meeting))
    }

    fn places(&self) -> Option<Vec<usize>> {
        Some(self.ranking())
    }
}
