//! When the end of the game is worth solving: first with probable cuts, surer and surer, then without any. Each
//! step costs several times the one before, and none begins that what is left does not allow.

use std::time::Duration;

use super::turning::{NODES_PER_SECOND, Turning};
use crate::solve::reversi::table::PROOF;

/// How sure each step is, in tenths of a standard deviation, and which part of a proof's nodes it takes.
const STEPS: [(u8, f64); 3] = [(8, 0.2), (15, 0.5), (PROOF, 1.0)];
/// The part of its time that the champion looks around before it tries what may fail.
const LOOK_AROUND: f64 = 0.25;
/// A step begins with so many times what it takes on average, and at once with so many times that.
const RESERVE: f64 = 1.3;
const PLENTY: f64 = 4.0;
/// What a proof with 20 empty cells takes, in nodes, and how many times more with every further cell.
const NODES_FOR_20: f64 = 5.0e6;
const PER_CELL: f64 = 2.2;

/// The part of a clock that may go into the proof of the end.
const PROOF_PART: f64 = 0.25;

/// From how many empty cells on a clock that shows this is enough for a proof.
pub(super) fn provable(left: Duration) -> u32 {
    let nodes = PROOF_PART * left.as_secs_f64() * NODES_PER_SECOND;
    (20.0 + (nodes / NODES_FOR_20).max(1e-9).log(PER_CELL)).clamp(0.0, 60.0) as u32
}

/// The steps of solving that are still to be done in one turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    next: usize,
    /// How this position compares to others of its size, as far as steps have shown.
    hardness: f64,
}

impl Ending {
    pub(super) const fn new() -> Self {
        Self { next: 0, hardness: 1.0 }
    }

    fn cost(&self, n_empty: u32, step: usize) -> f64 {
        self.hardness * STEPS[step].1 * NODES_FOR_20 * PER_CELL.powi(n_empty as i32 - 20)
    }

    /// Whether it is time to begin.
    pub(super) fn is_due(&self, turning: &Turning<'_>) -> bool {
        let left = turning.nodes_left();
        let fits = |step: usize, times: f64| times * self.cost(turning.n_empty, step) <= left;
        // A solver needs to be told which moves to try first, and about what to expect.
        let has_looked = turning.depth + 2 >= turning.n_empty / 2;
        (has_looked && fits(STEPS.len() - 1, PLENTY)) || (turning.spent() >= LOOK_AROUND && fits(0, RESERVE))
    }

    /// How sure the next step is to be; none when there is none that fits what is left.
    pub(super) fn step(&mut self, turning: &Turning<'_>) -> Option<u8> {
        let left = turning.nodes_left();
        let fits = |step: usize, times: f64| times * self.cost(turning.n_empty, step) <= left;
        // What is as good as certain to be reached makes the steps before it superfluous.
        let surest = (self.next..STEPS.len()).rev().find(|&step| fits(step, PLENTY));
        // What is left over is lost to a move that has a time of its own.
        let may_fail = self.next > 0 && !turning.saves_time();
        let next = (self.next < STEPS.len() && (may_fail || fits(self.next, RESERVE))).then_some(self.next);
        let step = surest.or(next)?;
        self.next = step + 1;
        Some(STEPS[step].0)
    }

    /// Learns from what a step took.
    pub(super) fn note(&mut self, turning: &Turning<'_>, nodes: u64) {
        if let Some(done) = self.next.checked_sub(1) {
            self.hardness *= nodes as f64 / self.cost(turning.n_empty, done).max(1.0);
        }
    }
}
