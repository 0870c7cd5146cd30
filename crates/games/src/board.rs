//! A board before any game is set up on it: a grid, some of whose cells may be holes, flat or wrapped
//! around. Boards come from the catalogue of shapes or from a text file.

use thiserror::Error;

use crate::direction::Direction;
use crate::shape::{Shape, WidthError};

/// The largest board, in cells of the grid.
pub const MAX_CELLS: usize = 512;

/// A grid with holes. Cells are numbered row by row from the top left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    cols: usize,
    rows: usize,
    open: Vec<bool>,
    wraps: bool,
}

/// Why there is no such board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum BoardError {
    #[error(transparent)]
    Width(#[from] WidthError),
    #[error("a board of {cols}x{rows} has {} cells: the largest has {MAX_CELLS}", cols.saturating_mul(*rows))]
    TooLarge { cols: usize, rows: usize },
    #[error("no {shape} of {cols}x{rows}: only square and torus come as rectangles")]
    Rectangle { shape: Shape, cols: usize, rows: usize },
    #[error("the board is empty: it needs rows of `.` (cell) and `#` (hole)")]
    Empty,
    #[error(
        "line {line}, column {column}: `{found}` is not part of a board: use `.` for a cell, `#` for a hole"
    )]
    Character { line: usize, column: usize, found: char },
    #[error("line {line} has {found} cells where the first row has {expected}: all rows are equally long")]
    Ragged { line: usize, expected: usize, found: usize },
    #[error("the board has no playable cell")]
    NoCells,
}

impl Board {
    /// A board of the catalogue.
    pub fn of_shape(shape: Shape, cols: usize, rows: usize) -> Result<Self, BoardError> {
        if cols != rows && !matches!(shape, Shape::Square | Shape::Torus) {
            return Err(BoardError::Rectangle { shape, cols, rows });
        }
        shape.check_width(cols)?;
        shape.check_width(rows)?;
        if cols.checked_mul(rows).is_none_or(|cells| cells > MAX_CELLS) {
            return Err(BoardError::TooLarge { cols, rows });
        }
        let open = (0..cols * rows).map(|cell| !shape.is_hole(cols, cell / cols, cell % cols)).collect();
        Ok(Self { cols, rows, open, wraps: shape.wraps() })
    }

    /// A board from the text of a board file: rows of `.` and `#` (or `x`, as in Blobwar's hole maps), with a
    /// first line `wrap` for a torus. Blank lines at the end and trailing blanks are free.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let mut lines = text.trim_end().lines().map(str::trim_end).enumerate().peekable();
        let wraps = lines.next_if(|(_, line)| *line == "wrap").is_some();
        let (mut cols, mut rows, mut open) = (0, 0, Vec::new());
        for (at, line) in lines {
            let found = line.chars().count();
            if rows == 0 {
                cols = found;
            } else if found != cols {
                return Err(BoardError::Ragged { line: at + 1, expected: cols, found });
            }
            rows += 1;
            if cols * rows > MAX_CELLS {
                return Err(BoardError::TooLarge {
                    cols,
                    rows: text.trim_end().lines().count() - usize::from(wraps),
                });
            }
            for (column, found) in line.chars().enumerate() {
                open.push(match found {
                    '.' => true,
                    '#' | 'x' | 'X' => false,
                    _ => return Err(BoardError::Character { line: at + 1, column: column + 1, found }),
                });
            }
        }
        if cols == 0 || rows == 0 {
            return Err(BoardError::Empty);
        }
        if !open.contains(&true) {
            return Err(BoardError::NoCells);
        }
        Ok(Self { cols, rows, open, wraps })
    }

    /// The text of a board file for this board.
    pub fn to_text(&self) -> String {
        let mut text = String::from(if self.wraps { "wrap\n" } else { "" });
        for row in self.open.chunks(self.cols) {
            text.extend(row.iter().map(|&open| if open { '.' } else { '#' }));
            text.push('\n');
        }
        text
    }

    /// The same board with further holes.
    pub fn with_holes(mut self, holes: impl IntoIterator<Item = usize>) -> Self {
        for cell in holes {
            self.open[cell] = false;
        }
        self
    }

    /// Columns of the grid.
    pub const fn cols(&self) -> usize {
        self.cols
    }

    /// Rows of the grid.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Cells of the grid, holes included.
    pub const fn n_cells(&self) -> usize {
        self.cols * self.rows
    }

    /// Whether rows and columns wrap around.
    pub const fn wraps(&self) -> bool {
        self.wraps
    }

    /// Whether the cell is on the board and no hole.
    pub fn is_open(&self, cell: usize) -> bool {
        self.open.get(cell) == Some(&true)
    }

    /// The playable cells, in order.
    pub fn open_cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.n_cells()).filter(|&cell| self.open[cell])
    }

    /// The cell at a row and column.
    pub const fn cell(&self, row: usize, col: usize) -> usize {
        row * self.cols + col
    }

    /// The place one step away, hole or not; none past the edge of a flat board.
    pub fn step(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (down, right) = direction.offset();
        let row = (cell / self.cols).wrapping_add_signed(down);
        let col = (cell % self.cols).wrapping_add_signed(right);
        if self.wraps {
            let row = if row == usize::MAX { self.rows - 1 } else { row % self.rows };
            let col = if col == usize::MAX { self.cols - 1 } else { col % self.cols };
            return Some(self.cell(row, col));
        }
        (row < self.rows && col < self.cols).then(|| self.cell(row, col))
    }

    /// The playable cell one step away.
    pub fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        self.step(cell, direction).filter(|&to| self.open[to])
    }

    /// The playable cells along a line, from the nearest: it ends at a hole, at the edge, or before it would
    /// come back to where it began.
    pub fn line(&self, from: usize, direction: Direction) -> impl Iterator<Item = usize> + '_ {
        let mut at = Some(from);
        std::iter::from_fn(move || {
            at = at.and_then(|cell| self.neighbour(cell, direction)).filter(|&cell| cell != from);
            at
        })
    }
}
