//! What the network of the champion sees of a position: how many cells stand how to both sides, by queen moves and by
//! king moves, and how many queens are how free. Counts of whole boards at once, in pairs: for the side to move and
//! for the other.

use super::field::{Field, One, Pair, Set};
use super::race::Race;

/// Two counts in one word, the first in its lower half: for a vector both are one number.
pub type Counts = [u32; N_PAIRS];
/// Pairs of counts that describe a position.
pub const N_PAIRS: usize = QUEENS_AT + N_CLASSES;

/// Queen moves to a cell: one, two, three, more, or none of them enough.
const N_FAR: usize = 5;
/// First the cells that one side reaches in fewer queen moves than the other, by both numbers; then those that both
/// reach in the same number.
const SAME_AT: usize = N_FAR * (N_FAR - 1) / 2;
/// Cells that both reach, the one by one, two, three or more king moves sooner.
const KINGS_AT: usize = SAME_AT + 2;
const N_AHEAD: usize = 4;
/// Cells near by king moves: one and two, one and more, two and more; both one and both two; and ties of any number.
const NEAR_AT: usize = KINGS_AT + N_AHEAD;
const TIES_AT: usize = NEAR_AT + 4;
/// Queens by how free they are.
const QUEENS_AT: usize = TIES_AT + 1;
const N_CLASSES: usize = 8;

/// The least activity, times four, of each class of queens but the first.
const LEAST: [usize; N_CLASSES - 1] = [1, 7, 15, 25, 41, 61, 91];

/// For four times the activity of a queen: one in the byte of its class.
const CLASS: [u64; 256] = {
    let mut classes = [0; 256];
    let mut activity = 0;
    while activity < 256 {
        let mut class = 0;
        while class < N_CLASSES - 1 && activity >= LEAST[class] {
            class += 1;
        }
        classes[activity] = 1 << (8 * class);
        activity += 1;
    }
    classes
};

/// The counts of a position.
#[inline(always)]
pub(super) fn take<F: Field>(field: F, empty: One<F>, queens: F::Pair) -> Counts {
    let mut counts = [0; N_PAIRS];
    let reachable = kings(field, empty, queens, &mut counts);
    let lanes = field.lanes(empty);
    race(field, empty, queens, &lanes, reachable, &mut counts);
    let mut classes = [0; 2];
    field.each_queen(empty, queens, reachable, &lanes, |side, four_times| {
        classes[side] += CLASS[four_times as usize & 255];
    });
    let [own, other] = classes.map(u64::to_le_bytes);
    for class in 0..N_CLASSES {
        counts[QUEENS_AT + class] = u32::from(own[class]) | u32::from(other[class]) << 16;
    }
    counts
}

/// Counts by king moves; returns what each side can reach at all, its queens included.
#[inline(always)]
fn kings<F: Field>(field: F, empty: One<F>, queens: F::Pair, counts: &mut Counts) -> F::Pair {
    let mut race = Race::<F>::new(empty, queens);
    // By how many moves each cell is ahead: three digits, never more than six.
    let mut ahead = [race.ties; 3];
    let mut near = [race.won; 2];
    let mut n_moves = 0;
    loop {
        race.step(|sets| field.king_moves(sets));
        if race.new.is_empty() {
            break;
        }
        if n_moves < near.len() {
            near[n_moves] = race.new;
        }
        n_moves += 1;
        let waiting = (race.reached.apart() & empty).minus(ahead[1] & ahead[2]);
        let carry = ahead[0] & waiting;
        let over = ahead[1] & carry;
        ahead = [ahead[0] ^ waiting, ahead[1] ^ carry, ahead[2] ^ over];
    }
    let [one, two, four] = ahead.map(|digit| digit & race.reached.common());
    let leads = [one.minus(two | four), two.minus(one | four), (one & two).minus(four), four];
    put(counts, KINGS_AT, leads.map(|lead| race.won & F::Pair::twice(lead)));
    let later = (race.reached & F::Pair::twice(empty)).minus(near[0] | near[1]);
    put(
        counts,
        NEAR_AT,
        [
            near[0] & near[1].swapped(),
            near[0] & later.swapped(),
            near[1] & later.swapped(),
            F::Pair::of(near[0].common(), near[1].common()),
        ],
    );
    counts[TIES_AT] = race.ties.count();
    race.reached
}

/// Counts by queen moves, which reach the same cells as king moves, only sooner.
#[inline(always)]
fn race<F: Field>(
    field: F,
    empty: One<F>,
    queens: F::Pair,
    lanes: &F::Lanes,
    reachable: F::Pair,
    counts: &mut Counts,
) {
    let mut race = Race::<F>::new(empty, queens);
    let mut far = [race.won; N_FAR];
    for n_moves in 0..3 {
        if reachable.minus(race.reached).is_empty() {
            break;
        }
        race.step(|sets| field.queen_moves(sets, lanes));
        far[n_moves] = race.new;
    }
    let empty = F::Pair::twice(empty);
    far[3] = reachable.minus(race.reached);
    far[4] = empty.minus(reachable);
    let faster = |i: usize, j: usize| far[i] & far[j].swapped();
    let same = |i: usize, j: usize| F::Pair::of(far[i].common(), far[j].common());
    // In the order of the rows above the diagonal, and then from `SAME_AT` on.
    put(counts, 0, [faster(0, 1), faster(0, 2), faster(0, 3), faster(0, 4)]);
    put(counts, 4, [faster(1, 2), faster(1, 3), faster(1, 4), faster(2, 3)]);
    put(counts, 8, [faster(2, 4), faster(3, 4), same(0, 1), same(2, 3)]);
}

/// Counts four pairs of sets.
#[inline(always)]
fn put<P: Pair>(counts: &mut Counts, first: usize, four: [P; 4]) {
    counts[first..first + 4].copy_from_slice(&P::words(four));
}
