//! How the terms add up to one value.

use super::Terms;

/// The value of a position for the side to move, in cells. `n_open` is the number of playable cells: how far
/// the game has come is told by the openness of a cell.
pub fn value(terms: &Terms, n_open: f32) -> f32 {
    let phase = 100.0 * terms.openness / n_open;
    let (king, freedom) = match phase {
        ..=14.0 => (0.0, 0.0),
        ..=25.0 => (0.0, 0.2),
        ..=40.0 => (1.0, 1.0),
        ..=55.0 => (1.0, 2.0),
        ..=63.0 => (1.0, 3.0),
        _ => (1.0, 4.0),
    };
    let t1 = terms.queen_lead as f32 + 0.2 * terms.queen_ties as f32;
    let t2 = terms.king_lead as f32 + 0.2 * terms.king_ties as f32;
    t1 + king * t2 + freedom * terms.freedom
}
