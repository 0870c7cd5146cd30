//! A worker: takes tasks from the broker, plays them on its cores, sends reports. It holds a lease on each task and
//! renews it while it lives; whatever it held when it dies comes to another.

mod claims;
mod gauged;
mod runs;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agon_arena::job::{Job, PairResult};
use agon_arena::queue::{Hand, Outcome, Pool, in_process};
use agon_arena::venue::Venues;
use tokio::sync::Notify;

use crate::calibration::{Calibration, Gauge};
use crate::failure::FleetError;
use crate::link::{Access, Link};
use crate::parcels::Shelf;
use crate::wire::{Presence, Verdict, WORKERS};
use claims::Held;
use runs::Runs;

/// How much work is taken ahead of being played: too little and cores wait for the broker, too much and it waits
/// here while others have none.
const AHEAD: Duration = Duration::from_millis(300);

/// Tasks held at most beyond those being played.
const MOST_AHEAD: usize = 512;

/// How often a worker that stays away from something looks whether it still must.
const MEASURE_AGAIN: Duration = Duration::from_secs(5);

/// How long the end of a worker waits for its last reports to arrive.
const LAST_WORDS: Duration = Duration::from_secs(20);

/// Where and how to work.
#[derive(Clone, Debug)]
pub struct Post {
    /// The broker.
    pub access: Access,
    /// Games to play at once.
    pub cores: usize,
    /// Whether each stays on its core.
    pub pin: bool,
    /// Where players' files are kept.
    pub folder: PathBuf,
    /// Whether to go home when there has been nothing to play for this long.
    pub idle_limit: Option<Duration>,
}

/// What there is to tell about a worker.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum News {
    /// It is there and waits for work.
    Ready { worker: String, calibration: Calibration },
    /// It works for a run, with times multiplied by this where time counts.
    Joined { run: String, scale: Option<f64> },
    /// It stays away from a run, and why.
    LeftOut { run: String, why: String },
    /// A run has ended.
    Over { run: String },
    /// It could not play a pair, and why.
    Trouble { why: String },
    /// How many pairs it has played.
    Played { pairs: u64 },
    /// It finishes what it has begun, gives the rest back and goes.
    Leaving { pairs: u64 },
}

/// What the tasks of a worker share.
struct Worker {
    link: Arc<Link>,
    name: String,
    hardware: String,
    cores: usize,
    gauge: Arc<Gauge>,
    shelf: Shelf,
    runs: Mutex<Runs>,
    /// Tasks that are here, by ticket.
    held: Mutex<HashMap<i64, Held>>,
    pool: Arc<Pool>,
    /// How many tasks to hold.
    capacity: AtomicU64,
    has_room: Notify,
    is_leaving: AtomicBool,
    news: Mutex<Vec<News>>,
}

/// Works until `stop` is set, then finishes the games under way; `tell` hears what happens. The number of pairs.
pub fn work(
    post: &Post,
    venues: &dyn Venues,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(News),
) -> Result<u64, FleetError> {
    let cores = post.cores.max(1);
    let (runtime, link) = post.access.open("agon worker")?;
    let gauge = Arc::new(Gauge::new(cores));
    let unique = std::time::UNIX_EPOCH.elapsed().unwrap_or_default().subsec_nanos() & 0xffff;
    let name = format!("{}-{}-{unique:04x}", host_name(), std::process::id());
    tell(News::Ready { worker: name.clone(), calibration: gauge.calibration() });
    let venues = |worker: usize| gauged::venue(venues.open(worker), gauge.clone());
    let pairs = in_process(cores, post.pin, &venues, |pool| {
        let worker = Arc::new(Worker {
            link: link.clone(),
            name,
            hardware: hardware(),
            cores,
            gauge: gauge.clone(),
            shelf: Shelf::new(post.folder.clone()),
            runs: Mutex::default(),
            held: Mutex::default(),
            pool: pool.clone(),
            capacity: AtomicU64::new(cores as u64),
            has_room: Notify::new(),
            is_leaving: AtomicBool::new(false),
            news: Mutex::default(),
        });
        worker.serve(post, stop, tell)
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    pairs
}

impl Worker {
    fn serve(
        self: &Arc<Worker>,
        post: &Post,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(News),
    ) -> Result<u64, FleetError> {
        let runtime = &self.link.runtime;
        runtime.block_on(runs::listen(self))?;
        let claimer = runtime.spawn(claims::claim(self.clone()));
        let alive = runtime.spawn(claims::stay_alive(self.clone()));
        let mut pairs = 0;
        let mut speed = Speed { since: Instant::now(), n: 0 };
        let mut last_work = Instant::now();
        let mut check = Check { known: self.gauge.calibration(), last: Instant::now() };
        while !stop.load(Ordering::Relaxed) && !self.pool.is_broken() {
            let outcomes = self.pool.outcomes(Duration::from_millis(10));
            // Whoever is hungry was heard: the claimer knows how much room there is.
            self.pool.n_missing();
            speed.count(outcomes.len(), self);
            pairs += self.hand_in(outcomes);
            if self.n_held() > 0 {
                last_work = Instant::now();
            }
            check.review(self);
            self.tell_news(tell);
            if post.idle_limit.is_some_and(|limit| last_work.elapsed() >= limit) {
                break;
            }
        }
        tell(News::Leaving { pairs });
        pairs += self.leave(claimer);
        alive.abort();
        self.tell_news(tell);
        Ok(pairs)
    }

    /// Sends reports on what was played, in the background; how many pairs.
    fn hand_in(self: &Arc<Worker>, outcomes: Vec<Outcome>) -> u64 {
        let mut pairs = 0;
        for outcome in outcomes {
            let (job, verdict) = match outcome {
                Outcome::Played(result, _) if result.is_aborted() => (result.job, None),
                Outcome::Played(PairResult { job, records }, _) => (job, Some(Ok(records))),
                Outcome::Refused(job, why) | Outcome::Parked(job, why) => (job, Some(Err(why))),
            };
            let Some(held) = self.lock_held().remove(&job.tournament) else { continue };
            self.has_room.notify_one();
            let worker = self.clone();
            match verdict {
                Some(Ok(mut records)) => {
                    pairs += 1;
                    held.restore(&mut records);
                    self.link.runtime.spawn(async move {
                        held.report(&worker, Verdict::Played(records)).await;
                    });
                }
                Some(Err(why)) => {
                    self.tell(News::Trouble { why: why.clone() });
                    self.link.runtime.spawn(async move { held.refuse(&worker, why).await });
                }
                None => {
                    self.link.runtime.spawn(async move { held.give_back().await });
                }
            }
        }
        pairs
    }

    /// Finishes the pairs under way, gives the others back, and waits until all reports have arrived.
    fn leave(self: &Arc<Worker>, claimer: tokio::task::JoinHandle<()>) -> u64 {
        self.is_leaving.store(true, Ordering::Relaxed);
        self.has_room.notify_one();
        let _ =
            self.link.runtime.block_on(async { tokio::time::timeout(Duration::from_secs(4), claimer).await });
        self.give_back(self.pool.drain());
        let mut pairs = 0;
        while !self.pool.is_empty() {
            let outcomes = self.pool.outcomes(Duration::from_millis(10));
            self.pool.n_missing();
            pairs += self.hand_in(outcomes);
        }
        pairs += self.hand_in(self.pool.outcomes(Duration::ZERO));
        self.link.runtime.block_on(async {
            let arrived = async {
                // Every report holds a share of us until it has arrived.
                while Arc::strong_count(self) > 2 {
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            };
            let _ = tokio::time::timeout(LAST_WORDS, arrived).await;
            self.say_presence(true).await;
            let _ = self.link.client.flush().await;
        });
        pairs
    }

    fn give_back(self: &Arc<Worker>, jobs: Vec<Job>) {
        for job in jobs {
            if let Some(held) = self.lock_held().remove(&job.tournament) {
                self.link.runtime.spawn(async move { held.give_back().await });
            }
        }
    }

    /// Who we are, for the record of a pair.
    fn hand(&self, isolation: String, scale: Option<f64>) -> Hand {
        let calibration = self.gauge.calibration();
        Hand {
            worker: self.name.clone(),
            hardware: self.hardware.clone(),
            isolation,
            speed: calibration.speed,
            share: calibration.share,
            scale,
        }
    }

    async fn say_presence(&self, is_leaving: bool) {
        let (runs, left_out) = {
            let runs = self.lock_runs();
            (runs.joined(), runs.left_out())
        };
        let presence =
            Presence { worker: self.name.clone(), cores: self.cores as u32, runs, left_out, is_leaving };
        let body = serde_json::to_vec(&presence).expect("a presence is plain data");
        let _ = self.link.client.publish(WORKERS, body.into()).await;
    }

    fn n_held(&self) -> usize {
        self.lock_held().len()
    }

    /// How many more tasks to take.
    fn room(&self) -> usize {
        (self.capacity.load(Ordering::Relaxed) as usize).saturating_sub(self.n_held())
    }

    fn tell(&self, news: News) {
        self.news.lock().expect("nobody panics while holding it").push(news);
    }

    fn tell_news(&self, tell: &mut dyn FnMut(News)) {
        let news = std::mem::take(&mut *self.news.lock().expect("nobody panics while holding it"));
        news.into_iter().for_each(tell);
    }

    fn lock_held(&self) -> std::sync::MutexGuard<'_, HashMap<i64, Held>> {
        self.held.lock().expect("nobody panics while holding it")
    }

    fn lock_runs(&self) -> std::sync::MutexGuard<'_, Runs> {
        self.runs.lock().expect("nobody panics while holding it")
    }
}

/// What was known of this machine when that was last looked at, and when.
struct Check {
    known: Calibration,
    last: Instant,
}

impl Check {
    /// Measures again while there is nothing to play, and tells the runs when something has changed.
    fn review(&mut self, worker: &Worker) {
        if self.last.elapsed() < MEASURE_AGAIN {
            return;
        }
        self.last = Instant::now();
        if worker.n_held() == 0 && !worker.lock_runs().left_out().is_empty() {
            worker.gauge.measure();
        }
        let now = worker.gauge.calibration();
        if now != self.known {
            self.known = now;
            let news = worker.lock_runs().review(&now);
            news.into_iter().for_each(|news| worker.tell(news));
            worker.has_room.notify_one();
        }
    }
}

/// How many pairs are played in a moment, and so how many tasks to hold.
struct Speed {
    since: Instant,
    n: usize,
}

impl Speed {
    fn count(&mut self, n: usize, worker: &Worker) {
        self.n += n;
        let seconds = self.since.elapsed().as_secs_f64();
        if seconds >= 0.2 {
            let ahead = (self.n as f64 / seconds * AHEAD.as_secs_f64()) as usize;
            let capacity = worker.cores + ahead.min(MOST_AHEAD);
            worker.capacity.store(capacity as u64, Ordering::Relaxed);
            if self.n > 0 {
                worker.tell(News::Played { pairs: self.n as u64 });
            }
            (self.since, self.n) = (Instant::now(), 0);
            worker.has_room.notify_one();
        }
    }
}

/// The name of this machine.
pub(crate) fn host_name() -> String {
    let uname = rustix::system::uname();
    let name: String = uname.nodename().to_string_lossy().into_owned();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect()
}

/// The processor of this machine.
fn hardware() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model);
    format!("{model}, {cores} cores")
}
