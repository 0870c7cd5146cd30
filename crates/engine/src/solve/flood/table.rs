//! Positions already valued, shared by all threads without locks: a torn entry does not match its key and is
//! as good as none.

use std::sync::atomic::{AtomicU64, Ordering};

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    /// The value is at least this.
    pub(super) low: i32,
    /// The value is at most this.
    pub(super) high: i32,
    /// The move to try first: a colour, or 8 for a pass.
    pub(super) best: u8,
    /// The logarithm of what it cost to find out.
    pub(super) cost: u8,
}

/// Pairs of slots: the first keeps what was expensive, the second what is recent.
pub(super) struct Table {
    slots: Vec<[AtomicU64; 2]>,
    mask: u64,
}

impl Table {
    /// A table of two to the power of `bits` slots, but of at most so many MiB. Small boards have few positions,
    /// and clearing memory that is never used would cost more than the proof.
    pub(super) fn new(bits: u32, mib: usize) -> Self {
        let most = ((mib.max(1) << 20) / 16).ilog2();
        let bits = bits.clamp(10, most);
        let slots = (0..1usize << bits).map(|_| [AtomicU64::new(0), AtomicU64::new(0)]).collect();
        Self { slots, mask: (1 << bits) - 2 }
    }

    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<Entry> {
        let at = (hash & self.mask) as usize;
        (at..at + 2).find_map(|at| self.read(at, hash))
    }

    #[inline(always)]
    pub(super) fn put(&self, hash: u64, entry: Entry) {
        let at = (hash & self.mask) as usize;
        let kept = self.slots[at][1].load(Ordering::Relaxed);
        let is_same = self.slots[at][0].load(Ordering::Relaxed) ^ kept == hash;
        let keep = !is_same && unpack(kept).cost > entry.cost;
        let data = pack(entry);
        let slot = &self.slots[at + usize::from(keep)];
        slot[0].store(hash ^ data, Ordering::Relaxed);
        slot[1].store(data, Ordering::Relaxed);
    }

    #[inline(always)]
    fn read(&self, at: usize, hash: u64) -> Option<Entry> {
        let [key, data] = self.slots[at].each_ref().map(|word| word.load(Ordering::Relaxed));
        (key ^ data == hash && data != 0).then(|| unpack(data))
    }
}

/// Both bounds are moved up to be positive, so that no entry is all zeros.
const SHIFT: i32 = 1 << 15;

const fn pack(entry: Entry) -> u64 {
    (entry.low + SHIFT) as u64
        | ((entry.high + SHIFT) as u64) << 16
        | (entry.best as u64) << 32
        | (entry.cost as u64) << 40
}

const fn unpack(data: u64) -> Entry {
    Entry {
        low: (data & 0xFFFF) as i32 - SHIFT,
        high: (data >> 16 & 0xFFFF) as i32 - SHIFT,
        best: (data >> 32) as u8,
        cost: (data >> 40) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_and_the_expensive_stay() {
        let table = Table::new(0, 1);
        let entry = |low, cost| Entry { low, high: low + 3, best: 8, cost };
        table.put(8, entry(-44, 9));
        assert_eq!(table.get(8), Some(entry(-44, 9)));
        let rival = 8 + (1 << 40);
        table.put(rival, entry(5, 2));
        assert_eq!((table.get(8), table.get(rival)), (Some(entry(-44, 9)), Some(entry(5, 2))));
        assert_eq!(table.get(16), None);
    }
}
