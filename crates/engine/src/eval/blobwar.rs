//! Evaluations of Blobwar. Blobs decide the game, but a blob that no empty cell touches can no longer change
//! sides, and one beside a wall can be attacked from fewer cells.

pub mod census;
mod landings;
pub mod shelter;
pub mod weights;

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, Hop, State};

use crate::catalog::BuildError;
use crate::eval::{EvalEntry, Evaluator};
use crate::params::{Kind, Param, Params};
use census::Census;
use shelter::Shelter;

/// What searches use when no evaluation is named.
pub const DEFAULT: &str = "shape";

const fn weight(name: &'static str, default: &'static str, about: &'static str) -> Param {
    Param { name, kind: Kind::Integer(-1000, 1000), default, about }
}

/// Every evaluation of Blobwar.
pub const ALL: &[EvalEntry] = &[
    EvalEntry { name: "material", about: "own blobs less the other's", params: &[] },
    EvalEntry {
        name: "mobility",
        about: "blobs, and the empty cells that each side can land on",
        params: &[weight("reach", "10", "what a cell within reach is worth, where a blob is 100")],
    },
    EvalEntry {
        name: "shape",
        about: "blobs, less those that can be attacked, more those in the shelter of walls",
        params: &[
            weight("open", "30", "what a blob loses beside an empty cell, where a blob is 100"),
            weight("edge", "10", "what a blob gains where at least three neighbours are missing"),
            weight("corner", "15", "what it gains besides where at least five are"),
            weight("turn", "40", "what the turn is worth"),
        ],
    },
    EvalEntry {
        name: "census",
        about: "blobs and landings by what they convert, weighed as learned from games on boards of many kinds",
        params: &[],
    },
];

/// An evaluation of Blobwar.
#[derive(Clone, Debug)]
pub enum Eval<B> {
    /// Blobs alone.
    Material,
    /// Blobs and landing cells.
    Mobility {
        /// What a cell within reach is worth.
        reach: i32,
    },
    /// Blobs and how safe they are.
    Shape(Shape<B>),
    /// What games on boards of many kinds taught.
    Census(Census<B>),
}

/// The weights of the evaluation by shape, and the sheltered cells of its board.
#[derive(Clone, Debug)]
pub struct Shape<B> {
    open: i32,
    edge: i32,
    corner: i32,
    turn: i32,
    shelter: Shelter<B>,
}

/// The evaluation of this name, one of [`ALL`].
pub fn build<B: Bits>(game: &Blobwar<B>, name: &str, params: &Params) -> Result<Eval<B>, BuildError> {
    let weight = |name| params.integer(name) as i32;
    Ok(match name {
        "material" => Eval::Material,
        "mobility" => Eval::Mobility { reach: weight("reach") },
        "shape" => Eval::Shape(Shape {
            open: weight("open"),
            edge: weight("edge"),
            corner: weight("corner"),
            turn: weight("turn"),
            shelter: Shelter::of(game),
        }),
        "census" => Eval::Census(Census::new(game, weights::shipped())),
        other => unreachable!("evaluation `{other}` is not in the list"),
    })
}

/// The difference of two counts.
#[inline(always)]
fn lead<B: Bits>(own: B, their: B) -> i32 {
    own.count() as i32 - their.count() as i32
}

impl<B: Bits> Shape<B> {
    #[inline(always)]
    fn value(&self, game: &Blobwar<B>, state: &State<B>) -> i32 {
        let (own, their) = (state.own(), state.their());
        let open = game.topology().spread(game.empty(state));
        100 * lead(own, their) - self.open * lead(own & open, their & open)
            + self.edge * lead(own & self.shelter.edges, their & self.shelter.edges)
            + self.corner * lead(own & self.shelter.corners, their & self.shelter.corners)
            + self.turn
    }
}

impl<B: Bits> Evaluator<Blobwar<B>> for Eval<B> {
    type Memo = ();

    #[inline(always)]
    fn begin(&self, _: &Blobwar<B>, _: &State<B>) {}

    #[inline(always)]
    fn after(&self, _: &Blobwar<B>, (): &(), _: &State<B>, _: Hop, _: &State<B>) {}

    #[inline(always)]
    fn value(&self, game: &Blobwar<B>, state: &State<B>, (): &()) -> i32 {
        match self {
            Self::Material => 100 * lead(state.own(), state.their()),
            Self::Mobility { reach } => {
                let (topology, empty) = (game.topology(), game.empty(state));
                let [own, their] =
                    [state.own(), state.their()].map(|blobs| topology.spread(topology.spread(blobs)) & empty);
                100 * lead(state.own(), state.their()) + reach * lead(own, their)
            }
            Self::Shape(shape) => shape.value(game, state),
            Self::Census(census) => census.value(game, state),
        }
    }

    #[inline(always)]
    fn urgency(&self, game: &Blobwar<B>, state: &State<B>, mv: Hop) -> i32 {
        urgency(game, state, mv)
    }

    /// Moves that win nothing.
    #[inline(always)]
    fn is_quiet(&self, game: &Blobwar<B>, state: &State<B>, mv: Hop) -> bool {
        match mv {
            Hop::Pass => false,
            Hop::Duplicate { to } | Hop::Jump { to, .. } => {
                !game.topology().near(to.into()).meets(state.their())
            }
        }
    }

    #[inline(always)]
    fn stage(&self, game: &Blobwar<B>, state: &State<B>, stage: u32, moves: &mut Vec<Hop>) -> Option<u32> {
        landings::stage(game, state, stage, moves)
    }
}

/// What a move wins at once, in hundredths of a blob; among equals, one that keeps near its own comes first.
#[inline(always)]
pub fn urgency<B: Bits>(game: &Blobwar<B>, state: &State<B>, mv: Hop) -> i32 {
    let (to, dividend) = match mv {
        Hop::Pass => return 0,
        Hop::Duplicate { to } => (usize::from(to), 100),
        Hop::Jump { from, to } => {
            // The cell that it leaves lies open to the other side.
            (usize::from(to), -4 * (game.topology().near(from.into()) & state.own()).count() as i32)
        }
    };
    let near = game.topology().near(to);
    200 * (near & state.their()).count() as i32 + dividend + (near & state.own()).count() as i32
}
