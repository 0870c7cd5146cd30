//! Alpha-beta that expects the last score: each deepening begins with a narrow window around it, and takes the
//! full one when the score falls outside.
// CITE: G. Baudet, "The design and analysis of algorithms for asynchronous multiprocessors", 1978.

use super::depth_first::{DEEPER, SYMMETRY, THREADS, build as depth_first, order, parallel, table};
use super::{EVAL, Recipe, depth_param};
use crate::catalog::{BuildError, StrategyEntry};
use crate::engine::Strategy;
use crate::params::{Kind, Param};
use crate::playable::Playable;
use crate::search::Tactics;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "aspiration",
    about: "alpha-beta in a narrow window around the last score, in the full one when that fails",
    params: &[
        depth_param("budget"),
        EVAL,
        Param {
            name: "window",
            kind: Kind::Integer(1, 100_000),
            default: "30",
            about: "half the width of the window in points; a blob, disc or cell is 100",
        },
        order("hints"),
        table("0"),
        SYMMETRY,
        DEEPER,
        THREADS,
        parallel("root"),
    ],
};

pub(super) fn build<G: Playable>(recipe: &Recipe<'_, G>) -> Result<Box<dyn Strategy<G>>, BuildError> {
    let points = recipe.params.integer("window") as i32;
    depth_first(ENTRY.name, recipe, Tactics { aspiration: Some(points), ..Tactics::CLASSIC })
}
