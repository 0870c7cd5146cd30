//! What the search saw of a position before, kept from move to move and shared by all threads without locks: a key is
//! mixed with what it stands for, so that halves of two writes are taken for nothing.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::value::Value;

/// A value, or a bound on one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The value.
    Exact,
    /// It is at least this.
    AtLeast,
    /// It is at most this.
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Seen {
    pub(super) value: Value,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The move to try first: a colour, or 8 for a pass.
    pub(super) best: u8,
}

impl Seen {
    /// Never 0: that is an empty slot.
    const fn word(self) -> u64 {
        let [a, b, c, d] = self.value.points().to_le_bytes();
        let bound = match self.bound {
            Bound::Exact => 1,
            Bound::AtLeast => 2,
            Bound::AtMost => 3,
        };
        u64::from_le_bytes([a, b, c, d, self.depth, bound, self.best, 0])
    }

    const fn of_word(word: u64) -> Option<Self> {
        let [a, b, c, d, depth, bound, best, _] = word.to_le_bytes();
        let bound = match bound {
            1 => Bound::Exact,
            2 => Bound::AtLeast,
            3 => Bound::AtMost,
            _ => return None,
        };
        Some(Self { value: Value::of_points(i32::from_le_bytes([a, b, c, d])), depth, bound, best })
    }
}

/// A table with one slot per position.
pub(super) struct Memory {
    slots: Box<[[AtomicU64; 2]]>,
    mask: u64,
}

impl Memory {
    /// A table of about this size.
    pub(super) fn new(mib: usize) -> Self {
        let bits = ((mib.max(1) << 20) / size_of::<[AtomicU64; 2]>()).ilog2();
        let empty = || [const { AtomicU64::new(0) }; 2];
        Self { slots: (0..1_usize << bits).map(|_| empty()).collect(), mask: (1 << bits) - 1 }
    }

    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<Seen> {
        let [key, word] = &self.slots[(hash & self.mask) as usize];
        let word = word.load(Relaxed);
        if key.load(Relaxed) ^ word == hash { Seen::of_word(word) } else { None }
    }

    #[inline(always)]
    pub(super) fn put(&self, hash: u64, seen: Seen) {
        let [key, word] = &self.slots[(hash & self.mask) as usize];
        word.store(seen.word(), Relaxed);
        key.store(hash ^ seen.word(), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_what_is_got() {
        let memory = Memory::new(1);
        for (bound, value) in [(Bound::Exact, -77), (Bound::AtLeast, 500_012), (Bound::AtMost, -500_001)] {
            let seen = Seen { value: Value::of_points(value), depth: 200, bound, best: 8 };
            memory.put(0xABCD_EF01_2345_6789, seen);
            assert_eq!(memory.get(0xABCD_EF01_2345_6789), Some(seen));
            // The same slot, another position.
            assert_eq!(memory.get(0x1BCD_EF01_2345_6789), None);
        }
        assert_eq!(memory.get(0), None);
    }
}
