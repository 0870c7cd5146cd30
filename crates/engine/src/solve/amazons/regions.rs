//! Separated regions. Cells without arrow or hole that hang together, queens included, can never be left or
//! entered: a region with the queens of one side only is worth as many moves as that side can make in it.

use std::collections::HashMap;

use agon_games::amazons::{Amazons, State};
use agon_games::bits::Bits;
use agon_games::side::Side;

use crate::champion::amazons::filling;

/// Positions that counting one region may look at.
const COUNT_NODES: u32 = 100_000;

/// A position without what is settled in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Fight<B> {
    /// Only the regions that both sides are in.
    pub(super) state: State<B>,
    /// Moves that the side to move can make elsewhere, less those that the other can.
    pub(super) spare: i32,
}

/// Counts regions and remembers them.
#[derive(Debug)]
pub(super) struct Counter<B> {
    /// By queens, empty cells and side: the moves, if they could be counted.
    known: HashMap<(B, B, Side), Option<u32>>,
}

impl<B: Bits> Counter<B> {
    pub(super) fn new() -> Self {
        Self { known: HashMap::new() }
    }

    /// Takes out of a position what can be counted.
    pub(super) fn reduce(&mut self, game: &Amazons<B>, state: &State<B>, spare: i32) -> Fight<B> {
        let mut fight = Fight { state: *state, spare };
        let mut left = state.empty | state.queens[0] | state.queens[1];
        while !left.is_empty() {
            let region = region_of(game, B::cell(left.lowest()), left);
            left = left.minus(region);
            let here = state.queens.map(|queens| queens & region);
            let settled = match here.map(|queens| queens.is_empty()) {
                [true, true] => Some(0),
                [false, false] => (!region.meets(state.empty)).then_some(0),
                [no_first, _] => {
                    let side = if no_first { Side::Second } else { Side::First };
                    let moves = self.moves(game, here[side.index()], region & state.empty, side);
                    moves.map(|moves| if side == state.side { moves as i32 } else { -(moves as i32) })
                }
            };
            if let Some(moves) = settled {
                fight.spare += moves;
                fight.state.empty = fight.state.empty.minus(region);
                fight.state.queens = fight.state.queens.map(|queens| queens.minus(region));
            }
        }
        fight
    }

    fn moves(&mut self, game: &Amazons<B>, queens: B, empty: B, side: Side) -> Option<u32> {
        if empty.is_empty() {
            return Some(0);
        }
        if let Some(&known) = self.known.get(&(queens, empty, side)) {
            return known;
        }
        let mut both = [B::EMPTY; 2];
        both[side.index()] = queens;
        let alone = State { queens: both, empty, side, hash: 0 };
        let filling = filling::longest(game, &alone, COUNT_NODES);
        let moves = match filling {
            None => Some(0),
            Some(filling) => filling.is_longest.then_some(filling.n_moves),
        };
        self.known.insert((queens, empty, side), moves);
        moves
    }
}

/// All that hangs together with the seed within `cells`.
fn region_of<B: Bits>(game: &Amazons<B>, seed: B, cells: B) -> B {
    let mut region = seed;
    loop {
        let wider = game.topology().spread(region) & cells;
        if wider == region {
            return region;
        }
        region = wider;
    }
}
