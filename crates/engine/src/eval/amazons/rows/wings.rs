//! Both sides of a board of up to 12 rows in one vector of 512 bits, where the machine has them and can move their
//! bytes anywhere: a step up or down is one instruction for both.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use agon_games::amazons::State;
use agon_games::bits::Bits;
use safe_arch::{
    add_i64_m128i, add_i64_m256i, bitand_m512i, bitandnot_m512i, bitor_m512i, bitxor_m512i,
    cast_m512i_to_m256i, cmp_op_mask_u64, extract_m128i_m256i, extract_m256i_from_m512i,
    insert_m256i_to_m512i, m512i, permute_i8_m512i, shl_all_u16_m512i, shl_all_u64_m512i, shr_all_u16_m512i,
    unpack_high_i64_m256i, unpack_low_i64_m256i,
};

use super::fill::{Edge, Lanes};
use super::layout::{Layout, queens};
use super::plane::{Plane, interleaved};
use super::window::{Leaves, each_queen};
use crate::eval::amazons::field::{Field, Pair, Set};

/// A set for each side.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval::amazons) struct Wings(pub(in crate::eval::amazons) m512i);

/// A set that both sides share, in both halves.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval::amazons) struct TwinWings(pub(in crate::eval::amazons) m512i);

/// Where each byte comes from when rows move so many down or, if negative, up. What comes from outside is of the last
/// row, which is never part of a board.
const fn rows_moved(by: i32) -> [u8; 64] {
    let mut from = [0; 64];
    let mut at = 0;
    while at < 64 {
        let row = (at as i32 % 32) / 2 - by;
        let row = if row < 0 || row > 15 { 15 } else { row };
        from[at] = (at as i32 / 32 * 32 + 2 * row + at as i32 % 2) as u8;
        at += 1;
    }
    from
}
const DOWN: [[u8; 64]; 4] = [rows_moved(1), rows_moved(2), rows_moved(4), rows_moved(8)];
const UP: [[u8; 64]; 4] = [rows_moved(-1), rows_moved(-2), rows_moved(-4), rows_moved(-8)];

macro_rules! of_vectors {
    ($name:ident) => {
        impl BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(bitand_m512i(self.0, other.0))
            }
        }
        impl BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(bitor_m512i(self.0, other.0))
            }
        }
        impl BitXor for $name {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(bitxor_m512i(self.0, other.0))
            }
        }
        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(bitandnot_m512i(self.0, m512i::from([u64::MAX; 8])))
            }
        }
    };
}
of_vectors!(Wings);
of_vectors!(TwinWings);

#[inline(always)]
fn limbs(rows: m512i) -> [u32; 8] {
    <[u64; 8]>::from(rows).map(u64::count_ones)
}

#[inline(always)]
fn is_zero(rows: m512i) -> bool {
    // Not equal.
    cmp_op_mask_u64::<4>(rows, m512i::default()) == 0
}

impl Set for TwinWings {
    #[inline(always)]
    fn count(self) -> u32 {
        let [a, b, c, d, ..] = limbs(self.0);
        (a + b) + (c + d)
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        is_zero(self.0)
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(bitandnot_m512i(other.0, self.0))
    }
}

impl Pair for Wings {
    type One = TwinWings;

    #[inline(always)]
    fn twice(one: TwinWings) -> Self {
        Self(one.0)
    }
    #[inline(always)]
    fn swapped(self) -> Self {
        let [a, b, c, d, e, f, g, h] = <[u64; 8]>::from(self.0);
        Self(m512i::from([e, f, g, h, a, b, c, d]))
    }
    #[inline(always)]
    fn common(self) -> TwinWings {
        TwinWings(bitand_m512i(self.0, self.swapped().0))
    }
    #[inline(always)]
    fn apart(self) -> TwinWings {
        TwinWings(bitxor_m512i(self.0, self.swapped().0))
    }
    #[inline(always)]
    fn counts(self) -> [u32; 2] {
        let [a, b, c, d, e, f, g, h] = limbs(self.0);
        [(a + b) + (c + d), (e + f) + (g + h)]
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        is_zero(self.0)
    }
    #[inline(always)]
    fn of(own: TwinWings, other: TwinWings) -> Self {
        Self(insert_m256i_to_m512i::<1>(own.0, cast_m512i_to_m256i(other.0)))
    }
    #[inline(always)]
    fn words(four: [Self; 4]) -> [u32; 4] {
        let count = |pair: Self| <[u64; 8]>::from(pair.0).map(|limb| u64::from(limb.count_ones()));
        let [a, b, c, d] = four.map(|pair| m512i::from(count(pair)));
        let [b, c, d] = [(b, 16), (c, 32), (d, 48)].map(|(counts, by)| shl_all_u64_m512i(counts, by));
        let all = bitor_m512i(bitor_m512i(a, b), bitor_m512i(c, d));
        let [own, other] = [cast_m512i_to_m256i(all), extract_m256i_from_m512i::<1>(all)];
        let half = add_i64_m256i(unpack_low_i64_m256i(own, other), unpack_high_i64_m256i(own, other));
        interleaved(add_i64_m128i(extract_m128i_m256i::<0>(half), extract_m128i_m256i::<1>(half)))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(bitandnot_m512i(other.0, self.0))
    }
}

impl Plane for Wings {
    #[inline(always)]
    fn right<const LEVEL: usize>(self) -> Self {
        Self(shl_all_u16_m512i(self.0, 1 << LEVEL))
    }
    #[inline(always)]
    fn left<const LEVEL: usize>(self) -> Self {
        Self(shr_all_u16_m512i(self.0, 1 << LEVEL))
    }
    #[inline(always)]
    fn down<const LEVEL: usize>(self) -> Self {
        Self(permute_i8_m512i(m512i::from(DOWN[LEVEL % 4]), self.0))
    }
    #[inline(always)]
    fn up<const LEVEL: usize>(self) -> Self {
        Self(permute_i8_m512i(m512i::from(UP[LEVEL % 4]), self.0))
    }
    #[inline(always)]
    fn nothing() -> Self {
        Self(m512i::default())
    }
    #[inline(always)]
    fn is_nothing(self) -> bool {
        is_zero(self.0)
    }
}

/// A board of at most 12 rows and columns that does not wrap.
#[derive(Clone, Copy)]
pub(in crate::eval::amazons) struct WingSheet<'a>(pub(in crate::eval::amazons) &'a Layout);

impl<'a> WingSheet<'a> {
    /// The empty cells and the queens of a position.
    #[inline(always)]
    pub(in crate::eval::amazons) fn load<B: Bits>(self, state: &State<B>) -> (TwinWings, Wings) {
        let [a, b, c, d] = self.0.spaced::<B, 4, 16>(state.empty);
        let [[e, f, g, h], [i, j, k, l]] = queens(state).map(|set| self.0.spaced::<B, 4, 16>(set));
        (TwinWings(m512i::from([a, b, c, d, a, b, c, d])), Wings(m512i::from([e, f, g, h, i, j, k, l])))
    }

    const fn edge(self) -> Edge<'a, false> {
        self.0.flat_edge()
    }
}

impl Field for WingSheet<'_> {
    type Pair = Wings;
    type Lanes = Lanes<Wings, 4>;

    #[inline(always)]
    fn lanes(self, empty: TwinWings) -> Self::Lanes {
        self.edge().lanes(Wings(empty.0))
    }

    #[inline(always)]
    fn queen_moves(self, sets: Wings, lanes: &Self::Lanes) -> Wings {
        self.edge().queen_moves(sets, lanes)
    }

    #[inline(always)]
    fn king_moves(self, sets: Wings) -> Wings {
        self.edge().king_moves(sets)
    }

    #[inline(always)]
    fn each_queen(
        self,
        empty: TwinWings,
        sets: Wings,
        reached: Wings,
        _: &Self::Lanes,
        mut see: impl FnMut(usize, u32),
    ) {
        let empty = Wings(empty.0);
        let goals = empty & reached.swapped();
        let digits = self.edge().neighbours(empty).map(|digit| digit & goals);
        let words = <[u64; 8]>::from(sets.0);
        let sets = [empty, digits[0], digits[1], digits[2], digits[3]];
        let rows = sets.map(|both| <[u8; 64]>::from(both.right::<1>().down::<1>().0));
        for side in 0..2 {
            let queens = &words[4 * side..4 * side + 4];
            each_queen::<16>(queens, &Leaves { rows: &rows, side }, |activity| see(side, activity));
        }
    }
}
