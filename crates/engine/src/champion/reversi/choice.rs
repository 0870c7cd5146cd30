//! How the champion chooses: deeper and deeper searches while the middle game lasts, then an attempt to solve
//! the rest with the time that is left.

use std::time::{Duration, Instant};

use agon_games::bits::Bits;
use agon_games::dice::Dice;
use agon_games::game::{Game, PackedMove};
use agon_games::reversi::{Reversi, State, Turn};

use super::level::Level;
use crate::budget::Budget;
use crate::engine::{Report, Strategy, Thought};
use crate::othello::midgame::{DISC, INFINITY, Limits, Searcher};
use crate::othello::{Discs, Grid, Judge, Memory};
use crate::playable::Playable;
use crate::score::Score;
use crate::solve::reversi::endgame::{Effort, Solver};
use crate::solve::reversi::guide::Guide;
use crate::solve::reversi::table::Table;
use crate::timekeeper::{Deadlines, Timekeeper};

/// How far outside the window a shallow search must end to cut, in hundredths of its standard deviation.
const CONFIDENCE: i32 = 130;
/// So many cells are solved without looking around first.
const SOLVED_AT_ONCE: u32 = 10;
/// The part of its time that the champion looks around before it tries to solve.
const LOOK_AROUND: f64 = 0.2;
/// No new depth begins after this part of the time.
const WORTH_BEGINNING: f64 = 0.45;

/// The champion at a flat board of at most 8x8.
#[derive(Debug)]
pub struct Champion {
    grid: Grid,
    judge: Judge,
    memory: Memory,
    table: Table,
    keeper: Timekeeper,
    level: Level,
    dice: Dice,
}

/// A move at the root and what it seems worth.
#[derive(Clone, Copy, Debug)]
struct Choice {
    cell: u32,
    value: i32,
}

/// One search and what it may spend.
struct Turning<'a> {
    budget: &'a Budget,
    deadlines: Deadlines,
    discs: Discs,
    choices: Vec<Choice>,
    depth: u32,
    nodes: u64,
}

impl Champion {
    /// A champion with this judgement and about so many MiB of memory.
    pub fn new(grid: Grid, judge: Judge, mib: usize, level: Level, seed: u64) -> Self {
        Self {
            grid,
            judge,
            memory: Memory::new(mib / 2),
            table: Table::new(mib / 2),
            keeper: Timekeeper::default(),
            level,
            dice: Dice::new(seed),
        }
    }

    fn n_empty(&self, discs: Discs) -> u32 {
        (self.grid.open & !(discs.own | discs.other)).count_ones()
    }

    /// Deeper and deeper until time, depth or nodes run out, or it is time to solve.
    fn look_around(
        &mut self,
        turning: &mut Turning<'_>,
        is_to_be_solved: bool,
        mut report: impl FnMut(&Turning<'_>),
    ) {
        let n_empty = self.n_empty(turning.discs);
        let most = [turning.budget.depth, self.level.depth].into_iter().flatten().min().unwrap_or(n_empty);
        let mut searcher = Searcher::new(&self.judge, self.grid.open, &self.memory, &turning.budget.stop);
        searcher.limits = Limits { deadline: turning.deadlines.hard, nodes: turning.budget.nodes };
        searcher.confidence = if turning.budget.depth.is_none() { CONFIDENCE } else { 0 };
        let part = if is_to_be_solved { LOOK_AROUND } else { WORTH_BEGINNING };
        let root = searcher.node(turning.discs);
        for depth in 1..=most.min(n_empty).max(1) {
            let mut seen = turning.choices.clone();
            let mut best = -INFINITY;
            for at in 0..seen.len() {
                let child = searcher.after(&root, seen[at].cell);
                // Levels that waver need every value, not only the best.
                let floor = if self.level.doubt > 0 { -INFINITY } else { best };
                let mut value = floor;
                if floor > -INFINITY {
                    value = -searcher.value(&child, depth - 1, -floor - 1, -floor);
                }
                if floor == -INFINITY || value > floor {
                    value = -searcher.value(&child, depth - 1, -INFINITY, -floor);
                }
                if searcher.is_stopped() {
                    break;
                }
                seen[at].value = if value > best { value } else { value.min(best - 1) };
                best = best.max(value);
            }
            turning.nodes = searcher.nodes;
            if searcher.is_stopped() {
                break;
            }
            seen.sort_by_key(|choice| -choice.value);
            turning.choices = seen;
            turning.depth = depth;
            report(turning);
            if turning.is_past(part) {
                break;
            }
        }
    }

    /// Tries to find the exact score and the move that reaches it.
    fn solve(&self, turning: &mut Turning<'_>) -> bool {
        let (open, stop) = (self.grid.open, &turning.budget.stop);
        let guide = Guide::new(&self.judge, open, &self.memory, stop);
        let mut solver = Solver::new(open, &self.table, stop).guided_by(guide);
        let most_nodes = turning.budget.nodes.map_or(u64::MAX, |most| most.saturating_sub(turning.nodes));
        solver.effort = Effort { deadline: turning.deadlines.hard, most_nodes };
        let n_cells = self.grid.open.count_ones() as i32;
        let has_looked = turning.depth > 0;
        let (mut best, mut chosen) = (-n_cells, 0);
        for (at, choice) in turning.choices.iter().enumerate() {
            let child = turning.discs.after(choice.cell, turning.discs.flips(choice.cell));
            let mut score = if at == 0 { Some(-best - 1) } else { solver.score(child, -best - 1, -best) };
            if score.is_some_and(|score| -score > best) {
                let guess = has_looked.then_some(-choice.value / DISC);
                score = solver.score_near(child, guess, -n_cells, -best);
            }
            let Some(score) = score else {
                turning.nodes += solver.all_nodes();
                return false;
            };
            if at == 0 || -score > best {
                (best, chosen) = (-score, at);
            }
        }
        turning.nodes += solver.all_nodes();
        turning.choices.swap(0, chosen);
        turning.choices[0].value = DISC * best;
        turning.depth = self.n_empty(turning.discs);
        true
    }

    /// Adds what a level's judgement wavers by, and puts the best first.
    fn waver(&mut self, choices: &mut [Choice]) {
        for choice in choices.iter_mut() {
            let doubt = 2 * self.level.doubt as u32 + 1;
            choice.value += self.dice.below(doubt) as i32 - self.level.doubt;
        }
        choices.sort_by_key(|choice| -choice.value);
    }

    fn choose<B: Bits>(
        &mut self,
        game: &Reversi<B>,
        state: &State<B>,
        budget: &Budget,
        deadlines: Deadlines,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let discs = self.grid.discs(state);
        let cells = state.moves.cells().map(|cell| self.grid.place(cell));
        let choices: Vec<Choice> = cells.map(|cell| Choice { cell, value: 0 }).collect();
        let mut turning = Turning { budget, deadlines, discs, choices, depth: 0, nodes: 0 };
        let n_empty = self.n_empty(discs);
        let is_bounded = budget.depth.is_some_and(|depth| depth < n_empty);
        let may_solve = n_empty <= self.level.exact && !is_bounded;
        let grid = self.grid;
        let packed = move |cell: u32| game.pack(Turn::Disc(grid.cell(cell) as u16));
        let thought = |turning: &Turning<'_>| -> (PackedMove, Score) {
            (packed(turning.choices[0].cell), Score::of(turning.choices[0].value))
        };
        if !(may_solve && n_empty <= SOLVED_AT_ONCE) {
            self.look_around(&mut turning, may_solve, |turning| {
                let (mv, score) = thought(turning);
                let (depth, nodes) = (turning.depth, turning.nodes);
                report(&Report { depth, score, nodes, elapsed: deadlines.begun.elapsed(), pv: vec![mv] });
            });
        }
        let is_solved = may_solve && self.solve(&mut turning);
        if !is_solved && self.level.doubt > 0 {
            self.waver(&mut turning.choices);
        }
        let (mv, score) = thought(&turning);
        Thought { mv, score: Some(score), depth: turning.depth, nodes: turning.nodes, pv: vec![mv] }
    }
}

impl Turning<'_> {
    /// Whether more than this part of the time is over.
    fn is_past(&self, part: f64) -> bool {
        let share = |soft: Instant| soft.saturating_duration_since(self.deadlines.begun);
        let is_past = |share: Duration| self.deadlines.begun.elapsed() >= share.mul_f64(part);
        self.deadlines.soft.is_some_and(|soft| is_past(share(soft)))
    }
}

impl<B: Bits> Strategy<Reversi<B>> for Champion {
    fn think(
        &mut self,
        game: &Reversi<B>,
        state: &State<B>,
        budget: &Budget,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let deadlines = self.keeper.begin(budget, game.plies_left(state));
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let thought = match moves[..] {
            [only] => Thought::forced(game.pack(only)),
            _ => self.choose(game, state, budget, deadlines, report),
        };
        self.keeper.end(budget, &deadlines);
        thought
    }

    fn new_game(&mut self) {
        self.keeper.new_game();
        self.memory.clear();
        self.table.clear();
    }
}
