//! Reversi: perft and random games, beside the `magpie` crate's bitboards and OpenSpiel's Othello.

use crate::openspiel;
use crate::ours;
use crate::work::{Case, Work};

/// Boards of two word widths, and how deep to count on them; wider ones come from files alone.
const BOARDS: [(&str, usize, u32); 5] = [
    ("reversi/6", 64, 8),
    ("reversi/8", 64, 9),
    ("reversi/8?shape=torus", 64, 7),
    ("reversi/10", 128, 8),
    ("reversi/10?shape=torus", 128, 6),
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (spec, bits, depth) in BOARDS {
        let mut perft = Case::new(bits, "leaves", ours::perft(spec, depth)).with_instructions();
        let playouts = ours::playouts(spec, ours::Unit::Games);
        let mut playouts = Case::new(bits, "games", playouts).with_instructions();
        if spec == "reversi/8" {
            perft = perft.beside(magpie_perft(depth));
            playouts = playouts.beside(openspiel::random_games("othello"));
        }
        cases.extend([perft, playouts]);
    }
    cases
}

#[cfg(not(feature = "peers"))]
fn magpie_perft(_: u32) -> Work {
    Work::elsewhere("magpie", || Err("built without the feature `peers`".to_owned()))
}

#[cfg(feature = "peers")]
fn magpie_perft(depth: u32) -> Work {
    use magpie::othello::{Board, Stone};

    /// The same count with magpie: the last ply counted, not played; a pass is a ply.
    fn count(board: &Board, stone: Stone, depth: u32) -> u64 {
        let moves = board.moves_for(stone);
        if moves.is_empty() {
            let can_pass = !board.moves_for(stone.flip()).is_empty();
            return match (can_pass, depth) {
                (false, _) => 0,
                (true, 1) => 1,
                (true, _) => count(board, stone.flip(), depth - 1),
            };
        }
        if depth == 1 {
            return u64::from(moves.count_set());
        }
        let mut total = 0;
        for position in moves.hot_bits() {
            let mut next = board.clone();
            next.play(stone, position);
            total += count(&next, stone.flip(), depth - 1);
        }
        total
    }

    Work::new("magpie", move || count(&Board::standard(), Stone::Black, depth))
}
