//! Iterative deepening: one ply more each time, the last best line first, until the budget or the game ends. Threads
//! that meet in the table deepen side by side, and the deepest answer counts.
// CITE: D. Slate, L. Atkin, "Chess 4.5", in: Chess skill in man and machine, 1977.
// CITE: E. Østensen, "A complete chess engine parallelized using lazy SMP", University of Oslo, 2016.

use std::sync::Mutex;
use std::thread;

use agon_games::game::{Game, PackedMove};

use super::crew::lock;
use super::order::Workspace;
use super::table::MAX_DEPTH;
use super::{Parallel, Searcher, Shared};
use crate::engine::Report;
use crate::eval::Evaluator;
use crate::score::{Score, Window};

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found<G: Game> {
    /// The best line; empty when not even one ply was finished.
    pub line: Vec<G::Move>,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// Plies looked ahead, in full.
    pub depth: u32,
    /// Whether looking deeper cannot change the score.
    pub is_final: bool,
}

/// What the deepest search found that any thread has finished.
struct Deepest<G: Game>(Mutex<Found<G>>);

impl<G: Game> Deepest<G> {
    /// What a thread goes on from: what it has found itself, or another if that is deeper.
    fn catch_up(&self, found: &mut Found<G>) {
        let deepest = lock(&self.0);
        if deepest.depth > found.depth {
            found.clone_from(&deepest);
        }
    }

    fn take_note(&self, found: &Found<G>) {
        let mut deepest = lock(&self.0);
        if found.depth > deepest.depth {
            deepest.clone_from(found);
        }
    }
}

/// Searches a state deeper and deeper, at most to `max_depth`. `works` has one workspace per thread. `report`
/// hears of the depths that the first thread has finished; the answer is that of the thread that came deepest.
pub fn deepen<G: Game, E: Evaluator<G>>(
    shared: &Shared<'_, G, E>,
    works: &mut [Workspace<G>],
    state: &G::State,
    max_depth: u32,
    report: &mut dyn FnMut(&Report),
) -> Found<G> {
    let max_depth = max_depth.clamp(1, MAX_DEPTH);
    let (first, others) = works.split_first_mut().expect("a search has at least one thread");
    let others = if shared.tactics.parallel == Parallel::Table { others } else { &mut [] };
    let deepest = &Deepest(Mutex::new(Found::nothing()));
    thread::scope(|scope| {
        let helpers: Vec<_> = others
            .iter_mut()
            .map(|work| scope.spawn(move || deepen_alone(shared, work, state, max_depth, deepest, None)))
            .collect();
        let mut found = deepen_alone(shared, first, state, max_depth, deepest, Some(&mut *report));
        for helper in helpers {
            let other = helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            if other.depth > found.depth {
                report(&other.report(shared));
                found = other;
            }
        }
        found
    })
}

/// One thread's deepening, which ends that of all.
fn deepen_alone<G: Game, E: Evaluator<G>>(
    shared: &Shared<'_, G, E>,
    work: &mut Workspace<G>,
    state: &G::State,
    max_depth: u32,
    deepest: &Deepest<G>,
    mut report: Option<&mut dyn FnMut(&Report)>,
) -> Found<G> {
    work.reserve(max_depth as usize + 2);
    let mut searcher = Searcher::new(shared, work, None);
    let mut found = Found::nothing();
    loop {
        deepest.catch_up(&mut found);
        let depth = (found.depth + 1).min(max_depth);
        searcher.hint_line.clone_from(&found.line);
        searcher.saw_horizon = false;
        // A search that is over before it begins must not leave the line of an earlier one.
        searcher.work.frames[0].line.clear();
        let score = searcher.root(state, depth, &found);
        searcher.purse.settle();
        if searcher.is_stopped {
            searcher.salvage(&mut found);
            break;
        }
        found.line.clone_from(&searcher.work.frames[0].line);
        (found.score, found.depth) = (score, depth);
        found.is_final = score.is_decided() || !searcher.saw_horizon;
        deepest.take_note(&found);
        if let Some(report) = &mut report {
            report(&found.report(shared));
        }
        if found.is_final || depth == max_depth || !shared.gauge.may_deepen() {
            break;
        }
    }
    shared.gauge.end();
    found
}

impl<G: Game, E: Evaluator<G>> Searcher<'_, G, E> {
    /// The score of the root, first in the window that the last deepening suggests.
    // CITE: G. Baudet, "The design and analysis of algorithms for asynchronous multiprocessors", 1978 (aspiration).
    fn root(&mut self, state: &G::State, depth: u32, last: &Found<G>) -> Score {
        let memo = self.shared.eval.begin(self.shared.game, state);
        if let (Some(points), 1..) = (self.shared.tactics.aspiration, last.depth) {
            let window = Window::around(last.score, points);
            self.is_on_hint = true;
            let score = self.node(state, &memo, depth, 0, window);
            if self.is_stopped || window.holds(score) {
                return score;
            }
        }
        self.is_on_hint = true;
        self.node(state, &memo, depth, 0, Window::FULL)
    }

    /// After a deepening was broken off: a line that was found in it is at least as good as the last one's,
    /// whose first move was searched first.
    fn salvage(&self, found: &mut Found<G>) {
        let line = &self.work.frames[0].line;
        if !line.is_empty() {
            found.line.clone_from(line);
        }
    }
}

impl<G: Game> Found<G> {
    const fn nothing() -> Self {
        Self { line: Vec::new(), score: Score::DRAW, depth: 0, is_final: false }
    }

    fn report<E: Evaluator<G>>(&self, shared: &Shared<'_, G, E>) -> Report {
        Report {
            depth: self.depth,
            score: self.score,
            nodes: shared.gauge.n_spent(),
            elapsed: shared.gauge.elapsed(),
            pv: self.packed(shared.game),
        }
    }

    /// The line as packed moves.
    pub fn packed(&self, game: &G) -> Vec<PackedMove> {
        self.line.iter().map(|&mv| game.pack(mv)).collect()
    }
}
