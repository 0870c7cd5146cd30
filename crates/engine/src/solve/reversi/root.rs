//! The root of the endgame solver: moves one by one, progress, threads that share the table, and the line of
//! best play read back from it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

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

/// From this many empty cells on, a search with probable cuts comes before the proof.
const EXPECTED_FROM: u32 = 18;
/// How sure that search is, in tenths of a standard deviation: FFO 40 to 44 take 74 million nodes in all with 9, 77 with
/// 6, 105 with 13, and 125 without it.
const EXPECTED_TRUST: u8 = 9;

/// What all threads of one solution share.
struct Shared<'a> {
    table: Table,
    judge: Judge,
    memory: Memory,
    /// Told to helpers when the main thread is done.
    stop: AtomicBool,
    limits: &'a Limits,
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
    let (stop, helper_nodes) = (AtomicBool::new(false), AtomicU64::new(0));
    let (judge, memory) = (Judge::of(grid.open), Memory::new(GUIDE_MIB));
    let shared = Shared { table, judge, memory, stop, limits, helper_nodes, grid };
    let settled = std::thread::scope(|scope| {
        for number in 1..limits.threads.max(1) {
            let shared = &shared;
            scope.spawn(move || shared.help(discs, number));
        }
        scope.spawn(|| shared.watch(begun));
        let settled = shared.settle(discs, begun, report);
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

/// More memory than this only takes longer to reach.
const fn enough_mib(n_empty: u32) -> usize {
    match n_empty {
        0..=14 => 2,
        15..=19 => 32,
        20..=23 => 128,
        _ => usize::MAX,
    }
}

impl Shared<'_> {
    /// Ends the search when the time is over or others say so.
    fn watch(&self, begun: Instant) {
        while !self.stop.load(Relaxed) {
            let is_late = self.limits.time.is_some_and(|time| begun.elapsed() >= time);
            if is_late || self.limits.stop.load(Relaxed) {
                self.stop.store(true, Relaxed);
            }
            std::thread::park_timeout(std::time::Duration::from_millis(1));
        }
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

    /// The moves, the most promising first, and about what the score will be.
    fn ordered(&self, discs: Discs) -> (Vec<u32>, Option<i32>) {
        let mut guide = self.guide();
        let empty = self.grid.open & !(discs.own | discs.other);
        let n_left = empty.count_ones().saturating_sub(1);
        let mut moves = discs.moves() & empty;
        let mut ordered = Vec::new();
        while moves != 0 {
            let cell = moves.trailing_zeros();
            moves &= moves - 1;
            let child = discs.after(cell, discs.flips(cell));
            let n_replies = (child.moves() & self.grid.open).count_ones();
            ordered.push((guide.glance(child, n_left), n_replies, cell));
        }
        ordered.sort_unstable();
        let first = ordered.first().map(|&(_, _, cell)| discs.after(cell, discs.flips(cell)));
        let guess = first.and_then(|first| guide.guess(first, n_left));
        (ordered.into_iter().map(|(_, _, cell)| cell).collect(), guess.map(|guess| -guess))
    }

    /// The score and the nodes, or what is proved when the search was stopped.
    fn settle(
        &self,
        discs: Discs,
        begun: Instant,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<(i32, u64), Progress> {
        let mut solver = Solver::new(self.grid.open, &self.table, &self.stop).guided_by(self.guide());
        let n_cells = self.grid.open.count_ones() as i32;
        let (mut cells, guess) = self.ordered(discs);
        let n_moves = cells.len();
        let mut progress = Progress {
            lower: -n_cells,
            upper: n_cells,
            settled: (0, n_moves),
            nodes: 0,
            elapsed: begun.elapsed(),
        };
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
                    elapsed: begun.elapsed(),
                };
                report(&progress);
            })
        };
        score.map(|score| (score, solver.all_nodes())).ok_or(progress)
    }

    /// About what the score will be, by a search with probable cuts, which also leaves good moves in the table.
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
        solver.trust = EXPECTED_TRUST;
        let expected = solver.best(discs, cells, guess, &mut |_, _| {});
        solver.trust = PROOF;
        expected.or(guess)
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
