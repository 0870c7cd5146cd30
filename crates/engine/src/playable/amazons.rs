//! Amazons for the strategies.

use std::sync::Arc;

use agon_games::amazons::{Amazons, State};
use agon_games::bits::Bits;
use agon_games::game::Game;

use crate::catalog::BuildError;
use crate::champion;
use crate::engine::Strategy;
use crate::eval::{EvalEntry, amazons as eval};
use crate::params::{Param, Params};
use crate::playable::Playable;

impl<B: Bits> Playable for Amazons<B> {
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
        "mobility"
    }

    /// The fight lasts until about two fifths of the board are left; what follows is filling, which takes no
    /// thought.
    fn plies_left(&self, state: &State<B>) -> u32 {
        let (empty, open) = (state.empty.count(), self.topology().open().count());
        empty.saturating_sub(open * 2 / 5).max(empty / 4).max(1)
    }

    fn plies_played(&self, state: &State<B>) -> Option<u32> {
        let before = self.arrows(&self.start()).count();
        Some(self.arrows(state).count().saturating_sub(before))
    }

    fn champion_params() -> &'static [Param] {
        champion::amazons::PARAMS
    }

    fn champion(game: &Arc<Self>, params: &Params, seed: u64) -> Result<Box<dyn Strategy<Self>>, BuildError> {
        champion::amazons::build(game, params, seed)
    }
}
