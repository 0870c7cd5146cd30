//! What an undecided position is worth: every free cell belongs to the zone that is fewer colours away from it,
//! the more surely the greater the difference.

use agon_games::flood::State;

use super::race::Found;

/// Colours past which no component is followed: what is so far from both zones is worth nothing yet, and what is so far
/// from one is surely nearer to the other.
pub(super) const FAR: u8 = 29;
/// Distances as places in tables: in no race, 1 to [`FAR`] colours away, and not reached.
const N_AWAY: usize = 32;
const BEYOND: usize = N_AWAY - 1;
/// Places of [`Weights::nearer`].
const N_AHEAD: usize = 4;

/// What a cell is worth, in hundredths of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// To the side to move when both are as near, and to the side that is nearer by one colour, two, three or more.
    pub(super) nearer: [i32; N_AHEAD],
    /// In a zone.
    pub(super) taken: i32,
}

/// What it is worth to a side that has just moved to have a cell at some distances, and what it would be worth besides
/// to be one colour nearer, to have the other one colour farther, and both.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Rise {
    pub(super) now: i16,
    pub(super) nearer: i16,
    pub(super) cut: i16,
    pub(super) both: i16,
    /// What the side to move has of a tie.
    pub(super) tie: i16,
}

/// Every [`Rise`], by both distances.
#[derive(Clone, Debug)]
pub(super) struct Rises([Rise; N_AWAY * N_AWAY]);

impl Weights {
    /// The weights of the champion.
    pub(super) const TUNED: Self = Self { nearer: [60, 60, 85, 100], taken: 125 };

    /// The value for the side to move.
    #[inline(always)]
    pub(super) fn value<B>(&self, found: &Found, state: &State<B>) -> i32 {
        self.taken * lead(state) + found.sum + 2 * found.ties
    }

    /// The value after a pass for the side that makes it.
    #[inline(always)]
    pub(super) fn value_waiting<B>(&self, found: &Found, state: &State<B>) -> i32 {
        self.taken * lead(state) + found.sum
    }

    /// The value after a move for the side that makes it, and the cells of its zone then.
    #[inline(always)]
    pub(super) fn value_after<B>(&self, found: &Found, state: &State<B>, mv: u8) -> (i32, i32) {
        let (taken, gain) = (found.taken[usize::from(mv)], found.gain[usize::from(mv)]);
        let cells = i32::from(state.sizes[state.side.index()]) + taken;
        (self.taken * (lead(state) + taken) + found.sum + gain, cells)
    }

    /// What a cell at these distances is worth to the side that has just moved.
    fn worth(&self, own: usize, other: usize) -> i32 {
        let is_reached = |away: usize| away > 0 && away < BEYOND;
        let [tie, .., alone] = self.nearer;
        match (is_reached(own), is_reached(other)) {
            (false, false) => 0,
            (true, false) => alone,
            (false, true) => -alone,
            (true, true) if own < other => self.nearer[(other - own).min(N_AHEAD - 1)],
            (true, true) if own > other => -self.nearer[(own - other).min(N_AHEAD - 1)],
            (true, true) => -tie,
        }
    }

    fn rise(&self, own: usize, other: usize) -> Rise {
        let now = self.worth(own, other);
        // A zone's last colour to a cell takes it, and then it counts as taken. What is far is not seen to come nearer.
        let after = |nearer: usize, farther: usize| {
            if own == 0 || own == BEYOND || (nearer > 0 && own == 1) {
                return if nearer > 0 && own == 1 { -now } else { 0 };
            }
            let other = if other == 0 || other + farther > FAR.into() { other } else { other + farther };
            self.worth(own - nearer, other) - now
        };
        let tie = if own == other { -now } else { 0 };
        let [now, nearer, cut, both, tie] =
            [now, after(1, 0), after(0, 1), after(1, 1), tie].map(|worth| worth as i16);
        Rise { now, nearer, cut, both, tie }
    }
}

impl Rises {
    pub(super) fn new(weights: &Weights) -> Self {
        Self(std::array::from_fn(|at| weights.rise(at / N_AWAY, at % N_AWAY)))
    }

    /// For the side to move and the other, so many colours away.
    #[inline(always)]
    pub(super) fn of(&self, own: u8, other: u8) -> &Rise {
        &self.0[usize::from(own.min(BEYOND as u8)) << N_AWAY.ilog2() | usize::from(other.min(BEYOND as u8))]
    }
}

#[inline(always)]
fn lead<B>(state: &State<B>) -> i32 {
    let [own, other] = [state.side, !state.side].map(|side| i32::from(state.sizes[side.index()]));
    own - other
}
