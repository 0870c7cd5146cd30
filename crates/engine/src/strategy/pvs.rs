//! Principal variation search: once a first move has set the bound, the others are asked only whether they are
//! better. With a table, sorted moves and, unless told otherwise, less depth for late moves.
// CITE: T. Marsland, M. Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14(4), 1982.

use super::depth_first::{DEEPER, SYMMETRY, THREADS, build as depth_first, order, parallel, table};
use super::{EVAL, Recipe, depth_param};
use crate::catalog::{BuildError, StrategyEntry};
use crate::engine::Strategy;
use crate::params::{Kind, Param};
use crate::playable::Playable;
use crate::search::Tactics;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "pvs",
    about: "principal variation search with a table, sorted moves and reductions",
    params: &[
        depth_param("budget"),
        EVAL,
        order("hints"),
        table("16"),
        SYMMETRY,
        DEEPER,
        Param {
            name: "lmr",
            kind: Kind::Switch,
            default: "yes",
            about: "late moves are searched less deep: stronger, but not the value of minimax",
        },
        Param {
            name: "window",
            kind: Kind::Integer(0, 100_000),
            default: "0",
            about: "half the width of an aspiration window in points; 0 is none",
        },
        THREADS,
        parallel("table"),
    ],
};

pub(super) fn build<G: Playable>(recipe: &Recipe<'_, G>) -> Result<Box<dyn Strategy<G>>, BuildError> {
    let points = recipe.params.integer("window") as i32;
    let tactics = Tactics {
        null_windows: true,
        reductions: recipe.params.is_on("lmr"),
        aspiration: (points > 0).then_some(points),
        ..Tactics::CLASSIC
    };
    depth_first(ENTRY.name, recipe, tactics)
}
