//! The order in which moves are tried, and the memory that one thread keeps for it: lists of moves per ply,
//! killer moves, the history of cut-offs, the best line.
// CITE: S. Akl, M. Newborn, "The principal continuation and the killer heuristic", ACM 1977.
// CITE: J. Schaeffer, "The history heuristic and alpha-beta search enhancements in practice", IEEE PAMI 11(11), 1989.

use std::collections::VecDeque;

use agon_games::game::{Game, PackedMove};
use agon_games::side::Side;

use super::{Order, Searcher};
use crate::eval::{Evaluator, look};

/// What one thread needs for its search: made once, used for every move. Apart from its neighbours in memory, since
/// threads that write to one cache line slow each other down.
#[derive(Debug)]
#[repr(align(128))]
pub struct Workspace<G: Game> {
    pub(super) frames: Vec<Frame<G>>,
    /// The moves of one stage at the last ply.
    pub(super) last: Vec<G::Move>,
    history: Vec<i32>,
}

/// The moves of one ply.
#[derive(Debug)]
pub(super) struct Frame<G: Game> {
    moves: Vec<G::Move>,
    /// Keys above, indices of moves inverted below: the largest comes first, of equals the first listed.
    queue: Vec<u64>,
    killers: [Option<PackedMove>; 2],
    /// Moves that another thread was searching when their turn came, and how many came before each.
    pub(super) put_off: VecDeque<(G::Move, u32)>,
    /// The best line from here, while it is inside the window.
    pub(super) line: Vec<G::Move>,
}

/// How far the moves of a node have been tried.
pub(super) struct Cursor<G: Game> {
    first: Option<G::Move>,
    stage: Stage,
    n_counted: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    List,
    Rest(usize),
}

/// A killer move counts as much as this many points of urgency.
const KILLER: i32 = 250;
/// A move's history counts at most this many points of urgency, either way.
const MOST_HISTORY: i32 = 400;
/// This many moves are picked one by one: most cut-offs come sooner. The others are sorted in parts, each as long
/// as all before it, so that no more are sorted than are tried, and a stop is seen in between.
const PICKED: usize = 8;
const HISTORY_BITS: u32 = 12;

impl<G: Game> Default for Workspace<G> {
    fn default() -> Self {
        Self { frames: Vec::new(), last: Vec::new(), history: vec![0; 2 << HISTORY_BITS] }
    }
}

impl<G: Game> Workspace<G> {
    /// Makes room for lines of this many plies.
    pub(super) fn reserve(&mut self, n_plies: usize) {
        if self.frames.len() < n_plies {
            self.frames.resize_with(n_plies, Frame::default);
        }
    }

    /// Forgets what was learnt about moves of earlier searches.
    pub fn forget(&mut self) {
        self.history.fill(0);
        for frame in &mut self.frames {
            frame.killers = [None; 2];
        }
    }

    /// Half-forgets it, for the next move of the same game.
    pub fn fade(&mut self) {
        for value in &mut self.history {
            *value /= 4;
        }
        for frame in &mut self.frames {
            frame.killers = [None; 2];
        }
    }

    /// A move was good enough to end the search of its node.
    pub(super) fn reward(&mut self, side: Side, mv: PackedMove, ply: usize, depth: u32) {
        let killers = &mut self.frames[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.learn(side, mv, (depth * depth) as i32 * 4);
    }

    /// Moves the history of a move towards its limit, by less the nearer it is.
    pub(super) fn learn(&mut self, side: Side, mv: PackedMove, points: i32) {
        let points = points.clamp(-MOST_HISTORY, MOST_HISTORY);
        let value = &mut self.history[history_index(side, mv)];
        *value += points - *value * points.abs() / MOST_HISTORY;
    }

    /// The line of this ply: a move, then the line of the next ply.
    pub(super) fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.frames.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0].line);
    }
}

#[inline(always)]
const fn history_index(side: Side, mv: PackedMove) -> usize {
    (side.index() << HISTORY_BITS) + (mv.0.wrapping_mul(0x9E37_79B1) >> (32 - HISTORY_BITS)) as usize
}

impl<G: Game> Cursor<G> {
    /// Before the first move; `first`, which must be legal, comes first.
    pub(super) const fn new(first: Option<G::Move>) -> Self {
        Self { first, stage: Stage::First, n_counted: 0 }
    }

    /// Counts one more move; how many were counted before.
    #[inline(always)]
    pub(super) const fn count(&mut self) -> u32 {
        self.n_counted += 1;
        self.n_counted - 1
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<'_, G, E> {
    /// The next move to try.
    #[inline(always)]
    pub(super) fn next_move(
        &mut self,
        state: &G::State,
        memo: &E::Memo,
        ply: usize,
        cursor: &mut Cursor<G>,
    ) -> Option<G::Move> {
        if cursor.stage == Stage::First {
            cursor.stage = Stage::List;
            if cursor.first.is_some() {
                return cursor.first;
            }
        }
        if cursor.stage == Stage::List {
            cursor.stage = Stage::Rest(0);
            self.list(state, memo, ply);
        }
        let Stage::Rest(next) = &mut cursor.stage else { return None };
        let frame = &mut self.work.frames[ply];
        loop {
            let at = *next;
            *next += 1;
            let mv = match self.shared.tactics.order {
                Order::Listed => *frame.moves.get(at)?,
                Order::Hints | Order::Evaluated => {
                    frame.promote(at);
                    frame.moves[!(*frame.queue.get(at)? as u32) as usize]
                }
            };
            if cursor.first != Some(mv) {
                return Some(mv);
            }
        }
    }

    /// Lists the moves and gives each its key.
    fn list(&mut self, state: &G::State, memo: &E::Memo, ply: usize) {
        let (game, eval) = (self.shared.game, self.shared.eval);
        let mut frame = std::mem::take(&mut self.work.frames[ply]);
        frame.moves.clear();
        frame.queue.clear();
        game.moves(state, &mut frame.moves);
        let side = game.side(state);
        for (index, &mv) in frame.moves.iter().enumerate() {
            let key = match self.shared.tactics.order {
                Order::Listed => break,
                Order::Evaluated => {
                    self.pay();
                    look(game, eval, state, memo, mv).get()
                }
                Order::Hints => {
                    let packed = game.pack(mv);
                    let killer = if frame.killers.contains(&Some(packed)) { KILLER } else { 0 };
                    eval.urgency(game, state, mv) + killer + self.work.history[history_index(side, packed)]
                }
            };
            frame.queue.push(u64::from(key as u32 ^ 0x8000_0000) << 32 | u64::from(!(index as u32)));
            if self.is_stopped {
                break;
            }
        }
        self.work.frames[ply] = frame;
    }
}

impl<G: Game> Default for Frame<G> {
    fn default() -> Self {
        let (moves, queue, line) = (Vec::new(), Vec::new(), Vec::new());
        Self { moves, queue, killers: [None; 2], put_off: VecDeque::new(), line }
    }
}

impl<G: Game> Frame<G> {
    /// Brings the best of the moves from `at` on to `at`.
    #[inline(always)]
    fn promote(&mut self, at: usize) {
        let Some(rest) = self.queue.get_mut(at..) else { return };
        if at < PICKED {
            let Some(last) = rest.len().checked_sub(1) else { return };
            let mut best = 0;
            for i in 1..=last {
                if rest[i] > rest[best] {
                    best = i;
                }
            }
            rest.swap(0, best);
        } else if at.is_power_of_two() {
            let part = at.min(rest.len());
            if part < rest.len() {
                rest.select_nth_unstable_by(part, |a, b| b.cmp(a));
            }
            rest[..part].sort_unstable_by(|a, b| b.cmp(a));
        }
    }
}
