//! The move that looks best after one ply; equals are drawn by lot.

use agon_games::dice::Dice;
use agon_games::game::Game;

use crate::catalog::StrategyEntry;
use crate::engine::{Report, Thought};
use crate::eval::{Evaluator, look};
use crate::gauge::{Gauge, Purse};
use crate::params::{Kind, Param};
use crate::playable::Playable;
use crate::score::Score;
use crate::turn::Search;

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

impl<G: Playable, E: Evaluator<G>> Search<G> for Greedy<G, E> {
    /// Looks at every move that the gauge pays for, the first whatever it says.
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        _: Option<u32>,
        gauge: &Gauge,
        _: &mut dyn FnMut(&Report),
    ) -> Thought {
        self.moves.clear();
        game.candidates(state, &mut self.moves);
        let memo = self.eval.begin(game, state);
        let mut purse = Purse::new(gauge);
        let (mut best, mut n_best) = ((-Score::INFINITY, self.moves[0]), 0);
        for &mv in &self.moves {
            if !purse.spend() && n_best > 0 {
                break;
            }
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
        purse.settle();
        let mv = game.pack(best.1);
        Thought { mv, score: Some(best.0), depth: 1, nodes: gauge.n_spent(), pv: vec![mv] }
    }

    fn new_game(&mut self) {}
}
