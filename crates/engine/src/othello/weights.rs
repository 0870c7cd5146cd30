//! The learned weights of the pattern evaluation, by stage of the game, laid out for quick look-up. A value
//! is in hundredths of a disc for the side to move.

use std::sync::Arc;

use super::discs::Discs;
use super::patterns::{Indices, N_GROUPS, OFFSETS, Patterns};

/// How many stages there are: four discs each, the first for the opening.
pub const N_STAGES: usize = 13;
/// The largest value, a little below a full board of discs.
pub const MOST: i32 = 6_300;

/// Weights, ready to be asked.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Per stage, and for digit 1 or 2 to move: the weights of all kinds.
    tables: Arc<Vec<[Vec<i16>; 2]>>,
}

/// The stage of a position with this many discs.
#[inline(always)]
pub const fn stage(n_discs: u32) -> usize {
    let stage = n_discs.saturating_sub(9) as usize / 4;
    if stage < N_STAGES { stage } else { N_STAGES - 1 }
}

impl Weights {
    /// Lays out learned weights: per stage, one for each slot of the patterns.
    pub fn new(learned: &[Vec<i16>]) -> Self {
        let patterns = Patterns::get();
        let lay_out = |weights: &Vec<i16>| {
            let first: Vec<i16> = patterns.slots.iter().map(|&slot| weights[slot as usize]).collect();
            let second = patterns.exchanged.iter().map(|&place| first[place as usize]).collect();
            [first, second]
        };
        Self { tables: Arc::new(learned.iter().map(lay_out).collect()) }
    }

    /// The value for the side to move, whose digit is 1 or, when `is_second`, 2.
    #[inline(always)]
    pub fn value(&self, indices: &Indices, n_discs: u32, is_second: bool) -> i32 {
        let table = &self.tables[stage(n_discs)][usize::from(is_second)];
        // One call per kind, so that the compiler knows how many groups each has.
        let sum = part::<0, 0, 4>(table, indices)
            + part::<1, 4, 12>(table, indices)
            + part::<2, 12, 16>(table, indices)
            + part::<3, 16, 20>(table, indices)
            + part::<4, 20, 24>(table, indices)
            + part::<5, 24, 28>(table, indices)
            + part::<6, 28, 30>(table, indices)
            + part::<7, 30, 34>(table, indices)
            + part::<8, 34, 38>(table, indices)
            + part::<9, 38, 42>(table, indices)
            + part::<10, 42, N_GROUPS>(table, indices);
        sum.clamp(-MOST, MOST)
    }

    /// The value of a position for the side to move, from scratch.
    pub fn value_of(&self, discs: Discs) -> i32 {
        let n_discs = (discs.own | discs.other).count_ones();
        self.value(&Patterns::get().indices(discs), n_discs, false)
    }
}

/// The weights of the groups of one kind.
#[inline(always)]
fn part<const KIND: usize, const FROM: usize, const TO: usize>(table: &[i16], indices: &Indices) -> i32 {
    let weights = &table[OFFSETS[KIND]..OFFSETS[KIND + 1]];
    let mut sum = 0;
    for group in FROM..TO {
        sum += i32::from(weights[usize::from(indices.0[group])]);
    }
    sum
}
