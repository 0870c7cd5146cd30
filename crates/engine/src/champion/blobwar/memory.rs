//! What the search remembers of positions: a large table, and beside it a small one for what is close to the leaves.
//! Most positions are, and the small table stays in the processor's own cache, while each look into the large one
//! waits for the main memory.

use crate::search::table::{Known, Transpositions};

/// The large table, and a small one for each thread.
#[derive(Debug)]
pub(super) struct Memory {
    far: Transpositions,
    near: Vec<Transpositions>,
    /// Up to this depth, positions are remembered in a near table.
    near_to: i32,
}

/// The tables that one thread uses.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shelf<'a> {
    far: &'a Transpositions,
    near: &'a Transpositions,
    near_to: i32,
}

/// Up to this depth, positions are close to the leaves.
const NEAR_TO: i32 = 2;
/// Cache lines of the near table.
const N_NEAR: usize = 1 << 10;

impl Memory {
    /// A far table of about this many MiB, and near ones for so many threads.
    pub(super) fn new(mebibytes: usize, n_threads: usize) -> Self {
        let far = Transpositions::new(mebibytes);
        let near = (0..n_threads.max(1)).map(|_| Transpositions::with_buckets(N_NEAR)).collect();
        let mut memory = Self { far, near, near_to: NEAR_TO };
        memory.wipe();
        memory
    }

    /// One table of so many cache lines for all depths and one thread.
    pub(super) fn small(n_buckets: usize) -> Self {
        Self {
            far: Transpositions::with_buckets(n_buckets),
            near: vec![Transpositions::with_buckets(1)],
            near_to: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn wipe(&mut self) {
        self.far.wipe();
        self.near.iter_mut().for_each(Transpositions::wipe);
    }

    /// A new search begins.
    pub(super) fn age(&mut self) {
        self.far.age();
        self.near.iter_mut().for_each(Transpositions::age);
    }

    /// The tables of a thread.
    pub(super) fn shelf(&self, thread: usize) -> Shelf<'_> {
        Shelf { far: &self.far, near: &self.near[thread], near_to: self.near_to }
    }
}

impl Shelf<'_> {
    #[inline(always)]
    const fn table(&self, depth: i32) -> &Transpositions {
        if depth <= self.near_to { self.near } else { self.far }
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
