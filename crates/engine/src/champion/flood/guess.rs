//! What an undecided position is worth: every free cell belongs to the zone that is fewer colours away from it,
//! the more surely the greater the difference.

use agon_games::bits::Bits;
use agon_games::flood::{Flood, State};

use crate::solve::flood::Bounds;

/// What a cell is worth, in hundredths of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// To the side that is nearer by at least one colour, two, three: each adds to the one before.
    pub(super) nearer: [i32; 3],
    /// To the side to move, when both are as near.
    pub(super) tie: i32,
    /// In a zone, besides the hundred of every cell that is nearer to it.
    pub(super) area: i32,
}

/// Colours past which no cell is followed: what is farther is nobody's yet.
const FAR: usize = 24;

/// The cells that a zone reaches with so many colours or fewer, for every number.
struct Reached<B> {
    within: [B; FAR + 3],
    n_layers: usize,
}

impl Weights {
    /// The weights of the champion.
    pub(super) const TUNED: Self = Self { nearer: [60, 25, 15], tie: 60, area: 25 };

    /// The value for the side to move.
    pub(super) fn value<B: Bits>(&self, game: &Flood<B>, bounds: &Bounds<B>, state: &State<B>) -> i32 {
        let (s, o) = (state.side.index(), (!state.side).index());
        let [own, other] = [s, o].map(|side| reached(game, bounds, state, side));
        let mut value = (100 + self.area) * (i32::from(state.sizes[s]) - i32::from(state.sizes[o]));
        for layer in 1..=own.n_layers.max(other.n_layers) {
            let new = |of: &Reached<B>| of.within[layer].minus(of.within[layer - 1]);
            let (ours, theirs) = (new(&own), new(&other));
            for (more, weight) in self.nearer.iter().enumerate() {
                let sure = |new: B, rival: &Reached<B>| bounds.size(new.minus(rival.within[layer + more]));
                value += weight * (sure(ours, &other) - sure(theirs, &own));
            }
            value += self.tie * bounds.size(ours & theirs);
        }
        value
    }
}

#[inline(always)]
fn reached<B: Bits>(game: &Flood<B>, bounds: &Bounds<B>, state: &State<B>, side: usize) -> Reached<B> {
    let free = bounds.takes(side).minus(state.zones[0] | state.zones[1]);
    let mut reached = Reached { within: [B::EMPTY; FAR + 3], n_layers: 0 };
    let mut new = state.reach[side] & free;
    let mut seen = B::EMPTY;
    while !new.is_empty() && reached.n_layers < FAR {
        reached.n_layers += 1;
        seen |= new;
        reached.within[reached.n_layers] = seen;
        let near = new.cells().fold(B::EMPTY, |near, at| near | game.components().get(at).near);
        new = (near & free).minus(seen);
    }
    for layer in reached.n_layers + 1..FAR + 3 {
        reached.within[layer] = seen;
    }
    reached
}
