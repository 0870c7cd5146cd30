//! Games out of the store and into it again: JSON lines (everything), CSV (for spreadsheets), and the forms in
//! which players of each game exchange them.

mod import;
mod native;

pub use import::{ImportError, Imported, import};
pub use native::native;

use std::io::{self, Write};

use agon_games::record::Record;
use serde::{Deserialize, Serialize};

use crate::store::{GameFilter, Store, StoreError, StoredGame, StoredTournament};

/// The form of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// One JSON value a line: tournaments, then games. Can be imported again.
    JsonLines,
    /// One line per game, for spreadsheets.
    Csv,
    /// GGF for Othello, a form like PGN for all else.
    Native,
}

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The output could not be written.
    #[error("cannot write the export: {0}")]
    Write(#[from] io::Error),
}

/// A line of the JSON form.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum JsonLine {
    Tournament { name: String, plan: String, game: String, clock: String, created: i64 },
    Game { tournament: String, pair: u64, leg: u8, round: u32, rated: bool, record: Box<Record> },
}

/// Writes the games of a store, or of one tournament of it; says how many.
pub fn export(
    store: &Store,
    tournament: Option<&str>,
    format: ExportFormat,
    out: &mut dyn Write,
) -> Result<u64, ExportError> {
    let tournaments: Vec<StoredTournament> =
        store.tournaments()?.into_iter().filter(|t| tournament.is_none_or(|name| t.name == name)).collect();
    if format == ExportFormat::Csv {
        writeln!(out, "{CSV_HEAD}")?;
    }
    let mut n = 0;
    for tournament in &tournaments {
        if format == ExportFormat::JsonLines {
            write_json(out, &tournament_line(tournament))?;
        }
        let mut written: io::Result<()> = Ok(());
        let filter = GameFilter { tournament: Some(tournament.id), without_moves: false };
        store.each_game(filter, |game| {
            n += 1;
            written = write_game(out, format, tournament, game);
            written.is_ok()
        })?;
        written?;
    }
    out.flush()?;
    Ok(n)
}

fn write_game(
    out: &mut dyn Write,
    format: ExportFormat,
    tournament: &StoredTournament,
    game: StoredGame,
) -> io::Result<()> {
    match format {
        ExportFormat::JsonLines => write_json(
            out,
            &JsonLine::Game {
                tournament: tournament.name.clone(),
                pair: game.pair,
                leg: game.leg,
                round: game.round,
                rated: game.rated,
                record: Box::new(game.record),
            },
        ),
        ExportFormat::Csv => writeln!(out, "{}", csv_line(&tournament.name, &game)),
        ExportFormat::Native => writeln!(out, "{}", native(&game.record, &tournament.name)),
    }
}

fn tournament_line(tournament: &StoredTournament) -> JsonLine {
    JsonLine::Tournament {
        name: tournament.name.clone(),
        plan: tournament.plan.clone(),
        game: tournament.game.clone(),
        clock: tournament.clock.clone(),
        created: tournament.created,
    }
}

fn write_json(out: &mut dyn Write, line: &JsonLine) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    out.write_all(b"\n")
}

const CSV_HEAD: &str = "tournament,pair,leg,round,rated,game,first,second,score_first,ending,reason,tally_first,\
                        tally_second,plies,opening,seconds_first,seconds_second,start,moves";

fn csv_line(tournament: &str, game: &StoredGame) -> String {
    let record = &game.record;
    let seconds = |side: usize| {
        let moves = record.moves.iter().enumerate().filter(|(ply, _)| ply % 2 == side);
        moves.filter_map(|(_, mv)| mv.us).sum::<u64>() as f64 / 1e6
    };
    let moves: Vec<&str> = record.moves.iter().map(|mv| mv.text.as_str()).collect();
    let fields = [
        tournament.to_owned(),
        game.pair.to_string(),
        (game.leg + 1).to_string(),
        game.round.to_string(),
        u8::from(game.rated).to_string(),
        record.game.clone(),
        record.players[0].name.clone(),
        record.players[1].name.clone(),
        game.score().to_string(),
        record.ending.name().to_owned(),
        record.reason.clone().unwrap_or_default(),
        record.tally[0].to_string(),
        record.tally[1].to_string(),
        record.moves.len().to_string(),
        record.opening.to_string(),
        seconds(0).to_string(),
        seconds(1).to_string(),
        record.start.clone(),
        moves.join(" "),
    ];
    fields.map(|field| csv_field(&field)).join(",")
}

/// Quoted where it must be. Text that a spreadsheet would take for a formula is defused.
fn csv_field(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok();
    let text = if !is_number && text.starts_with(['=', '+', '-', '@']) {
        format!("'{text}")
    } else {
        text.to_owned()
    };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
