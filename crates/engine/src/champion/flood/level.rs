//! How well a level plays: how far it looks, and by how many cells it mistakes what it sees.

/// The strength of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// Looks so many plies ahead and mistakes every value by up to so many cells.
    Beginner {
        /// Plies.
        depth: u32,
        /// Cells.
        noise: u32,
    },
    /// All that it can do.
    Champion,
}

/// Levels 1 to 9: plies and cells. Each beats the one below about three games in four on 12x12 boards of seven
/// colours, the upper ones less often: `docs/champions/flood.md` has the matches.
const BEGINNERS: [(u32, u32); 9] =
    [(1, 60), (1, 30), (1, 18), (1, 10), (1, 4), (2, 2), (3, 0), (5, 0), (7, 0)];

impl Level {
    pub(super) fn of(level: i64) -> Self {
        match BEGINNERS.get(level as usize - 1) {
            Some(&(depth, noise)) => Self::Beginner { depth, noise },
            None => Self::Champion,
        }
    }
}
