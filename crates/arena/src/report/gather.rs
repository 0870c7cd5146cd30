//! Reading a tournament for its report, in one pass over its games.

use std::collections::{BTreeMap, HashMap};

use agon_games::side::Side;

use super::{OpeningLine, PlayerDetail, Report, Snapshot};
use crate::standings::{Scoring, Standings};
use crate::stats::{GameResult, rate};
use crate::store::{GameFilter, Store, StoreError, StoredGame, StoredTournament};
use crate::tournament::Plan;

/// So many openings are listed.
const LISTED: usize = 12;

/// So many points of the ratings over time.
const POINTS: usize = 20;

/// The reports of all tournaments of a store, or of the one of this name.
pub fn gather(store: &Store, tournament: Option<&str>) -> Result<Vec<Report>, StoreError> {
    let tournaments = store.tournaments()?.into_iter();
    tournaments.filter(|t| tournament.is_none_or(|name| t.name == name)).map(|t| one(store, &t)).collect()
}

fn one(store: &Store, tournament: &StoredTournament) -> Result<Report, StoreError> {
    let plan = serde_json::from_str::<Plan>(&tournament.plan).ok();
    let scoring = plan.as_ref().map_or(Scoring::Standard, |plan| plan.scoring);
    let mut games = Vec::new();
    let mut details: HashMap<i64, Spending> = HashMap::new();
    let mut openings: HashMap<String, (u64, f64)> = HashMap::new();
    store.each_game(GameFilter { tournament: Some(tournament.id), without_moves: false }, |mut game| {
        for side in Side::BOTH {
            details.entry(game.players[side.index()]).or_default().add(&game, side);
        }
        let entry = openings.entry(opening_text(&game)).or_default();
        *entry = (entry.0 + 1, entry.1 + game.score());
        game.record.tally = [game.record.moves.len() as u32, 0];
        game.record.moves = Vec::new();
        games.push(game);
        true
    })?;
    let standings = Standings::of(&store.players()?, &games, scoring);
    let longest = games.iter().map(|game| game.record.tally[0]).max().unwrap_or(0);
    let length_class = (longest / 20).max(1);
    let mut lengths = BTreeMap::new();
    games
        .iter()
        .for_each(|g| *lengths.entry(g.record.tally[0] / length_class * length_class).or_default() += 1);
    let n_openings = openings.len();
    let format = plan.map(|plan| plan.format);
    let format = format.and_then(|f| serde_json::to_value(f).ok()?.as_str().map(str::to_owned));
    let detail = |id: i64| details.remove(&id).map(Spending::detail).unwrap_or_default();
    Ok(Report {
        name: tournament.name.clone(),
        game: tournament.game.clone(),
        clock: tournament.clock.clone(),
        format: format.unwrap_or_else(|| "games".to_owned()),
        caveat: standings.caveat(),
        players: standings.lines.iter().map(|line| line.id).map(detail).collect(),
        lengths,
        length_class,
        history: history(&standings, &games),
        openings: most_played(openings),
        n_openings,
        standings,
    })
}

/// Ratings as they would have been after parts of the games.
fn history(standings: &Standings, games: &[StoredGame]) -> Vec<Snapshot> {
    let number: HashMap<i64, usize> =
        standings.lines.iter().enumerate().map(|(i, line)| (line.id, i)).collect();
    let results: Vec<GameResult> = games
        .iter()
        .filter(|game| game.rated)
        .map(|game| GameResult {
            first: number[&game.players[0]],
            second: number[&game.players[1]],
            score: game.score(),
            pair: game.pair_id(),
        })
        .collect();
    let n_points = POINTS.min(results.len() / 2);
    (1..=n_points)
        .map(|point| {
            let n = results.len() * point / n_points / 2 * 2;
            let ratings = rate(standings.lines.len(), &results[..n], None);
            let shown = ratings.players.iter().map(|r| (r.n_games > 0).then_some(r.rating));
            Snapshot { games: n as u64, ratings: shown.collect() }
        })
        .collect()
}

fn opening_text(game: &StoredGame) -> String {
    let record = &game.record;
    if record.opening == 0 {
        return record.start.clone();
    }
    let moves: Vec<&str> = record.moves.iter().take(record.opening).map(|mv| mv.text.as_str()).collect();
    moves.join(" ")
}

fn most_played(openings: HashMap<String, (u64, f64)>) -> Vec<OpeningLine> {
    let line = |(text, (games, points)): (String, (u64, f64))| OpeningLine {
        text,
        games,
        first_score: points / games as f64,
    };
    let mut lines: Vec<OpeningLine> = openings.into_iter().map(line).collect();
    lines.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.text.cmp(&b.text)));
    lines.truncate(LISTED);
    lines
}

/// Running sums of what a player spent.
#[derive(Default)]
struct Spending {
    moves: u64,
    timed: u64,
    sum_us: u64,
    max_us: u64,
    nodes: (u64, u64),
    depth: (u64, u64),
    tenths: [(u64, u64); 10],
    losses_by: BTreeMap<String, u64>,
}

impl Spending {
    fn add(&mut self, game: &StoredGame, side: Side) {
        let record = &game.record;
        // Openings are played for both; from then on the sides alternate, whoever began.
        let plies = record.moves.len().max(1);
        let begins = first_to_move(&record.start);
        let own = |ply: usize| (ply + begins.index()) % 2 == side.index();
        for (ply, mv) in record.moves.iter().enumerate().skip(record.opening).filter(|(ply, _)| own(*ply)) {
            self.moves += 1;
            if let Some(us) = mv.us {
                self.timed += 1;
                self.sum_us += us;
                self.max_us = self.max_us.max(us);
                let tenth = &mut self.tenths[10 * ply / plies];
                *tenth = (tenth.0 + 1, tenth.1 + us);
            }
            mv.nodes.into_iter().for_each(|nodes| self.nodes = (self.nodes.0 + 1, self.nodes.1 + nodes));
            mv.depth.into_iter().for_each(|d| self.depth = (self.depth.0 + 1, self.depth.1 + u64::from(d)));
        }
        if record.winner == Some(!side) {
            *self.losses_by.entry(record.ending.name().to_owned()).or_default() += 1;
        }
    }

    fn detail(self) -> PlayerDetail {
        let mean = |(n, sum): (u64, u64)| (n > 0).then(|| sum as f64 / n as f64);
        PlayerDetail {
            moves: self.moves,
            timed_moves: self.timed,
            mean_us: mean((self.timed, self.sum_us)).unwrap_or(0.0),
            max_us: self.max_us,
            mean_nodes: mean(self.nodes),
            mean_depth: mean(self.depth),
            us_by_tenth: self.tenths.map(|tenth| mean(tenth).unwrap_or(0.0)),
            losses_by: self.losses_by,
        }
    }
}

/// The side to move in a position's text, which every game writes after the board.
fn first_to_move(start: &str) -> Side {
    match start.split(' ').nth(1) {
        Some("b" | "o" | "O" | "1") => Side::Second,
        _ => Side::First,
    }
}
