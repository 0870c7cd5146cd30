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

/// Words of a pair of slots: it fills a line of the processor's cache, so that one wait brings all of it.
const PER_PAIR: usize = 8;
/// Words of a slot: the two sides and the bounds. Two words of each pair are not used.
const PER_SLOT: usize = 3;

/// A table of bounds.
#[derive(Debug)]
pub struct Table {
    words: Vec<AtomicU64>,
    /// The first word that begins a line of the cache.
    first: usize,
    /// The number of pairs less one.
    mask: usize,
}

/// Where a position belongs.
#[derive(Clone, Copy, Debug)]
pub struct Place(usize);

type Slot = [AtomicU64; PER_SLOT];

impl Table {
    /// A table of about this many MiB, at least one.
    pub fn new(mib: usize) -> Self {
        let wanted = (mib.max(1) << 20) / size_of::<[AtomicU64; PER_PAIR]>();
        Self::with_pairs((wanted + 1).next_power_of_two() / 2)
    }

    /// A table of this many pairs of slots, a power of two.
    pub fn with_pairs(n_pairs: usize) -> Self {
        // Zeros of the system's are not written: memory that is never used costs nothing.
        let words: Vec<AtomicU64> =
            vec![0; (n_pairs + 1) * PER_PAIR].into_iter().map(AtomicU64::new).collect();
        let beyond = words.as_ptr().addr() / size_of::<AtomicU64>() % PER_PAIR;
        Self { words, first: (PER_PAIR - beyond) % PER_PAIR, mask: n_pairs - 1 }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for word in &self.words {
            word.store(0, Relaxed);
        }
    }

    /// Where a position belongs.
    #[inline(always)]
    pub fn place(&self, discs: Discs) -> Place {
        let product = (discs.own ^ 0x9E37_79B9_7F4A_7C15) as u128
            * (discs.other.rotate_left(32) ^ 0xD1B5_4A32_D192_ED03) as u128;
        let mixed = (product >> 64) as u64 ^ product as u64;
        Place(self.first + ((mixed ^ mixed >> 29) as usize & self.mask) * PER_PAIR)
    }

    /// Fetches from far memory what will be asked for soon.
    #[inline(always)]
    pub fn fetch(&self, place: Place) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(&self.words[place.0]);
    }

    /// The two slots at a place.
    #[inline(always)]
    fn slots(&self, place: Place) -> [&Slot; 2] {
        let pair: &[AtomicU64; PER_PAIR] =
            self.words[place.0..].first_chunk().expect("places lie inside the table");
        let (slots, _) = pair.as_chunks();
        [&slots[0], &slots[1]]
    }

    /// What is known about a position.
    #[inline(always)]
    pub fn find(&self, discs: Discs) -> Option<Bounds> {
        self.find_at(self.place(discs), discs)
    }

    /// The same, where its place is known.
    #[inline(always)]
    pub fn find_at(&self, place: Place, discs: Discs) -> Option<Bounds> {
        let [first, second] = self.slots(place);
        read(first, discs).or_else(|| read(second, discs))
    }

    /// Remembers bounds: in the first slot of a pair if they are of a larger position, else in the second.
    #[inline(always)]
    pub fn store(&self, discs: Discs, bounds: Bounds) {
        self.store_at(self.place(discs), discs, bounds);
    }

    /// The same, where the place is known.
    #[inline(always)]
    pub fn store_at(&self, place: Place, discs: Discs, bounds: Bounds) {
        let [first, second] = self.slots(place);
        let depth_there = (first[2].load(Relaxed) >> 24) as u8;
        let is_first = bounds.depth >= depth_there || read(first, discs).is_some();
        let slot = if is_first { first } else { second };
        let Bounds { lower, upper, best, depth, trust } = bounds;
        let data = u64::from_le_bytes([lower as u8, upper as u8, best, depth, trust, 1, 0, 0]);
        slot[2].store(data, Relaxed);
        slot[0].store(discs.own ^ data, Relaxed);
        slot[1].store(discs.other ^ data.rotate_left(32), Relaxed);
    }
}

#[inline(always)]
fn read(slot: &Slot, discs: Discs) -> Option<Bounds> {
    let data = slot[2].load(Relaxed);
    let found = slot[0].load(Relaxed) ^ data == discs.own
        && slot[1].load(Relaxed) ^ data.rotate_left(32) == discs.other
        && data != 0;
    found.then(|| {
        let [lower, upper, best, depth, trust, ..] = data.to_le_bytes();
        Bounds { lower: lower as i8, upper: upper as i8, best, depth, trust }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_games::dice::Dice;

    #[test]
    fn what_is_found_is_what_was_stored_last() {
        let (table, mut dice) = (Table::with_pairs(64), Dice::new(11));
        assert_eq!(table.words.as_ptr().addr() / 8 % PER_PAIR, (PER_PAIR - table.first) % PER_PAIR);
        let mut stored = Vec::new();
        for at in 0..400_u32 {
            let own = dice.word();
            let discs = Discs { own, other: dice.word() & !own };
            let bounds =
                Bounds { lower: -3, upper: (at % 60) as i8, best: 64, depth: (at % 20) as u8, trust: PROOF };
            table.store(discs, bounds);
            assert_eq!(table.find(discs), Some(bounds), "{discs:?}");
            stored.push((discs, bounds));
        }
        let kept = stored.iter().filter(|(discs, _)| table.find(*discs).is_some()).count();
        assert!(kept > 100, "128 slots hold {kept}");
        assert!(stored.iter().all(|&(discs, bounds)| table.find(discs).is_none_or(|found| found == bounds)));
        table.clear();
        assert!(stored.iter().all(|&(discs, _)| table.find(discs).is_none()));
    }
}
