//! What a search has spent and whether it may go on: shared by all its threads, asked once per batch of nodes
//! so that no node reads a clock. Where nodes are not counted a batch is as long as its nodes take little time, so
//! that a stop is seen soon whatever a node costs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::budget::Budget;
use crate::timekeeper::Deadlines;

/// Nodes between two looks at the clock, to begin with, and always where nodes are counted: searches of so many nodes
/// are to repeat exactly.
pub const BATCH: u32 = 100;
/// A batch that took longer than this is followed by a smaller one, and one that took far less by a larger one.
const LOOK_EVERY: Duration = Duration::from_micros(50);
const MOST_BATCH: u32 = 400;

/// The spending of one search. On cache lines of its own, since all threads write to it.
#[derive(Debug)]
#[repr(align(128))]
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
        Self::new(&Budget::default(), Deadlines::none(Instant::now()))
    }

    /// Pays for a batch of nodes and says how many may be visited before the next payment; 0 when the search is over.
    pub fn pay(&self, n_nodes: u32) -> u32 {
        self.pay_at(n_nodes, Instant::now(), BATCH)
    }

    /// As [`Self::pay`] at this moment, for at most so many nodes.
    fn pay_at(&self, n_nodes: u32, now: Instant, wanted: u32) -> u32 {
        let spent = self.n_spent.fetch_add(n_nodes.into(), Relaxed) + u64::from(n_nodes);
        if self.is_over.load(Relaxed) {
            return 0;
        }
        let late = self.deadlines.hard.is_some_and(|hard| now >= hard);
        if late || spent >= self.n_most || self.stop.load(Relaxed) {
            self.is_over.store(true, Relaxed);
            return 0;
        }
        u64::from(wanted).min(self.n_most - spent) as u32
    }

    /// Whether nodes are counted, so that the search must repeat exactly.
    const fn counts_nodes(&self) -> bool {
        self.n_most != u64::MAX
    }

    /// Whether nodes or time will end the search.
    pub const fn is_bounded(&self) -> bool {
        self.counts_nodes() || self.deadlines.hard.is_some()
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
        self.counts_nodes().then(|| self.n_most.saturating_sub(self.n_spent()))
    }

    /// The time that this move should take, when there is a clock.
    pub fn share(&self) -> Option<Duration> {
        Some(self.deadlines.soft?.saturating_duration_since(self.deadlines.begun))
    }

    /// The time until the search must end, when there is a clock.
    pub fn left(&self) -> Option<Duration> {
        Some(self.deadlines.hard?.saturating_duration_since(Instant::now()))
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.deadlines.begun.elapsed()
    }

    /// Whether a next step, several times as long as all before, is worth beginning.
    pub fn may_deepen(&self) -> bool {
        !self.is_over() && self.deadlines.last_step.is_none_or(|last| Instant::now() < last)
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
    /// The credit to ask for, and when it was asked for last.
    batch: u32,
    asked: Instant,
}

impl<'a> Purse<'a> {
    /// A purse with its first credit, if there is any.
    pub fn new(gauge: &'a Gauge) -> Self {
        let asked = Instant::now();
        let granted = gauge.pay_at(0, asked, BATCH);
        Self { gauge, credit: granted, granted, owed: 0, batch: BATCH, asked }
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
        let now = Instant::now();
        if !self.gauge.counts_nodes() {
            self.batch = next_batch(self.batch, now.saturating_duration_since(self.asked));
        }
        self.settle_at(now);
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
        self.settle_at(Instant::now());
    }

    fn settle_at(&mut self, now: Instant) {
        self.granted = self.gauge.pay_at(self.granted - self.credit + self.owed, now, self.batch);
        (self.credit, self.owed, self.asked) = (self.granted, 0, now);
    }
}

/// The batch after one that took this long.
fn next_batch(batch: u32, took: Duration) -> u32 {
    if took > LOOK_EVERY {
        (batch / 2).max(1)
    } else if took < LOOK_EVERY / 4 {
        (batch * 2).min(MOST_BATCH)
    } else {
        batch
    }
}
