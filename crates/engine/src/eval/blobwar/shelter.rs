//! Cells that walls and edges shelter: a blob there can be attacked from fewer sides.

use agon_games::bits::Bits;
use agon_games::blobwar::Blobwar;

/// The sheltered cells of a board.
#[derive(Clone, Copy, Debug)]
pub struct Shelter<B> {
    /// Cells where at least three neighbours are missing.
    pub edges: B,
    /// Cells where at least five are.
    pub corners: B,
}

impl<B: Bits> Shelter<B> {
    /// Those of this game's board.
    pub fn of(game: &Blobwar<B>) -> Self {
        let topology = game.topology();
        let with_at_most =
            |most: u32| B::of(topology.open().cells().filter(|&cell| topology.near(cell).count() <= most));
        Self { edges: with_at_most(5), corners: with_at_most(3) }
    }
}
