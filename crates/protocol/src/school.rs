//! The school's Blobwar over TCP: one line with the side to move and 64 cells, one JSON value back. Bytes arrive
//! in any fragmentation, so the value is scanned as it comes.

use thiserror::Error;

/// The longest answer that makes sense, blanks included.
pub const MAX_ANSWER: usize = 256;

/// A cell as the dialect writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// Nothing on it.
    Empty,
    /// Player 0.
    Red,
    /// Player 1.
    Blue,
    /// Not part of the board.
    Hole,
}

/// Appends the line that asks player `side` for a move; `cells` are row by row from the top.
pub fn write_question(out: &mut String, side: usize, cells: impl Iterator<Item = Cell>) {
    out.push(if side == 0 { '0' } else { '1' });
    out.extend(cells.map(|cell| match cell {
        Cell::Empty => ' ',
        Cell::Red => 'r',
        Cell::Blue => 'b',
        Cell::Hole => 'h',
    }));
    out.push('\n');
}

/// A player's answer; cells are `row * 8 + column`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// A new blob on this cell.
    Duplicate(u32),
    /// A blob that moves from the first cell to the second.
    Jump(u32, u32),
    /// Nothing to play.
    Pass,
}

/// Bytes that are no answer and cannot become one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is no answer: send {{\"Duplicate\":to}}, {{\"Jump\":[from,to]}} or null")]
pub struct BadAnswer(pub String);

/// The answer at the head of `bytes` and how many bytes it took; `None` while it is incomplete.
pub fn scan_answer(bytes: &[u8]) -> Result<Option<(Answer, usize)>, BadAnswer> {
    let mut scan = Scan { bytes, at: 0 };
    match scan.answer() {
        Ok(answer) => Ok(Some((answer, scan.at))),
        Err(Stop::More) if bytes.len() <= MAX_ANSWER => Ok(None),
        Err(_) => Err(BadAnswer(String::from_utf8_lossy(&bytes[..bytes.len().min(80)]).into_owned())),
    }
}

/// Why a scan ended early.
enum Stop {
    More,
    Bad,
}

struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scan<'_> {
    fn answer(&mut self) -> Result<Answer, Stop> {
        match self.peek()? {
            b'n' => {
                self.word(b"null")?;
                Ok(Answer::Pass)
            }
            b'{' => {
                self.word(b"{")?;
                let answer = self.entry()?;
                self.peek()?;
                self.word(b"}")?;
                Ok(answer)
            }
            _ => Err(Stop::Bad),
        }
    }

    fn entry(&mut self) -> Result<Answer, Stop> {
        self.peek()?;
        self.word(b"\"")?;
        let is_jump = self.byte()? == b'J';
        self.word(if is_jump { b"Jump\"" } else { b"Duplicate\"" })?;
        self.punctuation(b':')?;
        if !is_jump {
            return Ok(Answer::Duplicate(self.number()?));
        }
        self.punctuation(b'[')?;
        let from = self.number()?;
        self.punctuation(b',')?;
        let to = self.number()?;
        self.punctuation(b']')?;
        Ok(Answer::Jump(from, to))
    }

    fn byte(&self) -> Result<u8, Stop> {
        self.bytes.get(self.at).copied().ok_or(Stop::More)
    }

    /// The next byte that is no blank.
    fn peek(&mut self) -> Result<u8, Stop> {
        while self.byte()?.is_ascii_whitespace() {
            self.at += 1;
        }
        self.byte()
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Stop> {
        for &expected in word {
            if self.byte()? != expected {
                return Err(Stop::Bad);
            }
            self.at += 1;
        }
        Ok(())
    }

    fn punctuation(&mut self, mark: u8) -> Result<(), Stop> {
        self.peek()?;
        self.word(&[mark])
    }

    fn number(&mut self) -> Result<u32, Stop> {
        let mut number = 0u32;
        let mut digits = 0;
        self.peek()?;
        while self.byte()?.is_ascii_digit() && digits < 4 {
            number = number * 10 + u32::from(self.byte()? - b'0');
            digits += 1;
            self.at += 1;
        }
        if digits == 0 { Err(Stop::Bad) } else { Ok(number) }
    }
}
