//! Where the blobs stand when a game begins: the four corners, or a position read from Ataxx FEN.

use thiserror::Error;

use super::rules::QUIET_LIMIT;
use crate::board::Board;
use crate::game::PositionError;
use crate::grid_text::{self, Alphabet};
use crate::side::Side;
use crate::spec::Rules;

/// A position before it is played: not necessarily one that a game can reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// What a long run of jumps means.
    pub rules: Rules,
    /// The blobs of each side.
    pub blobs: [Vec<usize>; 2],
    /// Whose turn it is.
    pub side: Side,
    /// Plies in a row without a duplication.
    pub quiet: u8,
    /// The number of the move, counted when the second side has played.
    pub number: u16,
}

/// Why a board has no standard start.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum SetupError {
    #[error("a board of {cols}x{rows} has no four corners to start from: give a start with --position")]
    TooThin { cols: usize, rows: usize },
    #[error("the corner at row {row}, column {col} is a hole: give a start with --position")]
    Hole { row: usize, col: usize },
}

pub(super) const ALPHABET: Alphabet = Alphabet { cells: "xo-", run: Some('.') };

impl Setup {
    /// Red at the top left and bottom right, blue at the other corners.
    pub fn standard(board: Board, rules: Rules) -> Result<Self, SetupError> {
        let (n_cols, n_rows) = (board.cols(), board.rows());
        if n_cols < 2 || n_rows < 2 {
            return Err(SetupError::TooThin { cols: n_cols, rows: n_rows });
        }
        let (bottom, right) = (n_rows - 1, n_cols - 1);
        let blobs = [
            vec![board.cell(0, 0), board.cell(bottom, right)],
            vec![board.cell(0, right), board.cell(bottom, 0)],
        ];
        if let Some(cell) = blobs.iter().flatten().find(|&&cell| !board.is_open(cell)) {
            return Err(SetupError::Hole { row: cell / n_cols + 1, col: cell % n_cols + 1 });
        }
        Ok(Self { board, rules, blobs, side: Side::First, quiet: 0, number: 1 })
    }

    /// The position of an Ataxx FEN. Holes of the text become holes of the board; the two counters may be
    /// left out.
    pub fn parse(board: Board, rules: Rules, text: &str) -> Result<Self, PositionError> {
        let (grid, tail) = text.trim_end().split_once(' ').unwrap_or((text.trim_end(), ""));
        let cells = grid_text::read(grid, &board, ALPHABET)?;
        let holes = grid_text::new_holes(&board, &cells, '-')?;
        let at = |wanted: char| -> Vec<usize> {
            cells.iter().enumerate().filter(|(_, (c, _))| *c == wanted).map(|(cell, _)| cell).collect()
        };
        let blobs = [at('x'), at('o')];
        let end_of_grid = grid.chars().count();
        if blobs.iter().all(Vec::is_empty) {
            return Err(PositionError::at(end_of_grid, "no blob `x` or `o` on the board"));
        }
        let mut fields = Fields { rest: tail, at: end_of_grid + 1 };
        let side = fields.side()?;
        let quiet = fields.number("half-moves", 0, QUIET_LIMIT.into())? as u8;
        let number = fields.number("full-moves", 1, u16::MAX.into())? as u16;
        fields.end()?;
        Ok(Self { board: board.with_holes(holes), rules, blobs, side, quiet, number })
    }
}

/// What follows the rows, one word after another.
struct Fields<'a> {
    rest: &'a str,
    /// The character, counted from 0, that `rest` begins with.
    at: usize,
}

impl<'a> Fields<'a> {
    /// The next word and where it stood; an empty one past the end.
    fn word(&mut self) -> (&'a str, usize) {
        let trimmed = self.rest.trim_start();
        self.at += self.rest[..self.rest.len() - trimmed.len()].chars().count();
        let (word, rest) = trimmed.split_at(trimmed.find(char::is_whitespace).unwrap_or(trimmed.len()));
        let at = self.at;
        self.at += word.chars().count();
        self.rest = rest;
        (word, at)
    }

    fn side(&mut self) -> Result<Side, PositionError> {
        match self.word() {
            ("x", _) => Ok(Side::First),
            ("o", _) => Ok(Side::Second),
            (_, at) => {
                let reason = "after the rows comes who is to move: `x` (player 0) or `o` (player 1)";
                Err(PositionError::at(at, reason))
            }
        }
    }

    fn number(&mut self, name: &str, default: u32, most: u32) -> Result<u32, PositionError> {
        let (word, at) = self.word();
        if word.is_empty() {
            return Ok(default);
        }
        let digits = word.len() <= 9 && word.bytes().all(|b| b.is_ascii_digit());
        let value = if digits { word.parse().ok().filter(|&n: &u32| n <= most) } else { None };
        value.ok_or_else(|| PositionError::at(at, format!("the {name} are a number from 0 to {most}")))
    }

    fn end(&mut self) -> Result<(), PositionError> {
        match self.word() {
            ("", _) => Ok(()),
            (_, at) => Err(PositionError::at(at, "nothing comes after the full-moves")),
        }
    }
}
