//! The coordinator's side of the queue: puts jobs up in a work-queue stream, takes reports from another, believes
//! those that replay, and puts up again whatever the broker lost. The store alone knows what is done.

mod desk;
mod judge;

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use agon_arena::job::{Identity, Job};
use agon_arena::player::spec::is_foreign;
use agon_arena::queue::{Crew, Outcome, Queue, QueueError};
use agon_arena::store::StoredTournament;
use async_nats::jetstream::message::Acker;
use tokio::sync::mpsc::UnboundedSender;

use crate::calibration::Gauge;
use crate::crew::Roll;
use crate::failure::FleetError;
use crate::link::{Access, Link, stubbornly};
use crate::parcels;
use crate::wire::{Announcement, Parcel, Report, Task, VERSION, Verdict};
use desk::Desk;
use judge::Judge;

/// How many jobs are out at least, so that newcomers find work.
const FEWEST_OUT: usize = 64;

/// How many jobs are out at most: beyond, the broker holds what nobody will play soon.
const MOST_OUT: usize = 20_000;

/// How much work is out: what everybody together plays in this time.
const AHEAD: Duration = Duration::from_secs(2);

/// What is to be played, as workers need to know it.
#[derive(Clone, Debug)]
pub struct Undertaking {
    /// The identity of the run, see [`run_key`].
    pub run: String,
    /// What it is called among people.
    pub name: String,
    /// Everybody who plays.
    pub players: Vec<Arc<Identity>>,
    /// Whether its clock counts time.
    pub is_timed: bool,
    /// How long a worker may be silent before its pairs go to another.
    pub lease: Duration,
}

/// The identity of a run. A stored tournament keeps it when it is resumed; anything else has a new one every time.
pub fn run_key(stored: Option<&StoredTournament>) -> String {
    let mut hasher = blake3::Hasher::new();
    match stored {
        Some(known) => {
            hasher.update(known.name.as_bytes());
            hasher.update(known.game.as_bytes());
            hasher.update(&known.created.to_le_bytes());
            hasher.update(known.clock.as_bytes());
        }
        None => {
            let now = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
            hasher.update(&now.as_nanos().to_le_bytes());
            hasher.update(&std::process::id().to_le_bytes());
            hasher.update(crate::worker::host_name().as_bytes());
        }
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The identity of what an arena with this database hands out: one at a time, whichever process it is.
pub fn arena_key(db: &Path) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(crate::worker::host_name().as_bytes());
    hasher.update(std::path::absolute(db).unwrap_or_else(|_| db.to_owned()).as_os_str().as_encoded_bytes());
    hasher.finalize().to_hex()[..16].to_owned()
}

/// How many jobs should be out for a crew that finishes so many pairs a second.
pub fn n_ahead(crew: Crew, per_second: f64) -> usize {
    let ahead = (per_second * AHEAD.as_secs_f64()) as usize;
    ahead.max(4 * crew.cores as usize).clamp(FEWEST_OUT, MOST_OUT)
}

/// A queue whose workers are anywhere.
pub struct Coordinator {
    link: Arc<Link>,
    parcels: HashMap<String, Parcel>,
    /// Jobs that are out.
    out: HashMap<Ticket, Out>,
    /// Jobs whose outcome was taken.
    finished: HashSet<Ticket>,
    /// Reports on jobs that were put up by an earlier life of this coordinator and not yet by this one.
    early: HashMap<Ticket, Arrived>,
    /// Outcomes that were there before they were asked for.
    ready: Vec<Outcome>,
    unsettled: Vec<Acker>,
    outbox: UnboundedSender<desk::Posting>,
    inbox: Receiver<Arrived>,
    roll: Arc<Mutex<Roll>>,
    judge: Judge,
    pace: Pace,
    audit: Audit,
    /// How often jobs were put up by this life: part of their message ids.
    n_posted: u64,
    /// What does our errands; last, so that all who use it are gone before.
    _runtime: tokio::runtime::Runtime,
}

/// A job's key, cut short: long enough for all jobs of a run to differ.
type Ticket = u64;

/// The ticket of a key, which is hexadecimal; nobody has a job under any other.
fn ticket(key: &str) -> Ticket {
    key.get(..16).and_then(|digits| u64::from_str_radix(digits, 16).ok()).unwrap_or_default()
}

/// A job that is out.
struct Out {
    job: Job,
    key: String,
    /// Reports on it that were not believed.
    n_wrong: u32,
}

/// A report with the means to say that it is safe.
pub(crate) struct Arrived {
    report: Report,
    acker: Acker,
}

/// How many pairs come in per second.
struct Pace {
    since: Instant,
    n: usize,
    per_second: f64,
}

/// What the broker held when it was last asked, compared with what is out.
struct Audit {
    /// The broker's answer, if it is new: asked every now and then in the background.
    held: Arc<Mutex<Option<u64>>>,
    n_arrived: u64,
    n_arrived_then: u64,
    /// Whether the books did not agree last time.
    is_suspicious: bool,
}

impl Coordinator {
    /// Connects, sends the players' files, takes over what an earlier life left behind, and calls for workers.
    pub fn open(access: &Access, undertaking: Undertaking) -> Result<Coordinator, FleetError> {
        let (runtime, link) = access.open("agon coordinator")?;
        let Undertaking { run, name, players, is_timed, lease } = undertaking;
        let calibration = Gauge::new(1).calibration();
        let announcement = Announcement {
            version: VERSION,
            run,
            name,
            signature: calibration.signature,
            reference: is_timed.then_some(calibration.speed),
            lease: lease.as_millis() as u64,
            is_over: false,
        };
        let parcels = link.runtime.block_on(stubbornly(async || parcels::send(&link, &players).await))?;
        let roll = Arc::new(Mutex::new(Roll::default()));
        let Desk { outbox, inbox, held } = Desk::open(&link, announcement, &roll)?;
        let now = Instant::now();
        Ok(Coordinator {
            link,
            parcels,
            out: HashMap::new(),
            finished: HashSet::new(),
            early: HashMap::new(),
            ready: Vec::new(),
            unsettled: Vec::new(),
            outbox,
            inbox,
            roll,
            judge: Judge::default(),
            pace: Pace { since: now, n: 0, per_second: 0.0 },
            audit: Audit { held, n_arrived: 0, n_arrived_then: 0, is_suspicious: false },
            n_posted: 0,
            _runtime: runtime,
        })
    }

    fn post(&mut self, ticket: Ticket) {
        let Some(out) = self.out.get(&ticket) else { return };
        let files = [0, 1].map(|i| self.parcels.get(&out.job.players[i].hash).cloned());
        let task = Task { key: out.key.clone(), job: out.job.clone(), files };
        self.n_posted += 1;
        let body = serde_json::to_vec(&task).expect("a task is plain data");
        let id = format!("{ticket:x}/{}/{}", std::process::id(), self.n_posted);
        // The desk lives as long as we do.
        let _ = self.outbox.send(desk::Posting::Job { id, body });
    }

    /// Sends the files of a job's players that were not sent before.
    fn send_files(&mut self, job: &Job) -> Result<(), FleetError> {
        let is_new = |player: &&Arc<Identity>| !self.parcels.contains_key(&player.hash);
        let new: Vec<Arc<Identity>> = job.players.iter().filter(is_new).cloned().collect();
        if new.iter().any(|player| is_foreign(&player.spec)) {
            self.parcels.extend(
                self.link.runtime.block_on(stubbornly(async || parcels::send(&self.link, &new).await))?,
            );
        }
        Ok(())
    }

    /// What a report means, if anything.
    fn take_report(&mut self, arrived: Arrived) -> Option<Outcome> {
        let ticket = ticket(&arrived.report.key);
        let is_out = self.out.get(&ticket).is_some_and(|out| out.key == arrived.report.key);
        if !is_out {
            // A second report on what is done, or a first on what an earlier life put up.
            match self.finished.contains(&ticket) {
                true => self.unsettled.push(arrived.acker),
                false => drop(self.early.insert(ticket, arrived)),
            }
            return None;
        }
        self.unsettled.push(arrived.acker);
        let Report { hand, verdict, .. } = arrived.report;
        let job = &self.out[&ticket].job;
        let outcome = match verdict {
            Verdict::Played(records) => match self.judge.check(job, &records, &hand.worker) {
                Ok(()) => {
                    let job = job.clone();
                    Outcome::Played(agon_arena::job::PairResult { job, records }, Some(Arc::new(hand)))
                }
                Err(why) => match self.is_to_be_tried_again(ticket) {
                    true => return None,
                    false => Outcome::Refused(self.out[&ticket].job.clone(), why),
                },
            },
            Verdict::Refused(why) => Outcome::Refused(job.clone(), why),
            Verdict::Parked(why) => Outcome::Parked(job.clone(), why),
        };
        self.out.remove(&ticket);
        if !matches!(outcome, Outcome::Parked(..)) {
            self.finished.insert(ticket);
        }
        Some(outcome)
    }

    /// Whatever was played, it was not this: somebody else may try, but not for ever.
    fn is_to_be_tried_again(&mut self, ticket: Ticket) -> bool {
        let Some(out) = self.out.get_mut(&ticket) else { return false };
        out.n_wrong += 1;
        let is_patient = out.n_wrong < 3;
        if is_patient {
            self.post(ticket);
        }
        is_patient
    }

    /// Puts everything up again if the broker holds less than it should, twice in a row while nothing came in.
    fn audit(&mut self) {
        let Some(held) = self.audit.held.lock().expect("nobody panics while holding it").take() else {
            return;
        };
        let is_still = self.audit.n_arrived == self.audit.n_arrived_then;
        let is_short = is_still && held.saturating_sub(self.early.len() as u64) < self.out.len() as u64;
        if is_short && self.audit.is_suspicious {
            let _ = self.outbox.send(desk::Posting::Purge);
            let tickets: Vec<Ticket> = self.out.keys().copied().collect();
            tickets.into_iter().for_each(|ticket| self.post(ticket));
        }
        self.audit.is_suspicious = is_short && !self.audit.is_suspicious;
        self.audit.n_arrived_then = self.audit.n_arrived;
    }
}

impl Queue for Coordinator {
    fn n_wanted(&mut self) -> usize {
        n_ahead(self.crew(), self.pace.per_second).saturating_sub(self.out.len())
    }

    fn submit(&mut self, jobs: Vec<Job>) -> Result<(), QueueError> {
        for job in jobs {
            if let Err(why) = self.send_files(&job) {
                self.ready.push(Outcome::Refused(job, why.to_string()));
                continue;
            }
            let key = job.key();
            let ticket = ticket(&key);
            self.out.insert(ticket, Out { job, key, n_wrong: 0 });
            match self.early.remove(&ticket) {
                // If it is not believed it is put up again there.
                Some(arrived) => {
                    let outcome = self.take_report(arrived);
                    self.ready.extend(outcome);
                }
                None => self.post(ticket),
            }
        }
        Ok(())
    }

    fn take(&mut self, at_most: Duration) -> Result<Vec<Outcome>, QueueError> {
        let mut outcomes = std::mem::take(&mut self.ready);
        let wait = if outcomes.is_empty() { at_most } else { Duration::ZERO };
        match self.inbox.recv_timeout(wait) {
            Ok(first) => {
                let more: Vec<Arrived> = self.inbox.try_iter().take(4096).collect();
                for arrived in std::iter::once(first).chain(more) {
                    self.audit.n_arrived += 1;
                    outcomes.extend(self.take_report(arrived));
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(QueueError::Broker("the connection was closed".to_owned()));
            }
        }
        self.pace.count(outcomes.len());
        self.audit();
        Ok(outcomes)
    }

    fn settle(&mut self) -> Result<(), QueueError> {
        if !self.unsettled.is_empty() {
            let _ = self.outbox.send(desk::Posting::Settle(std::mem::take(&mut self.unsettled)));
        }
        Ok(())
    }

    fn crew(&self) -> Crew {
        self.roll.lock().expect("nobody panics while holding it").crew(Instant::now())
    }

    fn news(&mut self) -> Vec<String> {
        let mut roll = self.roll.lock().expect("nobody panics while holding it");
        roll.complaint(Instant::now()).into_iter().collect()
    }

    fn close(&mut self, is_complete: bool) -> Result<Vec<Outcome>, QueueError> {
        let mut outcomes = std::mem::take(&mut self.ready);
        while let Ok(arrived) = self.inbox.try_recv() {
            outcomes.extend(self.take_report(arrived));
        }
        let _ = self.outbox.send(desk::Posting::Close { is_complete });
        Ok(outcomes)
    }
}

impl Drop for Coordinator {
    /// The last settlements and the end of the run are on their way: they get a moment to arrive.
    fn drop(&mut self) {
        let (outbox, _) = tokio::sync::mpsc::unbounded_channel();
        let outbox = std::mem::replace(&mut self.outbox, outbox);
        let (told, tell) = std::sync::mpsc::channel();
        if outbox.send(desk::Posting::Farewell(told)).is_ok() {
            let _ = tell.recv_timeout(Duration::from_secs(10));
        }
    }
}

impl Pace {
    fn count(&mut self, n: usize) {
        self.n += n;
        let seconds = self.since.elapsed().as_secs_f64();
        if seconds >= 0.25 {
            let now = self.n as f64 / seconds;
            // Up at once, down slowly: an empty queue costs more than a long one.
            self.per_second = now.max(0.8 * self.per_second + 0.2 * now);
            (self.since, self.n) = (Instant::now(), 0);
        }
    }
}
