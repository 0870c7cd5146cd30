//! Which boards fit into rows, how they get there from the words of the rules, and the fields that the races
//! run on.

use agon_games::amazons::State;
use agon_games::bits::Bits;
use agon_games::board::Board;
use safe_arch::{
    convert_to_i32_m256i_from_u16_m128i, extract_m128i_m256i, m128i, m256i, population_deposit_u64,
    shl_all_u16_m256i, shl_all_u32_m256i, shr_all_u16_m256i, shr_all_u32_m256i,
};

use super::broad::Broad;
use super::fill::{Edge, Lanes};
use super::plane::{Halves, Ring, Tall, Twin};
use super::window::{Full, N_SETS, Narrow, each_queen};
use crate::eval::amazons::field::{Field, Pair, Set, Two};

/// How a board lies in vectors.
#[derive(Clone, Debug)]
pub(in crate::eval::amazons) struct Layout {
    kind: Kind,
    cols: usize,
    rows: usize,
    wraps: bool,
    ring: Ring,
}

/// The vectors of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::eval::amazons) enum Kind {
    /// Both sides in one.
    Short,
    /// One for each side, 16 columns.
    Tall,
    /// Both sides in one that is twice as long.
    #[cfg(all(
        target_feature = "avx512bw",
        target_feature = "avx512vbmi",
        target_feature = "avx512vpopcntdq"
    ))]
    Wings,
    /// Three or four for each side, 32 columns.
    Broad3,
    Broad4,
}

impl Layout {
    /// None when the board does not fit.
    pub(in crate::eval::amazons) fn new(board: &Board) -> Option<Self> {
        let (cols, rows, wraps) = (board.cols(), board.rows(), board.wraps());
        if wraps && cols != rows {
            return None;
        }
        let kind = match (cols, rows) {
            (..=12, ..=8) => Kind::Short,
            #[cfg(all(
                target_feature = "avx512bw",
                target_feature = "avx512vbmi",
                target_feature = "avx512vpopcntdq"
            ))]
            (..=12, ..=12) if !wraps => Kind::Wings,
            (..=16, ..=16) => Kind::Tall,
            (..=28, ..=24) => Kind::Broad3,
            (..=28, ..=32) if !wraps => Kind::Broad4,
            _ => return None,
        };
        // A flat board never asks for its ring.
        let ring = Ring::new(if wraps { cols } else { 8 }, kind == Kind::Short);
        Some(Self { kind, cols, rows, wraps, ring })
    }

    pub(in crate::eval::amazons) const fn kind(&self) -> Kind {
        self.kind
    }

    /// The rows of a set in words of four, for lanes of 16 bits, or of two, for lanes of 32.
    #[inline(always)]
    pub(super) fn spaced<B: Bits, const WORDS: usize, const LANE: usize>(&self, set: B) -> [u64; WORDS] {
        let mut limbs = [0; 9];
        for i in 0..B::BITS / 64 {
            limbs[i] = set.down(64 * i as u32).low();
        }
        let row = (1_u64 << self.cols) - 1;
        let (n_rows, mask) =
            if LANE == 16 { (4, row * 0x0001_0001_0001_0001) } else { (2, row * 0x1_0000_0001) };
        std::array::from_fn(|i| {
            let first = n_rows * i * self.cols;
            let Some(&[low, high]) = limbs.get(first / 64..first / 64 + 2).and_then(|two| two.first_chunk())
            else {
                return 0;
            };
            let shift = first as u32 % 64;
            population_deposit_u64(low >> shift | (high << 1) << (63 - shift), mask)
        })
    }

    /// Where boards end that do not wrap.
    #[cfg(all(
        target_feature = "avx512bw",
        target_feature = "avx512vbmi",
        target_feature = "avx512vpopcntdq"
    ))]
    pub(super) const fn flat_edge(&self) -> Edge<'_, false> {
        Edge(&self.ring)
    }

    const fn wrapped_rows<const WRAPS: bool>(&self) -> Option<usize> {
        if WRAPS { Some(self.rows) } else { None }
    }

    /// Two columns on each side of rows of 16 bits, from the other side or empty.
    #[inline(always)]
    fn with_columns_16<const WRAPS: bool>(&self, rows: m256i) -> m256i {
        let by = |n: usize| m128i::from([n as u64, 0]);
        let moved = shl_all_u16_m256i(rows, by(2));
        if !WRAPS {
            return moved;
        }
        moved | shr_all_u16_m256i(rows, by(self.cols - 2)) | shl_all_u16_m256i(rows, by(self.cols + 2))
    }

    #[inline(always)]
    fn with_columns_32<const WRAPS: bool>(&self, rows: m256i) -> m256i {
        let by = |n: usize| m128i::from([n as u64, 0]);
        let moved = shl_all_u32_m256i(rows, by(2));
        if !WRAPS {
            return moved;
        }
        moved | shr_all_u32_m256i(rows, by(self.cols - 2)) | shl_all_u32_m256i(rows, by(self.cols + 2))
    }

    /// Whether two columns on each side fit into 16 bits: past the right edge of a flat board there may follow
    /// the next row, which begins with empty ones.
    const fn is_narrow(&self) -> bool {
        self.cols <= if self.wraps { 12 } else { 14 }
    }
}

/// The queens of the side to move, then the other's.
#[inline(always)]
pub(super) fn queens<B: Bits>(state: &State<B>) -> [B; 2] {
    let own = state.side.index();
    [state.queens[own], state.queens[1 - own]]
}

/// A board of at most eight rows.
#[derive(Clone, Copy)]
pub(in crate::eval::amazons) struct ShortSheet<'a, const WRAPS: bool>(
    pub(in crate::eval::amazons) &'a Layout,
);

impl<'a, const WRAPS: bool> ShortSheet<'a, WRAPS> {
    /// The empty cells and the queens of a position.
    #[inline(always)]
    pub(in crate::eval::amazons) fn load<B: Bits>(self, state: &State<B>) -> (Twin, Halves) {
        let [a, b] = self.0.spaced::<B, 2, 16>(state.empty);
        let [[c, d], [e, f]] = queens(state).map(|set| self.0.spaced::<B, 2, 16>(set));
        (Twin(m256i::from([a, b, a, b])), Halves(m256i::from([c, d, e, f])))
    }

    const fn edge(self) -> Edge<'a, WRAPS> {
        Edge(&self.0.ring)
    }
}

impl<const WRAPS: bool> Field for ShortSheet<'_, WRAPS> {
    type Pair = Halves;
    type Lanes = Lanes<Halves, 4>;

    #[inline(always)]
    fn lanes(self, empty: Twin) -> Self::Lanes {
        self.edge().lanes(Halves(empty.0))
    }

    #[inline(always)]
    fn queen_moves(self, sets: Halves, lanes: &Self::Lanes) -> Halves {
        self.edge().queen_moves(sets, lanes)
    }

    #[inline(always)]
    fn king_moves(self, sets: Halves) -> Halves {
        self.edge().king_moves(sets)
    }

    #[inline(always)]
    fn each_queen(
        self,
        empty: Twin,
        sets: Halves,
        reached: Halves,
        _: &Self::Lanes,
        mut see: impl FnMut(usize, u32),
    ) {
        let goals = Halves(empty.0) & reached.swapped();
        let digits = self.edge().neighbours(Halves(empty.0)).map(|digit| digit & goals);
        let words = <[u64; 4]>::from(sets.0);
        let mut margins = [Narrow::EMPTY; 2];
        for (set, both) in
            [Halves(empty.0), digits[0], digits[1], digits[2], digits[3]].into_iter().enumerate()
        {
            let rows = <[u8; 32]>::from(self.0.with_columns_16::<WRAPS>(both.0));
            for side in 0..2 {
                margins[side].put(set, &rows[16 * side..16 * side + 16], self.0.wrapped_rows::<WRAPS>());
            }
        }
        each_queen::<16>(&words[..2], &margins[0], |activity| see(0, activity));
        each_queen::<16>(&words[2..], &margins[1], |activity| see(1, activity));
    }
}

/// A board of at most 16 rows and columns.
#[derive(Clone, Copy)]
pub(in crate::eval::amazons) struct TallSheet<'a, const WRAPS: bool>(pub(in crate::eval::amazons) &'a Layout);

impl<'a, const WRAPS: bool> TallSheet<'a, WRAPS> {
    /// The empty cells and the queens of a position.
    #[inline(always)]
    pub(in crate::eval::amazons) fn load<B: Bits>(self, state: &State<B>) -> (Tall, Two<Tall>) {
        let rows = |set| Tall(m256i::from(self.0.spaced::<B, 4, 16>(set)));
        (rows(state.empty), Two(queens(state).map(rows)))
    }

    const fn edge(self) -> Edge<'a, WRAPS> {
        Edge(&self.0.ring)
    }
}

impl<const WRAPS: bool> Field for TallSheet<'_, WRAPS> {
    type Pair = Two<Tall>;
    type Lanes = Lanes<Tall, 4>;

    #[inline(always)]
    fn lanes(self, empty: Tall) -> Self::Lanes {
        self.edge().lanes(empty)
    }

    #[inline(always)]
    fn queen_moves(self, sets: Two<Tall>, lanes: &Self::Lanes) -> Two<Tall> {
        sets.each(|set| if set.is_empty() { set } else { self.edge().queen_moves(set, lanes) })
    }

    #[inline(always)]
    fn king_moves(self, sets: Two<Tall>) -> Two<Tall> {
        sets.each(|set| self.edge().king_moves(set))
    }

    #[inline(always)]
    fn each_queen(
        self,
        empty: Tall,
        sets: Two<Tall>,
        reached: Two<Tall>,
        _: &Self::Lanes,
        mut see: impl FnMut(usize, u32),
    ) {
        let counts = self.edge().neighbours(empty);
        let goals = (Two::twice(empty) & reached.swapped()).0;
        let words = sets.0.map(|set| <[u64; 4]>::from(set.0));
        for side in 0..2 {
            let digits = counts.map(|digit| digit & goals[side]);
            let sets = [empty, digits[0], digits[1], digits[2], digits[3]];
            if self.0.is_narrow() {
                self.narrow(&words[side], sets, |activity| see(side, activity));
            } else {
                self.full(&words[side], sets, |activity| see(side, activity));
            }
        }
    }
}

impl<const WRAPS: bool> TallSheet<'_, WRAPS> {
    #[inline(always)]
    fn narrow(self, queens: &[u64; 4], sets: [Tall; N_SETS], see: impl FnMut(u32)) {
        let mut margins = Narrow::EMPTY;
        for i in 0..N_SETS {
            let rows = <[u8; 32]>::from(self.0.with_columns_16::<WRAPS>(sets[i].0));
            margins.put(i, &rows, self.0.wrapped_rows::<WRAPS>());
        }
        each_queen::<16>(queens, &margins, see);
    }

    #[inline(never)]
    fn full(self, queens: &[u64; 4], sets: [Tall; N_SETS], see: impl FnMut(u32)) {
        let mut margins = Full::EMPTY;
        for i in 0..N_SETS {
            let [low, high] = [extract_m128i_m256i::<0>(sets[i].0), extract_m128i_m256i::<1>(sets[i].0)];
            let rows = [low, high].map(convert_to_i32_m256i_from_u16_m128i);
            let rows = rows.map(|rows| self.0.with_columns_32::<WRAPS>(rows));
            margins.put(i, rows, self.0.wrapped_rows::<WRAPS>());
        }
        each_queen::<16>(queens, &margins, see);
    }
}

/// A board of at most 28 columns and `8 * N` rows; only of 24 if it wraps.
#[derive(Clone, Copy)]
pub(in crate::eval::amazons) struct BroadSheet<'a, const N: usize, const WRAPS: bool>(
    pub(in crate::eval::amazons) &'a Layout,
);

impl<'a, const N: usize, const WRAPS: bool> BroadSheet<'a, N, WRAPS> {
    /// The empty cells and the queens of a position.
    #[inline(always)]
    pub(in crate::eval::amazons) fn load<B: Bits>(self, state: &State<B>) -> (Broad<N>, Two<Broad<N>>) {
        let rows = |set| {
            let words = self.0.spaced::<B, 16, 32>(set);
            Broad(std::array::from_fn(|i| {
                m256i::from([words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]])
            }))
        };
        (rows(state.empty), Two(queens(state).map(rows)))
    }

    const fn edge(self) -> Edge<'a, WRAPS> {
        Edge(&self.0.ring)
    }
}

impl<const N: usize, const WRAPS: bool> Field for BroadSheet<'_, N, WRAPS> {
    type Pair = Two<Broad<N>>;
    type Lanes = Lanes<Broad<N>, 5>;

    #[inline(always)]
    fn lanes(self, empty: Broad<N>) -> Self::Lanes {
        self.edge().lanes(empty)
    }

    #[inline(always)]
    fn queen_moves(self, sets: Self::Pair, lanes: &Self::Lanes) -> Self::Pair {
        sets.each(|set| if set.is_empty() { set } else { self.edge().queen_moves(set, lanes) })
    }

    #[inline(always)]
    fn king_moves(self, sets: Self::Pair) -> Self::Pair {
        sets.each(|set| self.edge().king_moves(set))
    }

    #[inline(always)]
    fn each_queen(
        self,
        empty: Broad<N>,
        sets: Self::Pair,
        reached: Self::Pair,
        _: &Self::Lanes,
        mut see: impl FnMut(usize, u32),
    ) {
        let counts = self.edge().neighbours(empty);
        let goals = (Two::twice(empty) & reached.swapped()).0;
        for side in 0..2 {
            let digits = counts.map(|digit| digit & goals[side]);
            let mut margins = Full::EMPTY;
            for (i, set) in [empty, digits[0], digits[1], digits[2], digits[3]].into_iter().enumerate() {
                let rows = set.0.map(|rows| self.0.with_columns_32::<WRAPS>(rows));
                margins.put(i, rows, self.0.wrapped_rows::<WRAPS>());
            }
            let words: [[u64; 4]; N] = sets.0[side].0.map(<[u64; 4]>::from);
            each_queen::<32>(words.as_flattened(), &margins, |activity| see(side, activity));
        }
    }
}
