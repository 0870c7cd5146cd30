//! Proofs of who wins, one position after another of the same game: what was proved is kept.

use agon_games::bits::Bits;
use agon_games::flood::{Flood, Paint, State};

use super::bounds::Bounds;
use super::search::Search;
use super::table::Table;
use super::{IsUp, Shared};

/// A solver with a memory.
pub(crate) struct Prover<B> {
    bounds: Bounds<B>,
    table: Table,
}

impl<B: Bits> Prover<B> {
    /// A prover for a game, with so much memory.
    pub(crate) fn new(game: &Flood<B>, mib: usize) -> Self {
        Self { bounds: Bounds::new(game), table: Table::new(u32::MAX, mib) }
    }

    /// Whether the side to move wins (1), draws (0) or loses (-1), and a move for it, unless it is told to give
    /// up first: `is_up` is asked now and then, with the nodes since and the nodes in all. The game must not be
    /// over.
    pub(crate) fn sign(&self, game: &Flood<B>, state: &State<B>, is_up: &IsUp<'_>) -> Option<(i32, Paint)> {
        let shared = Shared::new(game, &self.bounds, &self.table, is_up);
        let (score, mv) = Search::new(&shared, 0, None).root(state, (-1, 1))?;
        Some((score.signum(), mv))
    }
}
