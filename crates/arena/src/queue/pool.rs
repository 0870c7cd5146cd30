//! The embedded queue: threads of this process play. The jobs that wait for them and the results that wait for the
//! tournament are behind one lock that is held for moments only.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Crew, Outcome, Queue, QueueError};
use crate::job::{Job, PairResult};
use crate::venue::{Venue, VenueError, Venues};

/// The queue grows to this length at most, however short the games are.
const LONGEST_QUEUE: usize = 8192;

/// Jobs and results of workers in this process.
pub struct Pool {
    inside: Mutex<Inside>,
    jobs_came: Condvar,
    results_wanted: Condvar,
    /// Set when games under way are to be broken off.
    halt: Arc<AtomicBool>,
    n_workers: usize,
}

struct Inside {
    jobs: VecDeque<Job>,
    outcomes: Vec<Outcome>,
    /// How long the queue should be: it doubles whenever a worker finds it empty.
    depth: usize,
    n_working: usize,
    is_closed: bool,
    is_hungry: bool,
    has_failed: bool,
}

/// Starts workers, each with its venue, lets `lead` use them, and sends them home when it is done.
pub fn in_process<T>(
    n_workers: usize,
    pin: bool,
    venues: &dyn Venues,
    lead: impl FnOnce(&Arc<Pool>) -> T,
) -> T {
    let pool = Arc::new(Pool::new(n_workers));
    std::thread::scope(|scope| {
        for worker in 0..n_workers {
            let pool = &pool;
            scope.spawn(move || {
                if pin {
                    pin_to_core(worker);
                }
                pool.work(&mut *venues.open(worker));
            });
        }
        let led = lead(&pool);
        pool.halt();
        led
    })
}

impl Pool {
    fn new(n_workers: usize) -> Pool {
        let inside = Inside {
            jobs: VecDeque::new(),
            outcomes: Vec::new(),
            depth: 2 * n_workers,
            n_working: n_workers,
            is_closed: false,
            is_hungry: false,
            has_failed: false,
        };
        Pool {
            inside: Mutex::new(inside),
            jobs_came: Condvar::new(),
            results_wanted: Condvar::new(),
            halt: Arc::default(),
            n_workers,
        }
    }

    /// Puts jobs up.
    pub fn add(&self, jobs: impl IntoIterator<Item = Job>) {
        self.lock().jobs.extend(jobs);
        self.jobs_came.notify_all();
    }

    /// What was finished; waits until a worker has nothing to do, but no longer than this.
    pub fn outcomes(&self, at_most: Duration) -> Vec<Outcome> {
        let inside = self.lock();
        let is_idle = |inside: &mut Inside| !inside.is_hungry && !inside.has_failed;
        let waited = self.results_wanted.wait_timeout_while(inside, at_most, is_idle);
        let (mut inside, _) = waited.unwrap_or_else(PoisonError::into_inner);
        inside.has_failed = false;
        std::mem::take(&mut inside.outcomes)
    }

    /// How many more jobs the queue should hold.
    pub fn n_missing(&self) -> usize {
        let mut inside = self.lock();
        if std::mem::take(&mut inside.is_hungry) {
            inside.depth = (2 * inside.depth).min(LONGEST_QUEUE);
        }
        inside.depth.saturating_sub(inside.jobs.len())
    }

    /// Lets the workers go home after the pair they are playing; the jobs that nobody has begun.
    pub fn drain(&self) -> Vec<Job> {
        let mut inside = self.lock();
        inside.is_closed = true;
        let jobs = inside.jobs.drain(..).collect();
        drop(inside);
        self.jobs_came.notify_all();
        jobs
    }

    /// Whether all workers have gone home.
    pub fn is_empty(&self) -> bool {
        self.lock().n_working == 0
    }

    /// Sends the workers home now; games under way are broken off.
    pub fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
        self.drain();
    }

    /// Plays jobs until the pool is closed.
    fn work(&self, venue: &mut dyn Venue) {
        let _leaving = Leaving(self);
        while let Some(job) = self.next_job() {
            let records: Result<Vec<_>, VenueError> =
                job.legs().map(|leg| venue.play(leg, &self.halt)).collect();
            let mut inside = self.lock();
            match records {
                Ok(records) => inside.outcomes.push(Outcome::Played(PairResult { job, records }, None)),
                Err(error) => {
                    inside.outcomes.push(Outcome::Refused(job, error.to_string()));
                    inside.has_failed = true;
                }
            }
            // A long queue means short games: whoever leads looks in by itself soon enough.
            if inside.has_failed || inside.jobs.len() < inside.depth / 2 {
                self.results_wanted.notify_one();
            }
            if self.halt.load(Ordering::Relaxed) {
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

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue for Arc<Pool> {
    fn n_wanted(&mut self) -> usize {
        self.n_missing()
    }

    fn submit(&mut self, jobs: Vec<Job>) -> Result<(), QueueError> {
        self.add(jobs);
        Ok(())
    }

    fn take(&mut self, at_most: Duration) -> Result<Vec<Outcome>, QueueError> {
        Ok(self.outcomes(at_most))
    }

    fn settle(&mut self) -> Result<(), QueueError> {
        Ok(())
    }

    fn crew(&self) -> Crew {
        Crew { workers: 1, cores: self.n_workers as u32 }
    }

    fn close(&mut self, _: bool) -> Result<Vec<Outcome>, QueueError> {
        self.halt();
        let inside = self.lock();
        let waited = self.results_wanted.wait_while(inside, |inside| inside.n_working > 0);
        let mut inside = waited.unwrap_or_else(PoisonError::into_inner);
        Ok(std::mem::take(&mut inside.outcomes))
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

/// Binds this thread, and the processes that it will start, to one of the cores it may use.
fn pin_to_core(worker: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Ok(allowed) = sched_getaffinity(None) else { return };
    let cores: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core)).collect();
    if let Some(&core) = cores.get(worker % cores.len().max(1)) {
        let mut one = CpuSet::new();
        one.set(core);
        // A core that cannot be had costs speed, nothing else.
        let _ = sched_setaffinity(None, &one);
    }
}
