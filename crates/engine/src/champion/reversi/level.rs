//! Levels for people: how far a player looks, from where on it plays perfectly, and how much its judgement
//! wavers.

/// A level of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// Plies to look ahead; none for as many as time allows.
    pub depth: Option<u32>,
    /// From how many empty cells on it plays perfectly, if time allows.
    pub exact: u32,
    /// Up to so many hundredths of a disc are added to or taken from what a move seems worth.
    pub doubt: i32,
}

impl Level {
    /// A level from 1 to 10; others are cut to these.
    pub const fn new(level: u32) -> Self {
        let (depth, exact, doubt) = match level {
            0 | 1 => (1, 0, 1_500),
            2 => (1, 2, 850),
            3 => (2, 4, 800),
            4 => (2, 6, 420),
            5 => (3, 14, 460),
            6 => (3, 14, 180),
            7 => (4, 14, 110),
            8 => (6, 14, 70),
            9 => (8, 14, 20),
            _ => return Self { depth: None, exact: 26, doubt: 0 },
        };
        Self { depth: Some(depth), exact, doubt }
    }
}
