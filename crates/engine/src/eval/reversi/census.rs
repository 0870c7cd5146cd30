//! What learned weights make of a position, on any board: moves of both sides and the cells that more of them may come
//! from, discs in the open and shut in, discs on edges and those that can never be turned, corners and the cells around
//! them. All of it is counted on whole boards at once; what it is worth changes with how full the board is.

use std::sync::Arc;

use agon_games::bits::Bits;
use agon_games::reversi::{Reversi, State};

use super::layout::{Layout, N_CONTENTS};
use crate::eval::mixture::Mixture;

/// Few moves are told apart by their number: so many kinds, the last being all others.
const N_FEW: usize = 12;
/// Where the counts begin of moves, one's own and the other's, and, after them, of sides with few of them,
const MOVES: usize = 0;
const FEW: usize = MOVES + 2;
/// of empty cells beside the other's discs and beside one's own,
const NEAR: usize = FEW + 2 * N_FEW;
/// of discs in the open and shut in, one's own and the other's,
const DISCS: usize = NEAR + 2;
/// of the lead on cells that lines of one, two and three axes cross,
const RIMS: usize = DISCS + 4;
/// of discs on edges beside an empty cell of the edge, and of discs that can never be turned,
const BARE: usize = RIMS + 3;
const STABLE: usize = BARE + 2;
/// of corners that can be taken at once,
const TAKEN: usize = STABLE + 2;
/// of the turn, and of turns with an odd number of empty cells,
const TURN: usize = TAKEN + 2;
/// and of what is around corners.
const CORNERS: usize = TURN + 2;
/// How many numbers a position is counted in.
pub const N_COUNTS: usize = CORNERS + N_CONTENTS;

/// How far a value is from that of a search two plies deeper, in points: the standard deviation from a full board to an
/// empty one, evenly apart. Measured on 677 positions of games on 10x10.
const DEVIATIONS: [i32; 7] = [600, 480, 240, 190, 140, 115, 100];

/// The evaluation on one board.
#[derive(Clone, Debug)]
pub struct Census<B> {
    /// By how many cells are empty.
    stages: Arc<[Stage]>,
    layout: Layout<B>,
}

#[derive(Debug)]
struct Stage {
    /// What each count is worth.
    row: [i32; N_COUNTS],
    deviation: i32,
}

impl<B: Bits> Census<B> {
    /// The evaluation by these weights.
    pub fn new(game: &Reversi<B>, weights: &Mixture) -> Self {
        let n_open = game.topology().open().count();
        let stage =
            |n_empty| Stage { row: weights.at(n_empty, n_open), deviation: deviation(n_empty, n_open) };
        Self { stages: (0..=n_open).map(stage).collect(), layout: Layout::of(game) }
    }

    /// The value of a position for the side to move. A function of its own, so that searches do not each hold a copy.
    #[inline(never)]
    pub(super) fn value(&self, game: &Reversi<B>, state: &State<B>) -> i32 {
        let row = &self.stage(game, state).row;
        let mut sum = 0;
        count(game, &self.layout, state, |at, n| sum += row[at] * n);
        sum / Mixture::POINT
    }

    /// How far values are from those of searches two plies deeper.
    pub(super) fn deviation(&self, game: &Reversi<B>, state: &State<B>) -> i32 {
        self.stage(game, state).deviation
    }

    #[inline(always)]
    fn stage(&self, game: &Reversi<B>, state: &State<B>) -> &Stage {
        let n_empty = game.topology().open().minus(state.discs[0] | state.discs[1]).count();
        &self.stages[n_empty as usize]
    }
}

fn deviation(n_empty: u32, n_open: u32) -> i32 {
    let (n_empty, n_open) = (n_empty as i32, n_open.max(1) as i32);
    let place = n_empty * (DEVIATIONS.len() as i32 - 1);
    let at = (place / n_open).min(DEVIATIONS.len() as i32 - 2);
    let beyond = place - at * n_open;
    let [fuller, emptier] = [at, at + 1].map(|at| DEVIATIONS[at as usize]);
    fuller + (emptier - fuller) * beyond / n_open
}

/// Counts a position as the side to move sees it: `add` is told which count grows by how much.
#[inline(always)]
pub fn count<B: Bits>(
    game: &Reversi<B>,
    layout: &Layout<B>,
    state: &State<B>,
    mut add: impl FnMut(usize, i32),
) {
    let topology = game.topology();
    let (own, other) = Reversi::own_and_other(state);
    let empty = topology.open().minus(own | other);
    let open = topology.spread(empty);
    let bare = layout.along(topology, empty);
    let moves = [state.moves, game.placements(other, own)];
    for (side, (discs, others)) in [(own, other), (other, own)].into_iter().enumerate() {
        let n_moves = moves[side].count();
        add(MOVES + side, n_moves as i32);
        add(FEW + side * N_FEW + (n_moves as usize).min(N_FEW - 1), 1);
        add(NEAR + side, (topology.spread(others) & empty).count() as i32);
        add(DISCS + 2 * side, (discs & open).count() as i32);
        add(DISCS + 2 * side + 1, discs.minus(open).count() as i32);
        add(BARE + side, (discs & bare).count() as i32);
        add(STABLE + side, layout.stable(topology, discs).count() as i32);
        add(TAKEN + side, (moves[side] & layout.corners).count() as i32);
    }
    for (at, &rim) in layout.rims.iter().enumerate() {
        add(RIMS + at, (own & rim).count() as i32 - (other & rim).count() as i32);
    }
    add(TURN, 1);
    add(TURN + 1, (empty.count() % 2) as i32);
    for around in &layout.around {
        add(CORNERS + around.content(own, other), 1);
    }
}
