//! One turn of the champion: the moves with what they seem worth, and what is left of its time and nodes.

use std::time::Instant;

use crate::budget::Budget;
use crate::othello::Discs;
use crate::timekeeper::Deadlines;

/// A move at the root and what it seems worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) cell: u32,
    pub(super) value: i32,
}

/// One search and what it may spend.
pub(super) struct Turning<'a> {
    pub(super) budget: &'a Budget,
    pub(super) deadlines: Deadlines,
    pub(super) discs: Discs,
    pub(super) n_empty: u32,
    /// The best first.
    pub(super) choices: Vec<Choice>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
}

/// Positions that the solver visits in a second, on the slow side.
pub(super) const NODES_PER_SECOND: f64 = 15e6;

impl Turning<'_> {
    /// About how many more positions a solver could visit.
    pub(super) fn nodes_left(&self) -> f64 {
        let now = Instant::now();
        let time_left = self.deadlines.hard.map(|hard| hard.saturating_duration_since(now).as_secs_f64());
        let in_time = time_left.map_or(f64::INFINITY, |left| left * NODES_PER_SECOND);
        let allowed = self.budget.nodes.map_or(f64::INFINITY, |most| most.saturating_sub(self.nodes) as f64);
        in_time.min(allowed)
    }

    /// Which part of its time or nodes is spent, whichever is more.
    pub(super) fn spent(&self) -> f64 {
        let part_of = |end: Instant| {
            let whole = end.saturating_duration_since(self.deadlines.begun).as_secs_f64();
            self.deadlines.begun.elapsed().as_secs_f64() / whole.max(1e-9)
        };
        let time = self.deadlines.soft.map_or(0.0, part_of);
        let nodes = self.budget.nodes.map_or(0.0, |most| self.nodes as f64 / most.max(1) as f64);
        time.max(nodes)
    }

    /// Whether it is too late to begin a step that takes several times as long as all before it.
    pub(super) fn is_late(&self) -> bool {
        self.deadlines.last_step.is_some_and(|last| Instant::now() >= last)
    }

    /// Whether what is left over is of use to later moves.
    pub(super) fn saves_time(&self) -> bool {
        self.budget.time.is_some_and(|time| time.remaining.is_some())
    }

    /// Takes the move on this cell for the best.
    pub(super) fn prefer(&mut self, cell: u32) {
        if let Some(at) = self.choices.iter().position(|choice| choice.cell == cell) {
            self.choices[..=at].rotate_right(1);
        }
    }
}
