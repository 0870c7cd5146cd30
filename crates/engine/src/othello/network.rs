//! The learned evaluation: a small network over the groups. What is in each group, and how many moves either side has,
//! adds a row of numbers to the sums of a few units; what these come to is weighed by stage of the game, and weighed
//! once more where it is above a threshold. A value is in hundredths of a disc for the side to move. Whole numbers
//! throughout, so that vectors and plain code agree to the last bit.

use std::sync::Arc;

use super::discs::Discs;
use super::patterns::{Indices, N_GROUPS, N_KINDS, OFFSETS, Patterns};

/// How many stages there are: two discs each, the first for the opening.
pub const N_STAGES: usize = 27;
/// How many units add up.
pub const N_UNITS: usize = 16;
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
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(align(16))]
pub struct Row(pub [i8; N_UNITS]);

/// How a stage of the game weighs the units.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[repr(align(32))]
pub struct Head {
    /// What is added to each unit before it is asked how far it is above zero.
    pub threshold: [i16; N_UNITS],
    /// What each counts as far as it is.
    pub above: [i16; N_UNITS],
    /// What each counts in any case.
    pub always: [i16; N_UNITS],
    /// What there is to begin with, in hundredths of a disc.
    pub base: i32,
}

/// What was learned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learned {
    /// By stage.
    pub heads: Vec<Head>,
    /// One for each slot of the patterns, then those for numbers of moves.
    pub rows: Vec<Row>,
}

/// The network, ready to be asked.
#[derive(Clone, Debug)]
pub struct Network {
    heads: Arc<Vec<Head>>,
    /// For digit 1 or 2 to move: the rows of all kinds, then those for numbers of moves.
    tables: Arc<[Vec<Row>; 2]>,
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

impl Network {
    /// Lays out what was learned.
    pub fn new(learned: &Learned) -> Self {
        let patterns = Patterns::get();
        let tables = [false, true].map(|is_second| {
            let mut table = vec![Row::default(); OFFSETS[N_KINDS] + REACH];
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
        let mut sums = Sums::default().plus(&moves[own]).plus(&moves[other]);
        // One call per kind, so that the compiler knows how many groups each has.
        sums = part::<0, 0, 4>(table, indices, sums);
        sums = part::<1, 4, 12>(table, indices, sums);
        sums = part::<2, 12, 16>(table, indices, sums);
        sums = part::<3, 16, 20>(table, indices, sums);
        sums = part::<4, 20, 24>(table, indices, sums);
        sums = part::<5, 24, 28>(table, indices, sums);
        sums = part::<6, 28, 30>(table, indices, sums);
        sums = part::<7, 30, 34>(table, indices, sums);
        sums = part::<8, 34, 38>(table, indices, sums);
        sums = part::<9, 38, 42>(table, indices, sums);
        sums = part::<10, 42, 46>(table, indices, sums);
        sums = part::<11, 46, 50>(table, indices, sums);
        sums = part::<12, 50, 54>(table, indices, sums);
        sums = part::<13, 54, N_GROUPS>(table, indices, sums);
        (head.base + (sums.weighed(head) >> SHIFT)).clamp(-MOST, MOST)
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
fn part<const KIND: usize, const FROM: usize, const TO: usize>(
    table: &[Row],
    indices: &Indices,
    mut sums: Sums,
) -> Sums {
    let rows: Option<&[Row; REACH]> = table[OFFSETS[KIND]..].first_chunk();
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
    #[derive(Clone, Copy, Default)]
    pub(super) struct Sums(m256i);

    impl Sums {
        #[inline(always)]
        pub(super) fn plus(self, row: &Row) -> Self {
            Self(add_i16_m256i(self.0, convert_to_i16_m256i_from_i8_m128i(m128i::from(row.0))))
        }

        #[inline(always)]
        pub(super) fn weighed(self, head: &Head) -> i32 {
            let raised = add_i16_m256i(self.0, m256i::from(head.threshold));
            let above = max_i16_m256i(raised, m256i::default());
            let weighed = add_i32_m256i(
                mul_i16_horizontal_add_m256i(above, m256i::from(head.above)),
                mul_i16_horizontal_add_m256i(self.0, m256i::from(head.always)),
            );
            <[i32; 8]>::from(weighed).into_iter().fold(0, i32::wrapping_add)
        }
    }
}

#[cfg(any(test, not(target_feature = "avx2")))]
mod narrow {
    use super::{Head, N_UNITS, Row};

    /// What the units come to.
    #[derive(Clone, Copy, Default)]
    pub(super) struct Sums([i16; N_UNITS]);

    impl Sums {
        pub(super) fn plus(self, row: &Row) -> Self {
            Self(std::array::from_fn(|unit| self.0[unit].wrapping_add(row.0[unit].into())))
        }

        pub(super) fn weighed(self, head: &Head) -> i32 {
            let one = |unit: usize| {
                let sum = self.0[unit];
                let above = sum.wrapping_add(head.threshold[unit]).max(0);
                i32::from(above) * i32::from(head.above[unit]) + i32::from(sum) * i32::from(head.always[unit])
            };
            (0..N_UNITS).map(one).fold(0, i32::wrapping_add)
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
        let mut dice = Dice::new(1);
        let mut below = |most: u32| dice.below(2 * most + 1) as i32 - most as i32;
        for _ in 0..100 {
            let head = Head {
                threshold: std::array::from_fn(|_| below(300) as i16),
                above: std::array::from_fn(|_| below(9_000) as i16),
                always: std::array::from_fn(|_| below(9_000) as i16),
                base: 0,
            };
            let rows: Vec<Row> = (0..N_TERMS).map(|_| Row([0; N_UNITS].map(|_| below(127) as i8))).collect();
            let fast = rows.iter().fold(Sums::default(), Sums::plus);
            let slow = rows.iter().fold(narrow::Sums::default(), narrow::Sums::plus);
            assert_eq!(fast.weighed(&head), slow.weighed(&head));
        }
    }

    #[test]
    fn a_position_is_worth_the_same_turned_and_with_the_digits_exchanged() {
        let mut dice = Dice::new(2);
        let mut below = |most: u32| dice.below(2 * most + 1) as i32 - most as i32;
        let rows = (0..n_rows()).map(|_| Row([0; N_UNITS].map(|_| below(100) as i8))).collect();
        let head = |weight: i16| Head { above: [weight; N_UNITS], always: [3; N_UNITS], ..Head::default() };
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
