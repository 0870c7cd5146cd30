//! Moves and flips with the four axes in the lanes of one vector register.

use safe_arch::{
    add_i64_m256i, bitandnot_m256i, bitor_m128i, cmp_eq_mask_i64_m256i, extract_m128i_m256i,
    get_i64_from_m128i_s, m256i, set_splat_i64_m256i, shl_each_u64_m256i, shr_each_u64_m256i, sub_i64_m256i,
    unpack_high_i64_m128i,
};

use super::{INNER, RAYS, SHIFTS};

/// As [`super::moves`].
#[inline(always)]
pub(super) fn moves(own: u64, other: u64) -> u64 {
    let (by, by_2) = (steps(1), steps(2));
    let over = splat(other) & m256i::from([INNER, INNER, u64::MAX, INNER]);
    // Runs of one to six discs in each direction: one and two by single steps, then pairs of steps.
    let mut up = over & shl_each_u64_m256i(splat(own), by);
    let mut down = over & shr_each_u64_m256i(splat(own), by);
    up = up | over & shl_each_u64_m256i(up, by);
    down = down | over & shr_each_u64_m256i(down, by);
    let pairs_up = over & shl_each_u64_m256i(over, by);
    let pairs_down = shr_each_u64_m256i(pairs_up, by);
    up = up | pairs_up & shl_each_u64_m256i(up, by_2);
    down = down | pairs_down & shr_each_u64_m256i(down, by_2);
    up = up | pairs_up & shl_each_u64_m256i(up, by_2);
    down = down | pairs_down & shr_each_u64_m256i(down, by_2);
    union(shl_each_u64_m256i(up, by) | shr_each_u64_m256i(down, by)) & !(own | other)
}

/// As [`super::flips`].
#[inline(always)]
pub(super) fn flips(own: u64, other: u64, cell: usize) -> u64 {
    let rays = &RAYS[cell];
    let (owns, others) = (splat(own), splat(other));
    let (none, all) = (splat(0), splat(u64::MAX));
    // Upwards a carry runs through the opponent's discs to the first cell that is not one.
    let ray = m256i::from(rays.up);
    let end = sub_i64_m256i(others | (ray ^ all), all) & (ray & owns);
    let up = bitandnot_m256i(sub_i64_m256i(cmp_eq_mask_i64_m256i(end, none), end), ray);
    // Downwards that cell is the highest one: what lies beyond another is smeared away.
    let ray = m256i::from(rays.down);
    let stops = bitandnot_m256i(others, ray);
    let mut beyond = shr_each_u64_m256i(stops, steps(1));
    beyond = beyond | shr_each_u64_m256i(beyond, steps(1));
    beyond = beyond | shr_each_u64_m256i(beyond, steps(2));
    beyond = beyond | shr_each_u64_m256i(beyond, steps(4));
    let end = bitandnot_m256i(beyond, stops & owns);
    let down = sub_i64_m256i(none, add_i64_m256i(end, end)) & ray;
    union(up | down)
}

/// So many steps along each axis.
#[inline(always)]
fn steps(n: u64) -> m256i {
    m256i::from(SHIFTS.map(|by| u64::from(by) * n))
}

#[inline(always)]
fn splat(set: u64) -> m256i {
    set_splat_i64_m256i(set as i64)
}

/// What is in any lane.
#[inline(always)]
fn union(lanes: m256i) -> u64 {
    let half = bitor_m128i(extract_m128i_m256i::<0>(lanes), extract_m128i_m256i::<1>(lanes));
    get_i64_from_m128i_s(bitor_m128i(half, unpack_high_i64_m128i(half, half))) as u64
}
