//! The last ply before the horizon, where nine nodes in ten are: no table, no sorting, no lines of play below.
//! Moves come in stages from the evaluation, so that a node that is cut off by its first move lists few others.

use agon_games::game::Game;

use super::node::Best;
use super::{Order, Searcher};
use crate::eval::Evaluator;
use crate::score::{Score, Window};

impl<G: Game, E: Evaluator<G>> Searcher<'_, G, E> {
    /// The score of an unfinished state one ply from the horizon: exact inside the window, a bound outside.
    pub(super) fn frontier(
        &mut self,
        state: &G::State,
        memo: &E::Memo,
        ply: u32,
        window: Window,
        first: Option<G::Move>,
    ) -> Score {
        if !window.is_null() {
            // No line goes on beyond the horizon.
            self.work.frames[ply as usize + 1].line.clear();
        }
        let mut inner = window;
        let mut best: Best<G> = Best { score: -Score::INFINITY, mv: None };
        if let Some(mv) = first {
            let score = self.leaf(state, memo, mv, ply);
            self.weigh(&mut best, &mut inner, mv, score, ply);
        }
        let mut moves = std::mem::take(&mut self.work.last);
        let mut next = Some(0);
        while best.score < inner.beta
            && !self.is_stopped
            && let Some(stage) = next
        {
            moves.clear();
            next = self.list_stage(state, stage, &mut moves);
            for &mv in moves.iter().filter(|&&mv| first != Some(mv)) {
                let score = self.leaf(state, memo, mv, ply);
                self.weigh(&mut best, &mut inner, mv, score, ply);
                if best.score >= inner.beta || self.is_stopped {
                    break;
                }
            }
        }
        self.work.last = moves;
        self.is_on_hint = false;
        best.score
    }

    #[inline(always)]
    fn list_stage(&self, state: &G::State, stage: u32, moves: &mut Vec<G::Move>) -> Option<u32> {
        let (game, eval) = (self.shared.game, self.shared.eval);
        if self.shared.tactics.order == Order::Listed {
            game.moves(state, moves);
            return None;
        }
        eval.stage(game, state, stage, moves)
    }

    /// What a move to the horizon leads to, for the side that makes it.
    #[inline(always)]
    fn leaf(&mut self, state: &G::State, memo: &E::Memo, mv: G::Move, ply: u32) -> Score {
        self.pay();
        let (game, eval) = (self.shared.game, self.shared.eval);
        let after = game.play(state, mv);
        if let Some(outcome) = game.outcome(&after) {
            return Score::ended(outcome.sign_for(game.side(state)), ply + 1);
        }
        self.saw_horizon = true;
        let memo = eval.after(game, memo, state, mv, &after);
        -Score::of(eval.value(game, &after, &memo))
    }
}
