//! The champion of Blobwar.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::blobwar::Blobwar;

use crate::catalog::{self, BuildError};
use crate::engine::Strategy;
use crate::params::{Param, Params};

/// Its parameters.
pub const PARAMS: &[Param] = &[];

/// The champion for this board.
pub fn build<B: Bits>(
    game: &Arc<Blobwar<B>>,
    _: &Params,
    seed: u64,
) -> Result<Box<dyn Strategy<Blobwar<B>>>, BuildError> {
    catalog::strategy(game, "pvs", seed)
}
