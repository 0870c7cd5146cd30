//! Evaluations of Amazons: those that students wrote first, territory, and the full one that the champion
//! uses.

pub mod census;
mod field;
pub mod linear;
pub mod network;
mod race;
#[cfg(all(target_feature = "avx2", target_feature = "bmi2"))]
mod rows;
mod seeds;
mod terms;
pub mod weights;
mod words;

pub use terms::{Judge, Terms};
pub use weights::Weights;

use std::sync::Arc;

use agon_games::amazons::{Amazons, Shot, State};
use agon_games::bits::Bits;

use crate::catalog::BuildError;
use crate::eval::{EvalEntry, Evaluator};
use crate::params::{Kind, Param, Params};

/// What searches use when no evaluation is named.
pub const DEFAULT: &str = "full";

/// How many cells one unit of log-odds is worth in the middle of a game.
const CELLS_PER_ODDS: f32 = 6.0;

const K: Param = Param {
    name: "k",
    kind: Kind::Real(0.0, 100.0),
    default: "1",
    about: "how much the other's side weighs",
};
const K2: Param = Param {
    name: "k2",
    kind: Kind::Real(-100.0, 100.0),
    default: "5",
    about: "what an open direction is worth",
};

/// Every evaluation of Amazons.
pub const ALL: &[EvalEntry] = &[
    EvalEntry {
        name: "full",
        about: "who reaches which cell first, how clearly, and how freely",
        params: &[],
    },
    EvalEntry { name: "territory", about: "cells reached in fewer queen moves than the other", params: &[] },
    EvalEntry { name: "mobility", about: "own moves less the other's", params: &[K] },
    EvalEntry { name: "distance", about: "targets of all queens, counted by their distance", params: &[K] },
    EvalEntry {
        name: "directions",
        about: "as distance, and open directions around the queens",
        params: &[K, K2],
    },
    EvalEntry { name: "blocked", about: "as distance queen by queen, blocked queens counted", params: &[] },
];

/// An evaluation of Amazons.
#[derive(Clone, Debug)]
pub struct Eval<B> {
    kind: Which,
    judge: Arc<Judge<B>>,
}

#[derive(Clone, Copy, Debug)]
enum Which {
    Full,
    Territory,
    Mobility { k: f32 },
    Distance { k: f32, k2: f32 },
    Blocked,
}

/// The evaluation of this name, one of [`ALL`].
pub fn build<B: Bits>(game: &Amazons<B>, name: &str, params: &Params) -> Result<Eval<B>, BuildError> {
    let k = || params.real("k") as f32;
    let kind = match name {
        "full" => Which::Full,
        "territory" => Which::Territory,
        "mobility" => Which::Mobility { k: k() },
        "distance" => Which::Distance { k: k(), k2: 0.0 },
        "directions" => Which::Distance { k: k(), k2: params.real("k2") as f32 },
        "blocked" => Which::Blocked,
        other => unreachable!("evaluation `{other}` is not in the list"),
    };
    Ok(Eval { kind, judge: Arc::new(Judge::new(game)) })
}

impl<B: Bits> Evaluator<Amazons<B>> for Eval<B> {
    type Memo = ();

    #[inline(always)]
    fn begin(&self, _: &Amazons<B>, _: &State<B>) {}

    #[inline(always)]
    fn after(&self, _: &Amazons<B>, (): &(), _: &State<B>, _: Shot, _: &State<B>) {}

    fn value(&self, game: &Amazons<B>, state: &State<B>, (): &()) -> i32 {
        let cells = match self.kind {
            Which::Full => CELLS_PER_ODDS * self.judge.odds(state, false),
            Which::Territory => {
                let [lead, ties] = self.judge.territory(state);
                lead as f32 + 0.2 * ties as f32
            }
            // A move or a step is worth far less than a cell.
            Which::Mobility { k } => 0.1 * seeds::mobility(game, state, k),
            Which::Distance { k, k2 } => 0.1 * seeds::distance(game, state, k, k2),
            Which::Blocked => 0.1 * seeds::blocked(game, state),
        };
        (100.0 * cells) as i32
    }
}
