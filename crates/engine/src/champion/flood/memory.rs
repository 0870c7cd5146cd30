//! What the search saw of a position before, kept from move to move.

use super::value::Value;

/// A value, or a bound on one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Bound {
    /// The value.
    #[default]
    Exact,
    /// It is at least this.
    AtLeast,
    /// It is at most this.
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Seen {
    key: u64,
    pub(super) value: Value,
    pub(super) depth: u8,
    pub(super) bound: Bound,
    /// The move to try first: a colour, or 8 for a pass.
    pub(super) best: u8,
}

/// A table with one slot per position.
pub(super) struct Memory {
    slots: Vec<Seen>,
    mask: u64,
}

impl Memory {
    /// A table of about this size.
    pub(super) fn new(mib: usize) -> Self {
        let bits = ((mib.max(1) << 20) / size_of::<Seen>()).ilog2();
        Self { slots: vec![Seen::default(); 1 << bits], mask: (1 << bits) - 1 }
    }

    #[inline(always)]
    pub(super) fn get(&self, hash: u64) -> Option<&Seen> {
        let seen = &self.slots[(hash & self.mask) as usize];
        (seen.key == hash).then_some(seen)
    }

    #[inline(always)]
    pub(super) fn put(&mut self, hash: u64, value: Value, depth: u8, bound: Bound, best: u8) {
        self.slots[(hash & self.mask) as usize] = Seen { key: hash, value, depth, bound, best };
    }
}
