//! The last few empty cells by hand: no lists, no ordering but parity, no table.

use super::lines::Lines;
use crate::othello::Discs;

/// The final score for a side that is `lead` discs ahead with `n_empty` empty cells, which go to the winner.
#[inline(always)]
pub(super) const fn final_score(lead: i32, n_empty: i32) -> i32 {
    lead + n_empty * lead.signum()
}

/// What the last cells need to know: the lines of the board, and a count of positions.
#[derive(Debug)]
pub(super) struct Last {
    pub(super) lines: Lines,
    /// Positions visited.
    pub(super) nodes: u64,
}

/// One empty cell. A score of at most `alpha` may be too high.
#[inline(always)]
pub(super) fn one(discs: Discs, cell: u32, alpha: i32, last: &mut Last) -> i32 {
    last.nodes += 1;
    let lead = discs.lead();
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

/// Two empty cells.
#[inline(always)]
pub(super) fn two(discs: Discs, cells: [u32; 2], alpha: i32, beta: i32, last: &mut Last) -> i32 {
    last.nodes += 1;
    let mut best = i32::MIN;
    for (cell, left) in [(cells[0], cells[1]), (cells[1], cells[0])] {
        if discs.other & NEAR[cell as usize] == 0 {
            continue;
        }
        let flips = discs.flips(cell);
        if flips != 0 {
            let score = -one(discs.after(cell, flips), left, -beta, last);
            if score >= beta {
                return score;
            }
            best = best.max(score);
        }
    }
    if best > i32::MIN {
        return best;
    }
    let passed = discs.passed();
    let mut worst = i32::MAX;
    for (cell, left) in [(cells[0], cells[1]), (cells[1], cells[0])] {
        if passed.other & NEAR[cell as usize] == 0 {
            continue;
        }
        let flips = passed.flips(cell);
        if flips != 0 {
            let score = one(passed.after(cell, flips), left, alpha, last);
            if score <= alpha {
                return score;
            }
            worst = worst.min(score);
        }
    }
    if worst < i32::MAX { worst } else { final_score(discs.lead(), 2) }
}

/// Three empty cells, the most urgent first.
#[inline]
pub(super) fn three(discs: Discs, cells: [u32; 3], alpha: i32, beta: i32, last: &mut Last) -> i32 {
    last.nodes += 1;
    let [a, b, c] = cells;
    let tries = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
    let (mut best, mut floor) = (i32::MIN, alpha);
    for (cell, left) in tries {
        if discs.other & NEAR[cell as usize] == 0 {
            continue;
        }
        let flips = discs.flips(cell);
        if flips != 0 {
            let score = -two(discs.after(cell, flips), left, -beta, -floor, last);
            if score >= beta {
                return score;
            }
            best = best.max(score);
            floor = floor.max(score);
        }
    }
    if best > i32::MIN {
        return best;
    }
    let passed = discs.passed();
    let (mut worst, mut ceiling) = (i32::MAX, beta);
    for (cell, left) in tries {
        if passed.other & NEAR[cell as usize] == 0 {
            continue;
        }
        let flips = passed.flips(cell);
        if flips != 0 {
            let score = two(passed.after(cell, flips), left, alpha, ceiling, last);
            if score <= alpha {
                return score;
            }
            worst = worst.min(score);
            ceiling = ceiling.min(score);
        }
    }
    if worst < i32::MAX { worst } else { final_score(discs.lead(), 3) }
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
