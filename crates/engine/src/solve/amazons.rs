//! Exact winners of Amazons on small boards and in late positions. Regions that only one side can ever enter
//! are counted, not searched: they are worth as many spare moves as it takes to fill them. What is left is
//! proved on one word where it fits; elsewhere by a depth-first proof with a table, the moves that evaluate
//! best first.
//!
//! CITE: M. Müller, T. Tegos, "Experiments in computer Amazons", in: More games of no chance (2002), for
//! counting what is separated.

mod regions;
mod search;
mod small;
mod table;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use agon_games::amazons::{Amazons, Shot, State};
use agon_games::bits::Bits;
use agon_games::game::Game;

use super::{Answer, Limits, Progress, Solution};
use search::{Prover, Verdict};
use table::Table;

/// Positions that a root move may cost when it is first tried; four times as many each further time.
const FIRST_ROUND: u64 = 20_000;
/// The stop flag and the clock are looked at this often.
const WATCH: Duration = Duration::from_millis(2);

/// Who wins a position: the score is 1 when the side to move does, -1 when the other does. `report` hears of
/// every root move that is settled.
pub fn solve<B: Bits>(
    game: &Amazons<B>,
    state: &State<B>,
    limits: &Limits,
    report: &mut dyn FnMut(&Progress),
) -> Answer {
    if let Some(answer) = small::solve(game, state, limits, report) {
        return answer;
    }
    let begun = Instant::now();
    let table = Table::new(limits.mib);
    let order = Prover::new(game, &table, &limits.stop).ordered_moves(state);
    let work = Work::new(order, limits.threads.max(1));
    thread::scope(|scope| {
        for _ in 0..limits.threads.max(1) {
            scope.spawn(|| work.run(game, state, &table, &limits.stop));
        }
        let mut told = 0;
        while !work.is_done() {
            thread::sleep(WATCH);
            let progress = work.progress(begun);
            if progress.settled.0 > told {
                told = progress.settled.0;
                report(&progress);
            }
            if limits.stop.load(Relaxed) || limits.time.is_some_and(|time| begun.elapsed() >= time) {
                work.stop.store(true, Relaxed);
            }
        }
    });
    work.answer(game, begun)
}

/// The moves of the root, shared by the threads.
struct Work {
    moves: Vec<Shot>,
    settled: Mutex<Settled>,
    /// Told to stop, by the winner or by the clock.
    stop: AtomicBool,
    n_running: AtomicUsize,
}

#[derive(Default)]
struct Settled {
    /// Per root move: whether a thread is at it, how many positions it may cost next, whether it loses.
    rounds: Vec<u32>,
    busy: Vec<bool>,
    lost: Vec<bool>,
    winner: Option<Shot>,
    nodes: u64,
}

impl Work {
    fn new(moves: Vec<Shot>, n_threads: usize) -> Self {
        let n = moves.len();
        let settled =
            Settled { rounds: vec![0; n], busy: vec![false; n], lost: vec![false; n], ..Settled::default() };
        Self {
            moves,
            settled: Mutex::new(settled),
            stop: AtomicBool::new(false),
            n_running: AtomicUsize::new(n_threads),
        }
    }

    fn is_done(&self) -> bool {
        self.n_running.load(Relaxed) == 0
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Settled> {
        self.settled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes root moves, the most promising first, until one wins, all lose, or time is up.
    fn run<B: Bits>(&self, game: &Amazons<B>, state: &State<B>, table: &Table, stop: &AtomicBool) {
        let mut prover = Prover::new(game, table, &self.stop);
        while !self.stop.load(Relaxed) && !stop.load(Relaxed) {
            let Some((at, round)) = self.take() else { break };
            let before = prover.n_nodes();
            let verdict = prover.prove(&game.play(state, self.moves[at]), FIRST_ROUND << (2 * round).min(40));
            let mut settled = self.lock();
            settled.nodes += prover.n_nodes() - before;
            settled.busy[at] = false;
            match verdict {
                Verdict::Loses => {
                    settled.winner = Some(self.moves[at]);
                    self.stop.store(true, Relaxed);
                }
                Verdict::Wins => settled.lost[at] = true,
                Verdict::Unknown => {}
            }
        }
        self.n_running.fetch_sub(1, Relaxed);
    }

    fn take(&self) -> Option<(usize, u32)> {
        let mut settled = self.lock();
        let free = (0..self.moves.len()).filter(|&at| !settled.busy[at] && !settled.lost[at]);
        // A move comes as late as it was thought bad, and four times as late each time it was tried.
        let at = free.min_by_key(|&at| (at + 1) << (2 * settled.rounds[at]).min(40))?;
        settled.busy[at] = true;
        settled.rounds[at] += 1;
        Some((at, settled.rounds[at] - 1))
    }

    fn progress(&self, begun: Instant) -> Progress {
        let settled = self.lock();
        let n_lost = settled.lost.iter().filter(|&&lost| lost).count();
        Progress {
            lower: if settled.winner.is_some() { 1 } else { -1 },
            upper: if n_lost == self.moves.len() { -1 } else { 1 },
            settled: (n_lost, self.moves.len()),
            nodes: settled.nodes,
            elapsed: begun.elapsed(),
        }
    }

    fn answer<B: Bits>(&self, game: &Amazons<B>, begun: Instant) -> Answer {
        let progress = self.progress(begun);
        if progress.lower != progress.upper {
            return Answer::Unknown(progress);
        }
        // The winning move, or when all lose, the one that was thought best.
        let best = self.lock().winner.or_else(|| self.moves.first().copied());
        Answer::Solved(Solution {
            score: progress.lower,
            line: best.into_iter().map(|mv| game.pack(mv)).collect(),
            nodes: progress.nodes,
            elapsed: progress.elapsed,
        })
    }
}
