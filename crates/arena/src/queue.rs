//! A queue of pairs to be played by workers that may die: a job is leased, not given away, and comes back when
//! its lease runs out. Delivering a result twice counts it once.

use std::time::Duration;

use crate::job::{Job, PairResult};

/// Why the queue could not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The embedded queue lives in the store.
    #[error(transparent)]
    Store(#[from] crate::store::StoreError),
    /// A job in the queue cannot be read.
    #[error("a job in the queue cannot be read ({0}): it may come from another version of agon")]
    Unreadable(#[from] serde_json::Error),
    /// The server that holds the queue does not answer.
    #[error("the queue does not answer: {0}")]
    Unreachable(String),
}

/// Where workers get pairs and bring results.
///
/// Whatever implements this promises: a submitted job is claimed again and again until it is finished; a job
/// submitted twice under one number is one job; of two results for one job the first counts.
pub trait Queue: Send {
    /// Puts jobs up to be played; those already known by number are left as they are.
    fn submit(&mut self, jobs: &[Job]) -> Result<(), QueueError>;

    /// Takes up to `max` jobs whose lease is free, lowest numbers first, and leases them to this worker.
    fn claim(&mut self, worker: &str, max: usize, lease: Duration) -> Result<Vec<Job>, QueueError>;

    /// Extends the leases that this worker holds: it is alive and still playing.
    fn renew(&mut self, worker: &str, lease: Duration) -> Result<(), QueueError>;

    /// Delivers results; says of each whether it was the first. Broken-off pairs go back to be claimed.
    fn finish(&mut self, results: &[PairResult]) -> Result<Vec<bool>, QueueError>;

    /// Gives back what this worker has claimed and not finished.
    fn give_back(&mut self, worker: &str) -> Result<(), QueueError>;

    /// How many jobs are not finished.
    fn n_open(&mut self) -> Result<u64, QueueError>;
}
