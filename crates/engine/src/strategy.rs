//! The strategies: each a way to choose a move that works on every game, and its entry in the catalogue.

mod greedy;
mod random;

pub use greedy::Greedy;
pub use random::Random;

use std::sync::Arc;

use crate::catalog::{BuildError, StrategyEntry};
use crate::engine::Strategy;
use crate::params::Params;
use crate::playable::Playable;

/// Every strategy, weakest first; the champion last.
pub const ALL: &[StrategyEntry] = &[random::ENTRY, greedy::ENTRY, CHAMPION];

const CHAMPION: StrategyEntry = StrategyEntry {
    name: "champion",
    about: "the strongest player of each game that we know how to build",
    params: &[],
};

/// What a strategy is built from.
pub(crate) struct Recipe<'a, G> {
    pub(crate) game: &'a Arc<G>,
    pub(crate) params: &'a Params,
    pub(crate) evaluation: &'static str,
    pub(crate) seed: u64,
}

impl<G: Playable> Recipe<'_, G> {
    /// The evaluation that was chosen.
    pub(crate) fn eval(&self) -> Result<G::Eval, BuildError> {
        self.game.evaluation(self.evaluation, self.params)
    }
}

/// Builds a strategy of [`ALL`] by its name; the champion is built by its game.
pub(crate) fn build<G: Playable>(
    name: &str,
    recipe: &Recipe<'_, G>,
) -> Result<Box<dyn Strategy<G>>, BuildError> {
    Ok(match name {
        "random" => Box::new(Random::new(recipe.seed)),
        "greedy" => Box::new(Greedy::new(recipe.eval()?, recipe.seed)),
        other => unreachable!("strategy `{other}` is listed but cannot be built"),
    })
}
