//! How fast a machine is, how much of it a game gets, and whether its players do what ours do: the same searches
//! everywhere, whose node count is a checksum and whose rate is a speed. And the rule by which times are made fair.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use agon_engine::budget::Budget;
use agon_engine::catalog::build;
use agon_games::catalog::Table;
use rustix::time::{ClockId, clock_gettime};

/// Workers up to this factor slower or faster play with scaled times; others are left out of timed work.
const WIDEST: f64 = 2.0;

/// Workers on which a game gets less of a core than this are left out of timed work.
const SMALLEST_SHARE: f64 = 0.5;

/// How often each core repeats the searches at the start.
const ROUNDS: usize = 5;

/// Rounds that are remembered for the speed.
const KEPT: usize = 32;

/// Rounds that count for the share.
const LATEST: usize = 9;

/// A speed or a share that has moved by so much is taken over; less is noise, and every pair names its worker's.
const MOVED: f64 = 0.1;

const N_SEARCHES: usize = 5;

/// Searches of fixed work: game, player, plies or nodes.
const SEARCHES: [(&str, &str, Budgeted); N_SEARCHES] = [
    ("reversi", "pvs", Budgeted::Depth(6)),
    ("ataxx", "alphabeta", Budgeted::Depth(3)),
    ("amazons/6", "alphabeta", Budgeted::Depth(1)),
    ("flood/8", "alphabeta", Budgeted::Depth(5)),
    ("ataxx", "mcts", Budgeted::Nodes(300)),
];

#[derive(Clone, Copy)]
enum Budgeted {
    Depth(u32),
    Nodes(u64),
}

/// What a machine is like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Nodes per second of processor time, each search at its best: whatever else runs makes a search slower, never
    /// faster, so the best is the machine's.
    pub speed: u64,
    /// The share of a core that a search got: the median of the latest rounds, in hundredths.
    pub share: f64,
    /// A checksum of what the built-in players do.
    pub signature: u64,
}

/// Whether a worker may play for a run, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fairness {
    /// As it is: time does not count.
    Untimed,
    /// With times multiplied by this.
    Scaled(f64),
    /// Not at all: its clock counts time, and this worker is so many times slower than it is meant for.
    TooFar(f64),
    /// Not at all: its clock counts time, and a game gets only this share of a core here.
    TooBusy(f64),
}

/// The rule for a run whose times are meant at the speed `reference`, or that counts none.
pub fn fairness(reference: Option<u64>, worker: &Calibration) -> Fairness {
    let Some(reference) = reference else { return Fairness::Untimed };
    let scale = reference as f64 / worker.speed.max(1) as f64;
    if worker.share < SMALLEST_SHARE {
        Fairness::TooBusy(worker.share)
    } else if !(1.0 / WIDEST..=WIDEST).contains(&scale) {
        Fairness::TooFar(scale)
    } else {
        Fairness::Scaled(scale)
    }
}

/// Measures a machine, at the start and again while it works.
pub(crate) struct Gauge {
    measured: Mutex<Measured>,
}

struct Measured {
    rounds: VecDeque<Round>,
    adopted: Calibration,
}

impl Gauge {
    /// Measures this machine on so many cores at once.
    pub(crate) fn new(cores: usize) -> Gauge {
        let measure = || (0..ROUNDS).map(|_| Round::measured()).collect::<Vec<_>>();
        let rounds: VecDeque<Round> = std::thread::scope(|scope| {
            let others: Vec<_> = (1..cores.max(1)).map(|_| scope.spawn(measure)).collect();
            let mut rounds = measure();
            others.into_iter().for_each(|other| rounds.extend(other.join().unwrap_or_default()));
            rounds.into()
        });
        let adopted = summary(&rounds);
        Gauge { measured: Mutex::new(Measured { rounds, adopted }) }
    }

    /// What this machine is like, as far as is known.
    pub(crate) fn calibration(&self) -> Calibration {
        self.lock().adopted
    }

    /// One more round, on this thread.
    pub(crate) fn measure(&self) {
        let round = Round::measured();
        self.lock().take(round);
    }

    fn lock(&self) -> MutexGuard<'_, Measured> {
        self.measured.lock().expect("nobody panics while holding it")
    }
}

impl Measured {
    fn take(&mut self, round: Round) {
        self.rounds.push_back(round);
        while self.rounds.len() > KEPT {
            self.rounds.pop_front();
        }
        let now = summary(&self.rounds);
        let moved = (now.speed as f64 / self.adopted.speed as f64 - 1.0).abs();
        if moved > MOVED || (now.share - self.adopted.share).abs() > MOVED {
            self.adopted = now;
        }
    }
}

/// All searches once.
#[derive(Clone, Copy, Debug)]
struct Round {
    nodes: u64,
    /// Seconds of processor time, search by search.
    seconds: [f64; N_SEARCHES],
    /// Of the time that went by, the share in which this thread ran.
    share: f64,
    /// Node counts and moves of all searches in one word.
    signature: u64,
}

impl Round {
    fn measured() -> Round {
        let mut round = Round { nodes: 0, seconds: [0.0; N_SEARCHES], share: 1.0, signature: 0 };
        let (begun, begun_running) = (Instant::now(), running());
        for (at, (game, player, budgeted)) in SEARCHES.into_iter().enumerate() {
            let table = Table::open(game, None).expect("the calibration's games exist");
            let mut engine = build(&table, player, 1).expect("the calibration's players exist");
            let budget = match budgeted {
                Budgeted::Depth(depth) => Budget::depth(depth),
                Budgeted::Nodes(nodes) => Budget::nodes(nodes),
            };
            let before = running();
            let thought = engine.think(&table.start(), &budget, &mut |_| {});
            round.seconds[at] = (running() - before).as_secs_f64();
            round.nodes += thought.nodes;
            let seen = thought.nodes ^ u64::from(thought.mv.0) << 32;
            round.signature = round.signature.wrapping_mul(0xD6E8_FEB8_6659_FD93).wrapping_add(seen);
        }
        let ran = (running() - begun_running).as_secs_f64();
        round.share = (ran / begun.elapsed().as_secs_f64().max(1e-9)).min(1.0);
        round
    }
}

/// How long this thread has been running, others' time not counted.
fn running() -> Duration {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// What rounds say together. There is at least one.
fn summary(rounds: &VecDeque<Round>) -> Calibration {
    let best = |at: usize| rounds.iter().map(|round| round.seconds[at]).fold(f64::INFINITY, f64::min);
    let seconds: f64 = (0..N_SEARCHES).map(best).sum();
    let mut shares: Vec<f64> = rounds.iter().rev().take(LATEST).map(|round| round.share).collect();
    shares.sort_by(f64::total_cmp);
    Calibration {
        speed: (rounds[0].nodes as f64 / seconds.max(1e-9)) as u64,
        share: (100.0 * shares[shares.len() / 2]).round() / 100.0,
        signature: rounds[0].signature,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(milliseconds: f64, share: f64) -> Round {
        Round { nodes: 5000, seconds: [milliseconds / 1e3; N_SEARCHES], share, signature: 9 }
    }

    #[test]
    fn a_disturbed_round_changes_nothing_and_a_lasting_change_does() {
        let rounds: VecDeque<Round> = [round(1.0, 0.98), round(2.5, 0.3), round(1.02, 0.96)].into();
        let adopted = summary(&rounds);
        assert_eq!(adopted, Calibration { speed: 1_000_000, share: 0.96, signature: 9 });
        let mut measured = Measured { rounds, adopted };
        measured.take(round(4.0, 0.2));
        assert_eq!(measured.adopted, adopted);
        (0..KEPT).for_each(|_| measured.take(round(2.0, 0.4)));
        assert_eq!(measured.adopted, Calibration { speed: 500_000, share: 0.4, signature: 9 });
    }

    #[test]
    fn two_gauges_of_one_machine_agree_on_what_players_do() {
        let [one, two] = [1, 2].map(|cores| Gauge::new(cores).calibration());
        assert_eq!(one.signature, two.signature);
        assert!(one.speed > 0 && (0.0..=1.0).contains(&one.share), "{one:?}");
    }
}
