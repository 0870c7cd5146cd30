//! What a position is worth to the side to move, and the window in which a search looks for it.

use std::fmt;
use std::ops::Neg;

/// A value for the side to move. 100 is about one blob, disc or cell; wins are far above every evaluation,
/// and a sooner win is worth more than a later one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i32);

impl Score {
    /// A win on the spot.
    pub const WIN: Self = Self(1_000_000);
    /// Nobody is better.
    pub const DRAW: Self = Self(0);
    /// Above every score.
    pub const INFINITY: Self = Self(1_000_001);
    /// Every evaluation is at most this, and at least its negative.
    pub const MOST: Self = Self(900_000);

    /// The score of an evaluation, held below the wins.
    #[inline(always)]
    pub fn of(value: i32) -> Self {
        Self(value.clamp(-Self::MOST.0, Self::MOST.0))
    }

    /// A win that is complete after this many plies.
    #[inline(always)]
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::WIN.0 - plies as i32)
    }

    /// A loss that is complete after this many plies.
    #[inline(always)]
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i32 - Self::WIN.0)
    }

    /// The score of a game that ended after this many plies: 1 is a win of the side to move, 0 a draw.
    #[inline(always)]
    pub const fn ended(sign: i32, plies: u32) -> Self {
        Self(sign * (Self::WIN.0 - plies as i32))
    }

    /// The number itself.
    #[inline(always)]
    pub const fn get(self) -> i32 {
        self.0
    }

    /// A score from its number, which must lie between minus and plus [`Self::INFINITY`].
    #[inline(always)]
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Whether the game is decided, one way or the other.
    #[inline(always)]
    pub const fn is_decided(self) -> bool {
        self.0 > Self::MOST.0 || self.0 < -Self::MOST.0
    }

    /// Plies to the end of a decided game, negative when it is lost.
    pub const fn plies_to_end(self) -> Option<i32> {
        match self.0 {
            raw if raw > Self::MOST.0 => Some(Self::WIN.0 - raw),
            raw if raw < -Self::MOST.0 => Some(-Self::WIN.0 - raw),
            _ => None,
        }
    }

    /// The same score seen `plies` later: ends of games come nearer.
    #[inline(always)]
    pub const fn from_here(self, plies: u32) -> Self {
        match self.0 {
            raw if raw > Self::MOST.0 => Self(raw + plies as i32),
            raw if raw < -Self::MOST.0 => Self(raw - plies as i32),
            raw => Self(raw),
        }
    }

    /// The same score seen `plies` earlier: ends of games are farther away.
    #[inline(always)]
    pub const fn from_root(self, plies: u32) -> Self {
        match self.0 {
            raw if raw > Self::MOST.0 => Self(raw - plies as i32),
            raw if raw < -Self::MOST.0 => Self(raw + plies as i32),
            raw => Self(raw),
        }
    }

    /// The score moved by a number of points, held between the infinities.
    #[inline(always)]
    pub fn plus(self, points: i32) -> Self {
        Self((self.0 + points).clamp(-Self::INFINITY.0, Self::INFINITY.0))
    }
}

impl Neg for Score {
    type Output = Self;

    /// The same position for the other side.
    #[inline(always)]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.0 > 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {}", -plies),
            None => write!(f, "{:+.2}", f64::from(self.0) / 100.0),
        }
    }
}

/// Scores strictly between `alpha` and `beta` are found exactly; others only as a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move already has.
    pub alpha: Score,
    /// What the other side will not allow.
    pub beta: Score,
}

impl Window {
    /// Every score lies inside.
    pub const FULL: Self = Self { alpha: Score(-Score::INFINITY.0), beta: Score::INFINITY };

    /// Scores at most `points` away from one that is expected.
    pub fn around(score: Score, points: i32) -> Self {
        Self { alpha: score.plus(-points), beta: score.plus(points) }
    }

    /// Asks only whether a score is above `alpha`.
    #[inline(always)]
    pub fn null(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha.plus(1) }
    }

    /// Whether no score lies strictly inside.
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.beta.0 - self.alpha.0 <= 1
    }

    /// Whether the score lies strictly inside.
    pub fn holds(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}

impl Neg for Window {
    type Output = Self;

    /// The same window for the other side.
    #[inline(always)]
    fn neg(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}
