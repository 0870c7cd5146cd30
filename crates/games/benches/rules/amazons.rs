//! Amazons: perft and playouts that choose a queen, then a target, then an arrow, as OpenSpiel's do.

use crate::openspiel;
use crate::ours::{Unit, perft, playouts};
use crate::work::Case;

/// Boards of every word width, and how deep to count on them.
const BOARDS: [(&str, usize, u32); 8] = [
    ("amazons/6", 64, 3),
    ("amazons/8", 64, 2),
    ("amazons/8?shape=torus", 64, 2),
    ("amazons/10", 128, 2),
    ("amazons/10?shape=torus", 128, 2),
    ("amazons/12?shape=eight", 256, 2),
    ("amazons/16", 256, 2),
    ("amazons/20?shape=clover", 512, 2),
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (spec, bits, depth) in BOARDS {
        cases.push(Case::new(bits, "leaves", perft(spec, depth)).with_instructions());
        let case = Case::new(bits, "games", playouts(spec, Unit::Games)).with_instructions();
        let is_standard = spec == "amazons/10";
        cases.push(if is_standard { case.beside(openspiel::random_games("amazons")) } else { case });
    }
    cases.push(Case::new(128, "leaves", perft("amazons/10", 3)));
    cases
}
