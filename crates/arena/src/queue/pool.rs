//! The embedded queue: threads of this process play. The jobs that wait for them and the results that wait for the
//! tournament are behind one lock that is held for moments only.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::{Crew, Outcome, Queue, QueueError};
use crate::job::{Job, PairResult};
use crate::store::PackedPair;
use crate::venue::{Venue, VenueError, Venues};

/// The queue grows to this length at most, however short the games are.
const LONGEST_QUEUE: usize = 8192;

/// Results are fetched when there are so many, although nobody waits: more would not fit into the processors' caches,
/// where the next games are written on the same paper.
const ENOUGH: usize = 64;

/// Where pairs take less than `QUICK`, a worker takes up to `BUNDLE` jobs at a time and brings their results together,
/// after `KEPT` at the latest: fetching and bringing each by itself would cost the quickest games a tenth of their time.
const BUNDLE: usize = 16;
const QUICK: Duration = Duration::from_millis(1);
const KEPT: Duration = Duration::from_millis(5);

/// Jobs and results of workers in this process.
pub struct Pool {
    inside: Mutex<Inside>,
    jobs_came: Condvar,
    results_wanted: Condvar,
    /// Set when games under way are to be broken off.
    is_halted: AtomicBool,
    /// Set when results are to be stored.
    packs: AtomicBool,
    n_workers: usize,
}

struct Inside {
    jobs: VecDeque<Job>,
    outcomes: Vec<Outcome>,
    packed: Vec<(u64, PackedPair)>,
    /// Results that were counted, for workers to write on again.
    spent: Vec<PairResult>,
    /// Whether whoever leads waits for results, and how many workers for jobs: a call that nobody hears costs time too.
    is_awaited: bool,
    n_waiting: usize,
    /// How long the queue should be: it doubles whenever a worker finds it empty.
    depth: usize,
    n_working: usize,
    is_closed: bool,
    /// The flag of each worker that tells its games: one for all would be passed around between the cores.
    halts: Vec<Arc<AtomicBool>>,
    is_hungry: bool,
    has_failed: bool,
    /// Whether a worker has panicked: what it was playing will never come out.
    is_broken: bool,
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
        let _closing = Closing(&pool);
        lead(&pool)
    })
}

impl Pool {
    fn new(n_workers: usize) -> Pool {
        let inside = Inside {
            jobs: VecDeque::new(),
            outcomes: Vec::new(),
            packed: Vec::new(),
            spent: Vec::new(),
            is_awaited: false,
            n_waiting: 0,
            depth: 2 * n_workers,
            n_working: n_workers,
            is_closed: false,
            halts: Vec::new(),
            is_hungry: false,
            has_failed: false,
            is_broken: false,
        };
        Pool {
            inside: Mutex::new(inside),
            jobs_came: Condvar::new(),
            results_wanted: Condvar::new(),
            is_halted: AtomicBool::new(false),
            packs: AtomicBool::new(false),
            n_workers,
        }
    }

    /// Puts jobs up.
    pub fn add(&self, jobs: impl IntoIterator<Item = Job>) {
        let mut inside = self.lock();
        inside.jobs.extend(jobs);
        if inside.n_waiting > 0 {
            self.jobs_came.notify_all();
        }
    }

    /// What was finished; waits until that is a lot or a worker has nothing to do, but no longer than this.
    pub fn outcomes(&self, at_most: Duration) -> Vec<Outcome> {
        let mut inside = self.lock();
        inside.is_awaited = true;
        let is_idle =
            |inside: &mut Inside| !inside.is_hungry && !inside.has_failed && inside.outcomes.len() < ENOUGH;
        let waited = self.results_wanted.wait_timeout_while(inside, at_most, is_idle);
        let (mut inside, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (inside.is_awaited, inside.has_failed) = (false, false);
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

    /// Whether a worker has panicked. Whoever leads should end soon: the panic goes on when it does.
    pub fn is_broken(&self) -> bool {
        self.lock().is_broken
    }

    /// Sends the workers home now; games under way are broken off.
    pub fn halt(&self) {
        self.is_halted.store(true, Ordering::Relaxed);
        self.lock().halts.iter().for_each(|halt| halt.store(true, Ordering::Relaxed));
        self.drain();
    }

    /// Plays jobs until the pool is closed.
    fn work(&self, venue: &mut dyn Venue) {
        let _leaving = Leaving(self);
        let halt = self.own_halt();
        let (mut basket, mut n_at_once) = (Basket::default(), 1);
        while self.fetch(&mut basket, n_at_once) {
            let begun = Instant::now();
            let n_jobs = basket.jobs.len() as u32;
            while let Some(job) = basket.jobs.pop_front() {
                let spent = basket.spent.pop().into_iter().flat_map(|spent| spent.records);
                spent.for_each(|record| venue.hand_back(record));
                self.play(job, venue, &halt, &mut basket);
                if self.is_halted.load(Ordering::Relaxed) {
                    return self.bring(&mut basket);
                }
                if begun.elapsed() > KEPT {
                    self.bring(&mut basket);
                }
            }
            self.bring(&mut basket);
            n_at_once = if begun.elapsed() < n_jobs * QUICK { BUNDLE } else { 1 };
        }
    }

    fn play(&self, job: Job, venue: &mut dyn Venue, halt: &Arc<AtomicBool>, basket: &mut Basket) {
        let records: Result<Vec<_>, VenueError> = job.legs().map(|leg| venue.play(leg, halt)).collect();
        basket.outcomes.push(match records {
            Ok(records) => {
                // Here the games are in the processor's cache; the store would have to fetch them from far away.
                if self.packs.load(Ordering::Relaxed) {
                    basket.packed.push((job.number, PackedPair::new(&records)));
                }
                Outcome::Played(PairResult { job, records }, None)
            }
            Err(error) => {
                basket.has_failed = true;
                Outcome::Refused(job, error.to_string())
            }
        });
    }

    /// Hands in what a worker has finished.
    fn bring(&self, basket: &mut Basket) {
        let mut inside = self.lock();
        inside.outcomes.append(&mut basket.outcomes);
        inside.packed.append(&mut basket.packed);
        inside.has_failed |= std::mem::take(&mut basket.has_failed);
        // A long queue means short games: whoever leads looks in by itself soon enough.
        let is_enough = inside.outcomes.len() >= ENOUGH;
        if inside.is_awaited && (is_enough || inside.has_failed || inside.jobs.len() < inside.depth / 2) {
            self.results_wanted.notify_one();
        }
    }

    /// A flag for the games of one worker, made by its own thread.
    fn own_halt(&self) -> Arc<AtomicBool> {
        let mut inside = self.lock();
        let halt = Arc::new(AtomicBool::new(self.is_halted.load(Ordering::Relaxed)));
        inside.halts.push(halt.clone());
        halt
    }

    /// Fetches the next jobs, at most so many, and results to write on again; false when there is no more to do.
    fn fetch(&self, basket: &mut Basket, at_most: usize) -> bool {
        let mut inside = self.lock();
        loop {
            if inside.is_closed {
                return false;
            }
            // Nobody takes so many that others would have none.
            let n = at_most.min(inside.jobs.len().div_ceil(2 * self.n_workers));
            if n > 0 {
                basket.jobs.extend(inside.jobs.drain(..n));
                let n_left = inside.spent.len().saturating_sub(n);
                basket.spent.extend(inside.spent.drain(n_left..));
                return true;
            }
            inside.is_hungry = true;
            if inside.is_awaited {
                self.results_wanted.notify_one();
            }
            inside.n_waiting += 1;
            inside = self.jobs_came.wait(inside).unwrap_or_else(PoisonError::into_inner);
            inside.n_waiting -= 1;
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
        let outcomes = self.outcomes(at_most);
        // What others finished meanwhile comes first.
        if outcomes.is_empty() && self.is_broken() { Err(QueueError::Broken) } else { Ok(outcomes) }
    }

    fn settle(&mut self) -> Result<(), QueueError> {
        Ok(())
    }

    fn will_store(&mut self) {
        self.packs.store(true, Ordering::Relaxed);
    }

    fn take_packed(&mut self) -> Vec<(u64, PackedPair)> {
        std::mem::take(&mut self.lock().packed)
    }

    fn hand_back(&mut self, results: Vec<PairResult>) {
        self.lock().spent.extend(results);
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

/// What a worker carries: jobs to play, sheets to write on, results to hand in.
#[derive(Default)]
struct Basket {
    jobs: VecDeque<Job>,
    spent: Vec<PairResult>,
    outcomes: Vec<Outcome>,
    packed: Vec<(u64, PackedPair)>,
    has_failed: bool,
}

/// Signs a worker off, however it leaves.
struct Leaving<'a>(&'a Pool);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let mut inside = self.0.lock();
        inside.n_working -= 1;
        if std::thread::panicking() {
            (inside.is_broken, inside.has_failed) = (true, true);
        }
        drop(inside);
        self.0.results_wanted.notify_one();
    }
}

/// Sends everybody home when whoever leads is done, or has panicked: nobody may wait for it then.
struct Closing<'a>(&'a Pool);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.halt();
    }
}

/// Binds this thread, and the players that it will start, to one of the cores it may use.
pub fn pin_to_core(worker: usize) {
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
