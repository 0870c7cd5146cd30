//! Negamax: minimax with values for the side to move, so that both sides maximise. It visits what minimax
//! visits and finds what it finds.
// CITE: D. Knuth, R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6(4), 1975.

use agon_games::game::Game;

use super::exhaustive::{Manner, PARAMS, Walker};
use crate::catalog::StrategyEntry;
use crate::eval::Evaluator;
use crate::score::Score;

pub(super) const ENTRY: StrategyEntry =
    StrategyEntry { name: "negamax", about: "minimax with values for the side to move", params: PARAMS };

/// Values for the side to move.
#[derive(Clone, Copy, Debug)]
pub struct Negamax;

impl Manner for Negamax {
    fn score<G: Game, E: Evaluator<G>>(
        walker: &mut Walker<'_, G, E>,
        state: &G::State,
        memo: &E::Memo,
        depth: u32,
        ply: u32,
    ) -> Score {
        if let Some(score) = walker.visit(state, memo, depth, ply) {
            return score;
        }
        let moves = walker.moves(state);
        let mut best = -Score::INFINITY;
        for &mv in &moves {
            let after = walker.game.play(state, mv);
            let memo = walker.eval.after(walker.game, memo, state, mv, &after);
            best = best.max(-Self::score(walker, &after, &memo, depth - 1, ply + 1));
            if walker.is_stopped {
                break;
            }
        }
        walker.put_back(moves);
        best
    }
}
