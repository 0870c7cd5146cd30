//! The root of the endgame solver: moves one by one, progress from time to time, threads that share the table, and the
//! line of best play read back from it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use agon_games::bits::Bits;
use agon_games::game::{Game, PackedMove};
use agon_games::reversi::{Reversi, State, Turn};

use super::endgame::Solver;
use super::guide::Guide;
use super::table::{PROOF, Table};
use crate::othello::{Discs, Grid, Judge, Memory};
use crate::solve::{Answer, Limits, Progress, Solution};

/// What guides remember, in MiB.
const GUIDE_MIB: usize = 8;

/// From this many empty cells on, searches with probable cuts come before the proof.
const EXPECTED_FROM: u32 = 18;
/// How sure that search is, in tenths of a standard deviation: a quick one first, whose score the second begins at. FFO 40
/// to 44 and 124 positions of self-play with 16 to 20 empty cells take 206 million nodes in all, with 12 at once 211, with
/// 12 and 20 212.
const EXPECTED_TRUST: [u8; 2] = [8, 14];

/// How often the limits are looked at, and how often progress is told.
const WATCHED: Duration = Duration::from_millis(1);
const TOLD: Duration = Duration::from_millis(250);

/// What all threads of one solution share.
struct Shared<'a> {
    table: Table,
    judge: Judge,
    memory: Memory,
    /// Told to helpers when the main thread is done.
    stop: AtomicBool,
    limits: &'a Limits,
    begun: Instant,
    /// Positions that the main thread has visited, as far as it has told.
    nodes: AtomicU64,
    helper_nodes: AtomicU64,
    grid: &'a Grid,
}

pub(super) fn solve<B: Bits>(
    game: &Reversi<B>,
    grid: &Grid,
    state: &State<B>,
    limits: &Limits,
    report: &mut dyn FnMut(&Progress),
) -> Answer {
    let begun = Instant::now();
    let discs = grid.discs(state);
    let n_empty = (grid.open & !(discs.own | discs.other)).count_ones();
    let table = Table::new(limits.mib.min(enough_mib(n_empty)));
    let (stop, [nodes, helper_nodes]) = (AtomicBool::new(false), [const { AtomicU64::new(0) }; 2]);
    let (judge, memory) = (Judge::of(grid.open), Memory::new(GUIDE_MIB));
    let shared = Shared { table, judge, memory, stop, limits, begun, nodes, helper_nodes, grid };
    let settled = std::thread::scope(|scope| {
        let shared = &shared;
        for number in 1..limits.threads.max(1) {
            scope.spawn(move || shared.help(discs, number));
        }
        let (teller, told) = mpsc::channel();
        let main = scope.spawn(move || shared.settle(discs, &teller));
        shared.watch(&told, report);
        let settled = main.join().expect("solving does not panic");
        shared.stop.store(true, Relaxed);
        settled
    });
    match settled {
        Ok((score, nodes)) => {
            let line = shared.line(game, state, score);
            let nodes = nodes + shared.helper_nodes.load(Relaxed);
            Answer::Solved(Solution { score, line, nodes, elapsed: begun.elapsed() })
        }
        Err(progress) => Answer::Unknown(progress),
    }
}

/// More memory than this only takes longer to reach: FFO 46 to 48 take a quarter longer with 256 MiB than with 64.
const fn enough_mib(n_empty: u32) -> usize {
    match n_empty {
        0..=14 => 2,
        15..=19 => 4,
        20..=23 => 8,
        24..=25 => 32,
        26..=27 => 64,
        _ => usize::MAX,
    }
}

impl Shared<'_> {
    /// Tells of progress until the main thread is done, and ends the search when the time is over or others say so.
    fn watch(&self, told: &Receiver<Progress>, report: &mut dyn FnMut(&Progress)) {
        let (mut last, mut last_report) = (None, self.begun);
        loop {
            match told.recv_timeout(WATCHED) {
                Ok(progress) => {
                    report(&progress);
                    (last, last_report) = (Some(progress), Instant::now());
                }
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let elapsed = self.begun.elapsed();
            if self.limits.time.is_some_and(|time| elapsed >= time) || self.limits.stop.load(Relaxed) {
                self.stop.store(true, Relaxed);
            }
            if let Some(progress) = last.as_mut().filter(|_| last_report.elapsed() >= TOLD) {
                *progress = Progress { nodes: self.all_nodes(), elapsed, ..*progress };
                report(progress);
                last_report = Instant::now();
            }
        }
    }

    fn all_nodes(&self) -> u64 {
        self.nodes.load(Relaxed) + self.helper_nodes.load(Relaxed)
    }

    fn guide(&self) -> Guide<'_> {
        Guide::new(&self.judge, self.grid.open, &self.memory, &self.stop)
    }

    /// Searches the same position in its own order, to fill the table.
    fn help(&self, discs: Discs, number: usize) {
        let mut solver = Solver::new(self.grid.open, &self.table, &self.stop).guided_by(self.guide());
        let (mut cells, guess) = self.ordered(discs);
        let n_moves = cells.len();
        if n_moves > 1 {
            cells.rotate_left(number % n_moves);
            solver.best(discs, &mut cells, guess, &mut |_, _| {});
        }
        self.helper_nodes.fetch_add(solver.all_nodes(), Relaxed);
    }

    /// The moves, the most promising first, and about what the score will be. Of moves that are mirror images only
    /// one is kept.
    fn ordered(&self, discs: Discs) -> (Vec<u32>, Option<i32>) {
        let mut guide = self.guide();
        let empty = self.grid.open & !(discs.own | discs.other);
        let n_left = empty.count_ones().saturating_sub(1);
        let mut moves = discs.moves() & empty;
        let (mut ordered, mut images) = (Vec::new(), Vec::new());
        while moves != 0 {
            let cell = moves.trailing_zeros();
            moves &= moves - 1;
            let child = discs.after(cell, discs.flips(cell));
            let image = child.canonical(self.grid.open);
            if images.contains(&image) {
                continue;
            }
            images.push(image);
            let n_replies = (child.moves() & self.grid.open).count_ones();
            ordered.push((guide.glance(child, n_left), n_replies, cell));
        }
        ordered.sort_unstable();
        let first = ordered.first().map(|&(_, _, cell)| discs.after(cell, discs.flips(cell)));
        let guess = first.and_then(|first| guide.guess(first, n_left));
        (ordered.into_iter().map(|(_, _, cell)| cell).collect(), guess.map(|guess| -guess))
    }

    /// The score and the nodes, or what is proved when the search was stopped.
    fn settle(&self, discs: Discs, teller: &Sender<Progress>) -> Result<(i32, u64), Progress> {
        let solver = Solver::new(self.grid.open, &self.table, &self.stop).guided_by(self.guide());
        let mut solver = solver.counted_by(&self.nodes);
        let n_cells = self.grid.open.count_ones() as i32;
        let (mut cells, guess) = self.ordered(discs);
        let n_moves = cells.len();
        let mut progress = Progress {
            lower: -n_cells,
            upper: n_cells,
            settled: (0, n_moves),
            nodes: 0,
            elapsed: self.begun.elapsed(),
        };
        // Whoever listens may be gone: then nobody needs to know.
        let tell = |progress: &Progress| drop(teller.send(progress.clone()));
        tell(&progress);
        let score = if cells.is_empty() {
            solver.score(discs, -n_cells, n_cells)
        } else {
            let guess = self.expected(&mut solver, discs, &mut cells, guess);
            solver.best(discs, &mut cells, guess, &mut |solver, bracket| {
                progress = Progress {
                    lower: bracket.lower,
                    upper: bracket.upper,
                    settled: (bracket.n_seen, n_moves),
                    nodes: solver.all_nodes() + self.helper_nodes.load(Relaxed),
                    elapsed: self.begun.elapsed(),
                };
                tell(&progress);
            })
        };
        progress.nodes = solver.all_nodes() + self.helper_nodes.load(Relaxed);
        progress.elapsed = self.begun.elapsed();
        score.map(|score| (score, solver.all_nodes())).ok_or(progress)
    }

    /// About what the score will be, by searches with probable cuts, which also leave good moves in the table.
    fn expected(
        &self,
        solver: &mut Solver<'_>,
        discs: Discs,
        cells: &mut [u32],
        guess: Option<i32>,
    ) -> Option<i32> {
        let n_empty = (self.grid.open & !(discs.own | discs.other)).count_ones();
        if n_empty < EXPECTED_FROM {
            return guess;
        }
        let mut expected = guess;
        for trust in EXPECTED_TRUST {
            solver.trust = trust;
            expected = solver.best(discs, cells, expected, &mut |_, _| {}).or(expected);
        }
        solver.trust = PROOF;
        expected
    }

    /// Best play: at each position a move that keeps the score.
    fn line<B: Bits>(&self, game: &Reversi<B>, state: &State<B>, score: i32) -> Vec<PackedMove> {
        let never = AtomicBool::new(false);
        let mut solver = Solver::new(self.grid.open, &self.table, &never);
        let (mut state, mut score, mut line) = (*state, score, Vec::new());
        while game.outcome(&state).is_none() {
            let keeps = |next: &State<B>, solver: &mut Solver<'_>| {
                solver.score(self.grid.discs(next), -score - 1, -score + 1) == Some(-score)
            };
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            // First what the table has proved already.
            moves.sort_by_key(|&turn| {
                let known = self.table.find(self.grid.discs(&game.play(&state, turn)));
                known.is_none_or(|bounds| i32::from(bounds.upper) > -score)
            });
            let best = match moves[..] {
                [only] => Some(only),
                _ => moves.into_iter().find(|&turn| keeps(&game.play(&state, turn), &mut solver)),
            };
            let turn: Turn = best.expect("a solved position has a move that keeps its score");
            line.push(game.pack(turn));
            state = game.play(&state, turn);
            score = -score;
        }
        line
    }
}
