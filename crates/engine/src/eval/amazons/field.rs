//! What the races of an evaluation need of a board, whatever words its cells are kept in: sets of cells, one
//! set for each side moved together, and fills by queen and by king moves.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use agon_games::bits::Bits;

/// A set of cells.
pub(super) trait Set:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// How many cells there are.
    fn count(self) -> u32;
    /// Whether there is no cell.
    fn is_empty(self) -> bool;

    /// The cells of this set that are not in the other.
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self & !other
    }
}

/// One set for each side, the side to move first.
pub(super) trait Pair:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// A set that both sides share.
    type One: Set;

    /// The same set for both sides.
    fn twice(one: Self::One) -> Self;
    /// Each side gets the other's set.
    fn swapped(self) -> Self;
    /// Cells in both sets.
    fn common(self) -> Self::One;
    /// Cells in one of the sets, not in both.
    fn apart(self) -> Self::One;
    /// How many cells each has.
    fn counts(self) -> [u32; 2];
    /// Whether neither has a cell.
    fn is_empty(self) -> bool;

    /// A set for each side from two that both sides share.
    fn of(own: Self::One, other: Self::One) -> Self;

    /// How many cells four pairs have, both numbers of each in one word, the first in its lower half.
    #[inline(always)]
    fn words(four: [Self; 4]) -> [u32; 4] {
        four.map(|pair| {
            let [own, other] = pair.counts();
            own | other << 16
        })
    }

    /// The cells of each set that are not in the other pair's.
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self & !other
    }
}

/// The cells of one set.
pub(super) type One<F> = <<F as Field>::Pair as Pair>::One;

/// A board on which both sides spread at once.
pub(super) trait Field: Copy {
    /// A set for each side.
    type Pair: Pair;
    /// What queen moves need to know of a position.
    type Lanes;

    /// The lanes of a position with these empty cells.
    fn lanes(self, empty: One<Self>) -> Self::Lanes;
    /// The sets and the cells one queen move from them.
    fn queen_moves(self, sets: Self::Pair, lanes: &Self::Lanes) -> Self::Pair;
    /// The sets and the places one king move from them, holes and arrows included.
    fn king_moves(self, sets: Self::Pair) -> Self::Pair;
    /// Tells of every queen its side, 0 for the side to move, and four times its activity; `reached` is all that
    /// each side can reach.
    fn each_queen(
        self,
        empty: One<Self>,
        queens: Self::Pair,
        reached: Self::Pair,
        lanes: &Self::Lanes,
        see: impl FnMut(usize, u32),
    );
}

impl<B: Bits> Set for B {
    #[inline(always)]
    fn count(self) -> u32 {
        Bits::count(self)
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        Bits::is_empty(self)
    }
}

/// Two sets side by side.
#[derive(Clone, Copy)]
pub(super) struct Two<S>(pub(super) [S; 2]);

impl<S: Set> Two<S> {
    /// Both sets changed in the same way.
    #[inline(always)]
    pub(super) fn each(self, change: impl Fn(S) -> S) -> Self {
        let [own, other] = self.0;
        Self([change(own), change(other)])
    }
}

impl<S: Set> Pair for Two<S> {
    type One = S;

    #[inline(always)]
    fn twice(one: S) -> Self {
        Self([one; 2])
    }
    #[inline(always)]
    fn swapped(self) -> Self {
        Self([self.0[1], self.0[0]])
    }
    #[inline(always)]
    fn common(self) -> S {
        self.0[0] & self.0[1]
    }
    #[inline(always)]
    fn apart(self) -> S {
        self.0[0] ^ self.0[1]
    }
    #[inline(always)]
    fn counts(self) -> [u32; 2] {
        [self.0[0].count(), self.0[1].count()]
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        (self.0[0] | self.0[1]).is_empty()
    }
    #[inline(always)]
    fn of(own: S, other: S) -> Self {
        Self([own, other])
    }
}

impl<S: Set> BitAnd for Two<S> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl<S: Set> BitOr for Two<S> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl<S: Set> BitXor for Two<S> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}

impl<S: Set> Not for Two<S> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self([!self.0[0], !self.0[1]])
    }
}

/// The sum of three digits, and what is carried.
#[inline(always)]
pub(super) fn add<S: Set>(a: S, b: S, c: S) -> (S, S) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// What a queen costs its side for being shut in, in cells, by four times its activity: the free neighbours
/// around the cells one and two steps away that it can go to and that the rival can reach, twice for one step and
/// once for two.
#[inline(always)]
pub(super) fn penalty(four_times: u32) -> f32 {
    PENALTIES[four_times as usize & 255]
}

/// There are at most eight cells one and two steps away, with eight neighbours each.
const PENALTIES: [f32; 256] = {
    let mut penalties = [0.0; 256];
    let mut four_times = 0;
    while four_times < 256 {
        let activity = four_times as f32 / 4.0;
        penalties[four_times] = if activity <= 5.0 { 7.0 - 0.4 * activity } else { 85.0 / (12.0 + activity) };
        four_times += 1;
    }
    penalties
};
