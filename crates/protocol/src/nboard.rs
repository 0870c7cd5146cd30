//! NBoard version 2 for Othello: the lines that we send, the lines that engines send, and GGF, the game on one line.

use std::fmt::Write;

/// One line from an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply<'a> {
    /// `set myname X`.
    Name(&'a str),
    /// `pong n`.
    Pong(u32),
    /// `=== F5/eval/time`: the square in lower case, or `None` for a pass.
    Move(Option<String>),
    /// Anything else: kept in the log, otherwise ignored.
    Other,
}

/// Reads one line of an engine.
pub fn parse_reply(line: &str) -> Reply<'_> {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix("===") {
        return match rest.trim().split(['/', ' ', '\t']).next() {
            Some(square) if !square.is_empty() => Reply::Move(parse_square(square)),
            _ => Reply::Other,
        };
    }
    if let Some(name) = line.strip_prefix("set myname ") {
        return Reply::Name(name.trim());
    }
    match line.strip_prefix("pong ").map(|n| n.trim().parse()) {
        Some(Ok(n)) => Reply::Pong(n),
        _ => Reply::Other,
    }
}

fn parse_square(text: &str) -> Option<String> {
    let square = text.to_ascii_lowercase();
    (square != "pa" && square != "pass").then_some(square)
}

/// A square as NBoard writes it: upper case, `PA` for a pass.
pub fn square_text(square: Option<&str>) -> String {
    square.map_or_else(|| "PA".to_owned(), str::to_ascii_uppercase)
}

/// A game as GGF: the start, and the moves played from it, `None` for a pass.
#[derive(Debug, Clone)]
pub struct Game<'a> {
    /// Side of the board.
    pub size: u32,
    /// Row by row from the top, `*` black, `O` white, `-` empty.
    pub cells: &'a str,
    /// Whether black moves first from there.
    pub is_black_first: bool,
    /// Squares in order.
    pub moves: &'a [Option<String>],
    /// Seconds for a whole game.
    pub seconds: u64,
}

/// `set game` and the game on one line, with its end.
pub fn write_set_game(out: &mut String, game: &Game<'_>) {
    let side = if game.is_black_first { '*' } else { 'O' };
    let (minutes, seconds) = (game.seconds / 60, game.seconds % 60);
    let mut push = |args: std::fmt::Arguments<'_>| out.write_fmt(args).expect("a String takes everything");
    push(format_args!("set game (;GM[Othello]PC[agon]PB[black]PW[white]RE[?]"));
    push(format_args!("TI[{minutes}:{seconds:02}]TY[{0}]BO[{0} {1} {side}]", game.size, game.cells));
    for (ply, square) in game.moves.iter().enumerate() {
        let colour = if (ply % 2 == 0) == game.is_black_first { 'B' } else { 'W' };
        push(format_args!("{colour}[{}]", square_text(square.as_deref())));
    }
    push(format_args!(";)\n"));
}
