//! Alpha-beta: minimax that leaves out what cannot matter. Classic with moves as listed, or sorted by hints or
//! by evaluation.
// CITE: D. Knuth, R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6(4), 1975.

use super::depth_first::{DEEPER, SYMMETRY, THREADS, build as depth_first, order, parallel, table};
use super::{EVAL, Recipe, depth_param};
use crate::catalog::{BuildError, StrategyEntry};
use crate::engine::Strategy;
use crate::playable::Playable;
use crate::search::Tactics;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "alphabeta",
    about: "minimax that leaves out what cannot matter",
    params: &[
        depth_param("budget"),
        EVAL,
        order("listed"),
        table("0"),
        SYMMETRY,
        DEEPER,
        THREADS,
        parallel("root"),
    ],
};

pub(super) fn build<G: Playable>(recipe: &Recipe<'_, G>) -> Result<Box<dyn Strategy<G>>, BuildError> {
    depth_first(ENTRY.name, recipe, Tactics::CLASSIC)
}
