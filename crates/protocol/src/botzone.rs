//! Botzone's plain text for Amazons: six numbers a move, `x y` of the queen, of where it goes and of its arrow.
//! A program gets its whole history each turn, or one line a turn once it asks to be kept running.

use std::fmt::Write;

use thiserror::Error;

/// Printed by a program after a move when it wants to stay.
pub const KEEP_RUNNING: &str = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<";

/// `x0 y0 x1 y1 x2 y2`, all -1 where the first player has nothing to answer.
pub type Line = [i32; 6];

/// The line before the first move.
pub const NOTHING: Line = [-1; 6];

/// A line that is not six numbers.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is no botzone move: six numbers `x0 y0 x1 y1 x2 y2`")]
pub struct BadLine(pub String);

/// Appends one line, with its end.
pub fn write_line(out: &mut String, line: Line) {
    let [a, b, c, d, e, f] = line;
    writeln!(out, "{a} {b} {c} {d} {e} {f}").expect("a String takes everything");
}

/// Appends the input of a program that is started for this turn: the turn's number and every line so far,
/// opponent's and own in turn, oldest first.
pub fn write_history(out: &mut String, lines: &[Line]) {
    writeln!(out, "{}", lines.len().div_ceil(2)).expect("a String takes everything");
    lines.iter().for_each(|line| write_line(out, *line));
}

/// Reads one answer.
pub fn parse_line(text: &str) -> Result<Line, BadLine> {
    let mut numbers = text.split_whitespace().map(str::parse::<i32>);
    let mut line = NOTHING;
    for slot in &mut line {
        *slot = numbers.next().and_then(Result::ok).ok_or_else(|| BadLine(text.to_owned()))?;
    }
    if numbers.next().is_some() { Err(BadLine(text.to_owned())) } else { Ok(line) }
}
