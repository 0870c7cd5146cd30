//! UGI and UAI seen from the engine: the commands that other people's runners send to ours.

use super::{Dialect, split_word};

/// One line from a runner.
#[derive(Debug, Clone, PartialEq)]
pub enum Command<'a> {
    /// `ugi` or `uai`.
    Hello,
    /// `isready`.
    IsReady,
    /// `setoption name N value V`.
    SetOption {
        /// The option, which may hold blanks.
        name: &'a str,
        /// Its value; empty for a button.
        value: &'a str,
    },
    /// `uginewgame` or `uainewgame`.
    NewGame,
    /// `position startpos|fen P [moves ...]`.
    Position {
        /// The position's text, or the start when there is none.
        fen: Option<&'a str>,
        /// The moves played from there.
        moves: Vec<&'a str>,
    },
    /// `go ...`.
    Go(Go),
    /// `stop`.
    Stop,
    /// `query gameover|p1turn|result`.
    Query(&'a str),
    /// `quit`.
    Quit,
    /// An empty line.
    Nothing,
    /// Anything else.
    Unknown(&'a str),
}

/// The limits of a search; all may be given together. Times are in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Go {
    /// Time left, first player then second.
    pub left: [Option<u64>; 2],
    /// Increment, first player then second.
    pub increment: [u64; 2],
    /// Time for this move.
    pub movetime: Option<u64>,
    /// Nodes for this move.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Until `stop`.
    pub is_infinite: bool,
}

/// Reads one line of a runner.
pub fn parse_command(dialect: Dialect, line: &str) -> Command<'_> {
    let line = line.trim();
    let (word, rest) = split_word(line);
    match word {
        "" => Command::Nothing,
        "isready" => Command::IsReady,
        "setoption" => parse_setoption(rest).unwrap_or(Command::Unknown(line)),
        "position" => parse_position(rest).unwrap_or(Command::Unknown(line)),
        "go" => Command::Go(parse_go(dialect, rest)),
        "stop" => Command::Stop,
        "query" => Command::Query(split_word(rest).0),
        "quit" => Command::Quit,
        _ if word == dialect.word() => Command::Hello,
        _ if word.strip_suffix("newgame") == Some(dialect.word()) => Command::NewGame,
        _ => Command::Unknown(line),
    }
}

fn parse_setoption(rest: &str) -> Option<Command<'_>> {
    let rest = rest.strip_prefix("name ")?;
    let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
    Some(Command::SetOption { name: name.trim(), value: value.trim() })
}

fn parse_position(rest: &str) -> Option<Command<'_>> {
    let (kind, rest) = split_word(rest);
    let (before, moves) = match rest.strip_prefix("moves") {
        Some(moves) => ("", moves),
        None => rest.split_once(" moves").unwrap_or((rest, "")),
    };
    let fen = match kind {
        "startpos" => None,
        "fen" => Some(before.trim()),
        _ => return None,
    };
    Some(Command::Position { fen, moves: moves.split_whitespace().collect() })
}

fn parse_go(dialect: Dialect, rest: &str) -> Go {
    let mut go = Go::default();
    let clock_words = dialect.clock_words();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        if word == "infinite" {
            go.is_infinite = true;
            continue;
        }
        // Runners send negative times when a clock has run out.
        let Some(number) = words.peek().and_then(|w| w.parse::<i64>().ok()) else { continue };
        let number = number.max(0) as u64;
        match word {
            "movetime" => go.movetime = Some(number),
            "nodes" => go.nodes = Some(number),
            "depth" => go.depth = Some(number.min(u64::from(u32::MAX)) as u32),
            _ => match clock_words.iter().position(|w| *w == word) {
                Some(at @ 0..2) => go.left[at] = Some(number),
                Some(at) => go.increment[at - 2] = number,
                None => continue,
            },
        }
        words.next();
    }
    go
}
