//! What a game of Flood begins with: the colour of every cell, where each zone starts, and the terms that
//! both players agreed to. Made from options or read from a position.

use thiserror::Error;

use super::colouring;
use super::components::{connected, n_components};
use crate::board::Board;
use crate::game::PositionError;
use crate::grid_text::{self, Alphabet};
use crate::side::Side;
use crate::spec::{FloodOptions, FloodRules};

/// The colour of a hole.
pub const HOLE: u8 = u8::MAX;

/// What holds for a whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Terms {
    /// How many colours there are, 2 to 8.
    pub colours: u8,
    /// The colours that each player may play, as bits.
    pub allowed: [u8; 2],
    /// Which rule book.
    pub rules: FloodRules,
}

/// A position before it is played: not necessarily one that a game can reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// What was agreed.
    pub terms: Terms,
    /// The cell that each zone grows from.
    pub starts: [usize; 2],
    /// The colour of every cell of the grid, [`HOLE`] for none.
    pub cells: Vec<u8>,
    /// Whose turn it is.
    pub side: Side,
    /// Passes just played, 0 to 2.
    pub passes: u8,
}

/// Why a board has no such start.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum SetupError {
    #[error("the board has {cells} playable cells: flood needs two at least")]
    TooFew { cells: usize },
    #[error(
        "colouring=symmetric needs a board that is its own half-turn, and this one is not: use colouring=random"
    )]
    NotSymmetric,
}

const ALPHABET: Alphabet = Alphabet { cells: "01234567#", run: None };

impl From<&FloodOptions> for Terms {
    fn from(options: &FloodOptions) -> Self {
        Self { colours: options.colours, allowed: colouring::allowed(options), rules: options.rules }
    }
}

impl Setup {
    /// The start that the options describe.
    pub fn new(board: Board, options: &FloodOptions) -> Result<Self, SetupError> {
        let starts = starts(&board)?;
        let cells = colouring::colours(&board, starts, options)?;
        Ok(Self { board, terms: options.into(), starts, cells, side: Side::First, passes: 0 })
    }

    /// The position that a line of text describes. Its holes become holes of the board.
    pub fn parse(board: Board, terms: Terms, text: &str) -> Result<Self, PositionError> {
        let text = text.trim_end();
        let (grid, rest) = text.split_once(' ').unwrap_or((text, ""));
        let read = grid_text::read(grid, &board, ALPHABET)?;
        let holes = grid_text::new_holes(&board, &read, '#')?;
        let mut cells = Vec::with_capacity(read.len());
        for (c, at) in read {
            let colour = c.to_digit(8).map_or(HOLE, |digit| digit as u8);
            if colour != HOLE && colour >= terms.colours {
                let most = terms.colours - 1;
                let reason = format!("colour {colour} on a board of colours 0 to {most}: set colours=");
                return Err(PositionError::at(at, format!("{reason}{} or more", colour + 1)));
            }
            cells.push(colour);
        }
        let board = board.with_holes(holes);
        let starts = starts(&board).map_err(|error| PositionError::at(0, error.to_string()))?;
        let (side, passes) = read_turn(rest, grid.chars().count())?;
        if connected(&board, &cells, starts[0]).contains(&starts[1]) {
            return Err(PositionError::at(
                0,
                "the two starts are connected by one colour: one zone, not two",
            ));
        }
        Ok(Self { board, terms, starts, cells, side, passes })
    }

    /// How many bits a word needs for the components of this setup: never more than there are cells.
    pub fn n_components(&self) -> usize {
        n_components(self)
    }

    /// The cells of each zone.
    pub fn zones(&self) -> [Vec<usize>; 2] {
        self.starts.map(|start| connected(&self.board, &self.cells, start))
    }
}

/// Who is to move and how many passes were just played; `end` is where the rows ended.
fn read_turn(text: &str, end: usize) -> Result<(Side, u8), PositionError> {
    let form = "after the rows come who is to move, `0` or `1`, and how many passes were just played: `0 0`";
    let fields: Vec<&str> = text.split_whitespace().collect();
    let side = match fields.first() {
        Some(&"0") => Side::First,
        Some(&"1") => Side::Second,
        _ => return Err(PositionError::at(end + 1, form)),
    };
    match fields[1..] {
        ["0"] => Ok((side, 0)),
        ["1"] => Ok((side, 1)),
        ["2"] => Ok((side, 2)),
        [] => Err(PositionError::at(end + 2, form)),
        [_] => Err(PositionError::at(end + 3, "passes just played are 0, 1 or 2: the second ends the game")),
        [..] => Err(PositionError::at(end + 4, "nothing comes after the passes")),
    }
}

/// Where the zones begin: the top-left and the bottom-right cell; on a torus, the top-left cell and the one
/// half-way across and down. A hole there hands on to the next cell in reading order.
fn starts(board: &Board) -> Result<[usize; 2], SetupError> {
    let open: Vec<usize> = board.open_cells().collect();
    let (&[first, .., last], true) = (open.as_slice(), open.len() > 1) else {
        return Err(SetupError::TooFew { cells: open.len() });
    };
    if !board.wraps() {
        return Ok([first, last]);
    }
    let middle = board.cell(board.rows() / 2, board.cols() / 2);
    let second = open.iter().copied().find(|&cell| cell >= middle && cell != first);
    Ok([first, second.unwrap_or(last)])
}
