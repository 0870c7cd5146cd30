//! The search of a proof: alpha-beta with a table, the bounds of what can still be reached, and moves in the
//! order of the territory that they lead to.

use std::sync::atomic::Ordering;

use agon_games::bits::Bits;
use agon_games::dice::Dice;
use agon_games::flood::{Paint, State};
use agon_games::game::Game;
use agon_games::spec::FloodRules;

use super::table::Entry;
use super::{Found, MOST, Shared, Tell};
use crate::eval::flood::territory;

/// Nodes between looks at the clock.
const STRIDE: u64 = 256;
/// Nodes between reports.
const REPORT: u64 = 1 << 20;
/// A pass, where moves are numbers.
const PASS: u8 = 8;

/// One thread of a proof.
pub(super) struct Search<'a, 'b, B> {
    shared: &'a Shared<'a, B>,
    /// Threads past the first shuffle moves of equal promise, to be useful to each other.
    dice: Option<Dice>,
    tell: Option<&'b mut Tell<'b>>,
    nodes: u64,
    /// Moves of the root that are settled, and how many there are.
    settled: (usize, usize),
    is_stopped: bool,
}

/// A move with what it leads to.
struct Try<B> {
    promise: i32,
    mv: u8,
    next: State<B>,
}

impl<'a, 'b, B: Bits> Search<'a, 'b, B> {
    pub(super) fn new(shared: &'a Shared<'a, B>, number: usize, tell: Option<&'b mut Tell<'b>>) -> Self {
        let dice = (number > 0).then(|| Dice::new(number as u64));
        Self { shared, dice, tell, nodes: 0, settled: (0, 0), is_stopped: false }
    }

    /// The value of the root if it lies in the window, else a bound on the right side of it, and a move for
    /// it; none when there was no time.
    pub(super) fn root(mut self, state: &State<B>, window: (i32, i32)) -> Option<Found> {
        self.settled = (0, self.shared.game.n_moves(state) as usize);
        let (score, mv) = self.moves::<true>(state, window.0, window.1, PASS + 1);
        self.shared.nodes.fetch_add(self.nodes % STRIDE, Ordering::Relaxed);
        (!self.is_stopped).then_some((score, paint(mv)))
    }

    fn node(&mut self, state: &State<B>, mut alpha: i32, mut beta: i32) -> i32 {
        // 1. Count, and look at the clock now and then.
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRIDE) {
            self.look_up();
        }
        // 2. The end of the game.
        let game = self.shared.game;
        if game.outcome(state).is_some() {
            let [own, other] = [state.side, !state.side].map(|side| i32::from(state.sizes[side.index()]));
            return own - other;
        }
        // 3. What is known from before.
        let known = self.shared.table.get(state.hash);
        if let Some(entry) = known {
            if entry.low >= beta || entry.low == entry.high {
                return entry.low;
            }
            if entry.high <= alpha {
                return entry.high;
            }
        }
        // 4. What can still be reached.
        let (mut low, mut high) = self.shared.bounds.lead(state, alpha, beta);
        if low >= beta || low == high {
            return low;
        }
        if high <= alpha {
            return high;
        }
        if let Some(entry) = known {
            (low, high) = (low.max(entry.low), high.min(entry.high));
        }
        (alpha, beta) = (alpha.max(low - 1), beta.min(high + 1));
        // 5. Search, and remember.
        let before = self.nodes;
        let (found, best) =
            self.moves::<false>(state, alpha, beta, known.map_or(PASS + 1, |entry| entry.best));
        if self.is_stopped {
            return found;
        }
        if found > alpha {
            low = low.max(found);
        }
        if found < beta {
            high = high.min(found);
        }
        let cost = (self.nodes - before + 1).ilog2() as u8;
        self.shared.table.put(state.hash, Entry { low, high, best, cost });
        found
    }

    /// The best of the moves, by principal variation search.
    fn moves<const ROOT: bool>(
        &mut self,
        state: &State<B>,
        mut alpha: i32,
        beta: i32,
        first: u8,
    ) -> (i32, u8) {
        let game = self.shared.game;
        let playable = game.playable(state, state.side);
        let (mut best, mut best_mv) = (-MOST, first);
        // The move that was best before, without looking at the others.
        let has_first = first < PASS && playable >> first & 1 != 0;
        if has_first {
            let next = game.play(state, Paint::Colour(first));
            best = -self.node(&next, -beta, -alpha);
            if self.is_stopped || best >= beta {
                return (best, first);
            }
            alpha = alpha.max(best);
        }
        for (n, mv) in self.tries(state, if has_first { playable & !(1 << first) } else { playable }) {
            let value = if n == 0 && !has_first {
                -self.node(&mv.next, -beta, -alpha)
            } else {
                match -self.node(&mv.next, -alpha - 1, -alpha) {
                    value if value > alpha && value < beta => -self.node(&mv.next, -beta, -value + 1),
                    value => value,
                }
            };
            if self.is_stopped {
                break;
            }
            if ROOT {
                self.settled.0 += 1;
            }
            if value > best {
                (best, best_mv) = (value, mv.mv);
                if value >= beta {
                    break;
                }
                alpha = alpha.max(value);
            }
        }
        (best, best_mv)
    }

    /// The moves of these colours, and the pass where it is legal, the most promising first.
    #[inline(always)]
    fn tries(&mut self, state: &State<B>, colours: u8) -> impl Iterator<Item = (usize, Try<B>)> + use<B> {
        let game = self.shared.game;
        let mut tries: [Option<Try<B>>; 9] = [const { None }; 9];
        let mut n = 0;
        for mv in (0..PASS).filter(|mv| colours >> mv & 1 != 0) {
            let next = game.play(state, Paint::Colour(mv));
            let sizes = territory(game, &next);
            let s = state.side.index();
            let mut promise =
                256 * (i32::from(sizes[s]) - i32::from(sizes[1 - s])) + i32::from(next.sizes[s]);
            if let Some(dice) = &mut self.dice {
                promise += dice.below(512) as i32;
            }
            tries[n] = Some(Try { promise, mv, next });
            n += 1;
        }
        if game.playable(state, state.side) == 0 || game.terms().rules == FloodRules::Seed {
            tries[n] = Some(Try { promise: i32::MIN, mv: PASS, next: game.play(state, Paint::Pass) });
            n += 1;
        }
        tries[..n].sort_unstable_by_key(|mv| std::cmp::Reverse(mv.as_ref().map(|mv| mv.promise)));
        tries.into_iter().flatten().enumerate()
    }

    #[cold]
    fn look_up(&mut self) {
        let shared = self.shared;
        let nodes = shared.nodes.fetch_add(STRIDE, Ordering::Relaxed) + STRIDE;
        self.is_stopped |= shared.is_over.load(Ordering::Relaxed) || (shared.is_up)(STRIDE, nodes);
        if self.nodes.is_multiple_of(REPORT)
            && let Some(tell) = &mut self.tell
        {
            tell(self.settled, nodes);
        }
    }
}

pub(super) const fn paint(mv: u8) -> Paint {
    if mv == PASS { Paint::Pass } else { Paint::Colour(mv) }
}
