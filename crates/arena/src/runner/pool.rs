//! The jobs that wait for workers and the results that wait for the conductor, behind one lock that is held
//! for moments only.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::job::{Job, PairResult};
use crate::venue::{Venue, VenueError};

/// The queue grows to this length at most, however short the games are.
const LONGEST_QUEUE: usize = 8192;

pub(super) struct Pool {
    inside: Mutex<Inside>,
    jobs_came: Condvar,
    results_wanted: Condvar,
}

struct Inside {
    jobs: VecDeque<Job>,
    results: Vec<PairResult>,
    failure: Option<VenueError>,
    /// How long the queue should be: it doubles whenever a worker finds it empty.
    depth: usize,
    n_working: usize,
    is_closed: bool,
    is_hungry: bool,
}

impl Pool {
    pub(super) fn new(n_workers: usize) -> Pool {
        let inside = Inside {
            jobs: VecDeque::new(),
            results: Vec::new(),
            failure: None,
            depth: 2 * n_workers,
            n_working: n_workers,
            is_closed: false,
            is_hungry: false,
        };
        Pool { inside: Mutex::new(inside), jobs_came: Condvar::new(), results_wanted: Condvar::new() }
    }

    /// Plays jobs until the pool is closed.
    pub(super) fn work(&self, venue: &mut dyn Venue, halt: &Arc<AtomicBool>) {
        let _leaving = Leaving(self);
        while let Some(job) = self.next_job() {
            let records: Result<Vec<_>, VenueError> = job.legs().map(|leg| venue.play(leg, halt)).collect();
            let mut inside = self.lock();
            match records {
                Ok(records) => inside.results.push(PairResult { job, records }),
                Err(error) => inside.failure = Some(error),
            }
            // A long queue means short games: the conductor looks in by itself soon enough.
            if inside.failure.is_some() || inside.jobs.len() < inside.depth / 2 {
                self.results_wanted.notify_one();
            }
            if halt.load(Ordering::Relaxed) {
                break;
            }
        }
    }

    fn next_job(&self) -> Option<Job> {
        let mut inside = self.lock();
        loop {
            if inside.is_closed {
                return None;
            }
            if let Some(job) = inside.jobs.pop_front() {
                return Some(job);
            }
            inside.is_hungry = true;
            self.results_wanted.notify_one();
            inside = self.jobs_came.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// How many more jobs the queue should hold.
    pub(super) fn n_wanted(&self) -> usize {
        let mut inside = self.lock();
        if std::mem::take(&mut inside.is_hungry) {
            inside.depth = (2 * inside.depth).min(LONGEST_QUEUE);
        }
        inside.depth.saturating_sub(inside.jobs.len())
    }

    pub(super) fn add(&self, jobs: Vec<Job>) {
        if jobs.is_empty() {
            return;
        }
        self.lock().jobs.extend(jobs);
        self.jobs_came.notify_all();
    }

    /// Waits until there is something to do, but no longer than this.
    pub(super) fn await_results(&self, at_most: Duration) {
        let inside = self.lock();
        let is_idle = |inside: &mut Inside| !inside.is_hungry && inside.failure.is_none();
        drop(self.results_wanted.wait_timeout_while(inside, at_most, is_idle));
    }

    pub(super) fn take_results(&self) -> Result<Vec<PairResult>, VenueError> {
        let mut inside = self.lock();
        match inside.failure.take() {
            Some(failure) => Err(failure),
            None => Ok(std::mem::take(&mut inside.results)),
        }
    }

    /// Lets the workers go home after the game they are playing.
    pub(super) fn close(&self) {
        let mut inside = self.lock();
        inside.is_closed = true;
        inside.jobs.clear();
        drop(inside);
        self.jobs_came.notify_all();
    }

    /// Waits until all workers have gone.
    pub(super) fn await_workers(&self) {
        let inside = self.lock();
        drop(self.results_wanted.wait_while(inside, |inside| inside.n_working > 0));
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Signs a worker off, however it leaves.
struct Leaving<'a>(&'a Pool);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.lock().n_working -= 1;
        self.0.results_wanted.notify_one();
    }
}
