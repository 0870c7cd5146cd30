//! The learned weights of the pattern evaluation, by stage of the game, laid out for quick look-up. A value
//! is in hundredths of a disc for the side to move.

use std::sync::Arc;

use super::discs::Discs;
use super::patterns::{Indices, N_GROUPS, N_KINDS, Patterns};

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
        const SPANS: [(usize, usize); N_KINDS] = [
            (0, 4),
            (4, 12),
            (12, 16),
            (16, 20),
            (20, 24),
            (24, 28),
            (28, 30),
            (30, 34),
            (34, 38),
            (38, 42),
            (42, N_GROUPS),
        ];
        let table = &self.tables[stage(n_discs)][usize::from(is_second)];
        let offsets = &Patterns::get().offsets;
        let mut sum = 0;
        for (kind, (from, to)) in SPANS.into_iter().enumerate() {
            let weights = &table[offsets[kind] as usize..offsets[kind + 1] as usize];
            for group in from..to {
                sum += i32::from(weights[usize::from(indices.0[group])]);
            }
        }
        sum.clamp(-MOST, MOST)
    }

    /// The value of a position for the side to move, from scratch.
    pub fn value_of(&self, discs: Discs) -> i32 {
        let n_discs = (discs.own | discs.other).count_ones();
        self.value(&Patterns::get().indices(discs), n_discs, false)
    }
}
