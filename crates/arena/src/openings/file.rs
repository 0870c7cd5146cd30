//! Files of openings: one a line, as moves from the game's start (`f5 d6 c3`, or `f5d6c3` for Reversi), as a
//! position, or as the seed of a board of Flood (`seed=7`); `#` begins a comment.

use std::path::Path;
use std::sync::Arc;

use agon_games::catalog::Table;
use agon_games::spec::Kind;
use thiserror::Error;

use super::{OpeningError, boards};

/// One opening of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The seed of the board, where the line names one.
    pub(super) board: Option<u64>,
    pub(super) start: Option<Arc<str>>,
    pub(super) moves: Arc<[String]>,
}

/// What is wrong with a file of openings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum OpeningFileError {
    #[error("{0}")]
    Unreadable(String),
    #[error("holds no opening")]
    Empty,
    #[error("line {line}: neither moves ({moves}) nor a position ({position})")]
    Line { line: usize, moves: String, position: String },
    #[error("line {line}: the game is over there")]
    Over { line: usize },
    #[error("line {line}: `{text}` is no board: write `seed=` and a number below a billion")]
    Seed { line: usize, text: String },
    #[error("line {line}: the colours of {game} are not drawn by a seed: write a position")]
    NotDrawn { line: usize, game: String },
}

pub(super) fn read(path: &Path, table: &Table) -> Result<Arc<[Line]>, OpeningError> {
    let wrong = |error| OpeningError::File { path: path.to_owned(), error };
    let text = std::fs::read_to_string(path)
        .map_err(|error| wrong(OpeningFileError::Unreadable(error.to_string())))?;
    parse(&text, table).map_err(wrong)
}

pub(super) fn parse(text: &str, table: &Table) -> Result<Arc<[Line]>, OpeningFileError> {
    let mut lines = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        if !line.is_empty() {
            lines.push(parse_line(line, at + 1, table)?);
        }
    }
    if lines.is_empty() { Err(OpeningFileError::Empty) } else { Ok(lines.into()) }
}

fn parse_line(text: &str, line: usize, table: &Table) -> Result<Line, OpeningFileError> {
    if let Some(seed) = text.strip_prefix("seed=") {
        return board_line(seed, line, table);
    }
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let (is_over, parsed) = match play(table, &tokens).or_else(|error| play_joined(table, text).ok_or(error))
    {
        Ok((moves, is_over)) => (is_over, Line { board: None, start: None, moves: moves.into() }),
        Err(moves) => match is_over_at(table, text) {
            Ok(is_over) => {
                (is_over, Line { board: None, start: Some(text.into()), moves: Vec::new().into() })
            }
            Err(position) => return Err(OpeningFileError::Line { line, moves, position }),
        },
    };
    if is_over { Err(OpeningFileError::Over { line }) } else { Ok(parsed) }
}

/// Whether the game is over at a position. In Flood its colours are its own, so that it is a table of its own.
fn is_over_at(table: &Table, text: &str) -> Result<bool, String> {
    if table.spec().kind == Kind::Flood {
        let table = Table::open(&table.spec().to_string(), Some(text)).map_err(|error| error.to_string())?;
        return Ok(table.start().is_over());
    }
    let mut position = table.start();
    position.set_text(text).map_err(|error| error.to_string())?;
    Ok(position.is_over())
}

/// A board by its seed, where seeds draw boards.
fn board_line(text: &str, line: usize, table: &Table) -> Result<Line, OpeningFileError> {
    if !boards::are_drawn(table) {
        return Err(OpeningFileError::NotDrawn { line, game: table.spec().to_string() });
    }
    match text.trim().parse() {
        Ok(seed) if seed < boards::SEEDS => {
            Ok(Line { board: Some(seed), start: None, moves: Vec::new().into() })
        }
        _ => Err(OpeningFileError::Seed { line, text: text.chars().take(20).collect() }),
    }
}

/// Plays moves from the start; says whether they end the game.
fn play(table: &Table, tokens: &[&str]) -> Result<(Vec<String>, bool), String> {
    let mut position = table.start();
    let mut moves = Vec::with_capacity(tokens.len());
    for token in tokens {
        let mv = position.parse_move(token).map_err(|error| error.to_string())?;
        moves.push(position.move_text(mv));
        if !position.play(mv) {
            return Err(format!("`{token}` is not legal"));
        }
    }
    Ok((moves, position.is_over()))
}

/// Moves of two characters each, without spaces, as Othello people write them.
fn play_joined(table: &Table, text: &str) -> Option<(Vec<String>, bool)> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) || text.contains(char::is_whitespace) {
        return None;
    }
    let tokens: Vec<&str> = (0..text.len()).step_by(2).map(|at| &text[at..at + 2]).collect();
    play(table, &tokens).ok()
}
