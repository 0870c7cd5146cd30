//! The champion of Amazons.

use std::sync::Arc;

use agon_games::amazons::Amazons;
use agon_games::bits::Bits;

use crate::catalog::{self, BuildError};
use crate::engine::Strategy;
use crate::params::{Param, Params};

/// Its parameters.
pub const PARAMS: &[Param] = &[];

/// The champion for this board.
pub fn build<B: Bits>(
    game: &Arc<Amazons<B>>,
    _: &Params,
    seed: u64,
) -> Result<Box<dyn Strategy<Amazons<B>>>, BuildError> {
    catalog::strategy(game, "pvs", seed)
}
