//! Reversi for the strategies.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::game::Game;
use agon_games::reversi::{Reversi, State};

use crate::catalog::BuildError;
use crate::champion;
use crate::engine::Strategy;
use crate::eval::{EvalEntry, reversi as eval};
use crate::params::{Param, Params};
use crate::playable::Playable;

impl<B: Bits> Playable for Reversi<B> {
    type Eval = eval::Eval<B>;

    fn evaluations() -> &'static [EvalEntry] {
        eval::ALL
    }

    fn evaluation(&self, name: &str, params: &Params) -> Result<eval::Eval<B>, BuildError> {
        Ok(eval::build(self, name, params))
    }

    fn default_evaluation(&self) -> &'static str {
        eval::DEFAULT
    }

    fn greedy_evaluation(&self) -> &'static str {
        "discs"
    }

    /// Nearly every empty cell is filled.
    fn plies_left(&self, state: &State<B>) -> u32 {
        (self.topology().open().count() - state.discs[0].count() - state.discs[1].count()).max(1)
    }

    fn plies_played(&self, state: &State<B>) -> Option<u32> {
        let discs = |state: &State<B>| state.discs[0].count() + state.discs[1].count();
        Some(discs(state) - discs(&self.start()))
    }

    fn champion_params() -> &'static [Param] {
        champion::reversi::PARAMS
    }

    fn champion(game: &Arc<Self>, params: &Params, seed: u64) -> Result<Box<dyn Strategy<Self>>, BuildError> {
        champion::reversi::build(game, params, seed)
    }
}
