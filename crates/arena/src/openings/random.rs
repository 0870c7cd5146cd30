//! Openings drawn at random, with or without a look at how even they are.

use agon_engine::budget::Budget;
use agon_engine::catalog::build;
use agon_games::catalog::{Position, Table};
use agon_games::dice::Dice;
use agon_games::spec::Kind;

use super::OpeningError;
use crate::job::derive;

/// How many lines are drawn before giving up on one that does not end the game.
const TRIES: u64 = 100;

/// How many lines are looked at for an even one; if none is, the most even of them is played.
const LINES: usize = 16;

/// The largest lead that is even, in hundredths of a blob, disc or cell: what one random line in three to ten is
/// within, by games of sixty lines each.
fn even_lead(kind: Kind) -> i32 {
    match kind {
        Kind::Amazons => 300,
        Kind::Blobwar | Kind::Flood => 100,
        Kind::Reversi => 200,
    }
}

/// What looks at a line, and how many positions it may visit: enough for the widest games to see one ply.
const JUDGE: &str = "pvs";
const NODES: u64 = 5000;

/// A line of random plies that leaves something to play.
pub(super) fn line(table: &Table, plies: usize, seed: u64) -> Result<Vec<String>, OpeningError> {
    (0..TRIES)
        .find_map(|at| try_line(table, plies, derive(seed, at)))
        .map(|(moves, _)| moves)
        .ok_or_else(|| OpeningError::TooLong { plies, game: table.spec().to_string() })
}

/// The first of several lines that a short search finds even, or else the most even of them.
pub(super) fn balanced(table: &Table, plies: usize, seed: u64) -> Result<Vec<String>, OpeningError> {
    let mut judge = build(table, JUDGE, 0)?;
    let enough = even_lead(table.spec().kind);
    let mut best: Option<(i32, Vec<String>)> = None;
    let lines = (0..TRIES).filter_map(|at| try_line(table, plies, derive(seed, at)));
    for (moves, position) in lines.take(LINES) {
        judge.new_game();
        let thought = judge.think(&position, &Budget::nodes(NODES), &mut |_| {});
        let lead = thought.score.map_or(i32::MAX, |score| score.get().abs());
        if best.as_ref().is_none_or(|(least, _)| lead < *least) {
            best = Some((lead, moves));
        }
        if lead <= enough {
            break;
        }
    }
    best.map(|(_, moves)| moves)
        .ok_or_else(|| OpeningError::TooLong { plies, game: table.spec().to_string() })
}

/// A line with some random plies more; as it was, if those would end the game.
pub(super) fn extended(table: &Table, moves: &[String], plies: usize, seed: u64) -> Vec<String> {
    let mut position = table.start();
    if moves.iter().any(|text| position.play_text(text).is_err()) {
        return moves.to_vec();
    }
    let more = (0..TRIES).find_map(|at| walk(position.clone(), plies, derive(seed, at)));
    moves.iter().cloned().chain(more.into_iter().flat_map(|(moves, _)| moves)).collect()
}

fn try_line(table: &Table, plies: usize, seed: u64) -> Option<(Vec<String>, Position)> {
    walk(table.start(), plies, seed)
}

fn walk(mut position: Position, plies: usize, seed: u64) -> Option<(Vec<String>, Position)> {
    let mut dice = Dice::new(seed);
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        if position.is_over() {
            return None;
        }
        let mv = position.random_move(&mut dice);
        moves.push(position.move_text(mv));
        let is_legal = position.play(mv);
        debug_assert!(is_legal, "random moves are legal");
    }
    (!position.is_over()).then_some((moves, position))
}
