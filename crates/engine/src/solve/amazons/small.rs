//! Boards, and what is left of boards, that fit one word: up to eight cells each way and about forty in all.
//! A tree of proof numbers on top spreads the work; below it a depth-first proof counts what it can and
//! remembers the rest.

mod field;
mod fight;
mod front;
mod mirror;
mod proof;
mod rooms;
mod table;

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use agon_games::amazons::{Amazons, State};
use agon_games::bits::Bits;
use agon_games::game::{Game, PackedMove};

use super::super::{Answer, Limits, Progress, Solution};
use super::WATCH;
use field::Field;
use fight::Fight;
use front::{Found, Front};
use proof::{Children, Prover};
use table::Table;

/// Cells each way that lines may have.
const LONGEST: usize = 8;
/// Narrower boards are taken for ones of this width.
const NARROWEST: usize = 3;
/// Bits that a board may have, the rim between its rows included.
const MOST_BITS: usize = 41;
/// Positions that a leaf of the tree may cost, and which share of all so far it may cost later on.
const LEAST_PRICE: u64 = 2_000;
const PRICE_SHARE: u64 = 10_000;

/// Who wins a position, if it fits.
pub(super) fn solve<B: Bits>(
    game: &Amazons<B>,
    state: &State<B>,
    limits: &Limits,
    report: &mut dyn FnMut(&Progress),
) -> Option<Answer> {
    let view = View::new(game, state)?;
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let moves = moves.into_iter().map(|mv| (game.pack(mv), view.sets(&game.play(state, mv))));
    let moves = moves.collect();
    let n_rows = view.n_rows as u32;
    Some(match view.n_cols {
        0..=3 => prove::<4>(n_rows, moves, limits, report),
        4 => prove::<5>(n_rows, moves, limits, report),
        5 => prove::<6>(n_rows, moves, limits, report),
        6 => prove::<7>(n_rows, moves, limits, report),
        7 => prove::<8>(n_rows, moves, limits, report),
        _ => prove::<9>(n_rows, moves, limits, report),
    })
}

/// The part of a board that is still played on.
#[derive(Debug)]
struct View {
    /// Columns of the whole board.
    stride: usize,
    top: usize,
    left: usize,
    n_rows: usize,
    n_cols: usize,
}

impl View {
    /// The rows and columns that hold queens or empty cells, unless they are too many.
    fn new<B: Bits>(game: &Amazons<B>, state: &State<B>) -> Option<Self> {
        let stride = game.board().cols();
        let live = state.empty | state.queens[0] | state.queens[1];
        let rows = || live.cells().map(|cell| cell / stride);
        let cols = || live.cells().map(|cell| cell % stride);
        let (top, left) = (rows().min()?, cols().min()?);
        let (n_rows, n_cols) = (rows().max()? - top + 1, cols().max()? - left + 1);
        let fits =
            n_rows <= LONGEST && n_cols <= LONGEST && (n_cols.max(NARROWEST) + 1) * n_rows <= MOST_BITS + 1;
        (fits && !game.board().wraps()).then_some(Self { stride, top, left, n_rows, n_cols })
    }

    /// The queens of the side to move, those of the other, and the empty cells.
    fn sets<B: Bits>(&self, state: &State<B>) -> [u64; 3] {
        let apart = self.n_cols.max(NARROWEST) + 1;
        let bit =
            |cell: usize| 1u64 << ((cell / self.stride - self.top) * apart + cell % self.stride - self.left);
        let [me, you] = [state.side, !state.side].map(|side| state.queens[side.index()]);
        [me, you, state.empty].map(|cells| cells.cells().map(bit).sum())
    }
}

/// Who wins, by the positions after the moves: queens of the side to move there, of the other, empty cells.
fn prove<const S: u32>(
    n_rows: u32,
    moves: Vec<(PackedMove, [u64; 3])>,
    limits: &Limits,
    report: &mut dyn FnMut(&Progress),
) -> Answer {
    let begun = Instant::now();
    let n_threads = limits.threads.max(1);
    // Late positions do not need the whole table, and clearing it takes time.
    let n_empty = moves.iter().map(|(_, [.., empty])| empty.count_ones()).max().unwrap_or(0);
    let table = Table::new(limits.mib.min(1 << n_empty.div_ceil(2)), 2 * (n_rows * S - 1));
    let stop = AtomicBool::new(false);
    let mut prover = Prover::<S>::new(n_rows, &table, &stop);
    let moves = kinds(moves, &mut prover);
    let front = Front::new(moves.iter().map(|&(_, fight)| (fight, fight.winner(&mut prover.rooms))));
    let work = Work {
        front: Mutex::new(front),
        n_nodes: AtomicU64::new(moves.len() as u64),
        n_running: AtomicUsize::new(n_threads),
        stop: &stop,
    };
    let progress = || work.progress(moves.len(), begun.elapsed());
    thread::scope(|scope| {
        for _ in 0..n_threads {
            scope.spawn(|| work.run(Prover::new(n_rows, &table, &stop)));
        }
        let mut told = 0;
        while work.n_running.load(Relaxed) > 0 {
            thread::sleep(WATCH);
            let progress = progress();
            if progress.settled.0 > told {
                told = progress.settled.0;
                report(&progress);
            }
            if limits.stop.load(Relaxed) || limits.time.is_some_and(|time| begun.elapsed() >= time) {
                stop.store(true, Relaxed);
            }
        }
    });
    let progress = progress();
    if progress.lower != progress.upper {
        return Answer::Unknown(progress);
    }
    // The winning move, or when all lose, the one that was thought best.
    let best = work.front().winning().unwrap_or(0);
    let line = moves.get(best).map(|&(mv, _)| mv).into_iter().collect();
    Answer::Solved(Solution { score: progress.lower, line, nodes: progress.nodes, elapsed: progress.elapsed })
}

/// The moves of the root and what they lead to, the best first, one of each kind.
fn kinds<const S: u32>(
    moves: Vec<(PackedMove, [u64; 3])>,
    prover: &mut Prover<'_, S>,
) -> Vec<(PackedMove, Fight<S>)> {
    let fights = moves
        .into_iter()
        .map(|(mv, [me, you, empty])| (mv, Fight::new(Field { me, you, empty }, 0, &mut prover.rooms)));
    let mut fights: Vec<_> = fights.collect();
    let kind = |fight: &Fight<S>| (prover.key(fight), fight.spare);
    fights.sort_by_cached_key(|(_, fight)| (fight.rating(), kind(fight)));
    fights.dedup_by_key(|(_, fight)| kind(fight));
    fights
}

/// What the threads share.
struct Work<'a, const S: u32> {
    front: Mutex<Front<S>>,
    n_nodes: AtomicU64,
    n_running: AtomicUsize,
    /// Told to stop, by the clock or by others.
    stop: &'a AtomicBool,
}

impl<const S: u32> Work<'_, S> {
    fn front(&self) -> MutexGuard<'_, Front<S>> {
        self.front.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Settles or opens leaves until the root is settled or time is up.
    fn run(&self, mut prover: Prover<'_, S>) {
        while !self.stop.load(Relaxed) && self.front().winner().is_none() {
            let Some(leaf) = self.front().take() else {
                thread::sleep(Duration::from_millis(1));
                continue;
            };
            let before = prover.n_nodes();
            let price = LEAST_PRICE.max(self.n_nodes.load(Relaxed) / PRICE_SHARE);
            let found = match prover.prove(&leaf.fight, price) {
                Some(wins) => Found::Winner(wins),
                None => match prover.children(&leaf.fight) {
                    Children::Won => Found::Winner(true),
                    Children::Open(children) => Found::Open(children),
                },
            };
            self.n_nodes.fetch_add(prover.n_nodes() - before, Relaxed);
            self.front().put(leaf, found);
        }
        self.n_running.fetch_sub(1, Relaxed);
    }

    fn progress(&self, n_moves: usize, elapsed: Duration) -> Progress {
        let front = self.front();
        let winner = front.winner();
        Progress {
            lower: if winner == Some(true) { 1 } else { -1 },
            upper: if winner == Some(false) { -1 } else { 1 },
            settled: (front.n_lost(), n_moves),
            nodes: self.n_nodes.load(Relaxed),
            elapsed,
        }
    }
}
