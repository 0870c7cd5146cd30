//! Threads that share out the moves of one node. The first move is searched alone, since it sets the bound for
//! its brothers; then idle threads join in, each taking the next move that nobody has. A cut-off found by one
//! halts the others.
// CITE: R. Feldmann, "Game tree search on massively parallel systems", 1993 (young brothers wait).

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;

use agon_games::game::Game;

use super::node::Best;
use super::order::{Cursor, Workspace};
use super::{Searcher, Shared};
use crate::eval::Evaluator;
use crate::score::{Score, Window};

/// The threads that nobody uses now, and what they have to work with.
pub(super) struct Crew<G: Game> {
    n_idle: AtomicUsize,
    spare: Mutex<Vec<Workspace<G>>>,
}

/// Tells the threads of a shared node, and of all below it, that their work is no longer needed.
#[derive(Debug)]
pub(super) struct Halt {
    is_set: AtomicBool,
    above: Option<Arc<Self>>,
}

impl Halt {
    pub(super) fn is_set(&self) -> bool {
        self.is_set.load(Relaxed) || self.above.as_ref().is_some_and(|above| above.is_set())
    }
}

impl<G: Game> Crew<G> {
    pub(super) const fn new(n_threads: usize) -> Self {
        Self { n_idle: AtomicUsize::new(n_threads.saturating_sub(1)), spare: Mutex::new(Vec::new()) }
    }

    #[inline(always)]
    pub(super) fn has_idle(&self) -> bool {
        self.n_idle.load(Relaxed) > 0
    }

    /// Takes up to this many idle threads.
    fn hire(&self, most: usize) -> usize {
        let mut hired = 0;
        let _ = self.n_idle.fetch_update(Relaxed, Relaxed, |idle| {
            hired = idle.min(most);
            Some(idle - hired)
        });
        hired
    }

    fn dismiss(&self, n: usize) {
        self.n_idle.fetch_add(n, Relaxed);
    }

    fn take_workspace(&self) -> Workspace<G> {
        lock(&self.spare).pop().unwrap_or_default()
    }

    fn return_workspace(&self, work: Workspace<G>) {
        lock(&self.spare).push(work);
    }
}

/// A lock is poisoned only when a thread panicked, and then the scope panics too.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The best score, its move and its line.
type JointBest<G> = (Score, Option<<G as Game>::Move>, Vec<<G as Game>::Move>);

/// A node whose moves are shared out.
struct Joint<'a, G: Game, E: Evaluator<G>> {
    state: &'a G::State,
    memo: E::Memo,
    depth: u32,
    ply: u32,
    beta: Score,
    moves: &'a [G::Move],
    next: AtomicUsize,
    alpha: AtomicI32,
    best: Mutex<JointBest<G>>,
    halt: Arc<Halt>,
}

impl<G: Game, E: Evaluator<G>> Searcher<'_, G, E> {
    /// Searches the moves that are left together with the idle threads.
    #[expect(clippy::too_many_arguments, reason = "the registers of the node")]
    pub(super) fn split(
        &mut self,
        state: &G::State,
        memo: &E::Memo,
        depth: u32,
        ply: u32,
        window: &mut Window,
        best: &mut Best<G>,
        cursor: &mut Cursor<G>,
    ) {
        let mut moves = Vec::new();
        while let Some(mv) = self.next_move(state, memo, ply as usize, cursor) {
            moves.push(mv);
        }
        if moves.is_empty() {
            return;
        }
        let above = self.halt.clone();
        let joint: Joint<'_, G, E> = Joint {
            state,
            memo: *memo,
            depth,
            ply,
            beta: window.beta,
            moves: &moves,
            next: AtomicUsize::new(0),
            alpha: AtomicI32::new(window.alpha.get()),
            best: Mutex::new((best.score, best.mv, self.work.frames[ply as usize].line.clone())),
            halt: Arc::new(Halt { is_set: AtomicBool::new(false), above: above.clone() }),
        };
        let shared = self.shared;
        let hired = shared.crew.hire(moves.len() - 1);
        self.halt = Some(joint.halt.clone());
        let saw_horizon = AtomicBool::new(self.saw_horizon);
        let n_plies = self.work.frames.len();
        thread::scope(|scope| {
            for _ in 0..hired {
                scope.spawn(|| help(shared, &joint, n_plies, &saw_horizon));
            }
            self.take_turns(&joint);
        });
        shared.crew.dismiss(hired);
        self.saw_horizon |= saw_horizon.load(Relaxed);
        self.is_stopped = shared.gauge.is_over() || above.as_ref().is_some_and(|halt| halt.is_set());
        self.halt = above;
        let (score, mv, line) = joint.best.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        (best.score, best.mv) = (score, mv);
        window.alpha = window.alpha.max(score);
        self.work.frames[ply as usize].line = line;
    }

    /// Takes the next move that nobody has, until there is none.
    fn take_turns(&mut self, joint: &Joint<'_, G, E>) {
        while !self.is_stopped {
            let Some(&mv) = joint.moves.get(joint.next.fetch_add(1, Relaxed)) else { break };
            let window = Window { alpha: Score::from_raw(joint.alpha.load(Relaxed)), beta: joint.beta };
            if window.alpha >= window.beta {
                break;
            }
            let n_tried = joint.moves.iter().position(|&other| other == mv).map_or(1, |at| at as u32 + 1);
            let score = self.child(joint.state, &joint.memo, mv, joint.depth, joint.ply, window, n_tried);
            if self.is_stopped {
                break;
            }
            self.report_to(joint, mv, score);
        }
    }

    fn report_to(&self, joint: &Joint<'_, G, E>, mv: G::Move, score: Score) {
        let mut best = lock(&joint.best);
        if score <= best.0 {
            return;
        }
        best.0 = score;
        if score.get() > joint.alpha.load(Relaxed) {
            best.1 = Some(mv);
            best.2.clear();
            best.2.push(mv);
            best.2.extend_from_slice(&self.work.frames[joint.ply as usize + 1].line);
            joint.alpha.store(score.get(), Relaxed);
            if score >= joint.beta {
                joint.halt.is_set.store(true, Relaxed);
            }
        }
    }
}

/// The life of a thread that helps with one node.
fn help<G: Game, E: Evaluator<G>>(
    shared: &Shared<'_, G, E>,
    joint: &Joint<'_, G, E>,
    n_plies: usize,
    saw_horizon: &AtomicBool,
) {
    let mut work = shared.crew.take_workspace();
    work.reserve(n_plies);
    let mut searcher = Searcher::new(shared, &mut work, Some(joint.halt.clone()));
    searcher.take_turns(joint);
    searcher.purse.settle();
    if searcher.saw_horizon {
        saw_horizon.store(true, Relaxed);
    }
    shared.crew.return_workspace(work);
}
