//! Tuning: which values of a player's parameters win. Trials are pairs of games between two players that differ in
//! nothing else ([`spsa`]); every lot of them is in the [`log`](Log) before it counts.

mod knob;
mod log;
mod spsa;

pub use knob::{Knob, KnobError, Range, knobs, player_with};
pub use log::{Log, LogError, Lot, TunePlan};
pub use spsa::{Spsa, TOGETHER};

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use agon_games::catalog::Table;
use thiserror::Error;

use crate::identity::{IdentityError, identify};
use crate::job::{Job, PairResult, derive};
use crate::openings::{OpeningError, OpeningSource, Openings};
use crate::queue::{Outcome, Pool, in_process};
use crate::schedule::PairScore;
use crate::tournament::Manner;
use crate::venue::Venues;

/// Why a tuning ended early. What is in its log is safe.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum TuneError {
    #[error(transparent)]
    Log(#[from] LogError),
    #[error(transparent)]
    Opening(#[from] OpeningError),
    #[error(transparent)]
    Identity(#[from] IdentityError),
    #[error("{0}")]
    Refused(String),
    #[error("a thread that played games has panicked: what is in the log is kept")]
    Broken,
}

/// A tuning under way.
pub struct Tuning {
    plan: TunePlan,
    openings: Openings,
    spsa: Spsa,
    log: Log,
    n_faults: u64,
}

/// How long results are waited for before somebody asks whether to stop.
const TICK: Duration = Duration::from_millis(50);

impl Tuning {
    /// The tuning of a plan at its table, after what was played of it already.
    pub fn new(plan: TunePlan, table: Arc<Table>, (log, lots): (Log, Vec<Lot>)) -> Result<Tuning, TuneError> {
        let source: OpeningSource = plan.openings.parse()?;
        let openings = Openings::new(table, plan.position.as_deref(), &source, plan.seed)?;
        let mut spsa = Spsa::new(plan.knobs.clone(), plan.pairs, plan.seed);
        lots.iter().for_each(|lot| spsa.learn(&lot.results));
        let n_faults = lots.iter().map(|lot| u64::from(lot.faults)).sum();
        Ok(Tuning { plan, openings, spsa, log, n_faults })
    }

    /// Plays all trials, or until `stop` is set; `listen` is told after every lot.
    pub fn run(
        &mut self,
        venues: &dyn Venues,
        manner: Manner,
        stop: &AtomicBool,
        listen: &mut dyn FnMut(&Tuning),
    ) -> Result<(), TuneError> {
        let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
        let workers = if manner.workers == 0 { cores } else { manner.workers };
        in_process(workers, manner.pin, venues, |pool| {
            while !self.is_done() && !stop.load(Ordering::Relaxed) {
                let Some(results) = self.play_lot(pool, stop)? else { break };
                self.take_in(&results)?;
                listen(self);
            }
            pool.halt();
            Ok(())
        })
    }

    /// Plays the next trials; none if somebody stopped it.
    fn play_lot(&self, pool: &Pool, stop: &AtomicBool) -> Result<Option<Vec<PairResult>>, TuneError> {
        let trials = self.spsa.next_trials();
        let jobs = trials.clone().map(|number| self.job(number)).collect::<Result<Vec<_>, _>>()?;
        let mut results = Vec::with_capacity(jobs.len());
        pool.add(jobs);
        while results.len() < trials.clone().count() {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if pool.is_broken() {
                return Err(TuneError::Broken);
            }
            for outcome in pool.outcomes(TICK) {
                match outcome {
                    Outcome::Played(result, _) => results.push(result),
                    Outcome::Refused(_, why) | Outcome::Parked(_, why) => {
                        return Err(TuneError::Refused(why));
                    }
                }
            }
        }
        results.sort_by_key(|result: &PairResult| result.job.number);
        Ok(Some(results))
    }

    fn job(&self, number: u64) -> Result<Job, TuneError> {
        let opening = self.openings.nth(number)?;
        let [a, b] = self.spsa.trial(number);
        let player = |values: &[f64]| {
            let spec = player_with(&self.plan.player, self.spsa.knobs(), values);
            Ok::<_, TuneError>(Arc::new(identify(&spec, None)?))
        };
        Ok(Job {
            tournament: 0,
            number,
            round: (number / TOGETHER) as u32,
            players: [player(&a)?, player(&b)?],
            game: opening.game,
            start: opening.start,
            opening: opening.moves,
            clock: self.plan.clock.as_str().into(),
            seed: derive(self.plan.seed, number),
            n_games: 2,
            is_rated: false,
        })
    }

    /// Writes results down; only then do they count.
    fn take_in(&mut self, results: &[PairResult]) -> Result<(), TuneError> {
        // A game that was broken off says nothing about either player.
        let result = |pair: &PairResult| pair.half_points().map_or(0.0, |points| points as f64 / 2.0 - 1.0);
        let faults = |pair: &PairResult| PairScore::of(pair).faults.into_iter().map(u32::from).sum::<u32>();
        let faults = results.iter().map(faults).sum();
        let results: Vec<f64> = results.iter().map(result).collect();
        let mut after = self.spsa.clone();
        after.learn(&results);
        let (pairs, values) = (after.n_done(), after.values().to_vec());
        self.log.add(&Lot { pairs, results, faults, values })?;
        (self.spsa, self.n_faults) = (after, self.n_faults + u64::from(faults));
        Ok(())
    }

    /// Whether all trials were played.
    pub fn is_done(&self) -> bool {
        self.spsa.next_trials().is_empty()
    }

    /// The values by now, and what they have come to.
    pub const fn spsa(&self) -> &Spsa {
        &self.spsa
    }

    /// How many games ended by a fault of a player.
    pub const fn n_faults(&self) -> u64 {
        self.n_faults
    }

    /// The player that the trials have come to.
    pub fn player(&self) -> String {
        player_with(&self.plan.player, self.spsa.knobs(), &self.spsa.outcome())
    }
}
