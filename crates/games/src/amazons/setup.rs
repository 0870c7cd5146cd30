//! Where the queens of Amazons stand when a game begins: the classic start, the school's for any width, or
//! a position read from text.

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
    /// The queens of each side.
    pub queens: [Vec<usize>; 2],
    /// The arrows.
    pub arrows: Vec<usize>,
    /// Whose turn it is.
    pub side: Side,
}

/// Why a board has no such start.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum SetupError {
    #[error("the classic start is for 10x10 without holes: use setup=school, or give a position")]
    NotClassic,
    #[error("a board of {cols}x{rows} has no standard start: give one with --position")]
    Rectangle { cols: usize, rows: usize },
    #[error("no amazons board of width {width}: the smallest is 5")]
    TooSmall { width: usize },
    #[error(
        "the school start puts a queen on row {row}, column {col}, which is a hole: give a start with --position"
    )]
    Hole { row: usize, col: usize },
}

pub(super) const ALPHABET: Alphabet = Alphabet { cells: "Qq*#", run: Some('.') };

impl Setup {
    /// The classic start where the board has it, else the school's.
    pub fn standard(board: Board) -> Result<Self, SetupError> {
        let is_classic = (board.cols(), board.rows()) == (10, 10) && board.open_cells().count() == 100;
        if is_classic && !board.wraps() { Self::classic(board) } else { Self::school(board) }
    }

    /// Four queens each on 10x10.
    pub fn classic(board: Board) -> Result<Self, SetupError> {
        if (board.cols(), board.rows()) != (10, 10) || board.open_cells().count() != 100 {
            return Err(SetupError::NotClassic);
        }
        let queens = [vec![60, 69, 93, 96], vec![3, 6, 30, 39]];
        Ok(Self { board, queens, arrows: Vec::new(), side: Side::First })
    }

    /// The school's start: evenly spread along the edges of each half, more queens on wider boards.
    pub fn school(board: Board) -> Result<Self, SetupError> {
        let m = board.cols();
        if m != board.rows() {
            return Err(SetupError::Rectangle { cols: m, rows: board.rows() });
        }
        if m < 5 {
            return Err(SetupError::TooSmall { width: m });
        }
        let c = m / 10 + 1;
        let mut second: Vec<usize> = Vec::new();
        for k in 1..=c {
            let near = k * m / (2 * c + 2);
            let far = m - 1 - near;
            second.extend([near, far, near * m, near * m + m - 1]);
        }
        second.sort_unstable();
        let mut first: Vec<usize> = second.iter().map(|cell| m * m - 1 - cell).collect();
        first.sort_unstable();
        if let Some(&cell) = first.iter().chain(&second).find(|&&cell| !board.is_open(cell)) {
            return Err(SetupError::Hole { row: cell / m + 1, col: cell % m + 1 });
        }
        Ok(Self { board, queens: [first, second], arrows: Vec::new(), side: Side::First })
    }

    /// The position that a line of text describes. Holes of the text become holes of the board.
    pub fn parse(board: Board, text: &str) -> Result<Self, PositionError> {
        let (grid, rest) = text.trim_end().split_once(' ').unwrap_or((text.trim_end(), ""));
        let cells = grid_text::read(grid, &board, ALPHABET)?;
        let holes = grid_text::new_holes(&board, &cells, '#')?;
        let at = |wanted: char| -> Vec<usize> {
            cells.iter().enumerate().filter(|(_, (c, _))| *c == wanted).map(|(cell, _)| cell).collect()
        };
        let queens = [at('Q'), at('q')];
        for (queens, letter) in queens.iter().zip(["Q", "q"]) {
            if queens.is_empty() {
                return Err(PositionError::at(
                    grid.chars().count(),
                    format!("no queen `{letter}` on the board"),
                ));
            }
        }
        let side = match rest.trim() {
            "w" => Side::First,
            "b" => Side::Second,
            _ => {
                let reason = "after the rows comes who is to move: `w` (player 0) or `b` (player 1)";
                return Err(PositionError::at(grid.chars().count() + 1, reason));
            }
        };
        Ok(Self { queens, arrows: at('*'), side, board: board.with_holes(holes) })
    }
}
