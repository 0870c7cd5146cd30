//! The learned weights of the evaluation, by stage of the game, laid out for quick look-up: one for each content
//! of the groups, one for each number of moves of either side. A value is in hundredths of a disc for the side to move.

use std::sync::Arc;

use super::discs::Discs;
use super::patterns::{Indices, N_GROUPS, N_KINDS, OFFSETS, Patterns};

/// How many stages there are: two discs each, the first for the opening.
pub const N_STAGES: usize = 27;
/// Weights for numbers of moves, first where an even number of cells is empty, then where an odd one is: 32 for the side
/// to move, then as many for its opponent.
pub const N_MOBILITY: usize = 2 * PER_PARITY;
const PER_PARITY: usize = 64;
/// As far as an index can reach: tables are longer than what they hold, and need no check.
const REACH: usize = 1 << 16;
/// How many weights add up to the value of a position.
pub const N_TERMS: usize = N_GROUPS + 2;
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
    let stage = n_discs.saturating_sub(9) as usize / 2;
    if stage < N_STAGES { stage } else { N_STAGES - 1 }
}

impl Weights {
    /// How many weights a stage has.
    pub fn per_stage() -> usize {
        Patterns::get().n_slots + N_MOBILITY
    }

    /// Which weights of its stage add up to the value of a position.
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

    /// Lays out learned weights: per stage, one for each slot of the patterns, then those for numbers of moves.
    pub fn new(learned: &[Vec<i16>]) -> Self {
        let patterns = Patterns::get();
        let lay_out = |weights: &Vec<i16>| {
            [false, true].map(|is_second| {
                let mut table = vec![0; OFFSETS[N_KINDS] + REACH];
                for (place, &slot) in patterns.slots.iter().enumerate() {
                    let to = if is_second { patterns.exchanged[place] as usize } else { place };
                    table[to] = weights[slot as usize];
                }
                table[OFFSETS[N_KINDS]..][..N_MOBILITY].copy_from_slice(&weights[patterns.n_slots..]);
                table
            })
        };
        Self { tables: Arc::new(learned.iter().map(lay_out).collect()) }
    }

    /// The value for the side to move, which has these moves and whose digit is 1 or, when `is_second`, 2; exact when
    /// the game is over.
    #[inline(always)]
    pub fn value(&self, discs: Discs, moves: u64, indices: &Indices, is_second: bool) -> i32 {
        let [own, other] = mobility(discs, moves);
        if own % PER_PARITY == 0 && other % PER_PARITY == PER_PARITY / 2 {
            return 100 * discs.final_score();
        }
        let table = &self.tables[stage((discs.own | discs.other).count_ones())][usize::from(is_second)];
        let by_moves = &table[OFFSETS[N_KINDS]..OFFSETS[N_KINDS] + N_MOBILITY];
        // From memory: to take lanes out of vector registers one by one costs a seventh of the whole search's speed.
        let indices = std::hint::black_box(indices);
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
            + part::<10, 42, N_GROUPS>(table, indices)
            + i32::from(by_moves[own])
            + i32::from(by_moves[other]);
        sum.clamp(-MOST, MOST)
    }

    /// The value of a position for the side to move, from scratch.
    pub fn value_of(&self, discs: Discs) -> i32 {
        self.value(discs, discs.moves(), &Patterns::get().indices(discs), false)
    }
}

/// Which weights for numbers of moves a position has whose side to move has these.
#[inline(always)]
fn mobility(discs: Discs, moves: u64) -> [usize; 2] {
    const MOST: usize = PER_PARITY / 2 - 1;
    let count = |moves: u64| (moves.count_ones() as usize).min(MOST);
    let from = (discs.own | discs.other).count_ones() as usize % 2 * PER_PARITY;
    [from + count(moves), from + PER_PARITY / 2 + count(discs.passed().moves())]
}

/// The weights of the groups of one kind.
#[inline(always)]
fn part<const KIND: usize, const FROM: usize, const TO: usize>(table: &[i16], indices: &Indices) -> i32 {
    let weights: Option<&[i16; REACH]> = table[OFFSETS[KIND]..].first_chunk();
    let weights = weights.expect("tables are longer than what they hold");
    let mut sum = 0;
    for group in FROM..TO {
        sum += i32::from(weights[usize::from(indices.0[group])]);
    }
    sum
}
