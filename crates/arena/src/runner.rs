//! Plays a schedule: worker threads play pairs, one thread of ours hands out jobs, saves results in groups and
//! tells whoever listens. Workers never wait for the store, nor for each other.

mod pool;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_games::side::Side;

use crate::job::{Identity, Job, PairResult, derive};
use crate::openings::{OpeningError, Openings};
use crate::schedule::{PairScore, Pairing, Schedule, Step};
use crate::store::{GameFilter, Store, StoreError};
use crate::venue::{VenueError, Venues};
use pool::Pool;

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
}

/// What a listener hears.
pub enum Event<'a> {
    /// Pairs that were found in the store, not played.
    Resumed(u64, PairScore),
    /// Pairs that were just finished and saved.
    Finished(&'a [PairResult], Progress),
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
}

/// Why a run ended early. What was saved is safe.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game could not begin.
    #[error(transparent)]
    Venue(#[from] VenueError),
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// There are too few entrants.
    #[error("a tournament needs at least two players, not {0}")]
    TooFew(usize),
}

/// Plays a schedule to its end, or until `stop` is set. With a store, pairs that it holds are not played again.
pub fn run(
    setup: &Setup,
    schedule: &mut dyn Schedule,
    store: Option<&mut Store>,
    venues: &dyn Venues,
    stop: &AtomicBool,
    listen: &mut dyn FnMut(Event<'_>),
) -> Result<Run, RunError> {
    if setup.players.len() < 2 {
        return Err(RunError::TooFew(setup.players.len()));
    }
    let halt = Arc::new(AtomicBool::new(false));
    let pool = Pool::new(setup.workers.max(1));
    let begun = Instant::now();
    let progress = Progress { total_pairs: schedule.n_pairs(), ..Progress::default() };
    let done = store.as_deref().map(|s| finished_pairs(s, setup.tournament)).transpose()?.unwrap_or_default();
    let mut conductor = Conductor {
        setup,
        schedule,
        store,
        done,
        pool: &pool,
        begun,
        progress,
        listen,
        is_over: false,
        in_flight: 0,
        n_broken: 0,
    };
    std::thread::scope(|scope| {
        for worker in 0..setup.workers.max(1) {
            let (pool, halt) = (&pool, &halt);
            scope.spawn(move || {
                if setup.pin {
                    pin_to_core(worker);
                }
                pool.work(&mut *venues.open(worker), halt);
            });
        }
        let played = conductor.conduct(stop);
        halt.store(true, Ordering::Relaxed);
        pool.close();
        played?;
        conductor.finish()
    })
}

/// The scores of the pairs of a tournament that the store holds.
fn finished_pairs(store: &Store, tournament: i64) -> Result<HashMap<u64, PairScore>, StoreError> {
    let mut done: HashMap<u64, PairScore> = HashMap::new();
    let filter = GameFilter { tournament: Some(tournament), without_moves: true };
    store.each_game(filter, |game| {
        let score = done.entry(game.pair).or_default();
        let winner = game.record.winner.map(|side: Side| side.index() ^ usize::from(game.leg));
        score.add(winner, game.record.ending);
        true
    })?;
    Ok(done)
}

struct Conductor<'a> {
    setup: &'a Setup,
    schedule: &'a mut dyn Schedule,
    store: Option<&'a mut Store>,
    done: HashMap<u64, PairScore>,
    pool: &'a Pool,
    begun: Instant,
    progress: Progress,
    listen: &'a mut dyn FnMut(Event<'_>),
    /// Whether the schedule has nothing more to play.
    is_over: bool,
    /// Jobs handed to the pool whose results are not in.
    in_flight: u64,
    /// Pairs that were broken off.
    n_broken: u64,
}

impl Conductor<'_> {
    fn conduct(&mut self, stop: &AtomicBool) -> Result<(), RunError> {
        if let Some(store) = self.store.as_deref_mut() {
            self.setup.players.iter().try_for_each(|player| store.player(player).map(|_| ()))?;
        }
        while !stop.load(Ordering::Relaxed) {
            self.hand_out()?;
            if self.is_over && (self.in_flight == 0 || self.schedule.cut().is_some()) {
                return Ok(());
            }
            self.pool.await_results(TICK);
            self.take_in()?;
        }
        Ok(())
    }

    /// Keeps the pool's queue as long as the pool wants it.
    fn hand_out(&mut self) -> Result<(), RunError> {
        let mut jobs = Vec::new();
        let wanted = self.pool.n_wanted();
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
        self.in_flight += jobs.len() as u64;
        self.pool.add(jobs);
        Ok(())
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

    /// Saves what the workers have finished; only then does it count.
    fn take_in(&mut self) -> Result<(), RunError> {
        let results = self.pool.take_results()?;
        self.in_flight -= results.len() as u64;
        self.progress.elapsed = self.begun.elapsed();
        let (broken, results): (Vec<_>, Vec<_>) = results.into_iter().partition(PairResult::is_aborted);
        self.n_broken += broken.len() as u64;
        if results.is_empty() {
            (self.listen)(Event::Tick(self.progress));
            return Ok(());
        }
        if let Some(store) = self.store.as_deref_mut() {
            store.save(&results)?;
        }
        for result in &results {
            self.schedule.record(result.job.number, PairScore::of(result));
            self.progress.pairs += 1;
            self.progress.games += result.records.len() as u64;
            self.progress.moves +=
                result.records.iter().map(|r| (r.moves.len() - r.opening) as u64).sum::<u64>();
        }
        (self.listen)(Event::Finished(&results, self.progress));
        Ok(())
    }

    /// Takes in what was finished while the workers stopped, and drops what a test did not need.
    fn finish(&mut self) -> Result<Run, RunError> {
        self.pool.await_workers();
        self.take_in()?;
        let cut = self.schedule.cut();
        if let (Some(cut), Some(store)) = (cut, self.store.as_deref_mut()) {
            store.drop_pairs_from(self.setup.tournament, cut)?;
        }
        let is_complete = cut.is_some() || (self.is_over && self.in_flight == 0 && self.n_broken == 0);
        Ok(Run { progress: self.progress, is_complete, cut })
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
