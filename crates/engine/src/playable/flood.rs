//! Flood for the strategies.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::flood::{Flood, Paint, State};
use agon_games::game::Game;

use crate::catalog::BuildError;
use crate::champion;
use crate::engine::Strategy;
use crate::eval::{EvalEntry, flood as eval};
use crate::params::{Param, Params};
use crate::playable::Playable;

impl<B: Bits> Playable for Flood<B> {
    type Eval = eval::Eval;

    fn evaluations() -> &'static [EvalEntry] {
        eval::ALL
    }

    fn evaluation(&self, name: &str, params: &Params) -> Result<eval::Eval, BuildError> {
        eval::build(self, name, params)
    }

    fn default_evaluation(&self) -> &'static str {
        eval::DEFAULT
    }

    fn greedy_evaluation(&self) -> &'static str {
        "area"
    }

    /// About two plies in five for every component that is still free: a colour takes two or three at once.
    fn plies_left(&self, state: &State<B>) -> u32 {
        let taken = (state.zones[0] | state.zones[1]).count();
        ((self.components().len() as u32 - taken) * 2 / 5).max(1)
    }

    /// A pass is only for those who see what comes of it.
    fn candidates(&self, state: &State<B>, moves: &mut Vec<Paint>) {
        let begin = moves.len();
        self.moves(state, moves);
        if moves.len() > begin + 1 {
            moves.retain(|&mv| mv != Paint::Pass);
        }
    }

    fn champion_params() -> &'static [Param] {
        champion::flood::PARAMS
    }

    fn champion(game: &Arc<Self>, params: &Params, seed: u64) -> Result<Box<dyn Strategy<Self>>, BuildError> {
        champion::flood::build(game, params, seed)
    }
}
