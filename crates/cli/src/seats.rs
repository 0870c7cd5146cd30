//! What people call the two sides of each game, and how a result reads in words.

use agon_games::catalog::{Position, Table};
use agon_games::side::{Outcome, Side};
use agon_games::spec::Kind;

/// The side's name at the table: white and black queens, red and blue blobs, black and white discs.
pub const fn name(kind: Kind, side: Side) -> &'static str {
    match (kind, side) {
        (Kind::Amazons, Side::First) | (Kind::Reversi, Side::Second) => "white",
        (Kind::Amazons, Side::Second) | (Kind::Reversi, Side::First) => "black",
        (Kind::Blobwar, Side::First) => "red",
        (Kind::Blobwar, Side::Second) => "blue",
        (Kind::Flood, Side::First) => "top left",
        (Kind::Flood, Side::Second) => "bottom right",
    }
}

/// The letter that stands for the side's pieces in positions.
pub const fn letter(kind: Kind, side: Side) -> char {
    match (kind, side) {
        (Kind::Amazons, Side::First) => 'Q',
        (Kind::Amazons, Side::Second) => 'q',
        (Kind::Blobwar, Side::First) => 'x',
        (Kind::Blobwar, Side::Second) => 'o',
        (Kind::Flood, Side::First) => '0',
        (Kind::Flood, Side::Second) => '1',
        (Kind::Reversi, Side::First) => 'X',
        (Kind::Reversi, Side::Second) => 'O',
    }
}

/// What the numbers of a tally count.
pub const fn unit(kind: Kind) -> &'static str {
    match kind {
        Kind::Amazons => "mobility",
        Kind::Blobwar => "blobs",
        Kind::Flood => "cells",
        Kind::Reversi => "discs",
    }
}

/// Whose turn it is and how it stands, in one line.
pub fn status(table: &Table, position: &Position) -> String {
    let kind = table.spec().kind;
    let [first, second] = position.tally();
    let [one, other] = Side::BOTH.map(|side| name(kind, side));
    let count = format!("{}: {one} {first}, {other} {second}", unit(kind));
    match position.outcome() {
        Some(Outcome::Win(side)) => format!("over: {} (player {side}) wins; {count}", name(kind, side)),
        Some(Outcome::Draw) => format!("over: a draw; {count}"),
        None => {
            let side = position.side();
            let n = position.n_moves();
            let plural = if n == 1 { "move" } else { "moves" };
            format!("{} (player {side}) to play, {n} {plural}; {count}", name(kind, side))
        }
    }
}
