//! The move that looks best after one ply; equals are drawn by lot.

use agon_games::dice::Dice;
use agon_games::game::Game;

use crate::budget::Budget;
use crate::catalog::StrategyEntry;
use crate::engine::{Report, Strategy, Thought};
use crate::eval::{Evaluator, look};
use crate::params::{Kind, Param};
use crate::playable::Playable;
use crate::score::Score;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "greedy",
    about: "the move that looks best at once",
    params: &[Param {
        name: "eval",
        kind: Kind::Evaluation,
        default: "",
        about: "what looks good; by default what the game counts",
    }],
};

/// A player that looks one ply ahead.
#[derive(Clone, Debug)]
pub struct Greedy<G: Game, E> {
    eval: E,
    dice: Dice,
    moves: Vec<G::Move>,
}

impl<G: Game, E: Evaluator<G>> Greedy<G, E> {
    /// A player with this taste, and dice for moves that look alike.
    pub const fn new(eval: E, seed: u64) -> Self {
        Self { eval, dice: Dice::new(seed), moves: Vec::new() }
    }
}

impl<G: Playable, E: Evaluator<G>> Strategy<G> for Greedy<G, E> {
    fn think(&mut self, game: &G, state: &G::State, _: &Budget, _: &mut dyn FnMut(&Report)) -> Thought {
        self.moves.clear();
        game.candidates(state, &mut self.moves);
        let memo = self.eval.begin(game, state);
        let (mut best, mut n_best) = ((-Score::INFINITY, self.moves[0]), 0);
        for &mv in &self.moves {
            let score = look(game, &self.eval, state, &memo, mv);
            if score > best.0 {
                (best, n_best) = ((score, mv), 1);
            } else if score == best.0 {
                n_best += 1;
                if self.dice.below(n_best) == 0 {
                    best.1 = mv;
                }
            }
        }
        let mv = game.pack(best.1);
        Thought { mv, score: Some(best.0), depth: 1, nodes: self.moves.len() as u64, pv: vec![mv] }
    }
}
