//! The patterns of the learned evaluation: groups of cells near corners, along edges, lines and diagonals.
//! Each group of a position is a number in base 3; 58 groups of fourteen kinds cover the board.

use std::sync::OnceLock;

#[cfg(all(target_feature = "avx2", not(target_feature = "avx512bw")))]
use safe_arch::{add_i16_m256i as add, m256i as Register, sub_i16_m256i as subtract};
#[cfg(target_feature = "avx512bw")]
use safe_arch::{add_i16_m512i as add, m512i as Register, sub_i16_m512i as subtract};

use super::discs::Discs;

/// How many groups there are; index vectors are padded to [`LANES`].
pub const N_GROUPS: usize = 58;
/// A multiple of what a vector register holds.
pub const LANES: usize = 64;
/// How many kinds of groups there are.
pub const N_KINDS: usize = 14;

/// The cells of one group of each kind; turning and mirroring the board gives the others.
const KINDS: [&[u8]; N_KINDS] = [
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],   // corner, 3x3
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], // corner, 5x2
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],   // edge with the two cells diagonal to its corners
    &[8, 9, 10, 11, 12, 13, 14, 15],    // second line
    &[16, 17, 18, 19, 20, 21, 22, 23],  // third line
    &[24, 25, 26, 27, 28, 29, 30, 31],  // fourth line
    &[0, 9, 18, 27, 36, 45, 54, 63],    // diagonals from the longest on
    &[1, 10, 19, 28, 37, 46, 55],
    &[2, 11, 20, 29, 38, 47],
    &[3, 12, 21, 30, 39],
    &[4, 13, 22, 31],
    &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24], // corner, triangle
    &[0, 2, 3, 4, 5, 7, 10, 11, 12, 13], // edge without the cells beside its corners, and what lies before its middle
    &[0, 1, 2, 3, 4, 8, 9, 16, 24, 32],  // corner, half of both edges
];

/// Where the weights of each kind begin in a table of all kinds, and at last their number.
pub const OFFSETS: [usize; N_KINDS + 1] = offsets();

const fn offsets() -> [usize; N_KINDS + 1] {
    let (mut offsets, mut kind) = ([0; N_KINDS + 1], 0);
    while kind < N_KINDS {
        offsets[kind + 1] = offsets[kind] + 3usize.pow(KINDS[kind].len() as u32);
        kind += 1;
    }
    offsets
}

/// The groups of a position: for each, its cells as a number in base 3. Digit 1 is a disc of one side, digit 2
/// of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Indices(pub [u16; LANES]);

/// What is fixed about the groups.
#[derive(Debug)]
pub struct Patterns {
    /// What a disc of digit 1 on each cell adds to the index of each group.
    digits: [Indices; 64],
    /// The kind of each group.
    pub kinds: [u8; N_GROUPS],
    /// Where the weights of each kind begin in a table of all kinds, and at last their number.
    pub offsets: [u32; N_KINDS + 1],
    /// For each weight of the table: the slot of the learned weights, shared by mirror images.
    pub slots: Vec<u32>,
    /// How many learned weights there are.
    pub n_slots: usize,
    /// For each weight of the table: the place of the same group with the sides exchanged.
    pub exchanged: Vec<u32>,
}

impl Patterns {
    /// The one and only.
    pub fn get() -> &'static Self {
        static PATTERNS: OnceLock<Patterns> = OnceLock::new();
        PATTERNS.get_or_init(Self::build)
    }

    fn build() -> Self {
        let mut digits = [Indices([0; LANES]); 64];
        let mut kinds = [0; N_GROUPS];
        let (mut offsets, mut slots, mut exchanged) = ([0; N_KINDS + 1], Vec::new(), Vec::new());
        let (mut n_groups, mut n_slots) = (0, 0);
        for (kind, cells) in KINDS.iter().enumerate() {
            let mut seen: Vec<Vec<u8>> = Vec::new();
            let mut mirror: Option<Vec<usize>> = None;
            for turn in 0..8 {
                let group: Vec<u8> = cells.iter().map(|&cell| turned(cell, turn)).collect();
                let mut sorted = group.clone();
                sorted.sort_unstable();
                if seen.contains(&sorted) {
                    let of_base = turn > 0 && is_same_set(&group, cells);
                    if of_base && mirror.is_none() {
                        let place = |cell: &u8| group.iter().position(|at| at == cell).unwrap_or(0);
                        mirror = Some(cells.iter().map(place).collect());
                    }
                    continue;
                }
                seen.push(sorted);
                kinds[n_groups] = kind as u8;
                for (digit, &cell) in group.iter().enumerate() {
                    digits[cell as usize].0[n_groups] = 3u16.pow(digit as u32);
                }
                n_groups += 1;
            }
            let n_indices = 3usize.pow(cells.len() as u32);
            let offset = slots.len() as u32;
            let mut own_slots = vec![u32::MAX; n_indices];
            let images = mirror.map(|places| permuted(&places));
            let other_sides = sides_exchanged(cells.len());
            for index in 0..n_indices {
                let image = images.as_ref().map_or(index, |images| images[index] as usize);
                if own_slots[image] != u32::MAX {
                    own_slots[index] = own_slots[image];
                } else {
                    own_slots[index] = n_slots;
                    n_slots += 1;
                }
            }
            exchanged.extend(other_sides.into_iter().map(|index| offset + index));
            slots.extend(own_slots);
            offsets[kind + 1] = slots.len() as u32;
        }
        debug_assert_eq!(n_groups, N_GROUPS, "the kinds have so many images");
        Self { digits, kinds, offsets, slots, n_slots: n_slots as usize, exchanged }
    }

    /// The groups of a position: digit 1 is the side to move.
    pub fn indices(&self, discs: Discs) -> Indices {
        let mut indices = Indices([0; LANES]);
        let (mut own, mut other) = (discs.own, discs.other);
        while own != 0 {
            indices.add(&self.digits[own.trailing_zeros() as usize]);
            own &= own - 1;
        }
        while other != 0 {
            let digit = &self.digits[other.trailing_zeros() as usize];
            indices.add(digit);
            indices.add(digit);
            other &= other - 1;
        }
        indices
    }

    /// The groups after a move of the side whose digit is 1 or, when `is_second`, 2.
    #[inline(always)]
    pub fn moved(&self, before: &Indices, cell: u32, flips: u64, is_second: bool) -> Indices {
        let mut after = *before;
        let placed = &self.digits[(cell & 63) as usize];
        after.add(placed);
        let mut left = flips;
        if is_second {
            after.add(placed);
            while left != 0 {
                after.add(&self.digits[(left.trailing_zeros() & 63) as usize]);
                left &= left - 1;
            }
        } else {
            while left != 0 {
                after.subtract(&self.digits[(left.trailing_zeros() & 63) as usize]);
                left &= left - 1;
            }
        }
        after
    }
}

impl Indices {
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        #[cfg(target_feature = "avx2")]
        self.combine(other, add);
        #[cfg(not(target_feature = "avx2"))]
        self.combine_lanes(other, u16::wrapping_add);
    }

    #[inline(always)]
    fn subtract(&mut self, other: &Self) {
        #[cfg(target_feature = "avx2")]
        self.combine(other, subtract);
        #[cfg(not(target_feature = "avx2"))]
        self.combine_lanes(other, u16::wrapping_sub);
    }

    /// Whole registers at once: left to itself, the compiler takes quarters of them where lanes are asked for one by one
    /// soon after.
    #[cfg(target_feature = "avx2")]
    #[inline(always)]
    fn combine(&mut self, other: &Self, with: impl Fn(Register, Register) -> Register) {
        const WIDTH: usize = size_of::<Register>() / 2;
        let (own, _) = self.0.as_chunks_mut::<WIDTH>();
        let (others, _) = other.0.as_chunks::<WIDTH>();
        for (own, other) in own.iter_mut().zip(others) {
            *own = with(Register::from(*own), Register::from(*other)).into();
        }
    }

    /// The same lane by lane.
    #[cfg(any(test, not(target_feature = "avx2")))]
    #[inline(always)]
    fn combine_lanes(&mut self, other: &Self, with: impl Fn(u16, u16) -> u16) {
        for lane in 0..LANES {
            self.0[lane] = with(self.0[lane], other.0[lane]);
        }
    }
}

/// Bit 0 mirrors the columns, bit 1 the rows, bit 2 then exchanges them.
const fn turned(cell: u8, turn: u8) -> u8 {
    let (mut row, mut col) = (cell / 8, cell % 8);
    if turn & 1 != 0 {
        col = 7 - col;
    }
    if turn & 2 != 0 {
        row = 7 - row;
    }
    if turn & 4 != 0 { col * 8 + row } else { row * 8 + col }
}

fn is_same_set(one: &[u8], other: &[u8]) -> bool {
    one.iter().all(|cell| other.contains(cell))
}

/// For every index the one whose digit at each place is that of the index at `places`.
fn permuted(places: &[usize]) -> Vec<u32> {
    let place_of = |from: usize| places.iter().position(|&place| place == from).unwrap_or(from);
    sums(places.len(), |place, digit| digit * 3u32.pow(place_of(place) as u32))
}

/// For every index of so many places the one with digits 1 and 2 exchanged.
fn sides_exchanged(n_places: usize) -> Vec<u32> {
    sums(n_places, |place, digit| [0, 2, 1][digit as usize] * 3u32.pow(place as u32))
}

/// For every index of so many places the sum of what each of its digits stands for.
fn sums(n_places: usize, stands_for: impl Fn(usize, u32) -> u32) -> Vec<u32> {
    let mut sums = vec![0];
    for place in 0..n_places {
        let n_below = sums.len();
        for digit in 1..3 {
            let more = stands_for(place, digit);
            sums.extend_from_within(..n_below);
            sums[n_below * digit as usize..].iter_mut().for_each(|sum| *sum += more);
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_games::dice::Dice;

    #[test]
    fn indices_are_kept_up_to_date_and_exchange_sides() {
        let patterns = Patterns::get();
        let mut dice = Dice::new(3);
        for _ in 0..500 {
            let (own, mask) = (dice.word(), dice.word() | dice.word());
            let discs = Discs { own, other: !own & mask };
            let free = !(discs.own | discs.other);
            let moves = discs.moves() & free;
            if moves == 0 {
                continue;
            }
            let cell = moves.trailing_zeros();
            let flips = discs.flips(cell);
            let next = discs.after(cell, flips);
            let [here, there] = [patterns.indices(discs), patterns.indices(discs.passed())];
            // The opponent's view of what comes next has the sides exchanged.
            assert_eq!(patterns.moved(&there, cell, flips, true), patterns.indices(next));
            assert_eq!(patterns.moved(&here, cell, flips, false), patterns.indices(next.passed()));
            for group in 0..N_GROUPS {
                let offset = patterns.offsets[patterns.kinds[group] as usize];
                let image = patterns.exchanged[(offset + u32::from(here.0[group])) as usize];
                assert_eq!(image, offset + u32::from(there.0[group]));
            }
        }
    }

    #[test]
    fn digits_change_places_and_sides() {
        let digits = |index: u32| [index % 3, index / 3 % 3, index / 9];
        let (turned, exchanged) = (permuted(&[2, 0, 1]), sides_exchanged(3));
        for index in 0..27 {
            let [a, b, c] = digits(index);
            assert_eq!(digits(turned[index as usize]), [c, a, b]);
            assert_eq!(digits(exchanged[index as usize]), [a, b, c].map(|digit| [0, 2, 1][digit as usize]));
        }
    }

    #[test]
    fn registers_and_lanes_agree() {
        let mut dice = Dice::new(5);
        for _ in 0..100 {
            let mut indices = || Indices(std::array::from_fn(|_| dice.word() as u16));
            let (one, other) = (indices(), indices());
            let [mut sum, mut sum_of_lanes, mut left, mut left_of_lanes] = [one; 4];
            sum.add(&other);
            sum_of_lanes.combine_lanes(&other, u16::wrapping_add);
            left.subtract(&other);
            left_of_lanes.combine_lanes(&other, u16::wrapping_sub);
            assert_eq!((sum, left), (sum_of_lanes, left_of_lanes));
        }
    }

    #[test]
    fn turned_boards_have_the_same_slots() {
        let patterns = Patterns::get();
        let slots = |discs: Discs| {
            let indices = patterns.indices(discs);
            let slot = |group: usize| {
                let offset = patterns.offsets[patterns.kinds[group] as usize];
                patterns.slots[(offset + u32::from(indices.0[group])) as usize]
            };
            let mut slots: Vec<u32> = (0..N_GROUPS).map(slot).collect();
            slots.sort_unstable();
            slots
        };
        let mut dice = Dice::new(4);
        for turn in 0..8 {
            let image =
                |set: u64| (0..64).filter(|&c| set >> c & 1 != 0).fold(0, |s, c| s | 1 << turned(c, turn));
            let (own, other) = (dice.word(), dice.word());
            let discs = Discs { own: own & !other, other: other & !own };
            assert_eq!(slots(discs), slots(Discs { own: image(discs.own), other: image(discs.other) }));
        }
    }
}
