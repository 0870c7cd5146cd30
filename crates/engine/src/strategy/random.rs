//! Any legal move, as the game's random player chooses it: uniformly, in Amazons a queen first and then a move
//! of it, in Flood never a pass while a colour can be played.

use agon_games::dice::Dice;
use agon_games::game::Game;

use crate::budget::Budget;
use crate::catalog::StrategyEntry;
use crate::engine::{Report, Strategy, Thought};

pub(super) const ENTRY: StrategyEntry =
    StrategyEntry { name: "random", about: "any legal move, each as likely as the next", params: &[] };

/// A player that does not look.
#[derive(Clone, Debug)]
pub struct Random {
    dice: Dice,
}

impl Random {
    /// A player with its own dice.
    pub const fn new(seed: u64) -> Self {
        Self { dice: Dice::new(seed) }
    }
}

impl<G: Game> Strategy<G> for Random {
    fn think(&mut self, game: &G, state: &G::State, _: &Budget, _: &mut dyn FnMut(&Report)) -> Thought {
        Thought::blind(game.pack(game.random_move(state, &mut self.dice)))
    }
}
