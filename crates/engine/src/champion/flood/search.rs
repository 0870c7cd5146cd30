//! The champion's search where a proof is out of reach: principal variation search on components, to a depth,
//! with proved wins and losses told apart from guesses.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::flood::{COLOUR_NAMES, Flood, Paint, State};
use agon_games::game::Game;
use agon_games::spec::FloodRules;

use super::guess::Weights;
use super::memory::{Bound, Memory, Seen};
use super::race::Race;
use super::value::Value;
use crate::gauge::{Gauge, Purse};
use crate::solve::flood::Bounds;

/// A pass, where moves are numbers: the next one after the colours.
const PASS: u8 = COLOUR_NAMES.len() as u8;
/// No move is this number.
const NO_MOVE: u8 = PASS + 1;
/// Moves from this one on, in order of promise, are looked at one ply less far first.
const REDUCED_FROM: usize = 2;
/// And only where at least so many plies are left.
const REDUCED_DEPTH: u32 = 3;
/// With fewer plies left than this, a move that looks far better or worse than it need be is not looked at.
const N_FORESEEN: usize = 6;

/// What lasts from search to search.
pub(super) struct Ahead<B> {
    bounds: Bounds<B>,
    race: Race,
    memory: Arc<Memory>,
    weights: Weights,
    margins: Margins,
}

/// By how much what a move looks like may change in the plies that are left, in hundredths of a cell.
#[derive(Clone, Copy, Debug)]
struct Margins {
    /// The other side finds at least what it has now less this.
    least: [i32; N_FORESEEN],
    /// And at most what it has now and this.
    most: [i32; N_FORESEEN],
}

/// One search from one position.
pub(super) struct Line<'a, B> {
    pub(super) game: &'a Flood<B>,
    pub(super) root: &'a State<B>,
    ahead: &'a mut Ahead<B>,
    purse: Purse<'a>,
    is_over: bool,
    /// The best move that the last search of the root has seen to its end, if it was broken off.
    so_far: Option<u8>,
}

/// A move and how good it looks.
#[derive(Clone, Copy, Debug)]
struct Try {
    promise: i32,
    mv: u8,
    /// Whether the game is over after it.
    is_end: bool,
}

impl Margins {
    /// Margins grow with the width of a board: what one position in twenty to one in a hundred goes beyond.
    fn new(n_cells: u32) -> Self {
        let width = f64::from(n_cells).sqrt();
        let of = |margins: [u32; N_FORESEEN]| margins.map(|margin| (f64::from(margin) * width) as i32);
        Self { least: of([0, 20, 55, 45, 75, 65]), most: of([0, 110, 65, 125, 85, 140]) }
    }

    /// What becomes of a move that looks like this, with so many plies to look ahead after it, where that is surely more
    /// than a bound or surely not. Nothing is foreseen where a proof is asked for.
    #[inline(always)]
    fn foresee(&self, promise: i32, depth: u32, bound: Value) -> Option<Value> {
        let (least, most) = (*self.least.get(depth as usize)?, *self.most.get(depth as usize)?);
        let (low, high) = (Value::guessed(promise - most), Value::guessed(promise + least));
        match bound {
            bound if bound.is_decided() => None,
            bound if high <= bound => Some(high),
            bound if low > bound => Some(low),
            _ => None,
        }
    }
}

impl<B: Bits> Ahead<B> {
    pub(super) fn new(game: &Flood<B>, memory: Arc<Memory>, weights: Weights) -> Self {
        let n_cells = game.components().all().iter().map(|component| u32::from(component.size)).sum();
        let (bounds, race) = (Bounds::new(game), Race::new(game, &weights));
        Self { bounds, race, memory, weights, margins: Margins::new(n_cells) }
    }

    pub(super) fn line<'a>(
        &'a mut self,
        game: &'a Flood<B>,
        root: &'a State<B>,
        gauge: &'a Gauge,
    ) -> Line<'a, B> {
        self.race.begin(root, self.takes());
        Line { game, root, ahead: self, purse: Purse::new(gauge), is_over: false, so_far: None }
    }

    /// Has the race follow a move to this position, so many plies from the root.
    #[inline(always)]
    fn look(&mut self, state: &State<B>, ply: usize, by: Paint) {
        let colour = match by {
            Paint::Colour(colour) => Some(colour),
            Paint::Pass => None,
        };
        let takes = self.takes();
        self.race.follow(ply, colour, state, takes);
    }

    /// The components whose colour each side may play.
    fn takes(&self) -> [B; 2] {
        [0, 1].map(|side| self.bounds.takes(side))
    }
}

impl<B: Bits> Line<'_, B> {
    /// The move that looks best at once, for when there is no time to look farther.
    pub(super) fn first_move(&self) -> Paint {
        paint(self.tries(self.root, 0, NO_MOVE).1[0].mv)
    }

    /// The value of the root at a depth of at least 1 and the best move; none when there was no time.
    pub(super) fn search(&mut self, depth: u32) -> Option<(Value, Paint)> {
        let hint = self.ahead.memory.get(self.root.hash).map_or(NO_MOVE, |seen| seen.best);
        let (value, best) = self.moves(self.root, 0, depth, -Value::INFINITY, Value::INFINITY, hint);
        self.purse.settle();
        if self.is_over {
            self.so_far = (value > -Value::INFINITY && !value.is_lost()).then_some(best);
            return None;
        }
        let seen = Seen { value, depth: depth.min(255) as u8, bound: Bound::Exact, best };
        self.ahead.memory.put(self.root.hash, seen);
        Some((value, paint(best)))
    }

    /// The best move of a search that was broken off, if it saw one to its end.
    pub(super) fn best_so_far(&self) -> Option<Paint> {
        self.so_far.map(paint)
    }

    /// What a move of the root is worth, looking so many plies farther.
    pub(super) fn value_of(&mut self, mv: Paint, depth: u32) -> Value {
        let next = self.game.play(self.root, mv);
        let value = -self.node(&next, 1, mv, depth, -Value::INFINITY, Value::INFINITY);
        self.purse.settle();
        value
    }

    /// The value of a position so many plies from the root, where a move has led.
    fn node(
        &mut self,
        state: &State<B>,
        ply: usize,
        by: Paint,
        depth: u32,
        alpha: Value,
        beta: Value,
    ) -> Value {
        // 1. Out of time?
        if !self.purse.spend() {
            self.is_over = true;
            return Value::DRAWN;
        }
        // 2. The game is over.
        let [own, other] = [state.side, !state.side].map(|side| i32::from(state.sizes[side.index()]));
        if self.game.outcome(state).is_some() {
            return Value::won(own - other);
        }
        // 3. Seen before.
        let mut hint = NO_MOVE;
        if let Some(seen) = self.ahead.memory.get(state.hash) {
            hint = seen.best;
            let is_deep = u32::from(seen.depth) >= depth || seen.value.is_decided();
            let cuts = match seen.bound {
                Bound::Exact => true,
                Bound::AtLeast => seen.value >= beta,
                Bound::AtMost => seen.value <= alpha,
            };
            if is_deep && cuts {
                return seen.value;
            }
        }
        // 4. What can still be reached settles it, or a guess is all that is wanted.
        self.ahead.look(state, ply, by);
        if self.ahead.race.found(ply).may_settle(own - other) {
            let (low, high) = self.ahead.bounds.lead(state, -1, 1);
            if low > 0 || low == high {
                return Value::won(low);
            }
            if high < 0 {
                return Value::won(high);
            }
        }
        if depth == 0 {
            return Value::guessed(self.ahead.weights.value(self.ahead.race.found(ply), state));
        }
        // 5. Search, and remember.
        let (value, best) = self.moves(state, ply, depth, alpha, beta, hint);
        if !self.is_over {
            let bound = match value {
                value if value >= beta => Bound::AtLeast,
                value if value <= alpha => Bound::AtMost,
                _ => Bound::Exact,
            };
            self.ahead.memory.put(state.hash, Seen { value, depth: depth.min(255) as u8, bound, best });
        }
        value
    }

    /// The best of the moves. Late ones are looked at less far first, and again if they surprise.
    fn moves(
        &mut self,
        state: &State<B>,
        ply: usize,
        depth: u32,
        mut alpha: Value,
        beta: Value,
        hint: u8,
    ) -> (Value, u8) {
        let (n, tries) = self.tries(state, ply, hint);
        let (mut best, mut best_mv) = (-Value::INFINITY, tries[0].mv);
        for (at, mv) in tries[..n].iter().enumerate() {
            // A pass where there is something to take only helps who is lost otherwise, or ends the game.
            if mv.mv == PASS && at > 0 && !mv.is_end && !best.is_lost() {
                break;
            }
            if depth == 1 && !mv.is_end {
                // A leaf: what it looks like is known already.
                if Value::guessed(mv.promise) > best {
                    (best, best_mv) = (Value::guessed(mv.promise), mv.mv);
                }
                alpha = alpha.max(best);
                continue;
            }
            let is_null = alpha.plus_one() == beta;
            if is_null
                && !mv.is_end
                && let Some(value) = self.ahead.margins.foresee(mv.promise, depth - 1, alpha)
            {
                if value > best {
                    (best, best_mv) = (value, mv.mv);
                }
                if best >= beta {
                    break;
                }
                continue;
            }
            let by = paint(mv.mv);
            let next = self.game.play(state, by);
            let null = (-alpha.plus_one(), -alpha);
            let mut value = Value::INFINITY;
            if at >= REDUCED_FROM && depth >= REDUCED_DEPTH {
                value = -self.node(&next, ply + 1, by, depth - 2, null.0, null.1);
            }
            if at > 0 && value > alpha {
                value = -self.node(&next, ply + 1, by, depth - 1, null.0, null.1);
            }
            if at == 0 || (value > alpha && value < beta) {
                value = -self.node(&next, ply + 1, by, depth - 1, -beta, -alpha);
            }
            if self.is_over {
                break;
            }
            if value > best {
                (best, best_mv) = (value, mv.mv);
                alpha = alpha.max(value);
            }
            if best >= beta {
                break;
            }
        }
        (best, best_mv)
    }

    /// The moves in the order of what they look like, the hint first and a pass last, on a ply that the race has seen.
    fn tries(&self, state: &State<B>, ply: usize, hint: u8) -> (usize, [Try; NO_MOVE as usize]) {
        let Ahead { race, weights, .. } = &*self.ahead;
        let playable = self.game.playable(state, state.side);
        let mut tries = [Try { promise: -i32::MAX, mv: PASS, is_end: false }; NO_MOVE as usize];
        let mut n = 0;
        for mv in (0..PASS).filter(|mv| playable >> mv & 1 != 0) {
            let (promise, cells) = weights.value_after(race.found(ply), state, mv);
            let is_end = race.may_end(ply, mv, cells)
                && self.game.outcome(&self.game.play(state, Paint::Colour(mv))).is_some();
            tries[n] = Try { promise, mv, is_end };
            n += 1;
        }
        if playable == 0 || self.game.terms().rules == FloodRules::Seed {
            let promise = weights.value_waiting(race.found(ply), state);
            tries[n] = Try { promise, mv: PASS, is_end: state.passes > 0 };
            n += 1;
        }
        tries[..n].sort_unstable_by_key(|mv| (mv.mv != hint, mv.mv == PASS, std::cmp::Reverse(mv.promise)));
        (n, tries)
    }
}

const fn paint(mv: u8) -> Paint {
    if mv == PASS { Paint::Pass } else { Paint::Colour(mv) }
}
