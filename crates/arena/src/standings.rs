//! The table of a tournament: everybody's results, ratings with their errors, and who did what against whom.

use std::collections::{BTreeMap, HashSet};

use agon_games::record::Ending;
use serde::{Deserialize, Serialize};

use crate::job::Identity;
use crate::schedule::side_at_fault;
use crate::stats::{GameResult, Interval, Prior, Rating, Tally, rate, score_interval, wilson};
use crate::store::StoredResult;

/// How points are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// A win is a point, a draw half of one.
    #[default]
    Standard,
    /// As at school: the same, but losing by one's own fault (a crash, an illegal move, the clock) costs ten.
    School,
}

/// One player's line of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The store's number of the player.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its spec.
    pub spec: String,
    /// Games that counted.
    pub games: u64,
    /// Of which won, drawn, lost.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Lost by a fault of its own.
    pub faults: u64,
    /// Points by the scoring of the tournament.
    pub points: f64,
    /// Points per game, a draw being half.
    pub score: f64,
    /// Its 95% interval.
    pub score95: Interval,
    /// The rating with its error.
    pub rating: Rating,
}

/// The results of one player against another, from the first one's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cross {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Pairs that brought 0, 1/2, 1, 3/2, 2 points.
    pub pairs: [u64; 5],
}

/// The table of a tournament, or of a whole store.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standings {
    /// The players, best rating first.
    pub lines: Vec<Line>,
    /// `cross[i][j]`: line i against line j.
    pub cross: Vec<Vec<Cross>>,
    /// How much moving first is worth, in rating points, with its error.
    pub first_move: Rating,
    /// How often the first player won, a draw being half.
    pub first_score: f64,
    /// Its 95% interval.
    pub first_score95: Interval,
    /// Who was given a virtual draw, because no finite rating explains the results.
    pub prior: Prior,
    /// How games ended.
    pub endings: BTreeMap<String, u64>,
    /// Games in all.
    pub games: u64,
}

impl Standings {
    /// The table of these games, of which only the rated ones count.
    pub fn of(
        players: &[(i64, Identity)],
        games: impl IntoIterator<Item = impl Into<StoredResult>>,
        scoring: Scoring,
    ) -> Standings {
        let games: Vec<StoredResult> = games.into_iter().map(Into::into).filter(|game| game.rated).collect();
        let took_part: HashSet<i64> = games.iter().flat_map(|game| game.players).collect();
        let players: Vec<&(i64, Identity)> =
            players.iter().filter(|(id, _)| took_part.contains(id)).collect();
        let number: BTreeMap<i64, usize> = players.iter().enumerate().map(|(i, (id, _))| (*id, i)).collect();
        let results: Vec<GameResult> = games
            .iter()
            .map(|game| GameResult {
                first: number[&game.players[0]],
                second: number[&game.players[1]],
                score: game.score(),
                pair: game.pair_id(),
            })
            .collect();
        let ratings = rate(players.len(), &results, None);
        let cross = cross_table(players.len(), &games, &number);
        let faults = faults_of(players.len(), &games, &number);
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by(|&a, &b| {
            ratings.players[b].rating.total_cmp(&ratings.players[a].rating).then(a.cmp(&b))
        });
        let line = |&i: &usize| line(players[i], &cross[i], faults[i], ratings.players[i], scoring);
        let n_ended = |ending: Ending| games.iter().filter(|game| game.ending == ending).count() as u64;
        let endings = Ending::ALL.map(|ending| (ending.name().to_owned(), n_ended(ending)));
        let first_points: f64 = results.iter().map(|result| result.score).sum();
        let n = games.len() as f64;
        Standings {
            lines: order.iter().map(line).collect(),
            cross: order.iter().map(|&i| order.iter().map(|&j| cross[i][j]).collect()).collect(),
            first_move: ratings.first_move,
            first_score: if n > 0.0 { first_points / n } else { 0.5 },
            first_score95: wilson(first_points, n),
            prior: ratings.prior,
            endings: endings.into_iter().filter(|(_, n)| *n > 0).collect(),
            games: games.len() as u64,
        }
    }

    /// What to say about the ratings besides the figures, if anything.
    pub fn caveat(&self) -> Option<String> {
        let names: Vec<&str> =
            self.lines.iter().filter(|line| line.rating.has_prior).map(|line| line.name.as_str()).collect();
        match self.prior {
            Prior::None => None,
            Prior::Some => Some(format!(
                "{} won or lost everything: one virtual draw against the mean keeps the rating finite",
                names.join(", ")
            )),
            Prior::All => Some(
                "the results do not tie all players together: one virtual draw each against the mean \
                 keeps the ratings finite"
                    .to_owned(),
            ),
        }
    }
}

fn line(player: &(i64, Identity), cross: &[Cross], faults: u64, rating: Rating, scoring: Scoring) -> Line {
    let mut sum = Cross::default();
    for other in cross {
        sum.wins += other.wins;
        sum.draws += other.draws;
        sum.losses += other.losses;
        (0..5).for_each(|i| sum.pairs[i] += other.pairs[i]);
    }
    let games = sum.wins + sum.draws + sum.losses;
    let plain = sum.wins as f64 + sum.draws as f64 / 2.0;
    let tally = if 2 * sum.pairs.iter().sum::<u64>() == games {
        Tally::Pairs(sum.pairs)
    } else {
        Tally::Games([sum.losses, sum.draws, sum.wins])
    };
    let (id, identity) = player;
    Line {
        id: *id,
        name: identity.name.clone(),
        spec: identity.spec.clone(),
        games,
        wins: sum.wins,
        draws: sum.draws,
        losses: sum.losses,
        faults,
        points: plain - if scoring == Scoring::School { 10.0 * faults as f64 } else { 0.0 },
        score: if games > 0 { plain / games as f64 } else { 0.5 },
        score95: score_interval(&tally),
        rating,
    }
}

fn cross_table(n: usize, games: &[StoredResult], number: &BTreeMap<i64, usize>) -> Vec<Vec<Cross>> {
    let mut cross = vec![vec![Cross::default(); n]; n];
    for pair in games.chunk_by(|a, b| a.pair_id() == b.pair_id()) {
        // From the side of whoever moved first in the pair's first game.
        let [a, b] = pair[0].players.map(|id| number[&id]);
        let mut half_points = 0;
        for game in pair {
            let score = if number[&game.players[0]] == a { game.score() } else { 1.0 - game.score() };
            half_points += (2.0 * score) as usize;
            count(&mut cross[a][b], score);
            count(&mut cross[b][a], 1.0 - score);
        }
        if pair.len() == 2 {
            cross[a][b].pairs[half_points] += 1;
            cross[b][a].pairs[4 - half_points] += 1;
        }
    }
    cross
}

fn count(cross: &mut Cross, score: f64) {
    match score {
        s if s > 0.75 => cross.wins += 1,
        s if s < 0.25 => cross.losses += 1,
        _ => cross.draws += 1,
    }
}

fn faults_of(n: usize, games: &[StoredResult], number: &BTreeMap<i64, usize>) -> Vec<u64> {
    let mut faults = vec![0; n];
    for game in games {
        if let Some(side) = side_at_fault(game.winner, game.ending) {
            faults[number[&game.players[side.index()]]] += 1;
        }
    }
    faults
}
