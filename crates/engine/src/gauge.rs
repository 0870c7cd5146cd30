//! What a search has spent and whether it may go on: shared by all its threads, asked once per batch of nodes
//! so that no node reads a clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::budget::Budget;
use crate::timekeeper::Deadlines;

/// Nodes between two looks at the clock: at a million nodes a second, a tenth of a millisecond.
pub const BATCH: u32 = 100;

/// The spending of one search.
#[derive(Debug)]
pub struct Gauge {
    deadlines: Deadlines,
    n_most: u64,
    n_spent: AtomicU64,
    is_over: AtomicBool,
    stop: Arc<AtomicBool>,
}

impl Gauge {
    /// A gauge for a budget.
    pub fn new(budget: &Budget, deadlines: Deadlines) -> Self {
        Self {
            deadlines,
            n_most: budget.nodes.unwrap_or(u64::MAX),
            n_spent: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
            stop: budget.stop.clone(),
        }
    }

    /// A gauge that never runs out.
    pub fn endless() -> Self {
        Self::new(&Budget::default(), Deadlines { begun: Instant::now(), soft: None, hard: None })
    }

    /// Pays for a batch of nodes and says how many may be visited before the next payment; 0 when the search
    /// is over.
    pub fn pay(&self, n_nodes: u32) -> u32 {
        let spent = self.n_spent.fetch_add(n_nodes.into(), Relaxed) + u64::from(n_nodes);
        if self.is_over.load(Relaxed) {
            return 0;
        }
        let late = self.deadlines.hard.is_some_and(|hard| Instant::now() >= hard);
        if late || spent >= self.n_most || self.stop.load(Relaxed) {
            self.is_over.store(true, Relaxed);
            return 0;
        }
        u64::from(BATCH).min(self.n_most - spent) as u32
    }

    /// Whether nodes or time will end the search.
    pub const fn is_bounded(&self) -> bool {
        self.n_most != u64::MAX || self.deadlines.hard.is_some()
    }

    /// Ends the search for all its threads.
    pub fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// Whether the search has ended.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Nodes paid for.
    pub fn n_spent(&self) -> u64 {
        self.n_spent.load(Relaxed)
    }

    /// Nodes still to be paid for, when they are counted.
    pub fn n_left(&self) -> Option<u64> {
        (self.n_most != u64::MAX).then(|| self.n_most.saturating_sub(self.n_spent()))
    }

    /// The time that this move should take, when there is a clock.
    pub fn share(&self) -> Option<Duration> {
        Some(self.deadlines.soft?.saturating_duration_since(self.deadlines.begun))
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.deadlines.begun.elapsed()
    }

    /// Whether a next step, several times as long as all before, is worth beginning.
    pub fn may_deepen(&self) -> bool {
        let is_early = |share: Duration| self.elapsed() < share.mul_f64(WORTH_BEGINNING);
        !self.is_over() && self.share().is_none_or(is_early)
    }
}

/// One thread's credit at a gauge.
#[derive(Debug)]
pub struct Purse<'a> {
    gauge: &'a Gauge,
    credit: u32,
    granted: u32,
    /// Nodes used beyond the credit.
    owed: u32,
}

impl<'a> Purse<'a> {
    /// A purse with its first credit, if there is any.
    pub fn new(gauge: &'a Gauge) -> Self {
        let granted = gauge.pay(0);
        Self { gauge, credit: granted, granted, owed: 0 }
    }

    /// Takes one node from the credit; false when it is used up and must be renewed.
    #[inline(always)]
    pub const fn take(&mut self) -> bool {
        let has_credit = self.credit > 0;
        self.credit -= has_credit as u32;
        has_credit
    }

    /// Pays for what was used and takes new credit, and one node from it; false when the search is over.
    #[cold]
    pub fn renew(&mut self) -> bool {
        self.settle();
        self.take()
    }

    /// Takes one node, renewing the credit when it must; false when the search is over.
    #[inline(always)]
    pub fn spend(&mut self) -> bool {
        self.take() || self.renew()
    }

    /// Takes many nodes at once, beyond the credit if need be.
    #[inline(always)]
    pub const fn use_up(&mut self, n_nodes: u32) {
        let covered = if n_nodes < self.credit { n_nodes } else { self.credit };
        self.credit -= covered;
        self.owed += n_nodes - covered;
    }

    /// Pays for what was used and takes new credit.
    pub fn settle(&mut self) {
        self.granted = self.gauge.pay(self.granted - self.credit + self.owed);
        (self.credit, self.owed) = (self.granted, 0);
    }
}

/// A step is begun while no more than this part of the move's share is used: a step takes a few times as long
/// as the one before, and one that is broken off is not lost when its first moves are done.
const WORTH_BEGINNING: f64 = 0.55;
