//! Flood is played on other colours for every pair. Drawn blindly most of them favour a seat by dozens of cells, whoever
//! plays; even ones are looked for by short searches of the champion.

use std::sync::Arc;

use agon_engine::budget::Budget;
use agon_engine::catalog::build;
use agon_games::catalog::Table;
use agon_games::spec::{Colouring, Forbidden, Options};

use super::OpeningError;
use crate::job::derive;

/// So many boards are glanced at, with so many nodes each.
const GLANCES: u64 = 16;
const GLANCE: u64 = 100;
/// The most even of them are looked at again.
const LOOKS: usize = 2;
const LOOK: u64 = 1000;
/// Memory of a search: making it ready takes longer than a glance.
const NODES_PER_MIB: u64 = 50_000;
/// Seeds are small enough to type.
pub(super) const SEEDS: u64 = 1_000_000_000;

/// Whether another seed makes another board.
pub(super) fn are_drawn(table: &Table) -> bool {
    match &table.spec().options {
        Options::Flood(flood) => {
            matches!(flood.colouring, Colouring::Random | Colouring::Symmetric)
                || matches!(flood.forbidden, Forbidden::Drawn(n) if n > 0)
        }
        _ => false,
    }
}

/// The same game with colours drawn by another seed.
pub(super) fn recoloured(table: &Table, seed: u64) -> Arc<str> {
    let mut spec = table.spec().clone();
    if let Options::Flood(flood) = &mut spec.options {
        flood.seed = seed % SEEDS;
    }
    spec.to_string().into()
}

/// The same game with colours that favour neither seat by much: the most even of several boards.
pub(super) fn even(table: &Table, seed: u64) -> Result<Arc<str>, OpeningError> {
    let mut glances = Vec::new();
    for at in 0..GLANCES {
        let game = recoloured(table, derive(seed, at));
        let board = Table::open(&game, None)?;
        if !board.start().is_over() {
            glances.push((board_lead(&board, GLANCE)?.abs(), game, board));
        }
    }
    glances.sort_by_key(|(lead, ..)| *lead);
    glances.truncate(LOOKS);
    let mut best: Option<(i32, Arc<str>)> = None;
    for (_, game, board) in glances {
        let lead = board_lead(&board, LOOK)?.abs();
        if best.as_ref().is_none_or(|(least, _)| lead < *least) {
            best = Some((lead, game));
        }
    }
    Ok(best.map_or_else(|| recoloured(table, seed), |(_, game)| game))
}

/// What a search of so many nodes thinks of a board, for whoever begins, in hundredths of a cell: the mean of its last two
/// depths, since odd and even ones differ.
pub fn board_lead(table: &Table, nodes: u64) -> Result<i32, OpeningError> {
    // It is asked what a position is worth, so it does not begin with proofs.
    let mut judge = build(table, &format!("champion:tt={},prove=no", (nodes / NODES_PER_MIB).max(1)), 0)?;
    let mut last = [None; 2];
    let thought = judge.think(&table.start(), &Budget::nodes(nodes), &mut |report| {
        last = [last[1], Some(report.score.get())];
    });
    Ok(match last {
        [Some(before), Some(now)] => i32::midpoint(before, now),
        _ => thought.score.map_or(0, |score| score.get()),
    })
}
