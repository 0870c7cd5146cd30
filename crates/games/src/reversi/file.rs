//! Position files of the school's Reversi program: the player to move, then one row per line of `X`, `O`
//! and `_`. Blanks, tabs and empty lines are free, `#` starts a comment.

use thiserror::Error;

use super::setup::Setup;
use crate::board::Board;
use crate::shape::Shape;
use crate::side::Side;

/// A text that is no position file: the line that is wrong, counted from 1, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {reason}")]
pub struct FileError {
    /// The line, counted from 1; one past the last when something is missing.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl FileError {
    fn at(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

const MOST: usize = 10;

/// The position that a file describes, on a square board of even side.
pub fn read(text: &str) -> Result<Setup, FileError> {
    let end = text.lines().count() + 1;
    let mut lines = text.lines().enumerate().map(|(at, line)| (at + 1, written(line)));
    let mut lines = lines.by_ref().filter(|(_, line)| !line.is_empty());
    let side = match lines.next() {
        Some((at, line)) => read_side(at, &line)?,
        None => return Err(FileError::at(end, "the player to move is missing: write `X` or `O` first")),
    };
    let mut discs = [Vec::new(), Vec::new()];
    let (mut width, mut rows) = (0, 0);
    for (at, line) in lines {
        if rows == 0 {
            width = check_width(at, line.len())?;
        } else if rows == width {
            return Err(FileError::at(
                at,
                format!("an extra row: a board of width {width} has {width} rows"),
            ));
        } else if line.len() != width {
            let (n, which) = (line.len(), if line.len() < width { "short" } else { "long" });
            let reason = format!("row {} is too {which}: {n} cells where row 1 has {width}", rows + 1);
            return Err(FileError::at(at, reason));
        }
        for (col, c) in line.iter().enumerate() {
            match c {
                'X' => discs[0].push(rows * width + col),
                'O' => discs[1].push(rows * width + col),
                '_' => {}
                c => {
                    let c = c.escape_debug();
                    return Err(FileError::at(at, format!("`{c}` is not a cell: use `X`, `O` or `_`")));
                }
            }
        }
        rows += 1;
    }
    if rows < width || rows == 0 {
        let wanted =
            if rows == 0 { "rows are missing".to_owned() } else { format!("{rows} of {width} rows") };
        return Err(FileError::at(end, format!("{wanted}: write one line of `X`, `O`, `_` per row")));
    }
    let board = Board::of_shape(Shape::Square, width, width).expect("the width was checked");
    Ok(Setup { board, discs, side })
}

/// The text of a position file for a setup on a square board without holes.
pub fn write(setup: &Setup) -> String {
    let mut text = String::from(if setup.side == Side::First { "X\n" } else { "O\n" });
    for row in 0..setup.board.rows() {
        for col in 0..setup.board.cols() {
            let cell = setup.board.cell(row, col);
            let owner = setup.discs.iter().position(|discs| discs.contains(&cell));
            text.push_str(if col > 0 { " " } else { "" });
            text.push(owner.map_or('_', |side| ['X', 'O'][side]));
        }
        text.push('\n');
    }
    text
}

/// The characters of a line that count: no blanks, no comment.
fn written(line: &str) -> Vec<char> {
    line.chars().take_while(|&c| c != '#').filter(|c| !c.is_whitespace()).collect()
}

fn read_side(at: usize, line: &[char]) -> Result<Side, FileError> {
    match line {
        ['X'] => Ok(Side::First),
        ['O'] => Ok(Side::Second),
        [c] => Err(FileError::at(at, format!("`{}` is no player: write `X` or `O`", c.escape_debug()))),
        _ => {
            let reason = "the player to move is missing: write `X` or `O` on a line before the rows";
            Err(FileError::at(at, reason))
        }
    }
}

fn check_width(at: usize, width: usize) -> Result<usize, FileError> {
    if width.is_multiple_of(2) && (2..=MOST).contains(&width) {
        return Ok(width);
    }
    Err(FileError::at(at, format!("a row of {width} cells: the side is an even number from 2 to {MOST}")))
}
