//! Ratings of many players by maximum likelihood (Bradley-Terry with first-move advantage).
//!
//! A draw counts as half a win. Errors are clustered by pair: the two games from one opening are not
//! independent, and errors that take them so are too wide or too narrow.

use std::collections::HashMap;

use super::matrix::Matrix;
use super::{Interval, Z95};
use serde::{Deserialize, Serialize};

/// Rating points per unit of log-odds.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;

/// Ratings beyond this many points count as running away: results that no finite rating explains.
const RUNAWAY: f64 = 4000.0;

/// One finished game between players given by number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GameResult {
    /// The player who moved first.
    pub first: usize,
    /// The player who moved second.
    pub second: usize,
    /// The first player's score: 0, 1/2 or 1.
    pub score: f64,
    /// The pair to which the game belongs.
    pub pair: u64,
}

/// Who was given one virtual draw against the mean, because no finite rating explains the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Prior {
    /// Nobody.
    None,
    /// Only those who won or lost every game (see [`Rating::has_prior`]).
    Some,
    /// Everybody: the results do not connect all players with each other.
    All,
}

/// A player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// Points; the mean of all players is 0, or the anchor is at its given value.
    pub rating: f64,
    /// Half the width of the 95% interval to be shown.
    pub error: f64,
    /// 95% error from the curvature of the likelihood alone (games taken as independent).
    pub error_fisher: f64,
    /// 95% error clustered by pair.
    pub error_pairs: f64,
    /// Games played.
    pub n_games: u64,
    /// Points scored.
    pub points: f64,
    /// Whether a virtual draw keeps this rating finite.
    pub has_prior: bool,
}

/// The ratings of all players.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ratings {
    /// In the order of the players' numbers.
    pub players: Vec<Rating>,
    /// The advantage of the first move (`n_games`: all games).
    pub first_move: Rating,
    /// Who was given a virtual draw.
    pub prior: Prior,
}

impl Rating {
    /// The 95% interval.
    pub fn interval(&self) -> Interval {
        Interval { low: self.rating - self.error, high: self.rating + self.error }
    }
}

/// Rates `n_players` players from these games. With an anchor (player, points) that player is held there.
pub fn rate(n_players: usize, games: &[GameResult], anchor: Option<(usize, f64)>) -> Ratings {
    let mut sorted;
    let games = match games.is_sorted_by_key(|game| game.pair) {
        true => games,
        false => {
            sorted = games.to_vec();
            sorted.sort_by_key(|game| game.pair);
            &sorted
        }
    };
    let kinds = kinds(games);
    let model = Model { n: n_players, kinds: &kinds };
    let one_sided = model.one_sided();
    let none = vec![false; n_players];
    let tiers = [(Prior::None, none, false), (Prior::Some, one_sided.clone(), false)];
    let tiers = if one_sided.contains(&true) { &tiers[1..] } else { &tiers[..1] };
    let fitted = tiers.iter().find_map(|(prior, virtual_draws, on_first_move)| {
        let fit = Fit { model, virtual_draws, on_first_move: *on_first_move };
        fit.maximise().map(|point| fit.ratings(point, *prior))
    });
    let mut ratings = fitted.unwrap_or_else(|| {
        let fit = Fit { model, virtual_draws: &vec![true; n_players], on_first_move: true };
        let point =
            fit.maximise().expect("one virtual draw for everybody makes the likelihood strictly concave");
        fit.ratings(point, Prior::All)
    });
    if let Some((player, points)) = anchor.filter(|&(player, _)| player < n_players) {
        let shift = points - ratings.players[player].rating;
        ratings.players.iter_mut().for_each(|p| p.rating += shift);
    }
    ratings
}

/// Pairs of the same players with the same results, and how many there are: a season has thousands of pairs but few
/// kinds of them, and all that is reckoned is the same for each pair of a kind.
struct Kind<'a> {
    games: &'a [GameResult],
    n: u64,
}

/// The kinds of pairs among games, those of a pair beside each other.
fn kinds(games: &[GameResult]) -> Vec<Kind<'_>> {
    let mut kinds: HashMap<Vec<(usize, usize, u64)>, usize> = HashMap::new();
    let mut list: Vec<Kind<'_>> = Vec::new();
    for pair in games.chunk_by(|a, b| a.pair == b.pair) {
        let key = pair.iter().map(|game| (game.first, game.second, game.score.to_bits())).collect();
        let at = *kinds.entry(key).or_insert(list.len());
        if at == list.len() {
            list.push(Kind { games: pair, n: 0 });
        }
        list[at].n += 1;
    }
    list
}

#[derive(Clone, Copy)]
struct Model<'a> {
    n: usize,
    kinds: &'a [Kind<'a>],
}

impl Model<'_> {
    /// Every different game, and how often it was played.
    fn games(&self) -> impl Iterator<Item = (&GameResult, u64)> {
        self.kinds.iter().flat_map(|kind| kind.games.iter().map(|game| (game, kind.n)))
    }

    /// Players who scored nothing or everything, or did not play.
    fn one_sided(&self) -> Vec<bool> {
        let (points, games) = self.points();
        points.iter().zip(&games).map(|(&p, &g)| p <= 0.0 || p >= g as f64).collect()
    }

    fn points(&self) -> (Vec<f64>, Vec<u64>) {
        let (mut points, mut games) = (vec![0.0; self.n], vec![0; self.n]);
        for (game, n) in self.games() {
            points[game.first] += game.score * n as f64;
            points[game.second] += (1.0 - game.score) * n as f64;
            games[game.first] += n;
            games[game.second] += n;
        }
        (points, games)
    }
}

/// One attempt: the model with certain virtual draws. A point holds the ratings, then the first-move
/// advantage, all in log-odds.
struct Fit<'a> {
    model: Model<'a>,
    virtual_draws: &'a [bool],
    on_first_move: bool,
}

impl Fit<'_> {
    /// Newton's method with halved steps; none if the ratings run away or the results do not fix them.
    fn maximise(&self) -> Option<Vec<f64>> {
        let mut point = vec![0.0; self.model.n + 1];
        let mut value = self.log_likelihood(&point);
        for _ in 0..200 {
            let (gradient, information) = self.derivatives(&point);
            let step = information.cholesky()?.solve(&gradient);
            let mut factor = 1.0;
            let (next, next_value) = loop {
                let next: Vec<f64> = point.iter().zip(&step).map(|(x, s)| x + factor * s).collect();
                let next_value = self.log_likelihood(&next);
                if next_value >= value || factor < 1e-6 {
                    break (next, next_value);
                }
                factor /= 2.0;
            };
            let moved = step.iter().map(|s| s.abs()).fold(0.0, f64::max) * factor;
            (point, value) = (next, next_value);
            if point.iter().any(|x| !x.is_finite() || x.abs() * SCALE > RUNAWAY) {
                return None;
            }
            if moved < 1e-11 {
                return Some(point);
            }
        }
        None
    }

    fn log_likelihood(&self, point: &[f64]) -> f64 {
        let n = self.model.n;
        // ln of the win probability and of its complement, at log-odds d.
        let terms = |d: f64, score: f64| -score * (-d).exp().ln_1p() - (1.0 - score) * d.exp().ln_1p();
        let mut sum = 0.0;
        for (game, times) in self.model.games() {
            sum += times as f64 * terms(point[game.first] - point[game.second] + point[n], game.score);
        }
        let mean = point[..n].iter().sum::<f64>() / n.max(1) as f64;
        for player in (0..n).filter(|&player| self.virtual_draws[player]) {
            sum += terms(point[player] - mean, 0.5);
        }
        if self.on_first_move {
            sum += terms(point[n], 0.5);
        }
        sum
    }

    /// The gradient and the negative second derivatives. The direction that shifts everybody alike, which the
    /// results say nothing about, is given a curvature so that the matrix can be inverted.
    fn derivatives(&self, point: &[f64]) -> (Vec<f64>, Matrix) {
        let n = self.model.n;
        let mut gradient = vec![0.0; n + 1];
        let mut information = Matrix::zero(n + 1);
        for (game, times) in self.model.games() {
            let (p, times) =
                (win_probability(point[game.first] - point[game.second] + point[n]), times as f64);
            let direction = [(game.first, 1.0), (game.second, -1.0), (n, 1.0)];
            let (rest, weight) = (times * (game.score - p), times * p * (1.0 - p));
            accumulate(&mut gradient, &mut information, &direction, rest, weight);
        }
        let mean = point[..n].iter().sum::<f64>() / n.max(1) as f64;
        for player in (0..n).filter(|&player| self.virtual_draws[player]) {
            let p = win_probability(point[player] - mean);
            let share = 1.0 / n as f64;
            let direction: Vec<(usize, f64)> =
                (0..n).map(|i| (i, if i == player { 1.0 - share } else { -share })).collect();
            accumulate(&mut gradient, &mut information, &direction, 0.5 - p, p * (1.0 - p));
        }
        if self.on_first_move {
            let p = win_probability(point[n]);
            accumulate(&mut gradient, &mut information, &[(n, 1.0)], 0.5 - p, p * (1.0 - p));
        }
        for row in 0..n {
            (0..n).for_each(|col| information.add(row, col, 1.0 / n as f64));
        }
        (gradient, information)
    }

    /// The sum over pairs of u ut, u being the pair's share of the gradient.
    fn pair_scatter(&self, point: &[f64]) -> Matrix {
        let n = self.model.n;
        let mut scatter = Matrix::zero(n + 1);
        for kind in self.model.kinds {
            let mut shares: Vec<(usize, f64)> = Vec::with_capacity(3 * kind.games.len());
            for game in kind.games {
                let p = win_probability(point[game.first] - point[game.second] + point[n]);
                let rest = game.score - p;
                shares.extend([(game.first, rest), (game.second, -rest), (n, rest)]);
            }
            for &(row, a) in &shares {
                shares.iter().for_each(|&(col, b)| scatter.add(row, col, kind.n as f64 * a * b));
            }
        }
        scatter
    }

    fn ratings(&self, point: Vec<f64>, prior: Prior) -> Ratings {
        let n = self.model.n;
        let (_, information) = self.derivatives(&point);
        let inverse = information
            .cholesky()
            .expect("the matrix was positive definite when the maximum was found")
            .inverse();
        let n_pairs = self.model.kinds.iter().map(|kind| kind.n as usize).sum::<usize>();
        let clustered = inverse.times(&self.pair_scatter(&point)).times(&inverse);
        // The curvature given to the common shift comes back as 1/n of variance: it is no part of the error.
        let fisher = |i: usize| inverse.at(i, i) - if i < n { 1.0 / n as f64 } else { 0.0 };
        let error = |variance: f64| Z95 * SCALE * variance.max(0.0).sqrt();
        // Few pairs make the clustered error too small: the usual correction for the parameters fitted.
        let small = (n_pairs as f64 / (n_pairs as f64 - n as f64).max(1.0)).sqrt();
        let (points, n_games) = self.model.points();
        let rating = |i: usize, has_prior: bool, n_games: u64, points: f64| {
            let (error_fisher, error_pairs) = (error(fisher(i)), error(clustered.at(i, i)));
            let shaky = has_prior || n_pairs < 2 * (n + 1);
            let shown = if shaky { error_fisher.max(error_pairs * small) } else { error_pairs * small };
            Rating {
                rating: SCALE * point[i],
                error: shown,
                error_fisher,
                error_pairs,
                n_games,
                points,
                has_prior,
            }
        };
        let players = (0..n).map(|i| rating(i, self.virtual_draws[i], n_games[i], points[i])).collect();
        let first_points = self.model.games().map(|(game, times)| game.score * times as f64).sum();
        let n_games = self.model.games().map(|(_, times)| times).sum();
        let first_move = rating(n, self.on_first_move, n_games, first_points);
        Ratings { players, first_move, prior }
    }
}

fn win_probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

fn accumulate(
    gradient: &mut [f64],
    information: &mut Matrix,
    direction: &[(usize, f64)],
    rest: f64,
    weight: f64,
) {
    for &(row, a) in direction {
        gradient[row] += a * rest;
        direction.iter().for_each(|&(col, b)| information.add(row, col, weight * a * b));
    }
}
