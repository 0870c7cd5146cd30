//! GTP version 2 as Othello engines speak it: commands out, replies in. A reply starts with `=` or `?` and ends
//! with an empty line; squares come in either case.

use std::fmt::Write;

use thiserror::Error;

/// Colour words; black moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

impl Colour {
    /// The word on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::White => "white",
        }
    }
}

/// What we ask of an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command<'a> {
    /// `name`.
    Name,
    /// `boardsize n`.
    BoardSize(u32),
    /// `clear_board`.
    ClearBoard,
    /// `play colour square`; the square may be `pass`.
    Play(Colour, &'a str),
    /// `genmove colour`.
    GenMove(Colour),
    /// `undo`.
    Undo,
    /// `time_settings main byo-yomi stones`, seconds.
    TimeSettings(u64, u64, u32),
    /// `time_left colour seconds stones`.
    TimeLeft(Colour, u64, u32),
    /// `quit`.
    Quit,
}

/// Appends a command, with its end.
pub fn write_command(out: &mut String, command: Command<'_>) {
    let written = match command {
        Command::Name => writeln!(out, "name"),
        Command::BoardSize(n) => writeln!(out, "boardsize {n}"),
        Command::ClearBoard => writeln!(out, "clear_board"),
        Command::Play(colour, square) => writeln!(out, "play {} {square}", colour.word()),
        Command::GenMove(colour) => writeln!(out, "genmove {}", colour.word()),
        Command::Undo => writeln!(out, "undo"),
        Command::TimeSettings(main, byo, stones) => writeln!(out, "time_settings {main} {byo} {stones}"),
        Command::TimeLeft(colour, s, stones) => writeln!(out, "time_left {} {s} {stones}", colour.word()),
        Command::Quit => writeln!(out, "quit"),
    };
    written.expect("a String takes everything");
}

/// A command that the engine refused: the text behind `?`.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the engine refused: {0}")]
pub struct Refused(pub String);

/// Puts replies together from lines; one reply is in progress at a time.
#[derive(Debug, Default)]
pub struct ReplyReader {
    open: Option<(bool, String)>,
}

impl ReplyReader {
    /// Takes one line; gives the reply that it ends, if any. Lines outside a reply are ignored.
    pub fn take(&mut self, line: &str) -> Option<Result<String, Refused>> {
        if line.trim().is_empty() {
            let (is_good, text) = self.open.take()?;
            return Some(if is_good { Ok(text) } else { Err(Refused(text)) });
        }
        if let Some((_, text)) = &mut self.open {
            text.push('\n');
            text.push_str(line.trim_end());
            return None;
        }
        let is_good = line.starts_with('=');
        if is_good || line.starts_with('?') {
            let text = line[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim();
            self.open = Some((is_good, text.to_owned()));
        }
        None
    }
}

/// A square as the rest of the program writes it: lower case, or `None` for a pass.
pub fn parse_square(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    (text != "pass" && text != "pa").then_some(text)
}
