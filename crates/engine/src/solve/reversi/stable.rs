//! Discs that can never be turned again, found from below: what is called stable is, but not all that is
//! stable is found. They bound how much the other side can still win.

use crate::othello::Discs;

/// The shifts of the four axes.
const SHIFTS: [u32; 4] = [1, 7, 8, 9];
/// For each axis, the places that a shift up by one step cannot come from another row.
const NOT_FIRST: u64 = 0xFEFE_FEFE_FEFE_FEFE;
const NOT_LAST: u64 = 0x7F7F_7F7F_7F7F_7F7F;
/// Where a step up along each axis may land, and where a step down may.
const UP: [u64; 4] = [NOT_FIRST, NOT_LAST, u64::MAX, NOT_FIRST];
const DOWN: [u64; 4] = [NOT_LAST, NOT_FIRST, u64::MAX, NOT_LAST];

/// How many discs of the opponent the side to move can never turn, as far as it is found; not more than `enough` are
/// looked for.
#[inline]
pub fn n_stable_of_other(discs: Discs, open: u64, enough: u32) -> u32 {
    if discs.other.count_ones() < enough {
        return 0;
    }
    stable(discs.other, open & !(discs.own | discs.other), open, enough).count_ones()
}

/// Stable discs among those of one side, `enough` or all that are found: along each axis they lie on a full line, or
/// beside the edge, or beside a stable disc of the same side.
fn stable(side: u64, empty: u64, open: u64, enough: u32) -> u64 {
    let safe = safe(empty, open);
    let mut stable = side & safe[0] & safe[1] & safe[2] & safe[3];
    if stable == 0 {
        return 0;
    }
    loop {
        let mut wider = side;
        for axis in 0..4 {
            let by = SHIFTS[axis];
            wider &= safe[axis] | UP[axis] & (stable << by) | DOWN[axis] & (stable >> by);
        }
        if wider == stable || wider.count_ones() >= enough {
            return wider;
        }
        stable = wider;
    }
}

/// For each axis, the places whose line is full, or that lie beside the edge of the grid or a place that is no cell.
#[cfg(target_feature = "avx2")]
#[inline(always)]
fn safe(empty: u64, open: u64) -> [u64; 4] {
    use safe_arch::{m256i, set_splat_i64_m256i, shl_each_u64_m256i, shr_each_u64_m256i};
    let steps = |n: u64| m256i::from(SHIFTS.map(|by| u64::from(by) * n));
    let outside = set_splat_i64_m256i(!open as i64);
    let mut above = set_splat_i64_m256i(empty as i64);
    let mut below = above;
    for (step, [up, down]) in [1, 2, 4].into_iter().zip(LANDED) {
        above = above | m256i::from(up) & shl_each_u64_m256i(above, steps(step));
        below = below | m256i::from(down) & shr_each_u64_m256i(below, steps(step));
    }
    let edge =
        m256i::from(EDGES) | shl_each_u64_m256i(outside, steps(1)) | shr_each_u64_m256i(outside, steps(1));
    (!(above | below) | edge).into()
}

/// The places beside the edge of the grid, where each axis leaves it.
const EDGES: [u64; 4] = {
    let (mut edges, mut axis) = ([0; 4], 0);
    while axis < 4 {
        edges[axis] = !UP[axis] | !DOWN[axis] | edge_rows(SHIFTS[axis]);
        axis += 1;
    }
    edges
};

/// Where one, two and four steps up along each axis may land, and where they may down.
const LANDED: [[[u64; 4]; 2]; 3] = {
    let (mut landed, mut at) = ([[UP, DOWN]; 3], 1);
    while at < 3 {
        let mut axis = 0;
        while axis < 4 {
            let (by, [up, down]) = (SHIFTS[axis] << (at - 1), landed[at - 1]);
            landed[at][0][axis] = up[axis] & up[axis] << by;
            landed[at][1][axis] = down[axis] & down[axis] >> by;
            axis += 1;
        }
        at += 1;
    }
    landed
};

/// As above, one axis after the other.
#[cfg(any(test, not(target_feature = "avx2")))]
fn safe_by_axis(empty: u64, open: u64) -> [u64; 4] {
    let (mut safe, outside) = ([0; 4], !open);
    for axis in 0..4 {
        let by = SHIFTS[axis];
        // A line that meets an empty cell is not full.
        let (mut above, mut below) = (empty, empty);
        for (step, [up, down]) in [by, 2 * by, 4 * by].into_iter().zip(LANDED) {
            above |= up[axis] & (above << step);
            below |= down[axis] & (below >> step);
        }
        safe[axis] = !(above | below) | EDGES[axis] | outside << by | outside >> by;
    }
    safe
}
#[cfg(not(target_feature = "avx2"))]
use safe_by_axis as safe;

/// The first and last row, for axes that leave it.
const fn edge_rows(by: u32) -> u64 {
    if by == 1 { 0 } else { 0xFF00_0000_0000_00FF }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_games::dice::Dice;

    #[test]
    fn vectors_find_the_same_safe_places() {
        let mut dice = Dice::new(9);
        for open in [u64::MAX, 0x007E_7E7E_7E7E_7E00, !(1 << 18 | 1 << 21 | 1 << 44)] {
            for _ in 0..2_000 {
                let empty = dice.word() & dice.word() & dice.word() & open;
                assert_eq!(safe(empty, open), safe_by_axis(empty, open), "{empty:x} of {open:x}");
            }
        }
    }

    #[test]
    fn what_is_enough_is_found_if_it_is_there() {
        let mut dice = Dice::new(10);
        for _ in 0..2_000 {
            let empty = dice.word() & dice.word() & dice.word() & dice.word();
            let other = (dice.word() | dice.word() | dice.word()) & !empty;
            let discs = Discs { own: !(other | empty), other };
            let all = stable(other, empty, u64::MAX, u32::MAX);
            for enough in [1, 5, 10, 20, 30] {
                let found = n_stable_of_other(discs, u64::MAX, enough);
                assert!(found <= all.count_ones(), "{discs:?}");
                assert_eq!(found >= enough, all.count_ones() >= enough, "{discs:?}: {enough}");
            }
        }
    }
}
