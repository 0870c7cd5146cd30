//! The champion of Flood on filler's board: the engine's own search, evaluation and bounds. Only what surrounds them is
//! new, and no proof is tried before the search: one takes a few dozen components, and filler's boards begin with 970.

#[path = "../../../crates/engine/src/champion/flood/graph.rs"]
mod graph;
#[path = "../../../crates/engine/src/champion/flood/guess.rs"]
mod guess;
#[path = "../../../crates/engine/src/champion/flood/memory.rs"]
mod memory;
#[path = "../../../crates/engine/src/champion/flood/race.rs"]
mod race;
#[allow(dead_code, reason = "a file of the engine: not all of it is wanted here")]
#[path = "../../../crates/engine/src/champion/flood/search.rs"]
mod search;
#[allow(dead_code, reason = "a file of the engine: not all of it is wanted here")]
#[path = "../../../crates/engine/src/champion/flood/value.rs"]
mod value;

use std::sync::Arc;

use games::bits::Bits;

use self::guess::Weights;
use self::memory::Memory;
use self::search::Ahead;
use crate::budget::Budget;
use crate::flood::{Flood, Paint, State};
use crate::gauge::Gauge;
use crate::timekeeper::Timekeeper;

/// The table of its search, in MiB.
const MEMORY: usize = 16;

/// The champion for one board.
pub(crate) struct Champion<B> {
    ahead: Ahead<B>,
    keeper: Timekeeper,
}

impl<B: Bits> Champion<B> {
    pub(crate) fn new(game: &Flood<B>) -> Self {
        Self { ahead: Ahead::new(game, Arc::new(Memory::new(MEMORY)), Weights::TUNED), keeper: Timekeeper::default() }
    }

    /// Its move: one ply farther each time, as long as the budget lasts.
    pub(crate) fn choose(&mut self, game: &Flood<B>, state: &State<B>, budget: &Budget) -> Paint {
        let playable = game.playable(state, state.side);
        match playable.count_ones() {
            0 => return Paint::Pass,
            1 => return Paint::Colour(playable.trailing_zeros() as u8),
            _ => {}
        }
        let n_components = game.components().len() as u32;
        let deadlines = self.keeper.begin(budget, n_components);
        let gauge = Gauge::new(budget, deadlines);
        let mut line = self.ahead.line(game, state, &gauge);
        let mut best = None;
        for depth in 1..=budget.depth.unwrap_or(u32::MAX).min(2 * n_components) {
            let Some((value, mv)) = line.search(depth) else { break };
            // In a lost game, what looked best before the loss was seen is the better try.
            if value.is_lost() && depth > 1 {
                break;
            }
            best = Some(mv);
            if value.is_decided() || !gauge.may_deepen() {
                break;
            }
        }
        let best = best.unwrap_or_else(|| line.first_move());
        self.keeper.end(budget, &deadlines);
        best
    }
}
