//! What the referee booked: the times of a player's moves, out of the arena's own export.

use serde_json::Value;

use crate::program::Arena;

/// Microseconds of every move of this player in pairs after `from`.
pub(crate) fn booked(arena: &Arena, player: &str, from: u64) -> Vec<f64> {
    let mut times = Vec::new();
    for game in games(arena).filter(|game| number(game) > from) {
        let Some(seat) = (0..2).find(|seat| game["players"][seat]["name"] == player) else { continue };
        for (ply, played) in game["moves"].as_array().into_iter().flatten().enumerate() {
            times.extend(played["us"].as_f64().filter(|us| ply % 2 == seat && *us > 0.0));
        }
    }
    times
}

/// The highest number of a pair so far.
pub(crate) fn last_pair(arena: &Arena) -> u64 {
    games(arena).map(|game| number(&game)).max().unwrap_or(0)
}

fn number(game: &Value) -> u64 {
    game["pair"].as_u64().unwrap_or(0)
}

fn games(arena: &Arena) -> impl Iterator<Item = Value> {
    let text = arena.text("/api/admin/export/games.jsonl", None);
    let games: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    games.into_iter()
}
