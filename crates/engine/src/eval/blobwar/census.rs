//! What learned weights make of a position, on any board: blobs in the open and shut in, blobs in the shelter of walls,
//! the landings of both sides by how much they convert, and the best landing of each. How often each of these occurs is
//! counted on whole boards at once; what it is worth changes with how full the board is.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, State};

use super::landings::neighbours;
use super::shelter::Shelter;
use crate::eval::mixture::Mixture;

/// Landings are told apart by what they convert: nothing, one or two blobs, three or four, more.
const SHARES: usize = 4;
/// A landing converts none to eight blobs.
const N_BEST: usize = 9;
/// Where the counts of landings begin, after own and their blobs in the open and shut in,
const LANDINGS: usize = 4;
/// then one for the best landing of the side to move and one for the other's, by what it converts,
const BEST: usize = LANDINGS + 2 * SHARES;
/// then the leads on cells beside walls and in corners, and the turn.
const SHELTER: usize = BEST + 2 * N_BEST;
/// How many numbers a position is counted in.
pub const N_COUNTS: usize = SHELTER + 3;

/// The evaluation on one board.
#[derive(Clone, Debug)]
pub struct Census<B> {
    /// What each count is worth, by how many cells are empty.
    rows: Arc<[[i32; N_COUNTS]]>,
    shelter: Shelter<B>,
}

impl<B: Bits> Census<B> {
    /// The evaluation by these weights.
    pub fn new(game: &Blobwar<B>, weights: &Mixture) -> Self {
        let n_open = game.topology().open().count();
        let rows = (0..=n_open).map(|n_empty| weights.at(n_empty, n_open)).collect();
        Self { rows, shelter: Shelter::of(game) }
    }

    /// The value of a position for the side to move. A function of its own, so that searches do not each hold a copy.
    #[inline(never)]
    pub(super) fn value(&self, game: &Blobwar<B>, state: &State<B>) -> i32 {
        let row = &self.rows[game.empty(state).count() as usize];
        let mut sum = 0;
        count(game, &self.shelter, state, |at, n| sum += row[at] * n);
        sum / Mixture::POINT
    }
}

/// Counts a position as the side to move sees it: `add` is told which count grows by how much.
#[inline(always)]
pub fn count<B: Bits>(
    game: &Blobwar<B>,
    shelter: &Shelter<B>,
    state: &State<B>,
    mut add: impl FnMut(usize, i32),
) {
    let topology = game.topology();
    let (own, their, empty) = (state.own(), state.their(), game.empty(state));
    let open = topology.spread(empty);
    let counts = [own & open, own.minus(open), their & open, their.minus(open)].map(B::count);
    (0..).zip(counts).for_each(|(at, n)| add(at, n as i32));
    for (side, (blobs, others)) in [(own, their), (their, own)].into_iter().enumerate() {
        let within = topology.spread(topology.spread(blobs)) & empty;
        let digits = neighbours(game, others);
        for (share, cells) in shares(&digits).into_iter().enumerate() {
            add(LANDINGS + side * SHARES + share, (within & cells).count() as i32);
        }
        add(BEST + side * N_BEST + most(&digits, within), 1);
    }
    let lead = |set: B| (own & set).count() as i32 - (their & set).count() as i32;
    add(SHELTER, lead(shelter.edges));
    add(SHELTER + 1, lead(shelter.corners));
    add(SHELTER + 2, 1);
}

/// The cells of each share, from the binary digits of what landing there converts.
#[inline(always)]
fn shares<B: Bits>(&[ones, twos, fours, eights]: &[B; 4]) -> [B; SHARES] {
    let none = !(ones | twos | fours | eights);
    let few = (ones ^ twos) & !(fours | eights);
    let many = eights | fours & (twos | ones);
    [none, few, !(none | few | many), many]
}

/// The most that landing on one of the cells converts.
#[inline(always)]
fn most<B: Bits>(digits: &[B; 4], mut cells: B) -> usize {
    let mut n = 0;
    for (at, &digit) in digits.iter().enumerate().rev() {
        let with = cells & digit;
        if !with.is_empty() {
            (cells, n) = (with, n | 1 << at);
        }
    }
    n
}
