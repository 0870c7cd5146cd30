//! What an undecided position is worth: every free cell belongs to the zone that is fewer colours away from it,
//! the more surely the greater the difference.

use agon_games::flood::State;

use super::race::Found;

/// How surely the side to move has a cell: it is three colours behind or more, two, one, as near, and so on.
pub(super) const N_SURE: usize = 7;
pub(super) const TIE: usize = 3;
pub(super) type Sure = [i32; N_SURE];

/// What a cell is worth, in hundredths of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// To the side that is nearer by one colour, two, three or more.
    pub(super) nearer: [i32; 3],
    /// To the side to move, when both are as near.
    pub(super) tie: i32,
    /// In a zone.
    pub(super) taken: i32,
}

impl Weights {
    /// The weights of the champion.
    pub(super) const TUNED: Self = Self { nearer: [60, 85, 100], tie: 60, taken: 125 };

    /// The value for the side to move.
    pub(super) fn value<B>(&self, found: &Found, state: &State<B>) -> i32 {
        self.taken * lead(state) + self.sum(found, self.tie)
    }

    /// The value after a move for the side that makes it, and the cells of its zone then.
    #[inline(always)]
    pub(super) fn value_after<B>(&self, found: &Found, state: &State<B>, mv: u8) -> (i32, i32) {
        let (taken, gain) = (found.taken[usize::from(mv)], found.gain[usize::from(mv)]);
        let cells = i32::from(state.sizes[state.side.index()]) + taken;
        (self.taken * (lead(state) + taken) + self.sum(found, -self.tie) + gain, cells)
    }

    /// What it is worth to come one colour nearer than the other side, two colours, and what it was worth before, for
    /// every difference of distances from five behind to three ahead, when the other side is to move after that.
    pub(super) fn rise(&self) -> [[i32; 3]; N_SURE + 2] {
        let worth = self.worth(-self.tie);
        let at = |place: usize| worth[place.saturating_sub(2).min(N_SURE - 1)];
        std::array::from_fn(|place| [at(place + 1) - at(place), at(place + 2) - at(place), at(place)])
    }

    const fn worth(&self, tie: i32) -> Sure {
        let [one, two, three] = self.nearer;
        [-three, -two, -one, tie, one, two, three]
    }

    #[inline(always)]
    fn sum(&self, found: &Found, tie: i32) -> i32 {
        let both: i32 = self.worth(tie).iter().zip(found.both).map(|(weight, cells)| weight * cells).sum();
        both + self.nearer[2] * (found.alone[0] - found.alone[1])
    }
}

#[inline(always)]
fn lead<B>(state: &State<B>) -> i32 {
    let [own, other] = [state.side, !state.side].map(|side| i32::from(state.sizes[side.index()]));
    own - other
}
