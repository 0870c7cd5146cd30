//! Evaluations: guesses at what an unfinished position is worth. They are apart from the rules; a game may
//! have many, selected by name with their parameters.

pub mod amazons;
pub mod blobwar;
pub mod flood;
pub mod mixture;
pub mod reversi;

use agon_games::game::Game;

use crate::params::Param;
use crate::score::Score;

/// A way to value the positions of a game.
///
/// `begin` and `after` carry a memo along each line of play, for evaluations that keep sums up to date;
/// others use `()`. Whatever path led to a state, `value` must be the same.
pub trait Evaluator<G: Game>: Clone + Send + Sync + 'static {
    /// What is carried along a line of play; `()` when nothing is.
    type Memo: Copy + Send + Sync;

    /// The memo of a state, from scratch.
    fn begin(&self, game: &G, state: &G::State) -> Self::Memo;

    /// The memo after a legal move, from the memo before it.
    fn after(
        &self,
        game: &G,
        memo: &Self::Memo,
        before: &G::State,
        mv: G::Move,
        after: &G::State,
    ) -> Self::Memo;

    /// The value of an unfinished state for the side to move: 100 is about one blob, disc or cell. Values past
    /// [`crate::score::Score::MOST`] are cut to it.
    fn value(&self, game: &G, state: &G::State, memo: &Self::Memo) -> i32;

    /// A cheap guess at how good a legal move is, to try the best first. On the scale of `value`; only the
    /// order matters.
    #[inline(always)]
    fn urgency(&self, game: &G, state: &G::State, mv: G::Move) -> i32 {
        let _ = (game, state, mv);
        0
    }

    /// Whether a legal move changes little at once, so that a search may look at it less deeply when many came
    /// before it.
    #[inline(always)]
    fn is_quiet(&self, game: &G, state: &G::State, mv: G::Move) -> bool {
        let _ = (game, state, mv);
        true
    }

    /// How far values are from those of searches two plies deeper, as a standard deviation, where that was measured.
    #[inline(always)]
    fn deviation(&self, game: &G, state: &G::State) -> Option<i32> {
        let _ = (game, state);
        None
    }

    /// Appends the legal moves of one stage and tells which stage comes next. From stage 0 on they list every
    /// legal move once, the most promising first as far as that costs next to nothing: one ply before the
    /// horizon there is no time for [`Self::urgency`].
    #[inline(always)]
    fn stage(&self, game: &G, state: &G::State, stage: u32, moves: &mut Vec<G::Move>) -> Option<u32> {
        let _ = stage;
        game.moves(state, moves);
        None
    }
}

/// An evaluation, as the catalogue lists it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvalEntry {
    /// The value of `eval=`.
    pub name: &'static str,
    /// What it counts, in half a sentence.
    pub about: &'static str,
    /// Its parameters, given beside `eval=`.
    pub params: &'static [Param],
}

/// What the position after a legal move looks like to the side that makes it. For callers that look at moves
/// now and then: compiled once per game, not into each of them.
#[inline(never)]
pub fn look<G: Game, E: Evaluator<G>>(
    game: &G,
    eval: &E,
    state: &G::State,
    memo: &E::Memo,
    mv: G::Move,
) -> Score {
    let after = game.play(state, mv);
    match game.outcome(&after) {
        Some(outcome) => Score::ended(outcome.sign_for(game.side(state)), 1),
        None => -Score::of(eval.value(game, &after, &eval.after(game, memo, state, mv, &after))),
    }
}
