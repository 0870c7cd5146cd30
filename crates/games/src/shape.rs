//! The catalogue of shapes: which cells of a square grid are holes, and which widths each shape has.

use std::fmt;

use thiserror::Error;

/// A shape of the catalogue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// No holes; also as a rectangle.
    Square,
    /// A square hole in the middle, a third of the width.
    Donut,
    /// Four square holes, a fifth of the width each.
    Clover,
    /// Two square holes on the rising diagonal, a quarter of the width each.
    Eight,
    /// The letter: the middle third of the columns is open in the middle third of the rows only.
    H,
    /// No holes; rows and columns wrap around.
    Torus,
}

/// A width that a shape does not have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no {shape} of width {width}: its width is a multiple of {unit}, such as {}", examples(*.width, *.unit))]
pub struct WidthError {
    shape: Shape,
    width: usize,
    unit: usize,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Self; 6] = [Self::Square, Self::Donut, Self::Clover, Self::Eight, Self::H, Self::Torus];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Donut => "donut",
            Self::Clover => "clover",
            Self::Eight => "eight",
            Self::H => "h",
            Self::Torus => "torus",
        }
    }

    /// The shape with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// The width is a multiple of this.
    pub const fn unit(self) -> usize {
        match self {
            Self::Square | Self::Torus => 1,
            Self::Donut | Self::H => 3,
            Self::Clover => 5,
            Self::Eight => 4,
        }
    }

    /// Whether rows and columns wrap around.
    pub const fn wraps(self) -> bool {
        matches!(self, Self::Torus)
    }

    /// Whether the shape has holes.
    pub const fn has_holes(self) -> bool {
        !matches!(self, Self::Square | Self::Torus)
    }

    /// Refuses a width that the shape does not come in.
    pub fn check_width(self, width: usize) -> Result<(), WidthError> {
        let unit = self.unit();
        if width > 0 && width.is_multiple_of(unit) {
            Ok(())
        } else {
            Err(WidthError { shape: self, width, unit })
        }
    }

    /// Whether the cell is a hole; `width` must be one that the shape has.
    pub fn is_hole(self, width: usize, row: usize, col: usize) -> bool {
        let block = width / self.unit();
        let (row, col) = (row / block, col / block);
        match self {
            Self::Square | Self::Torus => false,
            Self::Donut => row == 1 && col == 1,
            Self::Clover => row % 2 == 1 && col % 2 == 1,
            Self::Eight => (row, col) == (1, 2) || (row, col) == (2, 1),
            Self::H => col == 1 && row != 1,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The nearest widths that would do, below and above.
fn examples(width: usize, unit: usize) -> String {
    let below = width / unit * unit;
    if below == 0 { unit.to_string() } else { format!("{below} or {}", below + unit) }
}
