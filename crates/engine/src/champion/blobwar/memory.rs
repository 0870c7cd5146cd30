//! What the search remembers of positions: a large table, and beside it a small one for what is close to the leaves.
//! Most positions are, and the small table stays in the processor's own cache, while each look into the large one
//! waits for the main memory.

use crate::search::table::{Known, Transpositions};

/// Both tables.
#[derive(Debug)]
pub(super) struct Memory {
    far: Transpositions,
    near: Transpositions,
    /// Up to this depth, positions are remembered in the near table.
    near_to: i32,
}

/// Up to this depth, positions are close to the leaves.
const NEAR_TO: i32 = 2;
/// Cache lines of the near table.
const N_NEAR: usize = 1 << 10;

impl Memory {
    /// A far table of about this many MiB, and a near one.
    pub(super) fn new(mebibytes: usize) -> Self {
        let (far, near) = (Transpositions::new(mebibytes), Transpositions::with_buckets(N_NEAR));
        let mut memory = Self { far, near, near_to: NEAR_TO };
        memory.wipe();
        memory
    }

    /// One table of so many cache lines for all depths.
    pub(super) fn small(n_buckets: usize) -> Self {
        Self {
            far: Transpositions::with_buckets(n_buckets),
            near: Transpositions::with_buckets(1),
            near_to: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn wipe(&mut self) {
        self.far.wipe();
        self.near.wipe();
    }

    /// A new search begins.
    pub(super) const fn age(&mut self) {
        self.far.age();
        self.near.age();
    }

    #[inline(always)]
    const fn table(&self, depth: i32) -> &Transpositions {
        if depth <= self.near_to { &self.near } else { &self.far }
    }

    /// What is known about a position that is to be searched to this depth.
    #[inline(always)]
    pub(super) fn probe(&self, key: u64, depth: i32) -> Option<Known> {
        self.table(depth).probe(key)
    }

    /// Remembers something about a position.
    #[inline(always)]
    pub(super) fn store(&self, key: u64, known: Known) {
        self.table(known.depth as i32).store(key, known);
    }
}
