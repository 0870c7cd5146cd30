//! What a game brings along, besides its rules, to be played by every strategy: its evaluations, a guess at
//! how long it lasts, and its champion.

mod amazons;
mod blobwar;
mod flood;
mod reversi;

use std::sync::Arc;

use agon_games::game::Game;

use crate::catalog::BuildError;
use crate::engine::Strategy;
use crate::eval::{EvalEntry, Evaluator};
use crate::params::{Param, Params};

/// A game that the strategies can play.
pub trait Playable: Game {
    /// All evaluations of the game, as one type.
    type Eval: Evaluator<Self>;

    /// The evaluations by name.
    fn evaluations() -> &'static [EvalEntry];

    /// The evaluation of this name, which must be listed, with its checked parameters. It may still refuse a
    /// board that it was not made for.
    fn evaluation(&self, name: &str, params: &Params) -> Result<Self::Eval, BuildError>;

    /// The evaluation that searches use when none is named: the strongest on this board.
    fn default_evaluation(&self) -> &'static str;

    /// What the greedy player wants more of when no evaluation is named.
    fn greedy_evaluation(&self) -> &'static str;

    /// About how many plies are still to come, both sides counted: at least 1.
    fn plies_left(&self, state: &Self::State) -> u32;

    /// How many plies led to this state, where the state tells.
    fn plies_played(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Appends the moves that players without foresight choose from: all of them, but for moves that only a
    /// search can judge, such as a pass in Flood while a colour can be played. At least one, where there is one.
    fn candidates(&self, state: &Self::State, moves: &mut Vec<Self::Move>) {
        self.moves(state, moves);
    }

    /// The parameters of the game's champion.
    fn champion_params() -> &'static [Param];

    /// The strongest player of this game that we know how to build.
    fn champion(game: &Arc<Self>, params: &Params, seed: u64) -> Result<Box<dyn Strategy<Self>>, BuildError>;
}

/// As below, for one game alone: unit tests build no players, and compiling all of them twice takes minutes.
#[cfg(test)]
macro_rules! with_playable {
    ($table:expr, $game:ident => $body:expr) => {
        match $table.game() {
            agon_games::catalog::AnyGame::Reversi64($game) => $body,
            _ => unreachable!("unit tests build no players"),
        }
    };
}

/// Runs an expression with the game of a table, its types known and [`Playable`].
#[cfg(not(test))]
macro_rules! with_playable {
    ($table:expr, $game:ident => $body:expr) => {{
        use agon_games::catalog::AnyGame;
        match $table.game() {
            AnyGame::Amazons64($game) => $body,
            AnyGame::Amazons128($game) => $body,
            AnyGame::Amazons256($game) => $body,
            AnyGame::Amazons512($game) => $body,
            AnyGame::Blobwar64($game) => $body,
            AnyGame::Blobwar128($game) => $body,
            AnyGame::Blobwar256($game) => $body,
            AnyGame::Blobwar512($game) => $body,
            AnyGame::Flood64($game) => $body,
            AnyGame::Flood128($game) => $body,
            AnyGame::Flood256($game) => $body,
            AnyGame::Flood512($game) => $body,
            AnyGame::Reversi64($game) => $body,
            AnyGame::Reversi128($game) => $body,
            AnyGame::Reversi256($game) => $body,
            AnyGame::Reversi512($game) => $body,
        }
    }};
}
pub(crate) use with_playable;
