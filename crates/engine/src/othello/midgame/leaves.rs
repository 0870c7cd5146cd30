//! The last two plies of the midgame search, where nearly all of its time goes: nothing is worked out that is not
//! needed yet, and moves are tried in an order that costs next to nothing.

use super::{CORNERS, DISC, INFINITY, Node, Searcher, by_replies, n_before};

/// A move near the leaves, with as much of what it leads to as its place among others needs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sketch {
    pub(super) cell: u32,
    pub(super) value: i32,
    pub(super) flips: u64,
    pub(super) moves: u64,
}

impl Searcher<'_> {
    /// The ply before the last: moves are ordered by the replies that they leave, and the rest of what they lead to is
    /// worked out only when they are tried.
    #[inline(never)]
    pub(super) fn second_ply(&mut self, node: &Node, moves: u64, hint: u32, [alpha, beta]: [i32; 2]) -> i32 {
        let empty = self.open & !(node.discs.own | node.discs.other);
        let mut list = [Sketch::default(); 34];
        let (mut n_moves, mut is_listed) = (0, false);
        if hint < 64 && moves >> hint & 1 != 0 {
            let flips = node.discs.flips(hint);
            list[0] = Sketch { cell: hint, value: 0, flips, moves: node.discs.after(hint, flips).moves() };
            n_moves = 1;
        }
        let (mut best, mut best_cell, mut floor) = (-INFINITY, 64, alpha);
        let mut at = 0;
        loop {
            if at == n_moves {
                if is_listed {
                    break;
                }
                is_listed = true;
                let tried = if at > 0 { 1 << hint } else { 0 };
                n_moves = sketch(node, moves & !tried, empty, at, &mut list);
                let n_before = n_before(moves, tried);
                list[at..at + n_before].rotate_left(n_before.min(1));
                continue;
            }
            let better = |first: usize, i: usize| if list[i].value > list[first].value { i } else { first };
            let first = (at + 1..n_moves).fold(at, better);
            list.swap(at, first);
            let child = self.child(node, &list[at]);
            let mut score = 0;
            if at > 0 && beta - floor > 1 {
                score = -self.search(&child, 1, -floor - 1, -floor);
            }
            if at == 0 || beta - floor == 1 || (score > floor && score < beta) {
                score = -self.search(&child, 1, -beta, -floor);
            }
            if score > best {
                (best, best_cell) = (score, list[at].cell as u8);
                if score >= beta {
                    break;
                }
                floor = floor.max(score);
            }
            at += 1;
        }
        if self.is_stopped {
            return alpha;
        }
        self.remember(node.discs, 2, [alpha, beta], best, best_cell);
        best
    }

    /// The last ply: every move is judged at once, corners first, then the middle, then edges, and what lies beside
    /// corners last.
    #[inline(always)]
    pub(super) fn last_ply(&mut self, node: &Node, moves: u64, beta: i32) -> i32 {
        const BESIDE: u64 = 0x42C3_0000_0000_C342;
        const MIDDLE: u64 = 0x0000_3C3C_3C3C_0000;
        let or = |first: u64, then: u64| if first != 0 { first } else { then };
        let (mut best, mut left) = (-INFINITY, moves);
        while left != 0 {
            let from = or(left & CORNERS, or(left & MIDDLE, or(left & !BESIDE, left)));
            let cell = from.trailing_zeros();
            left ^= 1 << cell;
            let child = self.after(node, cell);
            self.nodes += 1;
            let score = if child.discs.own == 0 {
                DISC * self.open.count_ones() as i32
            } else {
                -self.judged(&child)
            };
            best = best.max(score);
            if best >= beta {
                break;
            }
        }
        best
    }
}

/// Appends moves to those that are in the list, with the replies that they leave.
#[inline(always)]
fn sketch(node: &Node, moves: u64, empty: u64, n_tried: usize, list: &mut [Sketch; 34]) -> usize {
    let (mut left, mut n_moves) = (moves, n_tried);
    while left != 0 {
        let cell = left.trailing_zeros();
        left &= left - 1;
        let flips = node.discs.flips(cell);
        let discs = node.discs.after(cell, flips);
        let moves = discs.moves();
        let value = if discs.own == 0 { INFINITY - 1 } else { by_replies(moves & empty) };
        list[n_moves] = Sketch { cell, value, flips, moves };
        n_moves += 1;
    }
    n_moves
}
