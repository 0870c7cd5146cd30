//! Exact values of Flood: by how many cells the zone of the side to move will be larger than the other's when
//! both play for that; negative when it will be smaller. First who wins is settled, which is much cheaper,
//! then by how much.
//!
//! Measured on 8x7 boards with six colours under strict rules, seeds 1 to 40: see `docs/champions/flood.md`.

mod bounds;
mod prover;
mod search;
mod table;

pub(crate) use bounds::Bounds;
pub(crate) use prover::Prover;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use agon_games::bits::Bits;
use agon_games::flood::{Flood, Paint, State};
use agon_games::game::{Game, PackedMove};

use self::search::Search;
use self::table::Table;
use super::{Answer, Limits, Progress, Solution};

/// No score is outside of plus and minus this.
const MOST: i32 = 1 << 14;

/// What the threads of one proof share.
struct Shared<'a, B> {
    game: &'a Flood<B>,
    bounds: &'a Bounds<B>,
    table: &'a Table,
    /// Whether to give up, after so many more nodes and so many in all; may read the clock.
    is_up: &'a IsUp<'a>,
    /// The stage is over: another thread was first, or there is no more time.
    is_over: AtomicBool,
    nodes: AtomicU64,
}

/// See [`Shared::is_up`].
type IsUp<'a> = dyn Fn(u64, u64) -> bool + Sync + 'a;

/// A value, or a bound on one, and the move that reaches it.
type Found = (i32, Paint);

/// Where a search of the root stands: moves settled, moves there are, positions visited.
type Tell<'a> = dyn FnMut((usize, usize), u64) + 'a;

/// The value of a position. `report` hears now and then, on the calling thread.
pub fn solve<B: Bits>(
    game: &Flood<B>,
    state: &State<B>,
    limits: &Limits,
    report: &mut dyn FnMut(&Progress),
) -> Answer {
    let begin = Instant::now();
    let is_late = |time: Duration| begin.elapsed() >= time;
    let is_up = |_, _| limits.stop.load(Ordering::Relaxed) || limits.time.is_some_and(is_late);
    let free = game.components().len() as u32 - (state.zones[0] | state.zones[1]).count();
    let (bounds, table) = (Bounds::new(game), Table::new(free / 2, limits.mib));
    let shared = Shared::new(game, &bounds, &table, &is_up);
    let solved = |score, best: Option<Paint>| {
        Answer::Solved(Solution {
            score,
            line: best.map_or_else(Vec::new, |best| shared.line(state, best)),
            nodes: shared.nodes.load(Ordering::Relaxed),
            elapsed: begin.elapsed(),
        })
    };
    let (mut lower, mut upper) = bounds.lead(state, -MOST, MOST);
    if game.outcome(state).is_some() {
        let [own, other] = [state.side, !state.side].map(|side| i32::from(state.sizes[side.index()]));
        return solved(own - other, None);
    }
    // Who wins first; then by how much.
    let mut window = (-1, 1);
    loop {
        let mut settled = (0, 0);
        let mut tell = |now: (usize, usize), nodes| {
            settled = now;
            report(&Progress { lower, upper, settled, nodes, elapsed: begin.elapsed() });
        };
        let Some((score, best)) = stage(&shared, state, window, limits.threads, &mut tell) else {
            let nodes = shared.nodes.load(Ordering::Relaxed);
            let elapsed = begin.elapsed();
            return Answer::Unknown(Progress { lower, upper, settled, nodes, elapsed });
        };
        if window.0 < score && score < window.1 {
            return solved(score, Some(best));
        }
        if score > window.0 {
            lower = lower.max(score);
        } else {
            upper = upper.min(score);
        }
        window = (lower - 1, upper + 1);
    }
}

/// Searches the root with one window on all threads; the first to finish has the answer.
fn stage<B: Bits>(
    shared: &Shared<'_, B>,
    state: &State<B>,
    window: (i32, i32),
    threads: usize,
    tell: &mut Tell<'_>,
) -> Option<Found> {
    shared.is_over.store(false, Ordering::Relaxed);
    let answer: Mutex<Option<Found>> = Mutex::new(None);
    let finish = |found: Option<Found>| {
        if let Some(found) = found {
            answer.lock().expect("no thread panics with the lock").get_or_insert(found);
        }
        shared.is_over.store(true, Ordering::Relaxed);
    };
    std::thread::scope(|scope| {
        for number in 1..threads {
            scope.spawn(move || finish(Search::new(shared, number, None).root(state, window)));
        }
        finish(Search::new(shared, 0, Some(tell)).root(state, window));
    });
    answer.into_inner().expect("no thread panics with the lock")
}

impl<'a, B: Bits> Shared<'a, B> {
    fn new(game: &'a Flood<B>, bounds: &'a Bounds<B>, table: &'a Table, is_up: &'a IsUp<'a>) -> Self {
        Self { game, bounds, table, is_up, is_over: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// The line that begins with a move and goes on with moves that are known to be best.
    fn line(&self, state: &State<B>, first: Paint) -> Vec<PackedMove> {
        let (mut line, mut state, mut mv) = (Vec::new(), *state, Some(first));
        while let Some(best) = mv.filter(|&mv| self.game.is_legal(&state, mv)) {
            line.push(self.game.pack(best));
            state = self.game.play(&state, best);
            let exact = self.table.get(state.hash).filter(|entry| entry.low == entry.high);
            mv = exact.map(|entry| search::paint(entry.best));
        }
        line
    }
}
