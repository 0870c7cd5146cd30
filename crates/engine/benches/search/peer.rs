//! The strongest search of the `minimax` crate on our rules of Ataxx: its nodes and time to a depth.

mod ataxx;

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use agon_games::game::Game;
use minimax::{IterativeSearch, Strategy};

use ataxx::{Material, NODES, RULES, options};

/// Nodes and time of its iterative search from the start.
pub(crate) fn search(depth: u8) -> (u64, Duration) {
    let mut search = IterativeSearch::new(Material::<true>, options(16));
    search.set_max_depth(depth);
    NODES.store(0, Ordering::Relaxed);
    let begun = Instant::now();
    search.choose_move(&RULES.start());
    (NODES.load(Ordering::Relaxed), begun.elapsed())
}
