//! What a search may spend: depth, nodes, time, and a flag that tells it to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The limits of one search; it ends at the first that it meets. Without any it goes on until it is stopped,
/// or until it knows how the game ends.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// The clock.
    pub time: Option<Time>,
    /// Set by others to end the search; it then answers with the best move so far.
    pub stop: Arc<AtomicBool>,
}

/// The state of a player's clock before its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Time {
    /// What is left for all its moves.
    pub remaining: Option<Duration>,
    /// What it gets back after each.
    pub increment: Duration,
    /// What it may use for this move.
    pub movetime: Option<Duration>,
}

impl Budget {
    /// Plies to look ahead, and nothing else.
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// Positions to visit, and nothing else.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A fixed time for the move.
    pub fn movetime(time: Duration) -> Self {
        Self { time: Some(Time { movetime: Some(time), ..Time::default() }), ..Self::default() }
    }

    /// A clock for all moves of the game.
    pub fn clock(remaining: Duration, increment: Duration) -> Self {
        let time = Time { remaining: Some(remaining), increment, movetime: None };
        Self { time: Some(time), ..Self::default() }
    }

    /// Whether others have told the search to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
