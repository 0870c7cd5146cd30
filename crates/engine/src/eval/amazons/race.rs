//! Both sides spreading over the empty cells, one move of each at a time: who comes first to which cell, and
//! by how much. What a cell is ahead by is counted in binary, whole boards at once: a digit is a set.

use super::Terms;
use super::field::{Field, One, Pair, Set};

/// Queen distances that differ by this much or more add nothing to `openness`: 2^-8 of a cell.
const MEMORY: usize = 8;
/// King distances count as clear when they differ by this much.
const CLEAR: f32 = 6.0;

/// The state of a race.
pub(super) struct Race<F: Field> {
    empty: F::Pair,
    /// All that each side has reached, its queens included.
    pub(super) reached: F::Pair,
    /// What each reached with its last move.
    pub(super) new: F::Pair,
    /// What each reached before the other, or alone.
    pub(super) won: F::Pair,
    /// What both reached with the same move.
    pub(super) ties: One<F>,
}

impl<F: Field> Race<F> {
    #[inline(always)]
    pub(super) fn new(empty: One<F>, queens: F::Pair) -> Self {
        let nothing = queens.minus(queens);
        let empty = F::Pair::twice(empty);
        Self { empty, reached: queens, new: queens, won: nothing, ties: nothing.common() }
    }

    /// One move of both, `spread` telling what sets reach.
    #[inline(always)]
    pub(super) fn step(&mut self, spread: impl Fn(F::Pair) -> F::Pair) {
        self.new = spread(self.new) & self.empty.minus(self.reached);
        self.reached = self.reached | self.new;
        self.won = self.won | self.new.minus(self.reached.swapped());
        self.ties = self.ties | self.new.common();
    }

    /// Cells reached first, less those that the other reached first; and cells reached at the same time.
    #[inline(always)]
    fn result(&self) -> [i32; 2] {
        let [own, other] = self.won.counts();
        [own as i32 - other as i32, self.ties.count() as i32]
    }
}

/// The lead and the ties by queen moves alone.
#[inline(always)]
pub(super) fn territory<F: Field>(field: F, empty: One<F>, queens: F::Pair) -> [i32; 2] {
    let lanes = field.lanes(empty);
    let mut race = Race::<F>::new(empty, queens);
    while !race.new.is_empty() {
        race.step(|sets| field.queen_moves(sets, &lanes));
    }
    race.result()
}

/// The terms by king moves; returns what each side can reach at all, its queens included.
#[inline(always)]
pub(super) fn kings<F: Field>(field: F, empty: One<F>, queens: F::Pair, terms: &mut Terms) -> F::Pair {
    let mut race = Race::<F>::new(empty, queens);
    // By how many moves each cell is ahead: three digits, never more than six.
    let nothing = race.ties;
    let mut ahead = [nothing; 3];
    loop {
        race.step(|sets| field.king_moves(sets));
        if race.new.is_empty() {
            break;
        }
        let waiting = (race.reached.apart() & empty).minus(ahead[1] & ahead[2]);
        let carry = ahead[0] & waiting;
        let over = ahead[1] & carry;
        ahead = [ahead[0] ^ waiting, ahead[1] ^ carry, ahead[2] ^ over];
    }
    // Where the other never comes a cell is clear.
    let alone = race.reached.apart() & empty;
    ahead = [ahead[0].minus(alone), ahead[1] | alone, ahead[2] | alone];
    [terms.king_lead, terms.king_ties] = race.result();
    let digit = |n: usize| {
        let [own, other] = (race.won & F::Pair::twice(ahead[n])).counts();
        (own as i32 - other as i32) << n
    };
    terms.king_nearness = (digit(0) + digit(1) + digit(2)) as f32 / CLEAR;
    race.reached
}

/// The terms by queen moves. Queens reach the same cells as kings, only sooner: the race is over when each
/// side has `reachable`.
#[inline(always)]
pub(super) fn queens<F: Field>(
    field: F,
    empty: One<F>,
    queens: F::Pair,
    lanes: &F::Lanes,
    reachable: F::Pair,
    terms: &mut Terms,
) {
    let mut race = Race::<F>::new(empty, queens);
    let both = reachable.common() & empty;
    let nothing = race.ties;
    // How many moves the later side needs more for each cell: three digits, and what overflows them.
    let mut later = [nothing; 3];
    let mut far_later = nothing;
    let (mut nearness, mut n_moves) = (0, 0);
    while !reachable.minus(race.reached).is_empty() {
        race.step(|sets| field.queen_moves(sets, lanes));
        let [own, other] = race.new.counts();
        nearness += (own as i32 - other as i32) * (1 << 16 >> n_moves.min(30));
        let waiting = race.reached.apart() & both;
        let carry = later[0] & waiting;
        let over = later[1] & carry;
        far_later = far_later | later[2] & over;
        later = [later[0] ^ waiting, later[1] ^ carry, later[2] ^ over];
        n_moves += 1;
    }
    [terms.queen_lead, terms.queen_ties] = race.result();
    terms.queen_nearness = nearness as f32 / (1 << 16) as f32;
    let mut openness = terms.queen_ties << MEMORY;
    let late = both.minus(far_later);
    for moves in 1..MEMORY.min(n_moves) {
        let digit = |n: usize| if moves >> n & 1 == 1 { later[n] } else { !later[n] };
        openness += ((late & digit(0) & digit(1) & digit(2)).count() as i32) << (MEMORY - moves);
    }
    terms.openness = openness as f32 / (1 << MEMORY) as f32;
}
