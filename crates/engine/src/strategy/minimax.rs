//! Minimax as it is told in books: one side picks the largest value, the other the smallest, and values are
//! always the first side's.
// CITE: C. Shannon, "Programming a computer for playing chess", Philosophical Magazine 41, 1950.

use agon_games::game::Game;
use agon_games::side::Side;

use super::exhaustive::{Manner, PARAMS, Walker};
use crate::catalog::StrategyEntry;
use crate::eval::Evaluator;
use crate::score::Score;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "minimax",
    about: "every line to a depth; one side maximises, the other minimises",
    params: PARAMS,
};

/// Values for the first side.
#[derive(Clone, Copy, Debug)]
pub struct Minimax;

impl Manner for Minimax {
    fn score<G: Game, E: Evaluator<G>>(
        walker: &mut Walker<'_, G, E>,
        state: &G::State,
        memo: &E::Memo,
        depth: u32,
        ply: u32,
    ) -> Score {
        let value = first_side(walker, state, memo, depth, ply);
        if walker.game.side(state) == Side::First { value } else { -value }
    }
}

/// The value of a state for the first side.
fn first_side<G: Game, E: Evaluator<G>>(
    walker: &mut Walker<'_, G, E>,
    state: &G::State,
    memo: &E::Memo,
    depth: u32,
    ply: u32,
) -> Score {
    let maximises = walker.game.side(state) == Side::First;
    if let Some(score) = walker.visit(state, memo, depth, ply) {
        return if maximises { score } else { -score };
    }
    let moves = walker.moves(state);
    let mut best = if maximises { -Score::INFINITY } else { Score::INFINITY };
    for &mv in &moves {
        let after = walker.game.play(state, mv);
        let memo = walker.eval.after(walker.game, memo, state, mv, &after);
        let value = first_side(walker, &after, &memo, depth - 1, ply + 1);
        best = if maximises { best.max(value) } else { best.min(value) };
        if walker.is_stopped {
            break;
        }
    }
    walker.put_back(moves);
    best
}
