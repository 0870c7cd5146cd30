//! Moves and flips by one axis after the other, for processors without vectors of 256 bits. The compiler makes vectors
//! of it where it can, but not where it is part of much else.

use super::{INNER, RAYS, SHIFTS};

/// The empty cells where the side to move can place a disc.
#[inline(always)]
pub fn moves(own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    let crossed = [inner, inner, other, inner];
    let (mut up, mut down, mut pairs_up, mut pairs_down) = ([0; 4], [0; 4], [0; 4], [0; 4]);
    // Runs of one to six discs in each direction: one and two by single steps, then pairs of steps.
    for axis in 0..4 {
        let (by, over) = (SHIFTS[axis], crossed[axis]);
        up[axis] = over & (own << by);
        down[axis] = over & (own >> by);
        up[axis] |= over & (up[axis] << by);
        down[axis] |= over & (down[axis] >> by);
        pairs_up[axis] = over & (over << by);
        pairs_down[axis] = pairs_up[axis] >> by;
        up[axis] |= pairs_up[axis] & (up[axis] << (2 * by));
        down[axis] |= pairs_down[axis] & (down[axis] >> (2 * by));
        up[axis] |= pairs_up[axis] & (up[axis] << (2 * by));
        down[axis] |= pairs_down[axis] & (down[axis] >> (2 * by));
        up[axis] = (up[axis] << by) | (down[axis] >> by);
    }
    (up[0] | up[1] | up[2] | up[3]) & !(own | other)
}

/// The discs that a disc of the side to move on an empty cell would turn.
#[inline(always)]
pub fn flips(own: u64, other: u64, cell: usize) -> u64 {
    let rays = &RAYS[cell];
    let mut turned = [0; 4];
    for axis in 0..4 {
        // Upwards a carry runs through the opponent's discs to the first cell that is not one.
        let ray = rays.up[axis];
        let end = (other | !ray).wrapping_add(1) & ray & own;
        let up = end.wrapping_sub(u64::from(end != 0)) & ray;
        // Downwards that cell is the highest one: what lies beyond another is smeared away.
        let ray = rays.down[axis];
        let by = SHIFTS[axis];
        let stops = ray & !other;
        let mut beyond = stops >> by;
        beyond |= beyond >> by;
        beyond |= beyond >> (2 * by);
        beyond |= beyond >> (4 * by);
        let end = stops & !beyond & own;
        let down = end.wrapping_add(end).wrapping_neg() & ray;
        turned[axis] = up | down;
    }
    turned[0] | turned[1] | turned[2] | turned[3]
}
