//! What earlier searches thought of positions, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::discs::Discs;

/// An opinion: the value lies between the bounds, as far as a search of this depth can tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// At least this.
    pub lower: i16,
    /// At most this.
    pub upper: i16,
    /// Plies searched.
    pub depth: u8,
    /// The best move, 64 for none.
    pub best: u8,
}

/// A table of opinions.
#[derive(Debug)]
pub struct Memory {
    slots: Vec<[AtomicU64; 2]>,
    mask: usize,
}

impl Memory {
    /// A table of about this many MiB, at least one.
    pub fn new(mib: usize) -> Self {
        let wanted = (mib.max(1) << 20) / size_of::<[AtomicU64; 2]>();
        Self::with_slots((wanted + 1).next_power_of_two() / 2)
    }

    /// A table of this many slots, a power of two.
    pub fn with_slots(n_slots: usize) -> Self {
        let slots = (0..n_slots).map(|_| [const { AtomicU64::new(0) }; 2]).collect();
        Self { slots, mask: n_slots - 1 }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in self.slots.iter().flatten() {
            word.store(0, Relaxed);
        }
    }

    #[inline(always)]
    fn key(discs: Discs) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = a as u128 * b as u128;
            (product >> 64) as u64 ^ product as u64
        };
        fold(
            fold(discs.own ^ 0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03) ^ discs.other,
            0x8CB9_2BA7_2F3D_8DD7,
        )
    }

    /// What is thought of a position.
    #[inline(always)]
    pub fn find(&self, discs: Discs) -> Option<Opinion> {
        let key = Self::key(discs);
        let slot = &self.slots[key as usize & self.mask];
        let data = slot[1].load(Relaxed);
        (slot[0].load(Relaxed) ^ data == key && data != 0).then(|| {
            let [a, b, c, d, depth, best, ..] = data.to_le_bytes();
            Opinion { lower: i16::from_le_bytes([a, b]), upper: i16::from_le_bytes([c, d]), depth, best }
        })
    }

    /// Remembers an opinion in place of what was there.
    #[inline(always)]
    pub fn store(&self, discs: Discs, opinion: Opinion) {
        let key = Self::key(discs);
        let slot = &self.slots[key as usize & self.mask];
        let ([a, b], [c, d]) = (opinion.lower.to_le_bytes(), opinion.upper.to_le_bytes());
        let data = u64::from_le_bytes([a, b, c, d, opinion.depth, opinion.best, 1, 0]);
        slot[1].store(data, Relaxed);
        slot[0].store(key ^ data, Relaxed);
    }
}
