//! The learned evaluation: a small network over the groups. What is in each group, and how many moves either side has,
//! adds a row of numbers to the sums of a few units; what these come to is weighed by stage of the game, and weighed
//! once more where it is above a threshold. A value is in hundredths of a disc for the side to move. Whole numbers
//! throughout, so that vectors and plain code agree to the last bit. Units come in blocks of sixteen, a vector: what plays
//! has one block, what teaches it two.

use std::sync::Arc;

use super::discs::Discs;
use super::patterns::{Indices, N_GROUPS, N_KINDS, OFFSETS, Patterns};

/// How many stages there are: two discs each, the first for the opening.
pub const N_STAGES: usize = 27;
/// How many units a block has.
pub const BLOCK: usize = 16;
/// How many blocks a teacher has.
pub const TEACHER: usize = 2;
/// Rows for numbers of moves, first where an even number of cells is empty, then where an odd one is: 32 for the side
/// to move, then as many for its opponent.
pub const N_MOBILITY: usize = 2 * PER_PARITY;
const PER_PARITY: usize = 64;
/// As far as an index can reach: tables are longer than what they hold, and need no check.
const REACH: usize = 1 << 16;
/// How many rows add up for a position.
pub const N_TERMS: usize = N_GROUPS + 2;
/// The largest value, a little below a full board of discs.
pub const MOST: i32 = 6_300;
/// What the weights of a head are divided by, as a power of two.
pub const SHIFT: u32 = 11;

/// What a group, or a number of moves, adds to each unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(16))]
pub struct Row<const B: usize = 1>(pub [[i8; BLOCK]; B]);

/// How a stage of the game weighs the units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Head<const B: usize = 1> {
    /// What is added to each unit before it is asked how far it is above zero.
    pub threshold: [[i16; BLOCK]; B],
    /// What each counts as far as it is.
    pub above: [[i16; BLOCK]; B],
    /// What each counts in any case.
    pub always: [[i16; BLOCK]; B],
    /// What there is to begin with, in hundredths of a disc.
    pub base: i32,
}

/// What was learned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learned<const B: usize = 1> {
    /// By stage.
    pub heads: Vec<Head<B>>,
    /// One for each slot of the patterns, then those for numbers of moves.
    pub rows: Vec<Row<B>>,
}

/// The network, ready to be asked.
#[derive(Clone, Debug)]
pub struct Network<const B: usize = 1> {
    heads: Arc<Vec<Head<B>>>,
    /// For digit 1 or 2 to move: the rows of all kinds, then those for numbers of moves.
    tables: Arc<[Vec<Row<B>>; 2]>,
}

/// The stage of a position with this many discs.
#[inline(always)]
pub const fn stage(n_discs: u32) -> usize {
    let stage = n_discs.saturating_sub(9) as usize / 2;
    if stage < N_STAGES { stage } else { N_STAGES - 1 }
}

/// How many rows there are.
pub fn n_rows() -> usize {
    Patterns::get().n_slots + N_MOBILITY
}

/// Which rows add up for a position.
pub fn terms(discs: Discs) -> [u32; N_TERMS] {
    let patterns = Patterns::get();
    let indices = patterns.indices(discs);
    let mobility = mobility(discs, discs.moves()).map(|at| (patterns.n_slots + at) as u32);
    std::array::from_fn(|term| match term.checked_sub(N_GROUPS) {
        Some(side) => mobility[side],
        None => {
            let offset = patterns.offsets[patterns.kinds[term] as usize];
            patterns.slots[(offset + u32::from(indices.0[term])) as usize]
        }
    })
}

impl<const B: usize> Row<B> {
    /// Adds nothing.
    pub const NOTHING: Self = Self([[0; BLOCK]; B]);
}

impl<const B: usize> Network<B> {
    /// Lays out what was learned.
    pub fn new(learned: &Learned<B>) -> Self {
        let patterns = Patterns::get();
        let tables = [false, true].map(|is_second| {
            let mut table = vec![Row::NOTHING; OFFSETS[N_KINDS] + REACH];
            for (place, &slot) in patterns.slots.iter().enumerate() {
                let to = if is_second { patterns.exchanged[place] as usize } else { place };
                table[to] = learned.rows[slot as usize];
            }
            table[OFFSETS[N_KINDS]..][..N_MOBILITY].copy_from_slice(&learned.rows[patterns.n_slots..]);
            table
        });
        Self { heads: Arc::new(learned.heads.clone()), tables: Arc::new(tables) }
    }

    /// The value for the side to move, which has these moves and whose digit is 1 or, when `is_second`, 2; exact when
    /// the game is over.
    #[inline(always)]
    pub fn value(&self, discs: Discs, moves: u64, indices: &Indices, is_second: bool) -> i32 {
        let by_moves = mobility(discs, moves);
        let [own, other] = by_moves;
        if own.is_multiple_of(PER_PARITY) && other % PER_PARITY == PER_PARITY / 2 {
            return 100 * discs.final_score();
        }
        let table = &self.tables[usize::from(is_second)];
        let head = &self.heads[stage((discs.own | discs.other).count_ones())];
        // From memory: to take lanes out of vector registers one by one costs a seventh of the whole search's speed.
        let indices = std::hint::black_box(indices);
        let moves = &table[OFFSETS[N_KINDS]..OFFSETS[N_KINDS] + N_MOBILITY];
        let mut sums = Sums::<B>::default().plus(&moves[own]).plus(&moves[other]);
        // One call per kind, so that the compiler knows how many groups each has.
        sums = part::<0, 0, 4, B>(table, indices, sums);
        sums = part::<1, 4, 12, B>(table, indices, sums);
        sums = part::<2, 12, 16, B>(table, indices, sums);
        sums = part::<3, 16, 20, B>(table, indices, sums);
        sums = part::<4, 20, 24, B>(table, indices, sums);
        sums = part::<5, 24, 28, B>(table, indices, sums);
        sums = part::<6, 28, 30, B>(table, indices, sums);
        sums = part::<7, 30, 34, B>(table, indices, sums);
        sums = part::<8, 34, 38, B>(table, indices, sums);
        sums = part::<9, 38, 42, B>(table, indices, sums);
        sums = part::<10, 42, 46, B>(table, indices, sums);
        sums = part::<11, 46, 50, B>(table, indices, sums);
        sums = part::<12, 50, 54, B>(table, indices, sums);
        sums = part::<13, 54, N_GROUPS, B>(table, indices, sums);
        (head.base + (sums.weighed(head) >> SHIFT)).clamp(-MOST, MOST)
    }

    /// The same by a call: what seldom plays makes no room for itself in the search.
    #[inline(never)]
    pub fn value_called(&self, discs: Discs, moves: u64, indices: &Indices, is_second: bool) -> i32 {
        self.value(discs, moves, indices, is_second)
    }

    /// The value of a position for the side to move, from scratch.
    pub fn value_of(&self, discs: Discs) -> i32 {
        self.value(discs, discs.moves(), &Patterns::get().indices(discs), false)
    }
}

/// Which rows for numbers of moves a position has whose side to move has these.
#[inline(always)]
fn mobility(discs: Discs, moves: u64) -> [usize; 2] {
    const MOST: usize = PER_PARITY / 2 - 1;
    let count = |moves: u64| (moves.count_ones() as usize).min(MOST);
    let from = (discs.own | discs.other).count_ones() as usize % 2 * PER_PARITY;
    [from + count(moves), from + PER_PARITY / 2 + count(discs.passed().moves())]
}

/// Adds the rows of the groups of one kind.
#[inline(always)]
fn part<const KIND: usize, const FROM: usize, const TO: usize, const B: usize>(
    table: &[Row<B>],
    indices: &Indices,
    mut sums: Sums<B>,
) -> Sums<B> {
    let rows: Option<&[Row<B>; REACH]> = table[OFFSETS[KIND]..].first_chunk();
    let rows = rows.expect("tables are longer than what they hold");
    for group in FROM..TO {
        sums = sums.plus(&rows[usize::from(indices.0[group])]);
    }
    sums
}

#[cfg(target_feature = "avx2")]
mod wide {
    use safe_arch::{
        add_i16_m256i, add_i32_m256i, convert_to_i16_m256i_from_i8_m128i, m128i, m256i, max_i16_m256i,
        mul_i16_horizontal_add_m256i,
    };

    use super::{Head, Row};

    /// What the units come to.
    #[derive(Clone, Copy)]
    pub(super) struct Sums<const B: usize>([m256i; B]);

    impl<const B: usize> Default for Sums<B> {
        #[inline(always)]
        fn default() -> Self {
            Self([m256i::default(); B])
        }
    }

    impl<const B: usize> Sums<B> {
        #[inline(always)]
        pub(super) fn plus(mut self, row: &Row<B>) -> Self {
            for block in 0..B {
                let more = convert_to_i16_m256i_from_i8_m128i(m128i::from(row.0[block]));
                self.0[block] = add_i16_m256i(self.0[block], more);
            }
            self
        }

        #[inline(always)]
        pub(super) fn weighed(self, head: &Head<B>) -> i32 {
            let mut weighed = m256i::default();
            for block in 0..B {
                let raised = add_i16_m256i(self.0[block], m256i::from(head.threshold[block]));
                let above = max_i16_m256i(raised, m256i::default());
                let of_block = add_i32_m256i(
                    mul_i16_horizontal_add_m256i(above, m256i::from(head.above[block])),
                    mul_i16_horizontal_add_m256i(self.0[block], m256i::from(head.always[block])),
                );
                weighed = add_i32_m256i(weighed, of_block);
            }
            <[i32; 8]>::from(weighed).into_iter().fold(0, i32::wrapping_add)
        }
    }
}

#[cfg(any(test, not(target_feature = "avx2")))]
mod narrow {
    use super::{BLOCK, Head, Row};

    /// What the units come to.
    #[derive(Clone, Copy)]
    pub(super) struct Sums<const B: usize>([[i16; BLOCK]; B]);

    impl<const B: usize> Default for Sums<B> {
        fn default() -> Self {
            Self([[0; BLOCK]; B])
        }
    }

    impl<const B: usize> Sums<B> {
        pub(super) fn plus(mut self, row: &Row<B>) -> Self {
            for (sum, &more) in self.0.as_flattened_mut().iter_mut().zip(row.0.as_flattened()) {
                *sum = sum.wrapping_add(more.into());
            }
            self
        }

        pub(super) fn weighed(self, head: &Head<B>) -> i32 {
            let [threshold, above, always] =
                [&head.threshold, &head.above, &head.always].map(|weights| weights.as_flattened());
            let one = |(unit, &sum): (usize, &i16)| {
                let raised = sum.wrapping_add(threshold[unit]).max(0);
                i32::from(raised) * i32::from(above[unit]) + i32::from(sum) * i32::from(always[unit])
            };
            self.0.as_flattened().iter().enumerate().map(one).fold(0, i32::wrapping_add)
        }
    }
}

#[cfg(not(target_feature = "avx2"))]
use narrow::Sums;
#[cfg(target_feature = "avx2")]
use wide::Sums;

#[cfg(test)]
mod tests {
    use agon_games::dice::Dice;

    use super::*;

    #[test]
    fn vectors_and_plain_numbers_agree() {
        agree::<1>();
        agree::<TEACHER>();
    }

    fn agree<const B: usize>() {
        let mut dice = Dice::new(1);
        let mut below = |most: u32| dice.below(2 * most + 1) as i32 - most as i32;
        for _ in 0..100 {
            let mut weights = |most: u32| [[0; BLOCK]; B].map(|block| block.map(|_: i16| below(most) as i16));
            let (threshold, above, always) = (weights(300), weights(9_000), weights(9_000));
            let head = Head { threshold, above, always, base: 0 };
            let row = |_| Row([[0; BLOCK]; B].map(|block| block.map(|_: i8| below(127) as i8)));
            let rows: Vec<Row<B>> = (0..N_TERMS).map(row).collect();
            let fast = rows.iter().fold(Sums::default(), Sums::plus);
            let slow = rows.iter().fold(narrow::Sums::default(), narrow::Sums::plus);
            assert_eq!(fast.weighed(&head), slow.weighed(&head));
        }
    }

    #[test]
    fn a_position_is_worth_the_same_turned_and_with_the_digits_exchanged() {
        let mut dice = Dice::new(2);
        let mut below = |most: u32| dice.below(2 * most + 1) as i32 - most as i32;
        let rows = (0..n_rows()).map(|_| Row([[0; BLOCK].map(|_| below(100) as i8)])).collect();
        let head = |weight: i16| Head {
            threshold: [[0; BLOCK]],
            above: [[weight; BLOCK]],
            always: [[3; BLOCK]],
            base: 0,
        };
        let network = Network::new(&Learned { heads: (0..N_STAGES as i16).map(head).collect(), rows });
        let mut dice = Dice::new(3);
        for _ in 0..200 {
            let (own, mask) = (dice.word(), dice.word() | dice.word());
            let discs = Discs { own, other: !own & mask };
            let value = network.value_of(discs);
            let passed = Patterns::get().indices(discs.passed());
            assert_eq!(network.value(discs, discs.moves(), &passed, true), value);
            assert_eq!(network.value_of(discs.canonical(u64::MAX)), value);
        }
    }
}
