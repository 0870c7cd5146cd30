//! Evaluations of Amazons.

use agon_games::amazons::{Amazons, Shot, State};
use agon_games::bits::Bits;

use crate::catalog::BuildError;
use crate::eval::{EvalEntry, Evaluator};
use crate::params::{Kind, Param, Params};

/// What searches use when no evaluation is named.
pub const DEFAULT: &str = "mobility";

/// Every evaluation of Amazons.
pub const ALL: &[EvalEntry] = &[EvalEntry {
    name: "mobility",
    about: "own moves less the other's",
    params: &[Param {
        name: "k",
        kind: Kind::Real(0.0, 100.0),
        default: "1",
        about: "how much the other's moves weigh",
    }],
}];

/// An evaluation of Amazons.
#[derive(Clone, Debug)]
pub enum Eval {
    /// Own moves less `k` times the other's.
    Mobility {
        /// How much the other's moves weigh.
        k: f64,
    },
}

/// The evaluation of this name, one of [`ALL`].
pub fn build<B: Bits>(_: &Amazons<B>, name: &str, params: &Params) -> Result<Eval, BuildError> {
    match name {
        "mobility" => Ok(Eval::Mobility { k: params.real("k") }),
        other => unreachable!("evaluation `{other}` is not in the list"),
    }
}

impl<B: Bits> Evaluator<Amazons<B>> for Eval {
    type Memo = ();

    fn begin(&self, _: &Amazons<B>, _: &State<B>) {}

    fn after(&self, _: &Amazons<B>, (): &(), _: &State<B>, _: Shot, _: &State<B>) {}

    fn value(&self, game: &Amazons<B>, state: &State<B>, (): &()) -> i32 {
        match *self {
            Self::Mobility { k } => {
                let [own, other] = [state.side, !state.side].map(|side| game.mobility(state, side) as f64);
                (10.0 * (own - k * other)) as i32
            }
        }
    }
}
