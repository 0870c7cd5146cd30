//! Seeded random numbers. The rules have no randomness of their own: whoever wants a random move or a
//! random colouring brings the dice, and the same seed gives the same throws for ever.

/// A small fast generator (SplitMix64): one word of state, equal seeds give equal sequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice(u64);

impl Dice {
    /// Dice for a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    #[inline(always)]
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, each as likely as the next to one part in 2^32; 0 when `n` is 0.
    #[inline(always)]
    pub const fn below(&mut self, n: u32) -> u32 {
        (((self.word() >> 32) * n as u64) >> 32) as u32
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}
