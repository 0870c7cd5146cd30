//! The ladder: a tournament without an end. Every round everybody plays somebody near; newcomers play more, so
//! that they find their place fast; who keeps crashing is put on probation, then set aside.

use serde::{Deserialize, Serialize};

use super::rounds::MeetingScore;
use super::{Meeting, PairScore, Rounds};
use crate::stats::{Glicko, rate_period};

/// How a ladder treats its players.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LadderOptions {
    /// Who is less sure than this is a newcomer.
    pub newcomer_deviation: f64,
    /// Meetings of a newcomer in each round.
    pub newcomer_meetings: u32,
    /// So many faulty rounds among the last four put a player on probation.
    pub faults_to_probation: usize,
    /// On probation a player meets somebody only every so many rounds.
    pub probation_every: u32,
    /// So many faulty rounds on probation and the player is set aside.
    pub faults_to_suspension: u32,
    /// So many clean rounds end the probation.
    pub clean_to_return: u32,
    /// Stop after so many rounds; 0: never.
    pub rounds: u32,
}

impl Default for LadderOptions {
    fn default() -> LadderOptions {
        LadderOptions {
            newcomer_deviation: 110.0,
            newcomer_meetings: 3,
            faults_to_probation: 2,
            probation_every: 4,
            faults_to_suspension: 3,
            clean_to_return: 2,
            rounds: 0,
        }
    }
}

/// A pair outside the ratings, for the fun of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// Names or specs of two entrants.
    pub players: [String; 2],
    /// How many pairs.
    #[serde(default = "one")]
    pub pairs: u32,
}

fn one() -> u32 {
    1
}

/// A player's place on the ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LadderPlayer {
    /// Rating, deviation, volatility.
    pub glicko: Glicko,
    /// Games that counted.
    pub n_games: u32,
    /// Whether it crashed too often lately.
    pub on_probation: bool,
    /// Whether it is not paired any more.
    pub is_suspended: bool,
    #[serde(skip)]
    recent_faults: Vec<bool>,
    #[serde(skip)]
    probation: (u32, u32),
    #[serde(skip)]
    last_round: u32,
    #[serde(skip)]
    met: Vec<u32>,
}

/// A ladder.
pub struct Ladder {
    options: LadderOptions,
    players: Vec<LadderPlayer>,
    challenges: Vec<([usize; 2], u32)>,
    round: u32,
    history: Vec<Vec<f64>>,
}

impl Ladder {
    /// A ladder of so many players, all newcomers, and unrated challenges to be played in the first round.
    pub fn new(n_players: usize, options: LadderOptions, challenges: Vec<([usize; 2], u32)>) -> Ladder {
        let newcomer = LadderPlayer {
            glicko: Glicko::default(),
            n_games: 0,
            on_probation: false,
            is_suspended: false,
            recent_faults: Vec::new(),
            probation: (0, 0),
            last_round: 0,
            met: vec![0; n_players],
        };
        Ladder { options, players: vec![newcomer; n_players], challenges, round: 0, history: Vec::new() }
    }

    /// The players, in the order of their numbers.
    pub fn players(&self) -> &[LadderPlayer] {
        &self.players
    }

    /// Everybody's rating after each round.
    pub fn history(&self) -> &[Vec<f64>] {
        &self.history
    }

    fn is_newcomer(&self, player: usize) -> bool {
        self.players[player].glicko.deviation > self.options.newcomer_deviation
    }

    /// How many meetings a player should have this round.
    fn appetite(&self, player: usize) -> u32 {
        let p = &self.players[player];
        if p.is_suspended || (p.on_probation && !self.round.is_multiple_of(self.options.probation_every)) {
            0
        } else if self.is_newcomer(player) && !p.on_probation {
            self.options.newcomer_meetings
        } else {
            1
        }
    }

    /// How little a meeting would tell: far ratings, and having met before.
    fn dullness(&self, a: usize, b: usize) -> f64 {
        let gap = (self.players[a].glicko.rating - self.players[b].glicko.rating).abs();
        let doubt = self.players[a].glicko.deviation.min(self.players[b].glicko.deviation);
        gap / 200.0 + f64::from(self.players[a].met[b]) * 0.3 + doubt / 700.0
    }

    /// The least dull opponent for a player, among those still hungry; or, for a newcomer, among all who play.
    fn opponent(&self, player: usize, hunger: &[u32], taken: &[[usize; 2]]) -> Option<usize> {
        let meets = |other: usize| taken.contains(&[player, other]) || taken.contains(&[other, player]);
        let candidates = |everybody: bool| {
            (0..self.players.len())
                .filter(move |&other| other != player && !self.players[other].is_suspended)
                .filter(move |&other| hunger[other] > 0 || everybody)
                .filter(move |&other| !meets(other) || everybody)
                .min_by(|&a, &b| {
                    self.dullness(player, a).total_cmp(&self.dullness(player, b)).then(a.cmp(&b))
                })
        };
        candidates(false).or_else(|| candidates(true))
    }

    /// A round counts once, however many of its pairs were faulty: a newcomer plays several at a time.
    fn note_round(&mut self, player: usize, is_faulty: bool) {
        let options = self.options;
        let p = &mut self.players[player];
        p.recent_faults.push(is_faulty);
        if p.recent_faults.len() > 4 {
            p.recent_faults.remove(0);
        }
        if p.on_probation {
            let (faulty, clean) = &mut p.probation;
            *(if is_faulty { faulty } else { clean }) += 1;
            p.is_suspended = p.probation.0 >= options.faults_to_suspension;
            p.on_probation = p.probation.1 < options.clean_to_return;
            if !p.on_probation {
                p.recent_faults.clear();
            }
        } else if p.recent_faults.iter().filter(|&&f| f).count() >= options.faults_to_probation {
            p.on_probation = true;
            p.probation = (0, 0);
        }
    }
}

impl Rounds for Ladder {
    fn open(&mut self) -> Vec<Meeting> {
        if self.options.rounds > 0 && self.round == self.options.rounds {
            return Vec::new();
        }
        self.round += 1;
        let mut hunger: Vec<u32> = (0..self.players.len()).map(|p| self.appetite(p)).collect();
        // Who has waited longest chooses first, then who is least known.
        let mut order: Vec<usize> = (0..self.players.len()).filter(|&p| hunger[p] > 0).collect();
        order.sort_by_key(|&p| (self.players[p].last_round, self.players[p].n_games, p));
        let mut taken: Vec<[usize; 2]> = Vec::new();
        for player in order {
            while hunger[player] > 0 {
                let Some(other) = self.opponent(player, &hunger, &taken) else { break };
                hunger[player] -= 1;
                hunger[other] = hunger[other].saturating_sub(1);
                let seats = if (self.round + taken.len() as u32).is_multiple_of(2) {
                    [player, other]
                } else {
                    [other, player]
                };
                taken.push(seats);
                for (a, b) in [(player, other), (other, player)] {
                    self.players[a].met[b] += 1;
                    self.players[a].last_round = self.round;
                }
            }
        }
        let rated = taken.into_iter().map(|players| Meeting { players, n_pairs: 1, is_rated: true });
        let fun = std::mem::take(&mut self.challenges).into_iter();
        rated.chain(fun.map(|(players, n_pairs)| Meeting { players, n_pairs, is_rated: false })).collect()
    }

    fn close(&mut self, results: &[MeetingScore]) {
        let before: Vec<Glicko> = self.players.iter().map(|p| p.glicko).collect();
        let mut faulty: Vec<Option<bool>> = vec![None; self.players.len()];
        let mut periods: Vec<Vec<(Glicko, f64)>> = vec![Vec::new(); self.players.len()];
        for result in results.iter().filter(|result| result.meeting.is_rated) {
            let [a, b] = result.meeting.players;
            for (seat, player, other) in [(0, a, b), (1, b, a)] {
                let scores = result.pairs.iter().flat_map(|pair| game_scores(pair, seat));
                periods[player].extend(scores.map(|score| (before[other], score)));
                self.players[player].n_games += result.n_games();
                let seen = &mut faulty[player];
                *seen = Some(seen.unwrap_or(false) || result.faulty_pairs(seat) > 0);
            }
        }
        for (player, is_faulty) in faulty.into_iter().enumerate() {
            is_faulty.into_iter().for_each(|is_faulty| self.note_round(player, is_faulty));
        }
        for (player, period) in periods.iter().enumerate().filter(|(_, period)| !period.is_empty()) {
            self.players[player].glicko = rate_period(before[player], period);
        }
        self.history.push(self.players.iter().map(|p| p.glicko.rating).collect());
    }

    /// One round ahead: workers need not wait for the slowest game of the round before.
    fn ahead(&self) -> usize {
        1
    }

    fn ladder(&self) -> Option<&[LadderPlayer]> {
        Some(&self.players)
    }

    fn places(&self) -> Option<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| self.players[b].glicko.rating.total_cmp(&self.players[a].glicko.rating));
        Some(order)
    }
}

/// A player's scores in the games of a pair. Which game brought which does not matter to a rating, nor whether
/// one point was a win and a loss or two draws.
fn game_scores(pair: &PairScore, seat: usize) -> impl Iterator<Item = f64> {
    let mut rest = pair.points_of(seat);
    (0..pair.n_games).map(move |_| {
        let score = rest.min(1.0);
        rest -= score;
        score
    })
}
