//! Sets of cells as rows in vector lanes: how they move, and how they are counted.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use safe_arch::{
    add_i64_m128i, bitandnot_m256i, byte_shl_imm_u128_m256i, byte_shr_imm_u128_m256i,
    combined_byte_shr_imm_m256i, extract_m128i_m256i, m128i, m256i, shl_all_u16_m256i, shl_imm_u16_m256i,
    shl_imm_u64_m256i, shr_all_u16_m256i, shr_imm_u16_m256i, shuffle_abi_i128z_all_m256i,
    shuffle_av_i8z_half_m256i, shuffle_av_i32_all_m256i, testz_m256i, unpack_high_i64_m128i,
    unpack_low_i16_m128i, unpack_low_i64_m128i,
};

use crate::eval::amazons::field::{Pair, Set};

/// What moves in rows: every move is of `2^LEVEL` steps, and loses what leaves the board, or brings it back on
/// the other side.
pub(in crate::eval::amazons) trait Plane:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    fn right<const LEVEL: usize>(self) -> Self;
    fn left<const LEVEL: usize>(self) -> Self;
    fn down<const LEVEL: usize>(self) -> Self;
    fn up<const LEVEL: usize>(self) -> Self;
    fn nothing() -> Self;
    fn is_nothing(self) -> bool;

    /// Around the board; vectors that hold no wrapped boards leave these as they are.
    #[inline(always)]
    fn right_around<const LEVEL: usize>(self, _: &Ring) -> Self {
        self.right::<LEVEL>()
    }
    #[inline(always)]
    fn left_around<const LEVEL: usize>(self, _: &Ring) -> Self {
        self.left::<LEVEL>()
    }
    #[inline(always)]
    fn down_around<const LEVEL: usize>(self, _: &Ring) -> Self {
        self.down::<LEVEL>()
    }
    #[inline(always)]
    fn up_around<const LEVEL: usize>(self, _: &Ring) -> Self {
        self.up::<LEVEL>()
    }
}

/// Doublings that wrap around.
pub(super) const AROUND_LEVELS: usize = 5;

/// How rows and columns of a square board come back on the other side.
#[derive(Clone, Debug)]
pub(in crate::eval::amazons) struct Ring {
    /// Rows and columns of the board.
    pub(super) size: usize,
    /// By how much columns that leave are shifted back, per level.
    pub(super) back: [m128i; AROUND_LEVELS],
    /// Where each row comes from, per level: in the same half of the vector, and in the other.
    down: [[m256i; 2]; AROUND_LEVELS],
    up: [[m256i; 2]; AROUND_LEVELS],
    /// Rows of 32 columns that come back at the top, from the second vector and the third.
    pub(super) to_top: [[Comeback; 2]; AROUND_LEVELS],
    /// Those that come back at the bottom, in the second vector and in the third.
    pub(super) to_bottom: [[Comeback; 2]; AROUND_LEVELS],
}

/// Rows of one vector that come back in another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comeback {
    /// Which row of the one comes to each of the other.
    from: m256i,
    /// The rows that something comes to.
    to: m256i,
}

impl Comeback {
    /// From pairs of rows, in the one and in the other.
    fn new(rows: impl Iterator<Item = [usize; 2]>) -> Self {
        let (mut from, mut to) = ([0_u32; 8], [0_u32; 8]);
        for [source, target] in rows {
            from[target] = source as u32;
            to[target] = u32::MAX;
        }
        Self { from: m256i::from(from), to: m256i::from(to) }
    }

    #[inline(always)]
    pub(super) fn of(self, rows: m256i) -> m256i {
        shuffle_av_i32_all_m256i(rows, self.from) & self.to
    }
}

impl Ring {
    /// For a square of at most 24 rows; in a `short` one both halves of a vector are alike.
    pub(in crate::eval::amazons) fn new(size: usize, short: bool) -> Self {
        let step = |level: usize| (1 << level) % size;
        let rows = |back: usize| {
            let mut places = [[0x80_u8; 32]; 2];
            for to in 0..size.min(16) {
                let from = (to + back) % size;
                let is_far = usize::from(from / 8 != to / 8);
                for byte in 0..2 {
                    places[is_far][2 * to + byte] = (2 * (from % 8) + byte) as u8;
                    if short {
                        places[0][16 + 2 * to + byte] = (2 * from + byte) as u8;
                    }
                }
            }
            places.map(m256i::from)
        };
        // The last rows and the first, of those that come back by so many steps.
        let ends = |level: usize| {
            let n_rows = step(level).min(8).min(size);
            (size - n_rows..size).enumerate().map(|(first, last)| [last, first])
        };
        let to_top = |level: usize, vector: usize| {
            let rows = ends(level).filter(move |[last, _]| last / 8 == vector);
            Comeback::new(rows.map(|[last, first]| [last % 8, first]))
        };
        let to_bottom = |level: usize, vector: usize| {
            let rows = ends(level).filter(move |[last, _]| last / 8 == vector);
            Comeback::new(rows.map(|[last, first]| [first, last % 8]))
        };
        Self {
            size,
            to_top: std::array::from_fn(|level| [to_top(level, 1), to_top(level, 2)]),
            to_bottom: std::array::from_fn(|level| [to_bottom(level, 1), to_bottom(level, 2)]),
            back: std::array::from_fn(|level| m128i::from([(size - step(level)) as u64, 0])),
            down: std::array::from_fn(|level| rows(size - step(level))),
            up: std::array::from_fn(|level| rows(step(level))),
        }
    }

    /// Columns moved right or left around the board; what lies beside the board comes to lie anywhere beside it.
    #[inline(always)]
    fn right<const LEVEL: usize>(&self, rows: m256i) -> m256i {
        shift_left::<LEVEL>(rows) | shr_all_u16_m256i(rows, self.back[LEVEL % AROUND_LEVELS])
    }

    #[inline(always)]
    fn left<const LEVEL: usize>(&self, rows: m256i) -> m256i {
        shift_right::<LEVEL>(rows) | shl_all_u16_m256i(rows, self.back[LEVEL % AROUND_LEVELS])
    }
}

#[inline(always)]
fn shift_left<const LEVEL: usize>(rows: m256i) -> m256i {
    match LEVEL {
        0 => shl_imm_u16_m256i::<1>(rows),
        1 => shl_imm_u16_m256i::<2>(rows),
        2 => shl_imm_u16_m256i::<4>(rows),
        3 => shl_imm_u16_m256i::<8>(rows),
        _ => m256i::default(),
    }
}

#[inline(always)]
fn shift_right<const LEVEL: usize>(rows: m256i) -> m256i {
    match LEVEL {
        0 => shr_imm_u16_m256i::<1>(rows),
        1 => shr_imm_u16_m256i::<2>(rows),
        2 => shr_imm_u16_m256i::<4>(rows),
        3 => shr_imm_u16_m256i::<8>(rows),
        _ => m256i::default(),
    }
}

#[inline(always)]
fn limbs(rows: m256i) -> [u32; 4] {
    <[u64; 4]>::from(rows).map(u64::count_ones)
}

/// Four numbers of 16 bits of the one side, then of the other, as words of both.
#[inline(always)]
pub(super) fn interleaved(both: m128i) -> [u32; 4] {
    unpack_low_i16_m128i(both, unpack_high_i64_m128i(both, both)).into()
}

macro_rules! of_vectors {
    ($name:ident) => {
        impl BitAnd for $name {
            type Output = Self;
            #[inline(always)]
            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }
        impl BitOr for $name {
            type Output = Self;
            #[inline(always)]
            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }
        impl BitXor for $name {
            type Output = Self;
            #[inline(always)]
            fn bitxor(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }
        impl Not for $name {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0)
            }
        }
    };
}

/// Up to 16 rows of up to 16 columns.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval::amazons) struct Tall(pub(in crate::eval::amazons) m256i);
of_vectors!(Tall);

impl Set for Tall {
    #[inline(always)]
    fn count(self) -> u32 {
        let [a, b, c, d] = limbs(self.0);
        (a + b) + (c + d)
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.is_nothing()
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(bitandnot_m256i(other.0, self.0))
    }
}

impl Tall {
    #[inline(always)]
    fn rearranged(self, [near, far]: [m256i; 2]) -> Self {
        let swapped = shuffle_abi_i128z_all_m256i::<0x01>(self.0, self.0);
        Self(shuffle_av_i8z_half_m256i(self.0, near) | shuffle_av_i8z_half_m256i(swapped, far))
    }
}

impl Plane for Tall {
    #[inline(always)]
    fn right<const LEVEL: usize>(self) -> Self {
        Self(shift_left::<LEVEL>(self.0))
    }
    #[inline(always)]
    fn left<const LEVEL: usize>(self) -> Self {
        Self(shift_right::<LEVEL>(self.0))
    }
    #[inline(always)]
    fn down<const LEVEL: usize>(self) -> Self {
        let carried = shuffle_abi_i128z_all_m256i::<0x08>(self.0, self.0);
        Self(match LEVEL {
            0 => combined_byte_shr_imm_m256i::<14>(self.0, carried),
            1 => combined_byte_shr_imm_m256i::<12>(self.0, carried),
            2 => combined_byte_shr_imm_m256i::<8>(self.0, carried),
            3 => carried,
            _ => m256i::default(),
        })
    }
    #[inline(always)]
    fn up<const LEVEL: usize>(self) -> Self {
        let carried = shuffle_abi_i128z_all_m256i::<0x81>(self.0, self.0);
        Self(match LEVEL {
            0 => combined_byte_shr_imm_m256i::<2>(carried, self.0),
            1 => combined_byte_shr_imm_m256i::<4>(carried, self.0),
            2 => combined_byte_shr_imm_m256i::<8>(carried, self.0),
            3 => carried,
            _ => m256i::default(),
        })
    }
    #[inline(always)]
    fn right_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        Self(ring.right::<LEVEL>(self.0))
    }
    #[inline(always)]
    fn left_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        Self(ring.left::<LEVEL>(self.0))
    }
    #[inline(always)]
    fn down_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        self.rearranged(ring.down[LEVEL % AROUND_LEVELS])
    }
    #[inline(always)]
    fn up_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        self.rearranged(ring.up[LEVEL % AROUND_LEVELS])
    }
    #[inline(always)]
    fn nothing() -> Self {
        Self(m256i::default())
    }
    #[inline(always)]
    fn is_nothing(self) -> bool {
        testz_m256i(self.0, self.0) == 1
    }
}

/// Both sides, each up to 8 rows of up to 16 columns.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval::amazons) struct Halves(pub(in crate::eval::amazons) m256i);
of_vectors!(Halves);

/// A set that both sides share, in both halves.
#[derive(Clone, Copy, Debug)]
pub(in crate::eval::amazons) struct Twin(pub(in crate::eval::amazons) m256i);
of_vectors!(Twin);

impl Set for Twin {
    #[inline(always)]
    fn count(self) -> u32 {
        let [a, b, ..] = limbs(self.0);
        a + b
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        Halves(self.0).is_nothing()
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(bitandnot_m256i(other.0, self.0))
    }
}

impl Pair for Halves {
    type One = Twin;

    #[inline(always)]
    fn twice(one: Twin) -> Self {
        Self(one.0)
    }
    #[inline(always)]
    fn swapped(self) -> Self {
        Self(shuffle_abi_i128z_all_m256i::<0x01>(self.0, self.0))
    }
    #[inline(always)]
    fn common(self) -> Twin {
        Twin(self.0 & self.swapped().0)
    }
    #[inline(always)]
    fn apart(self) -> Twin {
        Twin(self.0 ^ self.swapped().0)
    }
    #[inline(always)]
    fn counts(self) -> [u32; 2] {
        let [a, b, c, d] = limbs(self.0);
        [a + b, c + d]
    }
    #[inline(always)]
    fn of(own: Twin, other: Twin) -> Self {
        Self(shuffle_abi_i128z_all_m256i::<0x30>(own.0, other.0))
    }
    #[inline(always)]
    fn words(four: [Self; 4]) -> [u32; 4] {
        let count = |pair: Self| <[u64; 4]>::from(pair.0).map(|limb| u64::from(limb.count_ones()));
        let [a, b, c, d] = four.map(|pair| m256i::from(count(pair)));
        let all = a | shl_imm_u64_m256i::<16>(b) | shl_imm_u64_m256i::<32>(c) | shl_imm_u64_m256i::<48>(d);
        let [own, other] = [extract_m128i_m256i::<0>(all), extract_m128i_m256i::<1>(all)];
        let [low, high] = [unpack_low_i64_m128i(own, other), unpack_high_i64_m128i(own, other)];
        interleaved(add_i64_m128i(low, high))
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.is_nothing()
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(bitandnot_m256i(other.0, self.0))
    }
}

impl Plane for Halves {
    #[inline(always)]
    fn right<const LEVEL: usize>(self) -> Self {
        Self(shift_left::<LEVEL>(self.0))
    }
    #[inline(always)]
    fn left<const LEVEL: usize>(self) -> Self {
        Self(shift_right::<LEVEL>(self.0))
    }
    #[inline(always)]
    fn down<const LEVEL: usize>(self) -> Self {
        Self(match LEVEL {
            0 => byte_shl_imm_u128_m256i::<2>(self.0),
            1 => byte_shl_imm_u128_m256i::<4>(self.0),
            2 => byte_shl_imm_u128_m256i::<8>(self.0),
            _ => m256i::default(),
        })
    }
    #[inline(always)]
    fn up<const LEVEL: usize>(self) -> Self {
        Self(match LEVEL {
            0 => byte_shr_imm_u128_m256i::<2>(self.0),
            1 => byte_shr_imm_u128_m256i::<4>(self.0),
            2 => byte_shr_imm_u128_m256i::<8>(self.0),
            _ => m256i::default(),
        })
    }
    #[inline(always)]
    fn right_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        Self(ring.right::<LEVEL>(self.0))
    }
    #[inline(always)]
    fn left_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        Self(ring.left::<LEVEL>(self.0))
    }
    #[inline(always)]
    fn down_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        Self(shuffle_av_i8z_half_m256i(self.0, ring.down[LEVEL % AROUND_LEVELS][0]))
    }
    #[inline(always)]
    fn up_around<const LEVEL: usize>(self, ring: &Ring) -> Self {
        Self(shuffle_av_i8z_half_m256i(self.0, ring.up[LEVEL % AROUND_LEVELS][0]))
    }
    #[inline(always)]
    fn nothing() -> Self {
        Self(m256i::default())
    }
    #[inline(always)]
    fn is_nothing(self) -> bool {
        testz_m256i(self.0, self.0) == 1
    }
}
