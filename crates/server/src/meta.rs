//! What there is to choose from, the standings, and whether the server is well.

use std::collections::BTreeMap;
use std::sync::Arc;

use agon_arena::stats::{GameResult, rate};
use agon_arena::store::GameFilter;
use agon_games::catalog::Table;
use agon_games::shape::Shape;
use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use crate::hub::Hub;
use crate::refusal::Refusal;

/// The games of the form: name, title, default width, the widths to offer, whether shapes make sense, and the
/// first opponent to suggest.
const GAMES: [(&str, &str, usize, std::ops::RangeInclusive<usize>, bool); 5] = [
    ("amazons", "Amazons", 10, 5..=15, true),
    ("blobwar", "Blobwar", 8, 5..=12, true),
    ("ataxx", "Ataxx", 7, 5..=9, false),
    ("flood", "Flood", 12, 6..=20, true),
    ("reversi", "Reversi", 8, 4..=10, false),
];

/// Whether the server is well.
pub(crate) async fn health() -> Json<Value> {
    Json(json!({ "status": "ok", "version": env!("CARGO_PKG_VERSION") }))
}

/// What the form offers.
pub(crate) async fn meta() -> Json<Value> {
    let games: Vec<Value> = GAMES.iter().map(|(name, title, width, widths, shaped)| {
        let shapes = Shape::ALL.into_iter().filter(|shape| *shaped || *shape == Shape::Square);
        let shapes: Vec<Value> = shapes
            .map(|shape| (shape, fitting(name, shape, widths.clone())))
            .filter(|(_, widths)| !widths.is_empty())
            .map(|(shape, widths)| json!({ "name": shape.name(), "widths": widths }))
            .collect();
        json!({ "name": name, "title": title, "width": width, "shapes": shapes, "opponents": opponents(), "easy": EASY })
    }).collect();
    Json(json!({ "games": games }))
}

/// Easy enough for a first game.
const EASY: &str = "alphabeta:depth=1";

/// Built-in players from the weakest up.
fn opponents() -> Vec<Value> {
    [
        ("random", "Random"),
        ("greedy", "Greedy"),
        (EASY, "Alpha-beta, 1 ply"),
        ("alphabeta:depth=3", "Alpha-beta, 3 plies"),
        ("mcts", "Monte-Carlo tree search"),
        ("pvs", "Principal variation search"),
        ("champion", "Champion"),
    ]
    .into_iter()
    .map(|(spec, title)| json!({ "spec": spec, "title": title }))
    .collect()
}

/// The widths of a shape on which the game has a standard start.
fn fitting(game: &str, shape: Shape, widths: std::ops::RangeInclusive<usize>) -> Vec<usize> {
    widths.filter(|width| Table::open(&format!("{game}/{width}?shape={shape}"), None).is_ok()).collect()
}

/// Ratings of the house players, per game.
pub(crate) async fn standings(State(hub): State<Arc<Hub>>) -> Result<Json<Value>, Refusal> {
    let work = move || rated(&hub);
    let cannot = |words: String| Refusal::new(axum::http::StatusCode::INTERNAL_SERVER_ERROR, words);
    let found = tokio::task::spawn_blocking(work).await.map_err(|error| cannot(error.to_string()))?;
    found.map(Json).map_err(cannot)
}

fn rated(hub: &Hub) -> Result<Value, String> {
    let store = hub.store();
    let names: BTreeMap<i64, String> = store
        .players()
        .map_err(|error| error.to_string())?
        .into_iter()
        .map(|(id, identity)| (id, identity.name))
        .collect();
    let games = store
        .games(GameFilter { without_moves: true, ..GameFilter::default() })
        .map_err(|error| error.to_string())?;
    drop(store);
    let mut by_game: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for game in games.into_iter().filter(|game| game.rated) {
        let name = game.record.game.split(['/', '?']).next().unwrap_or_default().to_owned();
        by_game.entry(name).or_default().push(game);
    }
    let titles = GAMES.iter().map(|(name, title, ..)| {
        json!({
            "name": name,
            "title": title,
            "players": by_game.get(*name).map_or_else(Vec::new, |games| table(games, &names)),
        })
    });
    Ok(Value::Array(titles.collect()))
}

/// The standings of one game, best first.
fn table(games: &[agon_arena::store::StoredGame], names: &BTreeMap<i64, String>) -> Vec<Value> {
    let mut ids: Vec<i64> = games.iter().flat_map(|game| game.players).collect();
    ids.sort_unstable();
    ids.dedup();
    let index = |id: i64| ids.binary_search(&id).unwrap_or(0);
    let results: Vec<GameResult> = games
        .iter()
        .map(|game| GameResult {
            first: index(game.players[0]),
            second: index(game.players[1]),
            score: game.score(),
            pair: game.pair_id(),
        })
        .collect();
    let ratings = rate(ids.len(), &results, None);
    let mut rows: Vec<(f64, Value)> = Vec::new();
    for (n, id) in ids.iter().enumerate() {
        let mine = || results.iter().filter(move |result| result.first == n || result.second == n);
        let points: f64 = mine().map(|r| if r.first == n { r.score } else { 1.0 - r.score }).sum();
        let rating = &ratings.players[n];
        let interval = rating.interval();
        rows.push((
            rating.rating,
            json!({
                "name": names.get(id),
                "rating": rating.rating,
                "error": (interval.high - interval.low) / 2.0,
                "games": mine().count(),
                "score": points / mine().count().max(1) as f64,
            }),
        ));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    rows.into_iter().map(|(_, row)| row).collect()
}
