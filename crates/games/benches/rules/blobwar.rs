//! Blobwar: perft beside the `ataxx` crate, random plies beside the `board-game` crate. Both draw every move
//! with equal chances, count passes as plies and play until the game is over.

use crate::ours::{Unit, perft, playouts};
use crate::work::{Case, Work};

/// Boards of every word width, and how deep to count on them.
const BOARDS: [(&str, usize, u32); 8] = [
    ("ataxx", 64, 5),
    ("blobwar", 64, 5),
    ("blobwar/8?map=pillars", 64, 5),
    ("blobwar/8?shape=torus", 64, 4),
    ("blobwar/9?shape=donut", 128, 5),
    ("blobwar/11", 128, 5),
    ("blobwar/16", 256, 5),
    ("blobwar/22", 512, 5),
];

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (spec, bits, depth) in BOARDS {
        let is_standard = spec == "ataxx";
        let case = Case::new(bits, "leaves", perft(spec, depth)).with_instructions();
        cases.push(if is_standard { case.beside(ataxx_perft(depth as u8)) } else { case });
        let case = Case::new(bits, "plies", playouts(spec, Unit::Plies)).with_instructions();
        cases.push(if is_standard { case.beside(board_game_playouts()) } else { case });
    }
    cases.push(Case::new(64, "leaves", perft("ataxx", 6)).beside(ataxx_perft(6)));
    cases
}

#[cfg(not(feature = "peers"))]
fn ataxx_perft(_: u8) -> Work {
    Work::elsewhere("ataxx 0.2", || Err(NO_PEERS.to_owned()))
}

#[cfg(not(feature = "peers"))]
fn board_game_playouts() -> Work {
    Work::elsewhere("board-game 0.8", || Err(NO_PEERS.to_owned()))
}

#[cfg(not(feature = "peers"))]
const NO_PEERS: &str = "built without the feature `peers`";

#[cfg(feature = "peers")]
fn ataxx_perft(depth: u8) -> Work {
    let start: ataxx::Position =
        crate::ours::table("ataxx").start_text().parse().expect("our positions are Ataxx FEN");
    Work::new("ataxx 0.2", move || ataxx::perft::<false, true>(start, depth))
}

#[cfg(feature = "peers")]
fn board_game_playouts() -> Work {
    use board_game::board::Board as _;
    use rand::SeedableRng as _;

    let mut dice = rand::rngs::SmallRng::seed_from_u64(1);
    Work::new("board-game 0.8", move || {
        let mut plies = 0;
        for _ in 0..crate::ours::GAMES {
            let mut board = board_game::games::ataxx::AtaxxBoard::default();
            while !board.is_done() {
                let mv = board.random_available_move(&mut dice).expect("the game is not over");
                board.play(mv).expect("the move is available");
                plies += 1;
            }
        }
        plies
    })
}
