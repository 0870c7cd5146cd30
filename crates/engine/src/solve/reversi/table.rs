//! Bounds of positions that were searched before, shared by all threads without locks. An entry holds the
//! whole position, so that no other can be taken for it; a torn write is seen and ignored.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::othello::Discs;

/// What is known about a position: its score is between the bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: i8,
    /// The score is at most this.
    pub upper: i8,
    /// The move that was best, 64 for none.
    pub best: u8,
    /// How many empty cells there were; smaller entries make room for larger ones.
    pub depth: u8,
    /// How far the bounds are to be trusted: [`PROOF`], or less where probable cuts were made.
    pub trust: u8,
}

/// The trust in what is proved.
pub const PROOF: u8 = u8::MAX;

/// A table of bounds.
#[derive(Debug)]
pub struct Table {
    slots: Vec<[AtomicU64; 3]>,
    mask: usize,
}

impl Table {
    /// A table of about this many MiB, at least one.
    pub fn new(mib: usize) -> Self {
        let wanted = (mib.max(1) << 20) / size_of::<[AtomicU64; 3]>();
        Self::with_slots((wanted + 1).next_power_of_two() / 2)
    }

    /// A table of this many slots, a power of two.
    pub fn with_slots(n_slots: usize) -> Self {
        // Zeros of the system's are not written: memory that is never used costs nothing.
        let slots =
            vec![[0; 3]; n_slots].into_iter().map(|words: [u64; 3]| words.map(AtomicU64::new)).collect();
        Self { slots, mask: n_slots - 1 }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in self.slots.iter().flatten() {
            word.store(0, Relaxed);
        }
    }

    #[inline(always)]
    fn place(&self, discs: Discs) -> usize {
        let product = (discs.own ^ 0x9E37_79B9_7F4A_7C15) as u128
            * (discs.other.rotate_left(32) ^ 0xD1B5_4A32_D192_ED03) as u128;
        let mixed = (product >> 64) as u64 ^ product as u64;
        (mixed ^ mixed >> 29) as usize & self.mask & !1
    }

    /// What is known about a position.
    #[inline(always)]
    pub fn find(&self, discs: Discs) -> Option<Bounds> {
        let place = self.place(discs);
        self.read(place, discs).or_else(|| self.read(place + 1, discs))
    }

    #[inline(always)]
    fn read(&self, place: usize, discs: Discs) -> Option<Bounds> {
        let slot = &self.slots[place];
        let data = slot[2].load(Relaxed);
        let found = slot[0].load(Relaxed) ^ data == discs.own
            && slot[1].load(Relaxed) ^ data.rotate_left(32) == discs.other
            && data != 0;
        found.then(|| {
            let [lower, upper, best, depth, trust, ..] = data.to_le_bytes();
            Bounds { lower: lower as i8, upper: upper as i8, best, depth, trust }
        })
    }

    /// Remembers bounds: in the first place of a pair if they are of a larger position, else in the second.
    #[inline(always)]
    pub fn store(&self, discs: Discs, bounds: Bounds) {
        let place = self.place(discs);
        let depth_there = (self.slots[place][2].load(Relaxed) >> 24) as u8;
        let first = bounds.depth >= depth_there || self.read(place, discs).is_some();
        let slot = &self.slots[if first { place } else { place + 1 }];
        let Bounds { lower, upper, best, depth, trust } = bounds;
        let data = u64::from_le_bytes([lower as u8, upper as u8, best, depth, trust, 1, 0, 0]);
        slot[2].store(data, Relaxed);
        slot[0].store(discs.own ^ data, Relaxed);
        slot[1].store(discs.other ^ data.rotate_left(32), Relaxed);
    }
}
