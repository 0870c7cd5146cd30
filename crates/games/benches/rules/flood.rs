//! Flood: perft, and random games in which every move makes a zone grow.

use std::sync::Arc;

use agon_games::catalog::{Table, Visitor};
use agon_games::dice::Dice;
use agon_games::game::Game;

use crate::work::{Case, Work};

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

/// Random games in one piece of work.
const GAMES: u64 = 200;

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (spec, bits, depth) in BOARDS {
        let table = Table::open(spec, None).expect("the boards of the bench exist");
        let start = table.start();
        let perft = Work::new(format!("{spec} perft {depth}"), move || start.perft(depth));
        cases.push(Case::new(bits, "leaves", perft).with_instructions());
        let playouts = table.visit(Playouts(format!("{spec} playouts")));
        cases.push(Case::new(bits, "games", playouts).with_instructions());
    }
    cases
}

/// Random games from the start, played to the end.
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
