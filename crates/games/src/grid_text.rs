//! The part that all position texts share: rows from the top joined by `/`, one character per cell, with
//! numbers for runs of empty cells in the games that write them.

use crate::board::Board;
use crate::game::PositionError;

/// How a game writes its cells.
#[derive(Clone, Copy, Debug)]
pub struct Alphabet {
    /// The characters that may stand for a cell, an empty one included if it has a character.
    pub cells: &'static str,
    /// The character that a run of empty cells expands to; none when the game does not write runs.
    pub run: Option<char>,
}

/// Reads the rows: one character per cell of the grid, in order, and where each stood in the text.
pub fn read(text: &str, board: &Board, alphabet: Alphabet) -> Result<Vec<(char, usize)>, PositionError> {
    let (cols, rows) = (board.cols(), board.rows());
    let mut cells = Vec::with_capacity(board.n_cells());
    let mut chars = text.chars().enumerate().peekable();
    let mut end = 0;
    let (mut row, mut filled) = (0, 0);
    while let Some((at, c)) = chars.next() {
        end = at + 1;
        let run = alphabet.run.filter(|_| c.is_ascii_digit());
        if let Some(blank) = run {
            let mut length = c.to_digit(10).unwrap_or(0) as usize;
            while let Some((next, digit)) = chars.next_if(|(_, c)| c.is_ascii_digit()) {
                length = (length * 10 + digit.to_digit(10).unwrap_or(0) as usize).min(100_000);
                end = next + 1;
            }
            if length == 0 {
                return Err(PositionError::at(at, "a run of 0 empty cells: leave it out"));
            }
            filled += length;
            check_row(row, filled, cols, at)?;
            cells.extend(std::iter::repeat_n((blank, at), length));
        } else if c == '/' {
            if filled < cols {
                return Err(short(row, filled, cols, at));
            }
            (row, filled) = (row + 1, 0);
            if row >= rows {
                return Err(PositionError::at(at, format!("more than {rows} rows: the board has {rows}")));
            }
        } else if alphabet.cells.contains(c) {
            filled += 1;
            check_row(row, filled, cols, at)?;
            cells.push((c, at));
        } else {
            let runs = if alphabet.run.is_some() { " or a number of empty cells" } else { "" };
            let reason =
                format!("`{}` is not a cell: use one of `{}`{runs}", c.escape_debug(), alphabet.cells);
            return Err(PositionError::at(at, reason));
        }
    }
    if filled < cols {
        return Err(short(row, filled, cols, end));
    }
    if row + 1 < rows {
        return Err(PositionError::at(end, format!("{} of {rows} rows: the rest is missing", row + 1)));
    }
    Ok(cells)
}

/// Refuses a position that puts something where the board has a hole; `is_hole` tells the holes of the text.
/// The holes of the text that are cells of the board come back: they become holes.
pub fn new_holes(board: &Board, cells: &[(char, usize)], hole: char) -> Result<Vec<usize>, PositionError> {
    let mut holes = Vec::new();
    for (cell, &(c, at)) in cells.iter().enumerate() {
        match (c == hole, board.is_open(cell)) {
            (true, true) => holes.push(cell),
            (false, false) => {
                let (row, col) = (cell / board.cols() + 1, cell % board.cols() + 1);
                let reason = format!("row {row}, column {col} is a hole of this board: write `{hole}` there");
                return Err(PositionError::at(at, reason));
            }
            _ => {}
        }
    }
    Ok(holes)
}

/// Writes the rows: `cell` gives the character of each cell, runs of `run` become numbers.
pub fn write(board: &Board, run: Option<char>, cell: impl Fn(usize) -> char) -> String {
    let mut text = String::with_capacity(board.n_cells() + board.rows() + 4);
    for row in 0..board.rows() {
        if row > 0 {
            text.push('/');
        }
        let mut length = 0;
        for col in 0..board.cols() {
            let c = cell(board.cell(row, col));
            if Some(c) == run {
                length += 1;
                continue;
            }
            push_run(&mut text, &mut length);
            text.push(c);
        }
        push_run(&mut text, &mut length);
    }
    text
}

fn push_run(text: &mut String, length: &mut usize) {
    if *length > 0 {
        text.push_str(&length.to_string());
        *length = 0;
    }
}

fn check_row(row: usize, filled: usize, cols: usize, at: usize) -> Result<(), PositionError> {
    if filled <= cols {
        return Ok(());
    }
    Err(PositionError::at(at, format!("row {} is longer than the board's {cols} columns", row + 1)))
}

fn short(row: usize, filled: usize, cols: usize, at: usize) -> PositionError {
    PositionError::at(at, format!("row {} has {filled} of {cols} cells: the rest is missing", row + 1))
}
