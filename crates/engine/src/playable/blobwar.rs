//! Blobwar for the strategies.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, State};
use agon_games::side::Side;

use crate::catalog::BuildError;
use crate::champion;
use crate::engine::Strategy;
use crate::eval::{EvalEntry, blobwar as eval};
use crate::params::{Param, Params};
use crate::playable::Playable;

impl<B: Bits> Playable for Blobwar<B> {
    type Eval = eval::Eval<B>;

    fn evaluations() -> &'static [EvalEntry] {
        eval::ALL
    }

    fn evaluation(&self, name: &str, params: &Params) -> Result<eval::Eval<B>, BuildError> {
        eval::build(self, name, params)
    }

    fn default_evaluation(&self) -> &'static str {
        eval::DEFAULT
    }

    fn greedy_evaluation(&self) -> &'static str {
        "material"
    }

    /// Every empty cell is filled once, with a jump now and then.
    fn plies_left(&self, state: &State<B>) -> u32 {
        (self.empty(state).count() * 5 / 4).max(1)
    }

    fn plies_played(&self, state: &State<B>) -> Option<u32> {
        let moves = u32::from(state.number.saturating_sub(1));
        Some(2 * moves + u32::from(state.side == Side::Second))
    }

    fn champion_params() -> &'static [Param] {
        champion::blobwar::PARAMS
    }

    fn champion(game: &Arc<Self>, params: &Params, seed: u64) -> Result<Box<dyn Strategy<Self>>, BuildError> {
        champion::blobwar::build(game, params, seed)
    }
}
