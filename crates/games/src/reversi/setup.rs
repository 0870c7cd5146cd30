//! Where the discs of Reversi stand when a game begins: four in the middle, or a position read from text.

use thiserror::Error;

use crate::board::Board;
use crate::game::PositionError;
use crate::grid_text::{self, Alphabet};
use crate::side::Side;

/// A position before it is played: not necessarily one that a game can reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// The discs of each side.
    pub discs: [Vec<usize>; 2],
    /// Whose turn it is.
    pub side: Side,
}

/// Why a board has no standard start.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum SetupError {
    #[error("a board of {cols}x{rows} has no middle for the first four discs: give a start with --position")]
    Odd { cols: usize, rows: usize },
    #[error(
        "the start puts a disc on row {row}, column {col}, which is a hole: give a start with --position"
    )]
    Hole { row: usize, col: usize },
}

pub(super) const ALPHABET: Alphabet = Alphabet { cells: "XO_#", run: None };
const SIDE_WANTED: &str = "after the rows comes who is to move: `X` or `O`";

impl Setup {
    /// Two discs each in the middle, the first side's on the rising diagonal.
    pub fn standard(board: Board) -> Result<Self, SetupError> {
        let (cols, rows) = (board.cols(), board.rows());
        if cols % 2 != 0 || rows % 2 != 0 {
            return Err(SetupError::Odd { cols, rows });
        }
        let (right, low) = (cols / 2, rows / 2);
        let (left, high) = (right - 1, low - 1);
        let first = vec![board.cell(high, right), board.cell(low, left)];
        let second = vec![board.cell(high, left), board.cell(low, right)];
        match first.iter().chain(&second).find(|&&cell| !board.is_open(cell)) {
            Some(&cell) => Err(SetupError::Hole { row: cell / cols + 1, col: cell % cols + 1 }),
            None => Ok(Self { board, discs: [first, second], side: Side::First }),
        }
    }

    /// The position that a line of text describes: rows joined by `/` or, on 8x8, the 64 cells in one word;
    /// then who is to move. Holes of the text become holes of the board.
    pub fn parse(board: Board, text: &str) -> Result<Self, PositionError> {
        let (grid, rest) = text.trim_end().split_once(' ').unwrap_or((text.trim_end(), ""));
        let is_one_word = (board.cols(), board.rows()) == (8, 8) && !grid.contains('/');
        let cells = if is_one_word { read_word(grid)? } else { grid_text::read(grid, &board, ALPHABET)? };
        let holes = grid_text::new_holes(&board, &cells, '#')?;
        let side = match rest.trim() {
            "X" | "x" => Side::First,
            "O" | "o" => Side::Second,
            _ => return Err(PositionError::at(grid.chars().count() + 1, SIDE_WANTED)),
        };
        let at = |wanted: char| -> Vec<usize> {
            cells.iter().enumerate().filter(|(_, (c, _))| *c == wanted).map(|(cell, _)| cell).collect()
        };
        Ok(Self { discs: [at('X'), at('O')], side, board: board.with_holes(holes) })
    }
}

/// The form of Othello people: 64 characters from `a1` to `h8`, `-` for an empty cell.
fn read_word(text: &str) -> Result<Vec<(char, usize)>, PositionError> {
    let mut cells = Vec::with_capacity(64);
    for (at, c) in text.chars().enumerate() {
        let cell = match c {
            'X' | 'x' => 'X',
            'O' | 'o' => 'O',
            '-' | '_' | '.' => '_',
            '#' => '#',
            _ => {
                let reason = format!("`{}` is not a cell: use `X`, `O` or `-`", c.escape_debug());
                return Err(PositionError::at(at, reason));
            }
        };
        if at >= 64 {
            return Err(PositionError::at(at, "more than 64 cells"));
        }
        cells.push((cell, at));
    }
    if cells.len() < 64 {
        let reason = format!("{} of 64 cells: the rest is missing, or rows joined by `/`", cells.len());
        return Err(PositionError::at(cells.len(), reason));
    }
    Ok(cells)
}
