//! What there is to choose from, and whether the server is well.

use std::sync::LazyLock;

use agon_games::catalog::Table;
use agon_games::shape::Shape;
use axum::Json;
use serde_json::{Value, json};

/// The games of the form: name, title, default width, the widths to offer, whether shapes make sense, and the
/// first opponent to suggest.
pub(crate) const GAMES: [(&str, &str, usize, std::ops::RangeInclusive<usize>, bool); 5] = [
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
pub(crate) async fn meta() -> Json<&'static Value> {
    static META: LazyLock<Value> = LazyLock::new(offer);
    Json(&META)
}

fn offer() -> Value {
    let games: Vec<Value> = GAMES.iter().map(|(name, title, width, widths, shaped)| {
        let shapes = Shape::ALL.into_iter().filter(|shape| *shaped || *shape == Shape::Square);
        let shapes: Vec<Value> = shapes
            .map(|shape| (shape, fitting(name, shape, widths.clone())))
            .filter(|(_, widths)| !widths.is_empty())
            .map(|(shape, widths)| json!({ "name": shape.name(), "widths": widths }))
            .collect();
        json!({ "name": name, "title": title, "width": width, "shapes": shapes, "opponents": opponents(), "easy": EASY })
    }).collect();
    json!({ "games": games })
}

/// Easy enough for a first game.
const EASY: &str = "alphabeta:depth=1";

/// Built-in players from the weakest up.
fn opponents() -> Vec<Value> {
    [
        ("random", "Random"),
        ("greedy", "Greedy"),
        (EASY, "Alpha-beta, 1 ply"),
        ("champion:level=2", "Champion, level 2"),
        ("champion:level=4", "Champion, level 4"),
        ("champion:level=6", "Champion, level 6"),
        ("champion:level=8", "Champion, level 8"),
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
