//! The endgame solver: alpha-beta to the last disc with fastest-first ordering, parity, stability, a table,
//! and hand-made last cells.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use super::guide::{self, Guide};
use super::last::{self, Last, final_score};
use super::lines::Lines;
use super::order::{CORNERS, Candidate, Candidates, KNOWN_BEST, Parity, WIPED_OUT};
use super::stable::n_stable_of_other;
use super::table::{Bounds, PROOF, Table};
use crate::othello::Discs;

/// Above every score.
pub(super) const INFINITY: i32 = 127;
/// Up to this many empty cells moves are tried by parity alone.
const BY_PARITY: u32 = 6;
/// From this many empty cells on, positions are looked up and remembered.
const IN_TABLE: u32 = 7;
/// From this many empty cells on, they are remembered for good, where memory is far and slow.
const FAR: u32 = 11;
/// Pairs of slots for the smaller ones: as many as a processor's own cache holds beside the rest.
const NEAR_PAIRS: usize = 1 << 12;
/// From this many empty cells on, a search looks whether it must stop.
const CHECKED: u32 = 10;
/// Positions visited between two looks at the clock.
const UNCHECKED: u64 = 5_000;
/// From this many empty cells on, children are looked up before any is searched.
const LOOK_AHEAD: u32 = 12;
/// How far behind the opponent must be, per number of empty cells, before counting stable discs pays.
const STABILITY_FROM: [i32; 20] =
    [99, 99, 99, 99, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36];

/// What a search may cost.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// When to give up; looked at now and then.
    pub deadline: Option<Instant>,
    /// Positions to visit at most, nearly.
    pub most_nodes: u64,
}

/// One thread's search.
#[derive(Debug)]
pub struct Solver<'a> {
    /// The cells of the board.
    open: u64,
    pub(super) n_cells: i32,
    table: &'a Table,
    /// What is remembered of small positions.
    near: Table,
    /// The moves of all positions on the way to the current one, by their number of empty cells.
    lists: Box<[Candidates; 64]>,
    guide: Option<Guide<'a>>,
    stop: &'a AtomicBool,
    /// Where it tells others how many positions it has visited.
    counter: Option<&'a AtomicU64>,
    /// What it may cost.
    pub effort: Effort,
    /// How many standard deviations outside the window the guide must see a position for it to be cut, in
    /// tenths; [`PROOF`] for never.
    pub trust: u8,
    last: Last,
    /// From how many positions on the clock is looked at again.
    next_check: u64,
    pub(super) is_stopped: bool,
}

impl<'a> Solver<'a> {
    /// A solver for the board with these cells.
    pub fn new(open: u64, table: &'a Table, stop: &'a AtomicBool) -> Self {
        let n_cells = open.count_ones() as i32;
        Self {
            open,
            n_cells,
            table,
            near: Table::with_pairs(NEAR_PAIRS),
            lists: Box::new([const { Candidates::new() }; 64]),
            guide: None,
            stop,
            counter: None,
            effort: Effort { deadline: None, most_nodes: u64::MAX },
            trust: PROOF,
            last: Last { lines: Lines::of(open), n_cells, nodes: 0 },
            next_check: 0,
            is_stopped: false,
        }
    }

    /// With a guide to say which moves of large positions come first.
    pub fn guided_by(mut self, guide: Guide<'a>) -> Self {
        self.guide = Some(guide);
        self
    }

    /// With a place where others can read, now and then, how many positions it has visited.
    pub const fn counted_by(mut self, counter: &'a AtomicU64) -> Self {
        self.counter = Some(counter);
        self
    }

    /// Positions visited, those of its guide included.
    pub fn all_nodes(&self) -> u64 {
        self.last.nodes + self.guide.as_ref().map_or(0, Guide::nodes)
    }

    /// The score of a position for the side to move, exact strictly between the bounds, else a bound itself;
    /// none when the search was stopped.
    pub fn score(&mut self, discs: Discs, alpha: i32, beta: i32) -> Option<i32> {
        self.begin();
        let score = self.search(discs, alpha, beta);
        (!self.is_stopped).then_some(score)
    }

    pub(super) fn begin(&mut self) {
        self.is_stopped = false;
        if let Some(guide) = &mut self.guide {
            guide.limit(&self.effort);
        }
    }

    pub(super) fn search(&mut self, discs: Discs, alpha: i32, beta: i32) -> i32 {
        let empty = self.open & !(discs.own | discs.other);
        let n_empty = empty.count_ones();
        match n_empty {
            0..=3 => self.finish(discs, empty, n_empty, Parity::of(empty), alpha, beta),
            4 => self.shallow::<4>(discs, empty, Parity::of(empty), alpha, beta),
            5 => self.shallow::<5>(discs, empty, Parity::of(empty), alpha, beta),
            BY_PARITY => self.shallow::<BY_PARITY>(discs, empty, Parity::of(empty), alpha, beta),
            _ => self.deep(discs, discs.moves() & empty, n_empty, Parity::of(empty), alpha, beta),
        }
    }

    /// At most three empty cells.
    #[inline(always)]
    fn finish(
        &mut self,
        discs: Discs,
        empty: u64,
        n_empty: u32,
        parity: Parity,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        match n_empty {
            0 => {
                self.last.nodes += 1;
                discs.lead()
            }
            1 => last::one(discs, empty.trailing_zeros(), alpha, &mut self.last),
            2 => {
                let (first, rest) = (empty.trailing_zeros(), empty & (empty - 1));
                last::two(discs, [first, rest.trailing_zeros()], alpha, beta, &mut self.last)
            }
            _ => last::three(discs, by_parity(empty, parity), alpha, beta, &mut self.last),
        }
    }

    /// Four to six empty cells: those of odd quadrants first, corners among them, no list of moves. `cells` are those to try, all that are
    /// empty or only where there is a move.
    fn shallow<const N_EMPTY: u32>(
        &mut self,
        discs: Discs,
        cells: u64,
        parity: Parity,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        self.last.nodes += 1;
        if let Some(most) = self.stability_cut(discs, N_EMPTY, alpha) {
            return most;
        }
        let empty = self.open & !(discs.own | discs.other);
        let (mut best, mut floor) = (-INFINITY, alpha);
        let odd = parity.odd();
        let (mut cells, mut later) = (cells & odd, cells & !odd);
        loop {
            if cells == 0 {
                if later == 0 {
                    break;
                }
                (cells, later) = (later, 0);
            }
            let corners = cells & CORNERS;
            let cell = if corners != 0 { corners } else { cells }.trailing_zeros();
            cells ^= 1 << cell;
            let flips = last::flips(discs, cell);
            if flips == 0 {
                continue;
            }
            let (next, left) = (discs.after(cell, flips), empty ^ 1 << cell);
            let parity = parity.toggled(cell);
            let score = match N_EMPTY {
                4 => -last::three(next, by_parity(left, parity), -beta, -floor, &mut self.last),
                5 => -self.shallow::<4>(next, left, parity, -beta, -floor),
                _ => -self.shallow::<5>(next, left, parity, -beta, -floor),
            };
            if score > best {
                best = score;
                if score >= beta {
                    return best;
                }
                floor = floor.max(score);
            }
        }
        if best == -INFINITY { self.pass(discs, empty, alpha, beta) } else { best }
    }

    /// A side without a move: the opponent goes on, or the game is over.
    fn pass(&mut self, discs: Discs, empty: u64, alpha: i32, beta: i32) -> i32 {
        let passed = discs.passed();
        if passed.moves() & empty == 0 {
            return final_score(discs.lead(), empty.count_ones() as i32);
        }
        -self.search(passed, -beta, -alpha)
    }

    /// The upper bound by the opponent's stable discs, when it is at most `alpha`.
    #[inline(always)]
    fn stability_cut(&self, discs: Discs, n_empty: u32, alpha: i32) -> Option<i32> {
        let from = STABILITY_FROM.get(n_empty as usize).copied().unwrap_or(40);
        if alpha < from {
            return None;
        }
        let enough = (self.n_cells - alpha + 1) / 2;
        let most = self.n_cells - 2 * n_stable_of_other(discs, self.open, enough as u32) as i32;
        (most <= alpha).then_some(most)
    }

    /// Many empty cells: ordered moves, table, null windows around all but the first.
    fn deep(&mut self, discs: Discs, moves: u64, n_empty: u32, parity: Parity, alpha: i32, beta: i32) -> i32 {
        self.last.nodes += 1;
        // 1. Stop in time.
        if n_empty >= CHECKED && self.must_stop() {
            return alpha;
        }
        // 2. Stable discs.
        if let Some(most) = self.stability_cut(discs, n_empty, alpha) {
            return most;
        }
        // 3. A pass.
        let empty = self.open & !(discs.own | discs.other);
        if moves == 0 {
            return self.pass(discs, empty, alpha, beta);
        }
        // 4. What the table knows.
        let (mut alpha, mut beta) = (alpha, beta);
        let trust = if n_empty < guide::PROBABLE_FROM { PROOF } else { self.trust };
        let mut known = Bounds { lower: -127, upper: 127, best: 64, depth: n_empty as u8, trust };
        if n_empty >= IN_TABLE
            && let Some(bounds) = self.table_of(n_empty).find(discs)
        {
            known.best = bounds.best;
            if bounds.trust >= trust {
                known = Bounds { trust, ..bounds };
            }
            let bounds = known;
            if i32::from(bounds.lower) >= beta {
                return bounds.lower.into();
            }
            if i32::from(bounds.upper) <= alpha || bounds.lower == bounds.upper {
                return bounds.upper.into();
            }
            alpha = alpha.max(bounds.lower.into());
            beta = beta.min(bounds.upper.into());
        }
        // 5. What is all but certain.
        if trust != PROOF
            && beta - alpha == 1
            && let Some(cut) =
                self.guide.as_mut().and_then(|guide| guide.foresee(discs, n_empty, beta, trust))
        {
            return if cut { beta } else { alpha };
        }
        // 6. The moves in order.
        if let Some(cut) = self.list(discs, moves, n_empty, parity, known.best, beta) {
            return cut;
        }
        // 7. The first with the full window, the others with a null window unless they surprise.
        let (mut best, mut best_cell, mut floor) = (-INFINITY, 64, alpha);
        let mut at = 0;
        while let Some(candidate) = self.lists[n_empty as usize & 63].pick(at) {
            let mut child = |alpha, beta| -self.child(discs, &candidate, n_empty - 1, parity, alpha, beta);
            let score = if at == 0 || beta - floor <= 1 {
                child(-beta, -floor)
            } else {
                let probe = child(-floor - 1, -floor);
                if probe > floor && probe < beta { child(-beta, -probe) } else { probe }
            };
            if self.is_stopped {
                return alpha;
            }
            if score > best {
                (best, best_cell) = (score, candidate.cell as u8);
                if score >= beta {
                    break;
                }
                floor = floor.max(score);
            }
            at += 1;
        }
        // 8. Remember.
        if n_empty >= IN_TABLE {
            let lower = if best > alpha { (best as i8).max(known.lower) } else { known.lower };
            let upper = if best < beta { (best as i8).min(known.upper) } else { known.upper };
            self.table_of(n_empty).store(discs, Bounds { lower, upper, best: best_cell, ..known });
        }
        best
    }

    #[inline(always)]
    fn table_of(&self, n_empty: u32) -> &Table {
        if n_empty < FAR { &self.near } else { self.table }
    }

    fn must_stop(&mut self) -> bool {
        if self.last.nodes >= self.next_check {
            self.next_check = self.last.nodes + UNCHECKED;
            self.is_stopped |= self.effort.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if let Some(counter) = self.counter {
                counter.store(self.all_nodes(), Relaxed);
            }
        }
        self.is_stopped |= self.stop.load(Relaxed) || self.all_nodes() >= self.effort.most_nodes;
        self.is_stopped
    }

    #[inline(always)]
    fn child(
        &mut self,
        discs: Discs,
        candidate: &Candidate,
        n_empty: u32,
        parity: Parity,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let next = discs.after(candidate.cell, candidate.flips);
        let parity = parity.toggled(candidate.cell);
        if n_empty <= BY_PARITY {
            self.shallow::<BY_PARITY>(next, candidate.replies, parity, alpha, beta)
        } else {
            self.deep(next, candidate.replies, n_empty, parity, alpha, beta)
        }
    }

    /// Lists the moves and values them for ordering; a child that the table already knows to be good enough cuts.
    #[inline(always)]
    fn list(
        &mut self,
        discs: Discs,
        moves: u64,
        n_empty: u32,
        parity: Parity,
        best: u8,
        beta: i32,
    ) -> Option<i32> {
        let empty = self.open & !(discs.own | discs.other);
        let (list, table, near) = (&mut self.lists[n_empty as usize & 63], self.table, &self.near);
        let looks_ahead = n_empty >= LOOK_AHEAD;
        list.fill(discs, moves, empty, parity.odd(), |next| {
            if looks_ahead {
                table.fetch(table.place(next));
            } else if n_empty > IN_TABLE {
                near.fetch(near.place(next));
            }
        });
        if looks_ahead {
            for candidate in list.as_mut_slice() {
                if let Some(bounds) = table.find(discs.after(candidate.cell, candidate.flips))
                    && -i32::from(bounds.upper) >= beta
                    && bounds.trust >= self.trust
                {
                    return Some(-i32::from(bounds.upper));
                }
            }
        }
        let guide = self.guide.as_mut().filter(|_| n_empty >= guide::FROM);
        let mut view = guide.map(|guide| guide.view(discs, n_empty, beta));
        if best < 64 || view.is_some() {
            for candidate in list.as_mut_slice().iter_mut().filter(|candidate| candidate.value < WIPED_OUT) {
                if candidate.cell == best.into() {
                    candidate.value = KNOWN_BEST;
                } else if let Some(view) = &mut view {
                    candidate.value += view.promise(candidate.cell);
                }
            }
        }
        None
    }
}

/// Three cells, one that is alone in its quadrant first.
#[inline(always)]
fn by_parity(empty: u64, parity: Parity) -> [u32; 3] {
    let odd = empty & parity.odd();
    let first = if odd == 0 { empty } else { odd }.trailing_zeros();
    let rest = empty ^ 1 << first;
    let second = rest.trailing_zeros();
    [first, second, (rest & (rest - 1)).trailing_zeros()]
}
