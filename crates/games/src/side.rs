//! The two sides and how a game between them ends.

use std::fmt;
use std::ops::Not;

use serde::{Deserialize, Serialize};

/// One of the two players of a game. The first moves first unless the position says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Player 0: white queens, red blobs `x`, the top-left zone, black discs `X`.
    First,
    /// Player 1.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1, for arrays with one entry per side.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side with this index; any number but 0 is the second.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Self {
        if index == 0 { Self::First } else { Self::Second }
    }
}

impl Not for Side {
    type Output = Self;

    /// The other side.
    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index())
    }
}

impl Serialize for Side {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.index() as u8)
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u8::deserialize(deserializer)? {
            0 => Ok(Self::First),
            1 => Ok(Self::Second),
            other => Err(serde::de::Error::custom(format!("no player {other}: players are 0 and 1"))),
        }
    }
}

/// How a finished game ended by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// This side won.
    Win(Side),
    /// Nobody did.
    Draw,
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }

    /// More of something wins; equal is a draw.
    pub const fn by_count(first: u32, second: u32) -> Self {
        if first > second {
            Self::Win(Side::First)
        } else if second > first {
            Self::Win(Side::Second)
        } else {
            Self::Draw
        }
    }

    /// 1 for a win of `side`, 0 for a draw, -1 for a loss.
    pub fn sign_for(self, side: Side) -> i32 {
        match self.winner() {
            Some(winner) if winner == side => 1,
            Some(_) => -1,
            None => 0,
        }
    }
}
