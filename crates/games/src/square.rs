//! Names of cells: a column letter and a row number, or the vertex number on boards wider than the
//! alphabet. Amazons and Blobwar count rows from the bottom, Reversi from the top.

use std::fmt::Write as _;

use crate::board::Board;

/// Where row 1 is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FirstRow {
    /// At the top, as in Othello.
    Top,
    /// At the bottom, as in chess.
    Bottom,
}

/// How the cells of one board are named.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Squares {
    cols: usize,
    rows: usize,
    first: FirstRow,
}

impl Squares {
    /// The names on a board.
    pub const fn new(board: &Board, first: FirstRow) -> Self {
        Self { cols: board.cols(), rows: board.rows(), first }
    }

    /// Whether cells have letters; boards wider than 26 columns use numbers alone.
    pub const fn has_letters(&self) -> bool {
        self.cols <= 26
    }

    /// Appends the name of a cell.
    pub fn write(&self, cell: usize, out: &mut String) {
        if !self.has_letters() {
            let _ = write!(out, "{cell}");
            return;
        }
        out.push((b'a' + (cell % self.cols) as u8) as char);
        let _ = write!(out, "{}", self.flip(cell / self.cols) + 1);
    }

    /// The name of a cell.
    pub fn name(&self, cell: usize) -> String {
        let mut name = String::with_capacity(4);
        self.write(cell, &mut name);
        name
    }

    /// Reads the name of a cell off the front of a text, letters in either case: the cell and what follows.
    /// None when the text does not begin with a cell of this board.
    pub fn read<'a>(&self, text: &'a str) -> Option<(usize, &'a str)> {
        let (col, digits) = if self.has_letters() {
            let letter = text.bytes().next()?.to_ascii_lowercase();
            (letter.checked_sub(b'a').filter(|&col| (col as usize) < self.cols)? as usize, &text[1..])
        } else {
            (0, text)
        };
        let n_digits = digits.bytes().take_while(u8::is_ascii_digit).count();
        if n_digits == 0 || n_digits > 4 {
            return None;
        }
        let number: usize = digits[..n_digits].parse().ok()?;
        let rest = &digits[n_digits..];
        if !self.has_letters() {
            return (number < self.cols * self.rows).then_some((number, rest));
        }
        let row = number.checked_sub(1).filter(|&row| row < self.rows)?;
        Some((self.flip(row) * self.cols + col, rest))
    }

    /// What the names look like, for messages: `a1 to j10`.
    pub fn range(&self) -> String {
        if !self.has_letters() {
            return format!("0 to {}", self.cols * self.rows - 1);
        }
        format!("a1 to {}{}", (b'a' + (self.cols - 1) as u8) as char, self.rows)
    }

    const fn flip(&self, row: usize) -> usize {
        match self.first {
            FirstRow::Top => row,
            FirstRow::Bottom => self.rows - 1 - row,
        }
    }
}
