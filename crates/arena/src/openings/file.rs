//! Files of openings: one a line, as moves from the game's start (`f5 d6 c3`, or `f5d6c3` for Reversi) or as a
//! position; `#` begins a comment.

use std::path::Path;
use std::sync::Arc;

use agon_games::catalog::Table;
use thiserror::Error;

use super::OpeningError;

/// One opening of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
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
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let (is_over, parsed) = match play(table, &tokens).or_else(|error| play_joined(table, text).ok_or(error))
    {
        Ok((moves, is_over)) => (is_over, Line { start: None, moves: moves.into() }),
        Err(moves) => {
            let mut position = table.start();
            match position.set_text(text) {
                Ok(()) => (position.is_over(), Line { start: Some(text.into()), moves: Vec::new().into() }),
                Err(error) => {
                    return Err(OpeningFileError::Line { line, moves, position: error.to_string() });
                }
            }
        }
    };
    if is_over { Err(OpeningFileError::Over { line }) } else { Ok(parsed) }
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
