//! The last few empty cells by hand: no lists, no ordering but parity, no table.

use super::lines::Lines;
use crate::othello::Discs;

/// The final score for a side that is `lead` discs ahead with `n_empty` empty cells, which go to the winner.
#[inline(always)]
pub(super) const fn final_score(lead: i32, n_empty: i32) -> i32 {
    lead + n_empty * lead.signum()
}

/// What the last cells need to know: the board, and a count of positions.
#[derive(Debug)]
pub(super) struct Last {
    pub(super) lines: Lines,
    pub(super) n_cells: i32,
    /// Positions visited.
    pub(super) nodes: u64,
}

/// One empty cell. A score of at most `alpha` may be too high.
#[inline(always)]
pub(super) fn one(discs: Discs, cell: u32, alpha: i32, last: &mut Last) -> i32 {
    last.nodes += 1;
    // All other cells are taken.
    let lead = 2 * discs.own.count_ones() as i32 - last.n_cells + 1;
    let turned = last.lines.turned_twice(discs.own, cell);
    if turned > 0 {
        return lead + turned + 1;
    }
    let kept = final_score(lead, 1);
    if kept <= alpha {
        return kept;
    }
    match last.lines.turned_twice(discs.other, cell) {
        0 => kept,
        turned => lead - turned - 1,
    }
}

/// What a disc on a cell turns; quickly nothing where no disc of the opponent is beside it.
#[inline(always)]
pub(super) fn flips(discs: Discs, cell: u32) -> u64 {
    if discs.other & NEAR[cell as usize & 63] == 0 { 0 } else { discs.flips(cell) }
}

/// Two empty cells.
#[inline(always)]
pub(super) fn two(discs: Discs, [a, b]: [u32; 2], alpha: i32, beta: i32, last: &mut Last) -> i32 {
    last.nodes += 1;
    let mut best = i32::MIN;
    let turned = flips(discs, a);
    if turned != 0 {
        best = -one(discs.after(a, turned), b, -beta, last);
        if best >= beta {
            return best;
        }
    }
    let turned = flips(discs, b);
    if turned != 0 {
        return best.max(-one(discs.after(b, turned), a, -beta, last));
    }
    if best > i32::MIN {
        return best;
    }
    let (passed, mut worst) = (discs.passed(), i32::MAX);
    let turned = flips(passed, a);
    if turned != 0 {
        worst = one(passed.after(a, turned), b, alpha, last);
        if worst <= alpha {
            return worst;
        }
    }
    let turned = flips(passed, b);
    if turned != 0 {
        return worst.min(one(passed.after(b, turned), a, alpha, last));
    }
    if worst < i32::MAX { worst } else { final_score(discs.lead(), 2) }
}

/// Three empty cells, the most urgent first.
#[inline]
pub(super) fn three(discs: Discs, [a, b, c]: [u32; 3], alpha: i32, beta: i32, last: &mut Last) -> i32 {
    last.nodes += 1;
    let (mut best, mut floor) = (i32::MIN, alpha);
    macro_rules! try_first {
        ($cell:ident, $left:expr) => {
            let turned = flips(discs, $cell);
            if turned != 0 {
                best = best.max(-two(discs.after($cell, turned), $left, -beta, -floor, last));
                if best >= beta {
                    return best;
                }
                floor = floor.max(best);
            }
        };
    }
    try_first!(a, [b, c]);
    try_first!(b, [a, c]);
    let turned = flips(discs, c);
    if turned != 0 {
        return best.max(-two(discs.after(c, turned), [a, b], -beta, -floor, last));
    }
    if best > i32::MIN { best } else { three_passed(discs.passed(), [a, b, c], alpha, beta, last) }
}

/// Three empty cells and an opponent, who cannot move: its score.
#[inline(never)]
fn three_passed(passed: Discs, [a, b, c]: [u32; 3], alpha: i32, beta: i32, last: &mut Last) -> i32 {
    let (mut worst, mut ceiling) = (i32::MAX, beta);
    for (cell, left) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
        let turned = flips(passed, cell);
        if turned != 0 {
            let score = two(passed.after(cell, turned), left, alpha, ceiling, last);
            if score <= alpha {
                return score;
            }
            worst = worst.min(score);
            ceiling = ceiling.min(score);
        }
    }
    if worst < i32::MAX { worst } else { final_score(-passed.lead(), 3) }
}

/// The neighbours of each cell: a disc can be placed only beside one of the opponent's.
pub(super) static NEAR: [u64; 64] = near();

const fn near() -> [u64; 64] {
    let mut near = [0; 64];
    let mut cell: i32 = 0;
    while cell < 64 {
        let (row, col) = (cell / 8, cell % 8);
        let mut other = 0;
        while other < 64 {
            let (down, right) = (other / 8 - row, other % 8 - col);
            if other != cell && down.abs() <= 1 && right.abs() <= 1 {
                near[cell as usize] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    near
}
