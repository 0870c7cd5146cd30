//! Our side of every case: lines counted and random games played on a board of the catalogue.

use std::sync::Arc;

use agon_games::catalog::{Table, Visitor};
use agon_games::dice::Dice;
use agon_games::game::Game;

use crate::work::Work;

/// Random games in one piece of work.
pub(crate) const GAMES: u64 = 100;

/// What random games are counted in.
#[derive(Clone, Copy)]
pub(crate) enum Unit {
    Games,
    Plies,
}

/// The table of a board of the bench.
pub(crate) fn table(spec: &str) -> Table {
    Table::open(spec, None).expect("the boards of the bench exist")
}

/// Lines of so many plies from the start.
pub(crate) fn perft(spec: &str, depth: u32) -> Work {
    let start = table(spec).start();
    Work::new(format!("{spec} perft {depth}"), move || start.perft(depth))
}

/// Random games from the start, played to the end.
pub(crate) fn playouts(spec: &str, unit: Unit) -> Work {
    table(spec).visit(Playouts { name: format!("{spec} playouts"), unit })
}

struct Playouts {
    name: String,
    unit: Unit,
}

impl Visitor for Playouts {
    type Out = Work;

    fn visit<G: Game>(self, game: &Arc<G>) -> Work {
        let game = game.clone();
        let mut dice = Dice::new(1);
        Work::new(self.name, move || {
            let mut plies = 0;
            for _ in 0..GAMES {
                let mut state = game.start();
                while game.outcome(&state).is_none() {
                    state = game.play(&state, game.playout_move(&state, &mut dice));
                    plies += 1;
                }
            }
            match self.unit {
                Unit::Games => GAMES,
                Unit::Plies => plies,
            }
        })
    }
}
