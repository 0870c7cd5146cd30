//! Positions whose winner is proved, shared by all threads: one word per entry, most of it the position's
//! hash, so that an entry is either whole or another's.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Proved positions.
#[derive(Debug)]
pub(super) struct Table {
    entries: Vec<AtomicU64>,
}

const WINS: u64 = 1;
const LOSES: u64 = 2;

impl Table {
    pub(super) fn new(mib: usize) -> Self {
        let n_entries = (mib.max(1) * 1024 * 1024 / 8).next_power_of_two();
        Self { entries: (0..n_entries).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Whether the side to move wins the position with this hash, if that is proved.
    pub(super) fn find(&self, hash: [u64; 2]) -> Option<bool> {
        let entry = self.at(hash).load(Relaxed);
        (entry & !3 == hash[1] & !3 && entry & 3 != 0).then_some(entry & 3 == WINS)
    }

    pub(super) fn store(&self, hash: [u64; 2], wins: bool) {
        self.at(hash).store(hash[1] & !3 | if wins { WINS } else { LOSES }, Relaxed);
    }

    fn at(&self, hash: [u64; 2]) -> &AtomicU64 {
        &self.entries[hash[0] as usize & (self.entries.len() - 1)]
    }
}
