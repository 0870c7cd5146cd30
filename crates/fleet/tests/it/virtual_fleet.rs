//! A fleet in virtual time: workers that claim, play, die, fall silent and come back, and a broker that hands out
//! leases, all as events in one heap. No games are played; the tournament in front of it is the real one.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::time::Duration;

use agon_arena::job::{Job, PairResult};
use agon_arena::queue::{Crew, Outcome, Queue, QueueError};
use agon_fleet::n_ahead;
use agon_games::dice::Dice;
use agon_games::record::{Ending, PlayerRecord, Record, VERSION};
use agon_games::side::Side;

/// What the fleet is like.
#[derive(Clone, Copy, Debug)]
pub struct Climate {
    /// Workers with one core each.
    pub workers: usize,
    /// The share of workers that fail in a minute.
    pub failing_per_minute: f64,
    /// Of those, the share that only falls silent: it comes back and reports what others have played meanwhile.
    pub silent: f64,
    /// Seconds until a failed worker is back.
    pub absence: f64,
    /// Seconds that a pair takes on average; each takes between a fifth and nine fifths of it.
    pub pair: f64,
    /// Seconds that a claim or a report takes.
    pub latency: f64,
    /// Seconds after which the broker hands out again what a silent worker holds.
    pub lease: f64,
    /// Every so many-th pair kills whoever plays it; 0 for none.
    pub poison: u64,
    pub seed: u64,
}

/// What became of the workers' time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ledger {
    /// Seconds of all workers while they were there.
    pub present: f64,
    /// Seconds of pairs that counted.
    pub useful: f64,
    pub failures: u64,
    pub redelivered: u64,
    /// Reports on pairs that had been reported already.
    pub doubled: u64,
    pub parked: u64,
    /// The virtual clock.
    pub seconds: f64,
}

/// The fleet, as the tournament sees it.
pub struct VirtualFleet {
    climate: Climate,
    dice: Dice,
    /// The clock, in microseconds.
    now: u64,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    n_events: u64,
    /// Numbers of jobs that wait; those that were reported meanwhile are passed over.
    waiting: VecDeque<u64>,
    /// Jobs that are out.
    lent: HashMap<u64, Lent>,
    workers: Vec<Member>,
    idle: Vec<usize>,
    outcomes: Vec<Outcome>,
    /// A job to make second reports of.
    template: Option<Job>,
    pace: Pace,
    ledger: Ledger,
}

/// A job that is out, how often it was handed out, and to whom last: a worker and its life.
struct Lent {
    job: Job,
    tries: u32,
    holder: (usize, u32),
}

/// One worker.
#[derive(Clone, Default)]
struct Member {
    /// Lives so far: events of an earlier life mean nothing.
    life: u32,
    /// Whether it is heard.
    is_there: bool,
    /// Whether it is there and not heard.
    is_silent: bool,
    since: u64,
    task: Option<u64>,
}

/// Pairs in the last second, and so the next one's.
#[derive(Default)]
struct Pace {
    since: u64,
    n: usize,
    per_second: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Claims { worker: usize, life: u32 },
    Finishes { worker: usize, life: u32, number: u64, took: u64 },
    Fails { worker: usize, life: u32 },
    Returns { worker: usize },
    LeaseEnds { number: u64, tries: u32 },
}

const MICROS: f64 = 1e6;

impl VirtualFleet {
    pub fn new(climate: Climate) -> VirtualFleet {
        let mut fleet = VirtualFleet {
            climate,
            dice: Dice::new(climate.seed),
            now: 0,
            events: BinaryHeap::new(),
            n_events: 0,
            waiting: VecDeque::new(),
            lent: HashMap::new(),
            workers: vec![Member::default(); climate.workers],
            idle: Vec::new(),
            outcomes: Vec::new(),
            template: None,
            pace: Pace::default(),
            ledger: Ledger::default(),
        };
        (0..climate.workers).for_each(|worker| fleet.after(0.0, Event::Returns { worker }));
        fleet
    }

    /// The books, closed now.
    pub fn ledger(&self) -> Ledger {
        let there = self.workers.iter().filter(|worker| worker.is_there || worker.is_silent);
        let present: f64 = there.map(|worker| (self.now - worker.since) as f64 / MICROS).sum();
        Ledger { present: self.ledger.present + present, seconds: self.now as f64 / MICROS, ..self.ledger }
    }

    fn after(&mut self, seconds: f64, event: Event) {
        self.n_events += 1;
        self.events.push(Reverse((self.now + (seconds * MICROS) as u64, self.n_events, event)));
    }

    fn chance(&mut self) -> f64 {
        (self.dice.word() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn happen(&mut self, event: Event) {
        match event {
            Event::Returns { worker } => self.arrive(worker),
            Event::Claims { worker, life } if self.workers[worker].life == life => self.claim(worker),
            Event::Fails { worker, life } if self.workers[worker].life == life => self.fail(worker),
            Event::Finishes { worker, life, number, took } if self.workers[worker].life == life => {
                self.finish(worker, number, took);
            }
            Event::LeaseEnds { number, tries } => self.end_lease(number, tries),
            _ => {}
        }
    }

    fn arrive(&mut self, worker: usize) {
        let member = &mut self.workers[worker];
        if !member.is_silent {
            (member.since, member.task) = (self.now, None);
        }
        (member.is_there, member.is_silent) = (true, false);
        let (life, is_busy) = (member.life, member.task.is_some());
        if self.climate.failing_per_minute > 0.0 {
            let until = -60.0 / self.climate.failing_per_minute * (1.0 - self.chance()).ln();
            self.after(until, Event::Fails { worker, life });
        }
        if !is_busy {
            self.after(self.climate.latency, Event::Claims { worker, life });
        }
    }

    fn claim(&mut self, worker: usize) {
        if !self.workers[worker].is_there || self.workers[worker].task.is_some() {
            return;
        }
        let Some((number, tries)) = self.next_waiting(worker) else { return self.idle.push(worker) };
        self.workers[worker].task = Some(number);
        let life = self.workers[worker].life;
        let took = self.climate.pair * (0.2 + 1.6 * self.chance());
        match self.climate.poison > 0 && number % self.climate.poison == 0 {
            true => self.after(0.1, Event::Fails { worker, life }),
            false => {
                let (latency, took_us) = (self.climate.latency, (took * MICROS) as u64);
                self.after(took + latency, Event::Finishes { worker, life, number, took: took_us });
            }
        }
        self.after(self.climate.lease, Event::LeaseEnds { number, tries });
    }

    /// Takes the next job that may still be played; those that came too often are parked.
    fn next_waiting(&mut self, worker: usize) -> Option<(u64, u32)> {
        loop {
            let number = self.waiting.pop_front()?;
            let Some(lent) = self.lent.get_mut(&number) else { continue };
            lent.tries += 1;
            if lent.tries > 3 {
                let lent = self.lent.remove(&number).expect("it is out");
                self.ledger.parked += 1;
                self.outcomes.push(Outcome::Parked(lent.job, "three workers died of it".to_owned()));
                continue;
            }
            lent.holder = (worker, self.workers[worker].life);
            self.ledger.redelivered += u64::from(lent.tries > 1);
            return Some((number, lent.tries));
        }
    }

    fn finish(&mut self, worker: usize, number: u64, took: u64) {
        let life = self.workers[worker].life;
        if self.workers[worker].is_silent {
            // Its report arrives when it is heard again.
            return self.after(1.0, Event::Finishes { worker, life, number, took });
        }
        self.workers[worker].task = None;
        let job = match self.lent.remove(&number) {
            Some(lent) => {
                self.ledger.useful += took as f64 / MICROS;
                self.pace.n += 1;
                lent.job
            }
            None => {
                // Both reports reach the tournament: which of them counts is its business.
                self.ledger.doubled += 1;
                Job { number, ..self.template.clone().expect("jobs were submitted") }
            }
        };
        self.outcomes.push(Outcome::Played(played(job), None));
        self.after(self.climate.latency, Event::Claims { worker, life });
    }

    fn fail(&mut self, worker: usize) {
        if !self.workers[worker].is_there {
            return;
        }
        self.ledger.failures += 1;
        let is_silent = self.chance() < self.climate.silent;
        let member = &mut self.workers[worker];
        (member.is_there, member.is_silent) = (false, is_silent);
        if !is_silent {
            member.life += 1;
            self.ledger.present += (self.now - member.since) as f64 / MICROS;
        }
        self.idle.retain(|&idle| idle != worker);
        self.after(self.climate.absence, Event::Returns { worker });
    }

    /// Hands a job out again if its holder is not heard; else its lease was renewed.
    fn end_lease(&mut self, number: u64, tries: u32) {
        let Some(lent) = self.lent.get(&number).filter(|lent| lent.tries == tries) else { return };
        let (worker, life) = lent.holder;
        let member = &self.workers[worker];
        if member.is_there && member.life == life {
            return self.after(self.climate.lease, Event::LeaseEnds { number, tries });
        }
        self.waiting.push_front(number);
        self.wake();
    }

    fn wake(&mut self) {
        for worker in std::mem::take(&mut self.idle) {
            let life = self.workers[worker].life;
            self.after(self.climate.latency, Event::Claims { worker, life });
        }
    }
}

impl Queue for VirtualFleet {
    fn n_wanted(&mut self) -> usize {
        n_ahead(self.crew(), self.pace.per_second).saturating_sub(self.lent.len())
    }

    fn submit(&mut self, jobs: Vec<Job>) -> Result<(), QueueError> {
        if self.template.is_none() {
            self.template = jobs.first().cloned();
        }
        for job in jobs {
            self.waiting.push_back(job.number);
            self.lent.insert(job.number, Lent { job, tries: 0, holder: (0, 0) });
        }
        self.wake();
        Ok(())
    }

    fn take(&mut self, at_most: Duration) -> Result<Vec<Outcome>, QueueError> {
        let until = self.now + at_most.as_micros() as u64;
        while let Some(Reverse((at, _, event))) = self.events.peek().copied().filter(|next| next.0.0 <= until)
        {
            self.events.pop();
            self.now = at;
            self.happen(event);
        }
        self.now = until;
        if self.now - self.pace.since >= 1_000_000 {
            let seconds = (self.now - self.pace.since) as f64 / MICROS;
            self.pace = Pace { since: self.now, n: 0, per_second: self.pace.n as f64 / seconds };
        }
        Ok(std::mem::take(&mut self.outcomes))
    }

    fn settle(&mut self) -> Result<(), QueueError> {
        Ok(())
    }

    fn crew(&self) -> Crew {
        let workers = self.climate.workers as u32;
        Crew { workers, cores: workers }
    }

    fn close(&mut self, _: bool) -> Result<Vec<Outcome>, QueueError> {
        Ok(std::mem::take(&mut self.outcomes))
    }
}

/// A pair as if it had been played: the first player wins both games.
fn played(job: Job) -> PairResult {
    let record = |leg: usize| Record {
        version: VERSION,
        game: String::new(),
        start: String::new(),
        players: [PlayerRecord::default(), PlayerRecord::default()],
        clock: None,
        seed: None,
        opening: 0,
        moves: Vec::new(),
        winner: Some([Side::First, Side::Second][leg]),
        ending: Ending::Rules,
        reason: None,
        tally: [0; 2],
    };
    let records = (0..usize::from(job.n_games)).map(record).collect();
    PairResult { job, records }
}
