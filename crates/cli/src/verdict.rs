//! How a game ended, in words, and the record of one that has not.

use agon_games::catalog::Table;
use agon_games::record::{Ending, MoveRecord, PlayerRecord, Record, VERSION};

use crate::seats;

/// How a game ended, in one sentence.
pub fn of(table: &Table, record: &Record) -> String {
    let kind = table.spec().kind;
    let [first, second] = record.tally;
    let count = format!("{} {first} to {second}", seats::unit(kind));
    let reason = record.reason.as_ref().map(|reason| format!(": {reason}")).unwrap_or_default();
    match (record.winner, record.ending) {
        (_, Ending::Aborted) => format!("broken off after {} moves{reason}", record.moves.len()),
        (Some(side), Ending::Resigned) => {
            format!("{} wins, {} resigned", seats::name(kind, side), seats::name(kind, !side))
        }
        (Some(side), Ending::Rules) => format!("{} wins, {count}", seats::name(kind, side)),
        (Some(side), ending) => {
            format!(
                "{} wins, {} loses by {}{reason}",
                seats::name(kind, side),
                seats::name(kind, !side),
                ending.name()
            )
        }
        (None, _) => format!("a draw, {count}"),
    }
}

/// Who played, how long, and how it ended.
pub fn summary(table: &Table, record: &Record, names: &[String; 2]) -> String {
    let [first, second] = names;
    format!("{first} - {second}, {} moves: {}", record.moves.len(), of(table, record))
}

/// The record of a game that is not over.
pub fn unfinished(table: &Table, names: &[String; 2], moves: &[String]) -> Record {
    let player =
        |name: &String| PlayerRecord { name: name.clone(), spec: name.clone(), ..PlayerRecord::default() };
    Record {
        version: VERSION,
        game: table.spec().to_string(),
        start: table.start_text(),
        players: [player(&names[0]), player(&names[1])],
        clock: None,
        seed: None,
        opening: 0,
        moves: moves.iter().map(|text| MoveRecord { text: text.clone(), ..MoveRecord::default() }).collect(),
        winner: None,
        ending: Ending::Aborted,
        reason: Some("not over when it was saved".to_owned()),
        tally: [0; 2],
    }
}
