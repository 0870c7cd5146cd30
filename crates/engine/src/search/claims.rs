//! Which moves some thread searches right now. Threads that meet in the table put off a move that another one has
//! claimed: when they come back to it, the table knows the answer. Claims are hints; one that is lost or overwritten
//! costs time, never correctness.
// CITE: J.-C. Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19(1), 1996; in this simple form
// by T. Romstad and M. Petrovic, Cheng, 2012.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use agon_games::game::PackedMove;

/// Nodes less deep than this are searched sooner than claimed.
pub(super) const LEAST_DEPTH: u32 = 4;
/// Places for claims: far more than threads times plies, so that few meet.
const PLACES: usize = 1 << 12;

/// The claims of all threads of a search; a lone thread has none.
pub(super) struct Claims {
    places: Box<[AtomicU64]>,
}

impl Claims {
    /// No claims yet.
    pub(super) fn new(n_threads: usize) -> Self {
        let n_places = if n_threads > 1 { PLACES } else { 0 };
        Self { places: (0..n_places).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether there is anybody to share the moves of such a node with.
    #[inline(always)]
    pub(super) fn concern(&self, depth: u32) -> bool {
        depth >= LEAST_DEPTH && !self.places.is_empty()
    }

    /// What a move to this depth in the position with this key is known by.
    #[inline(always)]
    pub(super) const fn name(key: u64, mv: PackedMove, depth: u32) -> u64 {
        (key ^ (mv.0 as u64) << 8 ^ depth as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1
    }

    /// Whether somebody searches this move.
    #[inline(always)]
    pub(super) fn has(&self, name: u64) -> bool {
        self.place(name).load(Relaxed) == name
    }

    /// Claims a move.
    #[inline(always)]
    pub(super) fn claim(&self, name: u64) {
        self.place(name).store(name, Relaxed);
    }

    /// Gives it up again.
    #[inline(always)]
    pub(super) fn release(&self, name: u64) {
        let place = self.place(name);
        if place.load(Relaxed) == name {
            place.store(0, Relaxed);
        }
    }

    #[inline(always)]
    fn place(&self, name: u64) -> &AtomicU64 {
        &self.places[(name >> 32) as usize % PLACES]
    }
}
