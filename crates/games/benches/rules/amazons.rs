//! Amazons: perft and playouts that choose a queen, then a target, then an arrow, as OpenSpiel's do.

use std::sync::Arc;

use agon_games::catalog::{Table, Visitor};
use agon_games::dice::Dice;
use agon_games::game::Game;

use crate::openspiel;
use crate::work::{Case, Work};

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

/// Random games in one piece of work.
const GAMES: u64 = 100;

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (spec, bits, depth) in BOARDS {
        cases.push(Case::new(bits, "leaves", perft(spec, depth)).with_instructions());
        let case = Case::new(bits, "games", playouts(spec)).with_instructions();
        let is_standard = spec == "amazons/10";
        cases.push(if is_standard { case.beside(openspiel::random_games("amazons")) } else { case });
    }
    cases.push(Case::new(128, "leaves", perft("amazons/10", 3)));
    cases
}

fn table(spec: &str) -> Table {
    Table::open(spec, None).expect("the boards of the bench exist")
}

fn perft(spec: &str, depth: u32) -> Work {
    let start = table(spec).start();
    Work::new(format!("{spec} perft {depth}"), move || start.perft(depth))
}

/// Random games from the start, played to the end.
fn playouts(spec: &str) -> Work {
    struct Playouts(String);
    impl Visitor for Playouts {
        type Out = Work;
        fn visit<G: Game>(self, game: &Arc<G>) -> Work {
            let game = game.clone();
            let mut dice = Dice::new(1);
            Work::new(self.0, move || {
                for _ in 0..GAMES {
                    let mut state = game.start();
                    while game.outcome(&state).is_none() {
                        state = game.play(&state, game.playout_move(&state, &mut dice));
                    }
                }
                GAMES
            })
        }
    }
    table(spec).visit(Playouts(format!("{spec} playouts")))
}
