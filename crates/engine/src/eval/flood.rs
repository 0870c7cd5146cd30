//! Evaluations of Flood. Cells decide the game; what a zone will hold at the end is guessed by racing both
//! zones over the free components, a step for every colour that must be played.

use agon_games::bits::Bits;
use agon_games::flood::{Flood, Paint, State};
use agon_games::side::Side;

use crate::catalog::BuildError;
use crate::eval::{EvalEntry, Evaluator};
use crate::params::{Kind, Param, Params};

/// What searches use when no evaluation is named.
pub const DEFAULT: &str = "territory";

/// Every evaluation of Flood.
pub const ALL: &[EvalEntry] = &[
    EvalEntry { name: "area", about: "own cells less the other's", params: &[] },
    EvalEntry {
        name: "territory",
        about: "cells fewer colours away from the own zone than from the other, and the cells of the zones",
        params: &[Param {
            name: "area",
            kind: Kind::Integer(0, 1000),
            default: "25",
            about: "what a cell in the zone is worth, where a cell within reach is 100",
        }],
    },
];

/// An evaluation of Flood.
#[derive(Clone, Debug)]
pub enum Eval {
    /// Cells alone.
    Area,
    /// Cells that will probably be taken, and those that are.
    Territory {
        /// What a cell in the zone is worth besides.
        area: i32,
    },
}

/// The evaluation of this name, one of [`ALL`].
pub fn build<B: Bits>(_: &Flood<B>, name: &str, params: &Params) -> Result<Eval, BuildError> {
    Ok(match name {
        "area" => Eval::Area,
        "territory" => Eval::Territory { area: params.integer("area") as i32 },
        other => unreachable!("evaluation `{other}` is not in the list"),
    })
}

impl<B: Bits> Evaluator<Flood<B>> for Eval {
    type Memo = ();

    #[inline(always)]
    fn begin(&self, _: &Flood<B>, _: &State<B>) {}

    #[inline(always)]
    fn after(&self, _: &Flood<B>, (): &(), _: &State<B>, _: Paint, _: &State<B>) {}

    #[inline(always)]
    fn value(&self, game: &Flood<B>, state: &State<B>, (): &()) -> i32 {
        match *self {
            Self::Area => 100 * lead(state.sizes, state.side),
            Self::Territory { area } => {
                let sizes = territory(game, state);
                100 * lead(sizes, state.side) + area * lead(state.sizes, state.side)
            }
        }
    }

    #[inline(always)]
    fn urgency(&self, game: &Flood<B>, state: &State<B>, mv: Paint) -> i32 {
        match mv {
            Paint::Colour(colour) => {
                100 * i32::from(game.components().size_of(game.joining(state, state.side, colour)))
            }
            Paint::Pass => -100,
        }
    }
}

/// The difference of two counts, from one side.
#[inline(always)]
fn lead(sizes: [u16; 2], side: Side) -> i32 {
    i32::from(sizes[side.index()]) - i32::from(sizes[(!side).index()])
}

/// How many cells each zone reaches first when both take every colour they touch at once, the side to move
/// beginning: the cells that are fewer colours away, ties going to the mover. Colours forbidden to a player are
/// walls to it.
#[inline(always)]
pub fn territory<B: Bits>(game: &Flood<B>, state: &State<B>) -> [u16; 2] {
    let components = game.components();
    let takes = Side::BOTH.map(|side| takes(game, side));
    let mut free = !(state.zones[0] | state.zones[1]);
    let (mut sizes, mut reach) = (state.sizes, state.reach);
    let mut s = state.side.index();
    let mut stuck = 0;
    while stuck < 2 {
        let layer = reach[s] & free & takes[s];
        stuck = if layer.is_empty() { stuck + 1 } else { 0 };
        free = free.minus(layer);
        reach[s] = B::EMPTY;
        for at in layer.cells() {
            let component = components.get(at);
            reach[s] |= component.near;
            sizes[s] += component.size;
        }
        s = 1 - s;
    }
    sizes
}

/// The components that a side may ever take.
#[inline(always)]
fn takes<B: Bits>(game: &Flood<B>, side: Side) -> B {
    let terms = game.terms();
    let all = ((1u16 << terms.colours) - 1) as u8;
    let forbidden = all & !terms.allowed[side.index()];
    if forbidden == 0 {
        return !B::EMPTY;
    }
    let colours = (0..8).filter(|colour| forbidden >> colour & 1 != 0);
    !colours.fold(B::EMPTY, |set, colour| set | game.components().of_colour(colour))
}
