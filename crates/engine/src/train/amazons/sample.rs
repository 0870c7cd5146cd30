//! A position that was learned from: what the network sees of it, and the chance that it should see in it.

use crate::eval::amazons::census::{Counts, N_PAIRS};
use crate::eval::amazons::network::N_COUNTS;

/// A position and its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    /// No board that is learned from has more than 255 cells.
    counts: [u8; N_COUNTS],
    has_arrow: bool,
    /// The chance of the side to move, in parts of 65535.
    chance: u16,
}

impl Sample {
    /// Bytes of a sample in a file.
    pub(super) const BYTES: usize = N_COUNTS + 3;

    pub(super) fn new(counts: &Counts, has_arrow: bool, chance: f32) -> Self {
        let mut all = [0; N_COUNTS];
        for pair in 0..N_PAIRS {
            all[2 * pair] = counts[pair] as u8;
            all[2 * pair + 1] = (counts[pair] >> 16) as u8;
        }
        Self { counts: all, has_arrow, chance: (chance * 65535.0).round() as u16 }
    }

    /// What the network sees.
    pub(super) const fn counts(&self) -> &[u8; N_COUNTS] {
        &self.counts
    }

    /// The number of the network's head that is asked.
    pub(super) const fn head(&self) -> usize {
        self.has_arrow as usize
    }

    /// The chance of the side to move, never quite certain.
    pub(super) fn chance(&self) -> f32 {
        (f32::from(self.chance) / 65535.0).clamp(0.001, 0.999)
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.counts);
        bytes.push(self.has_arrow.into());
        bytes.extend(self.chance.to_le_bytes());
    }

    pub(super) fn read(bytes: &[u8; Self::BYTES]) -> Option<Self> {
        let (counts, rest) = bytes.split_first_chunk()?;
        let &[has_arrow @ (0 | 1), low, high] = rest else { return None };
        let chance = u16::from_le_bytes([low, high]);
        Some(Self { counts: *counts, has_arrow: has_arrow == 1, chance })
    }
}
