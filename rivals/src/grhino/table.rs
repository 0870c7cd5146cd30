//! What the search knows of positions: bounds of their value by depth, and the move that was best. An entry holds the
//! whole position, so that no other can be taken for it, and stays true for ever: values depend on nothing else.

use super::position::Position;

/// Slots, a power of two.
const N_SLOTS: usize = 1 << 21;

/// No move.
pub(crate) const NONE: u8 = 64;

/// Bounds of the value at a depth, for the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    pub(crate) lower: i16,
    pub(crate) upper: i16,
    pub(crate) depth: u8,
    pub(crate) best: u8,
}

#[derive(Clone, Copy)]
struct Slot {
    own: u64,
    other: u64,
    is_black: bool,
    known: Known,
}

/// One slot for each position, whatever its depth: the search of the next depth finds the best move of the one before.
pub(crate) struct Table {
    slots: Vec<Slot>,
}

impl Table {
    pub(crate) fn new() -> Self {
        let known = Known { lower: 0, upper: 0, depth: 0, best: NONE };
        Self { slots: vec![Slot { own: 0, other: 0, is_black: false, known }; N_SLOTS] }
    }

    /// What is known of a position, at whatever depth.
    #[inline]
    pub(crate) fn find(&self, position: Position) -> Option<Known> {
        let slot = &self.slots[place(position)];
        let is_it = slot.own == position.discs.own
            && slot.other == position.discs.other
            && slot.is_black == position.is_black;
        is_it.then_some(slot.known)
    }

    #[inline]
    pub(crate) fn store(&mut self, position: Position, known: Known) {
        let (own, other) = (position.discs.own, position.discs.other);
        self.slots[place(position)] = Slot { own, other, is_black: position.is_black, known };
    }
}

fn place(position: Position) -> usize {
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed = (position.discs.own ^ u64::from(position.is_black)).wrapping_mul(SPREAD).rotate_left(29)
        ^ position.discs.other.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (mixed.wrapping_mul(SPREAD) >> 40) as usize & (N_SLOTS - 1)
}
