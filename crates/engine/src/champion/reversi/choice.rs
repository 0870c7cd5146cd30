//! How the champion chooses: from its book while that lasts, then by deeper and deeper searches, then by attempts to
//! solve the rest, as far as the time that is left allows.

use agon_games::bits::Bits;
use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::reversi::{Reversi, State, Turn};

use super::ending::{self, Ending};
use super::level::Level;
use super::line;
use super::turning::{Choice, Turning};
use crate::budget::Budget;
use crate::engine::{Report, Strategy, Thought};
use crate::othello::midgame::{DISC, INFINITY, Limits, Searcher};
use crate::othello::{Book, Discs, Grid, Judge, Memory};
use crate::score::Score;
use crate::solve::reversi::endgame::{Effort, Solver};
use crate::solve::reversi::guide::Guide;
use crate::solve::reversi::table::{PROOF, Table};
use crate::timekeeper::{Deadlines, Timekeeper};

/// How far outside the window a shallow search must end to cut, in hundredths of its standard deviation.
const CONFIDENCE: i32 = 110;
/// The same where nothing was learned: the deviations are those of learned weights, others are less sure.
const UNLEARNED_CONFIDENCE: i32 = 200;
/// So many cells are solved without looking around first.
const SOLVED_AT_ONCE: u32 = 10;
/// Whoever allows fewer positions than this does not: ten cells can take eleven thousand, and no solver stops among so few.
const FEWEST_AT_ONCE: u64 = 1_000;
/// How far behind the best move of the book another may be and still be played now and then.
const AS_GOOD: i16 = 30;
/// How far from the value of the depth before the next one is expected, at first.
const SURPRISE: i32 = 3 * DISC;

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
    book: Option<&'static Book>,
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
            book: None,
        }
    }

    /// With an opening book, for the 8x8 board.
    pub const fn with_book(mut self, book: &'static Book) -> Self {
        self.book = Some(book);
        self
    }

    /// A move of the book, any of those that are about as good as the best.
    fn book_move(&mut self, discs: Discs) -> Option<Choice> {
        let moves = self.book?.moves(discs);
        let best = moves.iter().map(|&(_, value)| value).max()?;
        let good: Vec<_> = moves.into_iter().filter(|&(_, value)| value >= best - AS_GOOD).collect();
        let (cell, value) = good[self.dice.below(good.len() as u32) as usize];
        Some(Choice { cell: cell.into(), value: value.into() })
    }

    /// Where the best move of a position is, if it was searched and is not forgotten: to its end, or else some plies deep.
    pub(super) fn best_remembered<B: Bits>(&self, state: &State<B>) -> Option<u32> {
        let discs = self.grid.discs(state);
        let solved = self.table.find(discs).map(|bounds| bounds.best);
        let best = solved.filter(|&best| best < 64).or_else(|| Some(self.memory.find(discs)?.best))?;
        (best < 64).then_some(best.into())
    }

    /// Where a cell lies on the grid.
    pub(super) const fn place(&self, cell: u16) -> u32 {
        self.grid.place(cell as usize)
    }

    fn n_empty(&self, discs: Discs) -> u32 {
        (self.grid.open & !(discs.own | discs.other)).count_ones()
    }

    /// About how many plies are still to be thought about: those before the end can be proved, which a part of the clock
    /// is enough for.
    fn plies_of_thought(&self, n_empty: u32, budget: &Budget) -> u32 {
        let left = budget.time.and_then(|time| time.remaining);
        let n_proved = left.map_or(0, ending::provable).min(self.level.exact);
        n_empty.saturating_sub(n_proved).max(1)
    }

    /// Deeper and deeper until time, depth or nodes run out, or it is time to solve.
    fn look_around(
        &self,
        turning: &mut Turning<'_>,
        ending: Option<&Ending>,
        report: &mut dyn FnMut(&Turning<'_>),
    ) {
        let most = [turning.budget.depth, self.level.depth].into_iter().flatten().min().unwrap_or(u32::MAX);
        let mut searcher = Searcher::new(&self.judge, self.grid.open, &self.memory, &turning.budget.stop);
        searcher.limits = Limits { deadline: turning.deadlines.hard, nodes: turning.budget.nodes };
        let is_broad = matches!(self.judge, Judge::Broad(_));
        searcher.confidence = match turning.budget.depth {
            Some(_) => 0,
            None if is_broad => UNLEARNED_CONFIDENCE,
            None => CONFIDENCE,
        };
        searcher.cuts_by_view = self.level.depth.is_none() && !is_broad;
        searcher.nests = self.level.depth.is_none();
        for depth in 1..=most.min(turning.n_empty).max(1) {
            if depth > 1 && (turning.is_late() || ending.is_some_and(|ending| ending.is_due(turning))) {
                break;
            }
            let is_whole = self.look(&mut searcher, turning, depth);
            turning.nodes = searcher.nodes;
            if !is_whole {
                break;
            }
            turning.depth = depth;
            report(turning);
        }
    }

    /// Values all moves at one depth and puts the best first, as far as it comes before it must stop.
    fn look(&self, searcher: &mut Searcher<'_>, turning: &mut Turning<'_>, depth: u32) -> bool {
        let root = searcher.node(turning.discs);
        let mut seen = turning.choices.clone();
        // Levels that waver need every value, not only the best.
        let is_wavering = self.level.doubt > 0;
        let mut best = -INFINITY;
        for at in 0..seen.len() {
            let child = searcher.after(&root, seen[at].cell);
            let value = if is_wavering {
                -searcher.value(&child, depth - 1, -INFINITY, INFINITY)
            } else if at == 0 {
                -searcher.value_near(&child, depth - 1, -seen[0].value, SURPRISE)
            } else {
                let probe = -searcher.value(&child, depth - 1, -best - 1, -best);
                if probe > best && !searcher.is_stopped() {
                    // Better it is, by whatever the next search says before it must stop.
                    turning.prefer(seen[at].cell);
                    -searcher.value(&child, depth - 1, -INFINITY, -best)
                } else {
                    probe
                }
            };
            if searcher.is_stopped() {
                return false;
            }
            if value > best {
                turning.prefer(seen[at].cell);
                turning.choices[0].value = value;
            }
            seen[at].value = if value > best { value } else { value.min(best - 1) };
            best = best.max(value);
        }
        seen.sort_by_key(|choice| -choice.value);
        turning.choices = seen;
        true
    }

    /// Tries to find the score and the move that reaches it, as sure as the step is to be.
    fn solve(&self, turning: &mut Turning<'_>, trust: u8) -> bool {
        let (open, stop) = (self.grid.open, &turning.budget.stop);
        let guide = Guide::new(&self.judge, open, &self.memory, stop);
        let mut solver = Solver::new(open, &self.table, stop).guided_by(guide);
        let most_nodes = turning.budget.nodes.map_or(u64::MAX, |most| most.saturating_sub(turning.nodes));
        solver.effort = Effort { deadline: turning.deadlines.hard, most_nodes };
        solver.trust = trust;
        let guess = (turning.depth > 0).then(|| turning.choices[0].value / DISC);
        let mut cells: Vec<u32> = turning.choices.iter().map(|choice| choice.cell).collect();
        let score = solver.best(turning.discs, &mut cells, guess, &mut |_, _| {});
        turning.nodes += solver.all_nodes();
        turning.prefer(cells[0]);
        if let Some(score) = score {
            turning.choices[0].value = DISC * score;
            turning.depth = turning.n_empty;
        }
        score.is_some()
    }

    /// Solves with more and more trust, and says whether the score is proved.
    fn finish(&self, turning: &mut Turning<'_>, mut ending: Ending) -> bool {
        while let Some(trust) = ending.step(turning) {
            let before = turning.nodes;
            if !self.solve(turning, trust) {
                return false;
            }
            if trust == PROOF {
                return true;
            }
            ending.note(turning, turning.nodes - before);
        }
        false
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
        // Who asks for a depth wants to know what a search thinks.
        if budget.depth.is_none()
            && let Some(Choice { cell, value }) = self.book_move(discs)
        {
            let mv = game.pack(Turn::Disc(self.grid.cell(cell) as u16));
            return Thought { mv, score: Some(Score::of(value)), depth: 0, nodes: 0, pv: vec![mv] };
        }
        let cells = state.moves.cells().map(|cell| self.grid.place(cell));
        let choices: Vec<Choice> = cells.map(|cell| Choice { cell, value: 0 }).collect();
        let n_empty = self.n_empty(discs);
        let mut turning = Turning { budget, deadlines, discs, n_empty, choices, depth: 0, nodes: 0 };
        let is_bounded = budget.depth.is_some_and(|depth| depth < n_empty);
        let ending = (n_empty <= self.level.exact && !is_bounded).then(Ending::new);
        let grid = self.grid;
        let chosen = move |turning: &Turning<'_>| -> (Turn, Score) {
            let Choice { cell, value } = turning.choices[0];
            (Turn::Disc(grid.cell(cell) as u16), Score::of(value))
        };
        let is_small = n_empty <= SOLVED_AT_ONCE && budget.nodes.is_none_or(|most| most >= FEWEST_AT_ONCE);
        let mut is_solved = ending.is_some() && is_small && self.solve(&mut turning, PROOF);
        if !is_solved {
            self.look_around(&mut turning, ending.as_ref(), &mut |turning| {
                let (turn, score) = chosen(turning);
                let (depth, nodes, elapsed) = (turning.depth, turning.nodes, deadlines.begun.elapsed());
                report(&Report { depth, score, nodes, elapsed, pv: line::expected(self, game, state, turn) });
            });
            is_solved = ending.is_some_and(|ending| self.finish(&mut turning, ending));
        }
        if !is_solved && self.level.doubt > 0 {
            self.waver(&mut turning.choices);
        }
        let (turn, score) = chosen(&turning);
        let pv = line::expected(self, game, state, turn);
        Thought { mv: game.pack(turn), score: Some(score), depth: turning.depth, nodes: turning.nodes, pv }
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
        let plies = self.plies_of_thought(self.n_empty(self.grid.discs(state)), budget);
        let deadlines = self.keeper.begin(budget, plies);
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
