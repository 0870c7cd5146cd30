//! The champion of Reversi. On flat boards up to 8x8 it searches with patterns learned from its own games
//! (8x8) or a hand-made evaluation, and solves the end exactly; elsewhere the general search takes over, with an evaluation
//! that learned on boards of many kinds.

mod choice;
mod ending;
mod level;
mod line;
mod turning;

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::reversi::Reversi;

use crate::catalog::{self, BuildError};
use crate::champion::learned;
use crate::engine::Strategy;
use crate::eval::reversi::census;
use crate::othello::{Book, Grid, Judge};
use crate::params::{Kind, Param, Params};
use crate::search::Tactics;
use crate::strategy::{DepthFirst, Settings};
use crate::turn::Timed;

pub use choice::Champion;
pub use level::Level;

/// Its parameters.
pub const PARAMS: &[Param] = &[
    Param {
        name: "level",
        kind: Kind::Integer(1, 10),
        default: "10",
        about: "from beginner to full strength",
    },
    Param { name: "tt", kind: Kind::Integer(1, 4096), default: "64", about: "MiB of memory for its tables" },
    Param {
        name: "eval",
        kind: Kind::Choice(&["learned", "plain"]),
        default: "learned",
        about: "what it values positions with, where the board allows",
    },
    Param {
        name: "book",
        kind: Kind::Choice(&["yes", "no"]),
        default: "yes",
        about: "whether level 10 plays the opening from its book, on 8x8",
    },
    Param {
        name: "threads",
        kind: Kind::Integer(1, 256),
        default: "1",
        about: "threads that search together beyond 8x8, at level 10; up to 8x8 there is one",
    },
    learned::PARAM,
];

/// The champion for this board.
pub fn build<B: Bits>(
    game: &Arc<Reversi<B>>,
    params: &Params,
    seed: u64,
) -> Result<Box<dyn Strategy<Reversi<B>>>, BuildError> {
    let level = Level::new(params.integer("level") as u32);
    let Some(grid) = Grid::of(game.as_ref()) else { return beyond(game, params, level, seed) };
    let judge = match params.text("eval") {
        "learned" if game.is_othello() => Judge::Learned(learned::of_reversi(params.text("weights"))?),
        "learned" => Judge::broad(grid.open),
        _ => Judge::plain(grid.open),
    };
    if params.integer("threads") > 1 {
        let reason = "up to 8x8 it searches on one thread: leave `threads` out".to_owned();
        return Err(BuildError::Unfit { player: "champion", reason });
    }
    let champion = Champion::new(grid, judge, params.integer("tt") as usize, level, seed);
    let has_book = params.text("book") == "yes" && level.depth.is_none() && game.is_othello();
    Ok(Box::new(if has_book { champion.with_book(Book::shipped()) } else { champion }))
}

/// How far outside the window a shallow search must end to cut, in hundredths of its standard deviation, beyond 8x8.
const WIDE_CONFIDENCE: i32 = 150;

/// The champion for boards that are no part of the 8x8 grid.
fn beyond<B: Bits>(
    game: &Arc<Reversi<B>>,
    params: &Params,
    level: Level,
    seed: u64,
) -> Result<Box<dyn Strategy<Reversi<B>>>, BuildError> {
    let n_threads = params.integer("threads") as usize;
    if let Some(depth) = level.depth {
        return catalog::strategy(game, &format!("alphabeta:depth={depth}"), seed);
    }
    if params.text("eval") != "learned" {
        return catalog::strategy(game, &format!("pvs:threads={n_threads}"), seed);
    }
    let eval = census(game, &learned::of_wide_reversi(params.text("weights"))?);
    let tactics = Tactics { probable_cuts: Some(WIDE_CONFIDENCE), ..Settings::STRONG.tactics };
    let table_mebibytes = params.integer("tt") as usize;
    let settings = Settings { tactics, table_mebibytes, n_threads, ..Settings::STRONG };
    Ok(Box::new(Timed::new(DepthFirst::new(game.as_ref(), eval, settings))))
}
