//! A rectangle of characters with colours of the 256-colour palette, and where on it each cell of the board
//! lies.

use std::fmt::Write as _;

/// The colours of one character; none is the terminal's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ink {
    /// The character.
    pub fg: Option<u8>,
    /// What is behind it.
    pub bg: Option<u8>,
    /// In bold.
    pub bold: bool,
}

impl Ink {
    /// The terminal's own colours.
    pub const PLAIN: Self = Self { fg: None, bg: None, bold: false };

    /// A colour for the character alone.
    pub const fn fg(fg: u8) -> Self {
        Self { fg: Some(fg), bg: None, bold: false }
    }

    /// A character on a ground.
    pub const fn on(fg: u8, bg: u8) -> Self {
        Self { fg: Some(fg), bg: Some(bg), bold: false }
    }

    /// The same in bold.
    pub const fn bold(self) -> Self {
        Self { bold: true, ..self }
    }
}

/// Characters in rows, with the board's cells laid out evenly on them.
#[derive(Clone, Debug)]
pub struct Picture {
    rows: Vec<Vec<(char, Ink)>>,
    /// Left and top of the first cell.
    origin: (usize, usize),
    /// Columns and rows that a cell takes.
    pitch: (usize, usize),
    /// Columns and rows of the board.
    size: (usize, usize),
}

impl Picture {
    /// A blank picture of this width and height, for a board whose cells begin at `origin`.
    pub fn new(
        (width, height): (usize, usize),
        origin: (usize, usize),
        pitch: (usize, usize),
        size: (usize, usize),
    ) -> Self {
        Self { rows: vec![vec![(' ', Ink::PLAIN); width]; height], origin, pitch, size }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The rows of characters.
    pub fn rows(&self) -> &[Vec<(char, Ink)>] {
        &self.rows
    }

    /// Paints one character; outside the picture nothing happens.
    pub fn put(&mut self, x: usize, y: usize, character: char, ink: Ink) {
        if let Some(place) = self.rows.get_mut(y).and_then(|row| row.get_mut(x)) {
            *place = (character, ink);
        }
    }

    /// Paints a text from left to right.
    pub fn write(&mut self, x: usize, y: usize, text: &str, ink: Ink) {
        for (at, character) in text.chars().enumerate() {
            self.put(x + at, y, character, ink);
        }
    }

    /// Left and top of the cell at a row and column of the board.
    pub const fn corner(&self, row: usize, col: usize) -> (usize, usize) {
        (self.origin.0 + col * self.pitch.0, self.origin.1 + row * self.pitch.1)
    }

    /// The cell of the board at a place of the picture.
    pub fn cell_at(&self, x: usize, y: usize) -> Option<usize> {
        let col = x.checked_sub(self.origin.0)? / self.pitch.0;
        let row = y.checked_sub(self.origin.1)? / self.pitch.1;
        (col < self.size.0 && row < self.size.1).then_some(row * self.size.0 + col)
    }

    /// The picture as lines of text, with or without colour codes, without blanks at the end of lines.
    pub fn to_text(&self, colour: bool) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let used = row.iter().rposition(|(c, ink)| *c != ' ' || colour && ink.bg.is_some());
            let mut now = Ink::PLAIN;
            for &(character, ink) in &row[..used.map_or(0, |last| last + 1)] {
                if colour && ink != now {
                    text += &codes(ink);
                    now = ink;
                }
                text.push(character);
            }
            if now != Ink::PLAIN {
                text += "\x1b[0m";
            }
            text.push('\n');
        }
        text
    }
}

fn codes(ink: Ink) -> String {
    let mut codes = String::from("\x1b[0");
    if ink.bold {
        codes += ";1";
    }
    if let Some(fg) = ink.fg {
        let _ = write!(codes, ";38;5;{fg}");
    }
    if let Some(bg) = ink.bg {
        let _ = write!(codes, ";48;5;{bg}");
    }
    codes.push('m');
    codes
}
