//! What the referee booked: the times of a player's moves, out of the arena's own export.

use serde_json::Value;

use crate::program::Arena;

/// Microseconds of every move of this player so far, in the order of its games.
pub(crate) fn booked(arena: &Arena, player: &str) -> Vec<f64> {
    let text = arena.text("/api/admin/export/games.jsonl", None);
    let mut times = Vec::new();
    for line in text.lines() {
        let game: Value = serde_json::from_str(line).unwrap_or_default();
        let record = &game["record"];
        let Some(seat) = (0..2).find(|seat| record["players"][seat]["name"] == player) else { continue };
        for (ply, played) in record["moves"].as_array().into_iter().flatten().enumerate() {
            // Moves of the opening were made by nobody.
            times.extend(played["us"].as_f64().filter(|us| ply % 2 == seat && *us > 0.0));
        }
    }
    times
}
