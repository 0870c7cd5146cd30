//! Flood: perft, and random games in which every move makes a zone grow.

use crate::ours::{Unit, perft, playouts};
use crate::work::Case;

/// Boards of every word width, and how deep to count on them. The word holds the components: 12x12 cells of
/// seven colours come down to a little over a hundred.
const BOARDS: [(&str, usize, u32); 6] = [
    ("flood/8", 64, 7),
    ("flood/10", 128, 7),
    ("flood/12", 128, 7),
    ("flood/12?shape=torus", 128, 6),
    ("flood/16", 256, 7),
    ("flood/22", 512, 7),
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (spec, bits, depth) in BOARDS {
        cases.push(Case::new(bits, "leaves", perft(spec, depth)).with_instructions());
        cases.push(Case::new(bits, "games", playouts(spec, Unit::Games)).with_instructions());
    }
    cases
}
