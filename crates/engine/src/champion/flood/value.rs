//! What a position is worth to the side to move: a guess in hundredths of a cell, or a proof.

use std::ops::Neg;

/// A guess or a proof; proved wins are above every guess, proved losses below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Value(i32);

impl Value {
    /// Nobody wins.
    pub(super) const DRAWN: Self = Self(0);
    /// Above every value.
    pub(super) const INFINITY: Self = Self(1_000_000);
    const PROOF: i32 = 500_000;

    /// A guess.
    #[inline(always)]
    pub(super) const fn guessed(points: i32) -> Self {
        Self(points)
    }

    /// A win by at least so many cells; a loss where that is negative.
    #[inline(always)]
    pub(super) const fn won(lead: i32) -> Self {
        Self(lead.signum() * Self::PROOF + lead)
    }

    pub(super) const fn is_won(self) -> bool {
        self.0 >= Self::PROOF
    }

    pub(super) const fn is_lost(self) -> bool {
        self.0 <= -Self::PROOF
    }

    pub(super) const fn is_decided(self) -> bool {
        self.is_won() || self.is_lost()
    }

    /// The value that is this number.
    pub(super) const fn of_points(points: i32) -> Self {
        Self(points)
    }

    /// The number itself.
    pub(super) const fn points(self) -> i32 {
        self.0
    }

    /// The next better value.
    pub(super) const fn plus_one(self) -> Self {
        Self(self.0 + 1)
    }
}

impl Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}
