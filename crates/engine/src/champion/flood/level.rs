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

/// Levels 1 to 9: plies and cells. Each beats the one below in 65 to 79 games of a hundred on 12x12 boards of seven
/// colours, and so does the champion level 9: `docs/champions/flood.md` has the matches.
const BEGINNERS: [(u32, u32); 9] =
    [(1, 150), (1, 60), (1, 32), (1, 19), (1, 11), (1, 7), (1, 4), (1, 0), (3, 0)];

impl Level {
    pub(super) fn of(level: i64) -> Self {
        match BEGINNERS.get(level as usize - 1) {
            Some(&(depth, noise)) => Self::Beginner { depth, noise },
            None => Self::Champion,
        }
    }
}
