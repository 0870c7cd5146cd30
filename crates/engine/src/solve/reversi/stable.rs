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

/// Discs of the opponent that the side to move can never turn.
#[inline]
pub fn stable_of_other(discs: Discs, open: u64) -> u64 {
    stable(discs.other, open & !(discs.own | discs.other), open)
}

/// Stable discs among those of one side: along each axis they lie on a full line, or beside the edge, or
/// beside a stable disc of the same side.
fn stable(side: u64, empty: u64, open: u64) -> u64 {
    let (mut safe, outside) = ([0; 4], !open);
    for axis in 0..4 {
        let (by, up, down) = (SHIFTS[axis], UP[axis], DOWN[axis]);
        // A line that meets an empty cell is not full.
        let (mut above, mut below) = (empty, empty);
        let (mut mask_up, mut mask_down) = (up, down);
        for step in [by, 2 * by, 4 * by] {
            above |= mask_up & (above << step);
            below |= mask_down & (below >> step);
            mask_up &= mask_up << step;
            mask_down &= mask_down >> step;
        }
        // Beside the edge of the grid, or a place that is no cell.
        let edge = !up | !down | outside << by | outside >> by | edge_rows(by);
        safe[axis] = !(above | below) | edge;
    }
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
        if wider == stable {
            return stable;
        }
        stable = wider;
    }
}

/// The first and last row, for axes that leave it.
const fn edge_rows(by: u32) -> u64 {
    if by == 1 { 0 } else { 0xFF00_0000_0000_00FF }
}
