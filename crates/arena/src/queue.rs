//! The queue between whoever runs a tournament and whoever plays it: jobs go in, outcomes come out, in any order
//! and possibly more than once. Threads of this process are one queue ([`Pool`]), machines behind a broker another;
//! the tournament does not know which it has.

mod pool;

pub use pool::{Pool, in_process, pin_to_core};

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::job::{Job, PairResult};
use crate::store::PackedPair;

/// Where jobs are put up and outcomes fetched.
///
/// Whatever implements this promises: a job that was submitted comes out at least once, played, refused or parked,
/// unless the queue is closed before; an outcome that was taken and not settled may come again.
pub trait Queue {
    /// How many more jobs should be submitted now, so that nobody waits for work.
    fn n_wanted(&mut self) -> usize;

    /// Puts jobs up to be played.
    fn submit(&mut self, jobs: Vec<Job>) -> Result<(), QueueError>;

    /// What has come out since the last time; waits for something to do, but no longer than this.
    fn take(&mut self, at_most: Duration) -> Result<Vec<Outcome>, QueueError>;

    /// All that was taken is safe: it need not come again.
    fn settle(&mut self) -> Result<(), QueueError>;

    /// Results will be stored: whoever plays may pack them for the store while they are at hand.
    fn will_store(&mut self) {}

    /// Packed forms of results that were taken, by the numbers of their pairs, as far as somebody packed them.
    fn take_packed(&mut self) -> Vec<(u64, PackedPair)> {
        Vec::new()
    }

    /// Hands back results that nobody needs any longer, for whoever can use their paper again.
    fn hand_back(&mut self, _: Vec<PairResult>) {}

    /// Who is there to play.
    fn crew(&self) -> Crew;

    /// What whoever runs the tournament should know, in words, each thing once.
    fn news(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Ends play: jobs that nobody has begun are dropped, and what was finished meanwhile comes out. With
    /// `is_complete` nothing will be asked of this queue again.
    fn close(&mut self, is_complete: bool) -> Result<Vec<Outcome>, QueueError>;
}

/// What became of a job.
#[derive(Debug)]
pub enum Outcome {
    /// It was played, perhaps by a worker elsewhere.
    Played(PairResult, Option<Arc<Hand>>),
    /// It cannot be played at all, and why: a player that does not exist, a game that cannot begin.
    Refused(Job, String),
    /// It was set aside, and why: whoever tried to play it died of it.
    Parked(Job, String),
}

/// How many are there to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crew {
    /// Processes.
    pub workers: u32,
    /// Games that they can play at once.
    pub cores: u32,
}

/// Who played a pair elsewhere, and on what: kept beside the games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hand {
    /// The worker's name: its machine and process.
    pub worker: String,
    /// Its processor.
    pub hardware: String,
    /// How it locks foreign players in.
    pub isolation: String,
    /// Its speed, in nodes of the calibration per second of processor time.
    pub speed: u64,
    /// The share of a core that a game got there.
    #[serde(default = "whole")]
    pub share: f64,
    /// What times were multiplied by to make up for its speed; none under clocks that do not count time.
    pub scale: Option<f64>,
}

/// What is supposed of workers that did not say.
fn whole() -> f64 {
    1.0
}

/// Why the queue could not do as asked.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The server that holds the queue.
    #[error("the queue: {0}")]
    Broker(String),
    /// A thread that played games here.
    #[error("a thread that played games has panicked: what was finished is kept")]
    Broken,
}
