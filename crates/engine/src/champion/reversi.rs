//! The champion of Reversi.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::reversi::Reversi;

use crate::catalog::{self, BuildError};
use crate::engine::Strategy;
use crate::params::{Param, Params};

/// Its parameters.
pub const PARAMS: &[Param] = &[];

/// The champion for this board.
pub fn build<B: Bits>(
    game: &Arc<Reversi<B>>,
    _: &Params,
    seed: u64,
) -> Result<Box<dyn Strategy<Reversi<B>>>, BuildError> {
    catalog::strategy(game, "pvs", seed)
}
