//! Plays a schedule: hands out jobs to a queue, saves what comes out of it in groups and tells whoever listens.
//! Whoever plays never waits for the store, nor for each other.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::job::{Identity, Job, PairResult, derive};
use crate::openings::{OpeningError, Openings};
use crate::queue::{Crew, Hand, Outcome, Queue, QueueError, in_process};
use crate::schedule::{PairScore, Pairing, Schedule, Step};
use crate::store::{PackedPair, Store, StoreError};
use crate::venue::Venues;

/// How often results are gathered, saved and reported.
const TICK: Duration = Duration::from_millis(10);

/// Everything that the pairs of a tournament share.
pub struct Setup {
    /// The tournament's number in the store; 0 where nothing is stored.
    pub tournament: i64,
    /// The entrants.
    pub players: Vec<Arc<Identity>>,
    /// Where the games begin.
    pub openings: Openings,
    /// The clock, as on the command line.
    pub clock: Arc<str>,
    /// Where all randomness comes from.
    pub seed: u64,
    /// How many games are played at once.
    pub workers: usize,
    /// Whether each worker, and the players that it starts, stay on one core.
    pub pin: bool,
}

/// How far a run has come. Only games that are safe in the store are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Pairs that were in the store already.
    pub resumed_pairs: u64,
    /// Pairs played in this run.
    pub pairs: u64,
    /// Games played in this run.
    pub games: u64,
    /// Moves played in this run, without those of openings.
    pub moves: u64,
    /// Pairs in all, where that is known.
    pub total_pairs: Option<u64>,
    /// Time since the run began.
    pub elapsed: Duration,
    /// Who is there to play.
    pub crew: Crew,
}

/// What a listener hears.
pub enum Event<'a> {
    /// Pairs that were found in the store, not played.
    Resumed(u64, PairScore),
    /// Pairs that were just finished and saved.
    Finished(&'a [PairResult], Progress),
    /// A pair was set aside, and why: for good, or until all others are played.
    Parked {
        /// The pair.
        number: u64,
        /// What happened.
        why: &'a str,
        /// Whether it had its second chance already.
        is_final: bool,
    },
    /// Something to know about whoever plays, in words.
    Notice(&'a str),
    /// Nothing new; for clocks and progress bars.
    Tick(Progress),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// How far it came.
    pub progress: Progress,
    /// Whether all that was to be played was played; if not, it was stopped and can be resumed.
    pub is_complete: bool,
    /// The first pair that a sequential test did not need.
    pub cut: Option<u64>,
    /// Pairs that were given up because whoever tried to play them died of it.
    pub n_parked: u64,
}

/// Why a run ended early. What was saved is safe.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The queue failed.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// A game could not begin.
    #[error("{0}")]
    Refused(String),
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// There are too few entrants.
    #[error("a tournament needs at least two players, not {0}")]
    TooFew(usize),
}

/// Plays a schedule to its end in this process, or until `stop` is set. With a store, pairs that it holds are not
/// played again.
pub fn run(
    setup: &Setup,
    schedule: &mut dyn Schedule,
    store: Option<&mut Store>,
    venues: &dyn Venues,
    stop: &AtomicBool,
    listen: &mut dyn FnMut(Event<'_>),
) -> Result<Run, RunError> {
    in_process(setup.workers.max(1), setup.pin, venues, |pool| {
        run_on(setup, schedule, store, &mut pool.clone(), stop, listen)
    })
}

/// Plays a schedule like [`run`], by whoever is behind this queue.
pub fn run_on(
    setup: &Setup,
    schedule: &mut dyn Schedule,
    store: Option<&mut Store>,
    queue: &mut dyn Queue,
    stop: &AtomicBool,
    listen: &mut dyn FnMut(Event<'_>),
) -> Result<Run, RunError> {
    if setup.players.len() < 2 {
        return Err(RunError::TooFew(setup.players.len()));
    }
    let done = store.as_deref().map(|s| finished_pairs(s, setup.tournament)).transpose()?.unwrap_or_default();
    let progress = Progress { total_pairs: schedule.n_pairs(), ..Progress::default() };
    let mut conductor = Conductor {
        setup,
        schedule,
        store,
        done,
        queue,
        begun: Instant::now(),
        progress,
        listen,
        is_over: false,
        in_flight: HashSet::new(),
        parked: Parked::default(),
        n_broken: 0,
        packed: HashMap::new(),
    };
    match conductor.conduct(stop) {
        Ok(()) => conductor.finish(),
        Err(error) => {
            // What was played meanwhile is not worth a second error.
            let _ = conductor.queue.close(false);
            Err(error)
        }
    }
}

/// The scores of the pairs of a tournament that the store holds.
pub(crate) fn finished_pairs(store: &Store, tournament: i64) -> Result<HashMap<u64, PairScore>, StoreError> {
    let mut done: HashMap<u64, PairScore> = HashMap::new();
    for game in store.results(tournament)? {
        done.entry(game.pair).or_default().add(game.winner_of_pair(), game.ending);
    }
    Ok(done)
}

struct Conductor<'a> {
    setup: &'a Setup,
    schedule: &'a mut dyn Schedule,
    store: Option<&'a mut Store>,
    done: HashMap<u64, PairScore>,
    queue: &'a mut dyn Queue,
    begun: Instant,
    progress: Progress,
    listen: &'a mut dyn FnMut(Event<'_>),
    /// Whether the schedule has nothing more to play.
    is_over: bool,
    /// Pairs in the queue whose results are not in: a result for any other is a second one.
    in_flight: HashSet<u64>,
    parked: Parked,
    /// Pairs that were broken off.
    n_broken: u64,
    /// Results that whoever played them packed for the store.
    packed: HashMap<u64, PackedPair>,
}

/// Pairs that were set aside. Innocent pairs die with their workers too: each has a second chance when all others
/// are played.
#[derive(Default)]
struct Parked {
    waiting: Vec<Job>,
    tried_again: HashSet<u64>,
    n_given_up: u64,
}

impl Conductor<'_> {
    fn conduct(&mut self, stop: &AtomicBool) -> Result<(), RunError> {
        if let Some(store) = self.store.as_deref_mut() {
            self.setup.players.iter().try_for_each(|player| store.player(player).map(|_| ()))?;
            self.queue.will_store();
        }
        while !stop.load(Ordering::Relaxed) {
            let is_stuck = !self.hand_out()?;
            let is_cut = self.is_over && self.schedule.cut().is_some();
            if is_cut || is_stuck {
                return Ok(());
            }
            let outcomes = self.queue.take(TICK)?;
            self.take_in(outcomes)?;
            self.queue.settle()?;
            self.queue.news().iter().for_each(|news| (self.listen)(Event::Notice(news)));
        }
        Ok(())
    }

    /// Keeps the queue as long as it wants to be; whether there is anything to wait for.
    fn hand_out(&mut self) -> Result<bool, RunError> {
        let mut jobs = Vec::new();
        let wanted = self.queue.n_wanted();
        while jobs.len() < wanted && !self.is_over {
            match self.schedule.next() {
                Step::Play(pairing) => match self.done.remove(&pairing.number) {
                    Some(score) => {
                        self.progress.resumed_pairs += 1;
                        self.schedule.record(pairing.number, score);
                        (self.listen)(Event::Resumed(pairing.number, score));
                    }
                    None => jobs.push(self.job(&pairing)?),
                },
                Step::Wait => break,
                Step::Done => self.is_over = true,
            }
        }
        if jobs.is_empty() && wanted > 0 && self.in_flight.is_empty() {
            jobs = std::mem::take(&mut self.parked.waiting);
            self.parked.tried_again.extend(jobs.iter().map(|job| job.number));
        }
        self.in_flight.extend(jobs.iter().map(|job| job.number));
        if !jobs.is_empty() {
            self.queue.submit(jobs)?;
        }
        Ok(!self.in_flight.is_empty() || wanted == 0)
    }

    fn job(&self, pairing: &Pairing) -> Result<Job, RunError> {
        let opening = self.setup.openings.nth(pairing.opening)?;
        let [a, b] = pairing.players;
        Ok(Job {
            tournament: self.setup.tournament,
            number: pairing.number,
            round: pairing.round,
            players: [self.setup.players[a].clone(), self.setup.players[b].clone()],
            game: opening.game,
            start: opening.start,
            opening: opening.moves,
            clock: self.setup.clock.clone(),
            seed: derive(self.setup.seed, pairing.number),
            n_games: pairing.n_games,
            is_rated: pairing.is_rated,
        })
    }

    /// Saves what was finished; only then does it count.
    fn take_in(&mut self, outcomes: Vec<Outcome>) -> Result<(), RunError> {
        let mut results = Vec::with_capacity(outcomes.len());
        let mut hands: Vec<(u64, Arc<Hand>)> = Vec::new();
        for outcome in outcomes {
            match outcome {
                Outcome::Played(result, hand) => {
                    let number = result.job.number;
                    if self.in_flight.remove(&number) {
                        results.push(result);
                        hands.extend(hand.map(|hand| (number, hand)));
                    }
                }
                Outcome::Refused(_, why) => return Err(RunError::Refused(why)),
                Outcome::Parked(job, why) => self.park(job, &why),
            }
        }
        self.progress.elapsed = self.begun.elapsed();
        self.progress.crew = self.queue.crew();
        let (broken, results): (Vec<_>, Vec<_>) = results.into_iter().partition(PairResult::is_aborted);
        self.n_broken += broken.len() as u64;
        if results.is_empty() {
            (self.listen)(Event::Tick(self.progress));
            return Ok(());
        }
        if let Some(store) = self.store.as_deref_mut() {
            store.save_hands(self.setup.tournament, &hands)?;
            self.packed.extend(self.queue.take_packed());
            store.save_packed(&results, &mut self.packed)?;
        }
        for result in &results {
            self.schedule.record(result.job.number, PairScore::of(result));
            self.progress.pairs += 1;
            self.progress.games += result.records.len() as u64;
            self.progress.moves +=
                result.records.iter().map(|r| (r.moves.len() - r.opening) as u64).sum::<u64>();
        }
        (self.listen)(Event::Finished(&results, self.progress));
        self.queue.hand_back(results);
        Ok(())
    }

    fn park(&mut self, job: Job, why: &str) {
        let number = job.number;
        if !self.in_flight.remove(&number) {
            return;
        }
        let is_final = self.parked.tried_again.contains(&number);
        match is_final {
            true => self.parked.n_given_up += 1,
            false => self.parked.waiting.push(job),
        }
        (self.listen)(Event::Parked { number, why, is_final });
    }

    /// Takes in what was finished while the workers stopped, and drops what a test did not need.
    fn finish(&mut self) -> Result<Run, RunError> {
        let cut = self.schedule.cut();
        let n_parked = self.parked.n_given_up + self.parked.waiting.len() as u64;
        let is_all = self.is_over && self.in_flight.is_empty() && n_parked == 0;
        let outcomes = self.queue.close(cut.is_some() || is_all)?;
        self.take_in(outcomes)?;
        self.queue.settle()?;
        if let (Some(cut), Some(store)) = (cut, self.store.as_deref_mut()) {
            store.drop_pairs_from(self.setup.tournament, cut)?;
        }
        let is_all = self.is_over && self.in_flight.is_empty() && n_parked == 0 && self.n_broken == 0;
        Ok(Run { progress: self.progress, is_complete: cut.is_some() || is_all, cut, n_parked })
    }
}
