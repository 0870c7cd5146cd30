//! The strategies: each a way to choose a move that works on every game, and its entry in the catalogue.

mod alphabeta;
mod aspiration;
mod depth_first;
mod exhaustive;
mod greedy;
pub mod mcts;
mod minimax;
mod montecarlo;
mod negamax;
pub mod playout;
mod pvs;
mod random;

pub use depth_first::{DepthFirst, Settings};
pub use exhaustive::{Exhaustive, Manner, Walker};
pub use greedy::Greedy;
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use montecarlo::MonteCarlo;
pub use negamax::Negamax;
pub use random::Random;

use std::sync::Arc;

use agon_games::game::{Game, PackedMove};

use crate::catalog::{BuildError, StrategyEntry};
use crate::engine::Strategy;
use crate::params::{Kind, Param, Params};
use crate::playable::Playable;
use crate::search::DepthRule;
use crate::turn::Timed;

/// Every strategy, weakest first; the champion last.
pub const ALL: &[StrategyEntry] = &[
    random::ENTRY,
    greedy::ENTRY,
    montecarlo::ENTRY,
    minimax::ENTRY,
    negamax::ENTRY,
    alphabeta::ENTRY,
    aspiration::ENTRY,
    pvs::ENTRY,
    mcts::ENTRY,
    CHAMPION,
];

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
        "greedy" => Box::new(Timed::new(Greedy::new(recipe.eval()?, recipe.seed))),
        "minimax" => Box::new(Timed::new(Exhaustive::<_, Minimax>::new(recipe.eval()?, recipe.params))),
        "negamax" => Box::new(Timed::new(Exhaustive::<_, Negamax>::new(recipe.eval()?, recipe.params))),
        "alphabeta" => alphabeta::build(recipe)?,
        "aspiration" => aspiration::build(recipe)?,
        "pvs" => pvs::build(recipe)?,
        "montecarlo" => Box::new(Timed::new(MonteCarlo::new(recipe.params, recipe.seed))),
        "mcts" => {
            let settings = mcts::Settings::new(recipe.params);
            Box::new(Timed::new(Mcts::new(recipe.eval()?, settings, recipe.seed)))
        }
        other => unreachable!("strategy `{other}` is listed but cannot be built"),
    })
}

/// The parameter of [`depth_rule`].
const fn depth_param(default: &'static str) -> Param {
    Param {
        name: "depth",
        kind: Kind::ChoiceOr(&["budget", "turn", "time"], 1, 127),
        default,
        about: "plies to look ahead: at most so many, all that the budget allows, more as the game goes on, or by the time of the last search",
    }
}

/// The parameter that names the evaluation; the game says which is the default.
const EVAL: Param =
    Param { name: "eval", kind: Kind::Evaluation, default: "", about: "how unfinished positions are valued" };

fn depth_rule(params: &Params) -> DepthRule {
    match params.text("depth") {
        "budget" => DepthRule::Budget,
        "turn" => DepthRule::Turn,
        "time" => DepthRule::Time,
        _ => DepthRule::Fixed(params.integer("depth") as u32),
    }
}

/// The width of the board, or of the square with as many cells.
fn width<G: Game>(game: &G) -> f64 {
    (game.board().n_cells() as f64).sqrt()
}

/// A legal move, for searches that were stopped before they had one.
fn any_move<G: Game>(game: &G, state: &G::State) -> PackedMove {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    game.pack(moves[0])
}
