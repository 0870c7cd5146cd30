//! Contest programs: run once per move with a position file as last argument, one move on stdout.

use thiserror::Error;

/// The most that a contest program may print for one move.
pub const MAX_OUTPUT: usize = crate::lines::MAX_LINE;

/// An output that holds no single move.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadOutput {
    /// Nothing but blanks.
    #[error("no move on stdout: print one, such as C4")]
    Empty,
    /// More than one word.
    #[error("`{0}` on stdout is more than one move")]
    Several(String),
    /// More than the limit.
    #[error("more than {MAX_OUTPUT} bytes on stdout: print one move and nothing else")]
    TooMuch,
}

/// The move in a program's output, as it was written.
pub fn parse_output(bytes: &[u8]) -> Result<String, BadOutput> {
    if bytes.len() > MAX_OUTPUT {
        return Err(BadOutput::TooMuch);
    }
    let text = String::from_utf8_lossy(bytes);
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (None, _) => Err(BadOutput::Empty),
        (Some(word), None) => Ok(word.to_owned()),
        _ => Err(BadOutput::Several(text.trim().chars().take(80).collect())),
    }
}
