//! Exact values of Reversi: the score that both sides reach with best play, in discs, empty cells going to
//! the winner. Flat boards up to 8x8 are solved on the 8x8 grid, others by a plainer search.

mod any;
mod best;
pub mod endgame;
pub mod guide;
mod last;
mod lines;
mod order;
#[cfg(test)]
mod reference;
mod root;
pub mod stable;
pub mod table;

use agon_games::bits::Bits;
use agon_games::reversi::{Reversi, State};

use super::{Answer, Limits, Progress};
use crate::othello::Grid;

/// The value of a position. `report` hears of every root move that is settled.
pub fn solve<B: Bits>(
    game: &Reversi<B>,
    state: &State<B>,
    limits: &Limits,
    report: &mut dyn FnMut(&Progress),
) -> Answer {
    match Grid::of(game) {
        Some(grid) => root::solve(game, &grid, state, limits, report),
        None => any::solve(game, state, limits, report),
    }
}
