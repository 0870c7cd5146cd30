//! How deep to look: as far as the clock allows, to a fixed depth, deeper as the game goes on, or steered by
//! the time that the last search took.

use std::time::Duration;

use super::table::MAX_DEPTH;

/// A rule for the depth of each search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DepthRule {
    /// As deep as the budget allows.
    Budget,
    /// Always the same.
    Fixed(u32),
    /// By the turn and the width of the board: ceil(exp(1.15 t / (exp(0.05 m) sqrt(m) m))).
    Turn,
    /// One deeper when the last search was quick, one shallower when it took too long.
    Time,
}

/// A rule and what it remembers.
#[derive(Clone, Debug)]
pub struct DepthPolicy {
    rule: DepthRule,
    /// The depth of the last search, for [`DepthRule::Time`].
    last: u32,
    n_searches: u32,
}

/// The depth of the first search that is steered by time.
const FIRST_STEERED: u32 = 2;
/// What a turn may take when the clock does not say.
const USUAL_TURN: Duration = Duration::from_secs(1);

impl DepthPolicy {
    /// A policy at the beginning of a game.
    pub const fn new(rule: DepthRule) -> Self {
        Self { rule, last: FIRST_STEERED, n_searches: 0 }
    }

    /// Forgets the last game.
    pub const fn new_game(&mut self) {
        *self = Self::new(self.rule);
    }

    /// The depth of the next search on a board of this width; `plies_played` where the game can tell.
    pub fn next(&mut self, width: f64, plies_played: Option<u32>) -> u32 {
        let turn = plies_played.unwrap_or(2 * self.n_searches);
        self.n_searches += 1;
        let depth = match self.rule {
            DepthRule::Budget => MAX_DEPTH,
            DepthRule::Fixed(depth) => depth,
            DepthRule::Turn => by_turn(turn, width),
            DepthRule::Time => self.last,
        };
        depth.clamp(1, MAX_DEPTH)
    }

    /// Learns how long the last search took, on a board of so many cells.
    pub fn learn(&mut self, took: Duration, per_turn: Option<Duration>, n_cells: usize) {
        let per_turn = per_turn.unwrap_or(USUAL_TURN).as_secs_f64();
        let (took, n_cells) = (took.as_secs_f64(), n_cells as f64);
        if took > per_turn {
            self.last = (self.last - 1).max(1);
        } else if took / n_cells.sqrt() < per_turn / n_cells {
            self.last = (self.last + 1).min(MAX_DEPTH);
        }
    }
}

fn by_turn(turn: u32, width: f64) -> u32 {
    let scale = (0.05 * width).exp() * width.sqrt() * width;
    (1.15 * f64::from(turn) / scale).exp().ceil().min(f64::from(MAX_DEPTH)) as u32
}
