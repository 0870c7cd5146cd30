//! Positions whose winner is proved, shared by all threads. An entry is the whole position: the part of the
//! key that the entry does not hold is where it lies, so that no position is ever taken for another.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// From how many spare moves on the side to move wins, and up to how many it loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) wins_from: i32,
    pub(super) loses_to: i32,
}

impl Known {
    pub(super) const NOTHING: Self = Self { wins_from: BIAS - 1, loses_to: 1 - BIAS };

    /// Whether the side to move wins with so many spare moves.
    pub(super) const fn winner(self, spare: i32) -> Option<bool> {
        if spare >= self.wins_from {
            Some(true)
        } else if spare <= self.loses_to {
            Some(false)
        } else {
            None
        }
    }

    const fn packed(self, effort: u64) -> u64 {
        (self.wins_from + BIAS) as u64 | ((self.loses_to + BIAS) as u64) << 8 | effort << EFFORT
    }

    const fn unpacked(word: u64) -> Self {
        Self { wins_from: (word & 255) as i32 - BIAS, loses_to: (word >> 8 & 255) as i32 - BIAS }
    }
}

/// Spare moves are stored with this added.
const BIAS: i32 = 100;
/// Where a word holds the logarithm of the positions that it cost.
const EFFORT: u32 = 16;

/// What hides a position, so that one half of an entry and the half of another match nothing.
const fn mask(word: u64) -> u64 {
    word.wrapping_mul(0xA24B_AED4_963E_E407)
}

/// A word of knowledge, and the position under the word's mask.
#[derive(Default, Debug)]
struct Slot {
    word: AtomicU64,
    hidden: AtomicU64,
}

/// One line of the cache.
#[derive(Default, Debug)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

/// Proved positions.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// A table of about this size for keys of so many bits, larger if they need it.
    pub(super) fn new(mib: usize, n_key_bits: u32) -> Self {
        let n_wanted = (mib.max(1) << 20) / size_of::<Bucket>();
        let n_least = 1usize << n_key_bits.saturating_sub(64);
        let n_buckets = n_wanted.max(n_least).next_power_of_two();
        Self { buckets: (0..n_buckets).map(|_| Bucket::default()).collect() }
    }

    /// The bucket of a key. What the low half leaves out of the key can be told from the bucket's number.
    fn bucket(&self, key: u128) -> (&Bucket, u64) {
        let (low, high) = (key as u64, (key >> 64) as u64);
        let mixed = (low ^ low >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xD1B5_4A32_D192_ED03) >> 20;
        (&self.buckets[(mixed ^ high) as usize & (self.buckets.len() - 1)], low)
    }

    pub(super) fn find(&self, key: u128) -> Option<Known> {
        let (bucket, low) = self.bucket(key);
        bucket.0.iter().find_map(|slot| {
            let word = slot.word.load(Relaxed);
            (word != 0 && slot.hidden.load(Relaxed) ^ mask(word) == low).then(|| Known::unpacked(word))
        })
    }

    /// Adds to what is known of a position that cost so many others; the cheapest entry makes room.
    pub(super) fn learn(&self, key: u128, spare: i32, wins: bool, n_nodes: u64) {
        let mut known = self.find(key).unwrap_or(Known::NOTHING);
        if wins {
            known.wins_from = known.wins_from.min(spare);
        } else {
            known.loses_to = known.loses_to.max(spare);
        }
        let word = known.packed(1 + u64::from(n_nodes.max(1).ilog2()));
        let (bucket, low) = self.bucket(key);
        let is_same = |slot: &&Slot| slot.hidden.load(Relaxed) ^ mask(slot.word.load(Relaxed)) == low;
        let cheapest = || bucket.0.iter().min_by_key(|slot| slot.word.load(Relaxed) >> EFFORT);
        let slot = bucket.0.iter().find(is_same).or_else(cheapest).expect("a bucket has four slots");
        slot.word.store(word, Relaxed);
        slot.hidden.store(low ^ mask(word), Relaxed);
    }
}
