//! UGI and its Ataxx dialect UAI, seen from the runner: what we send to an engine and what we read from it.
//! The engine's side of the same conversation is in [`command`].

pub mod command;
mod option;

use std::fmt::Write;

use option::parse_option;
pub use option::{BadValue, EngineOption};

/// Which of the two languages is spoken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// The universal one, for every game.
    Ugi,
    /// Ataxx engines: `uai`, `btime` for the side that moves first.
    Uai,
}

impl Dialect {
    /// The greeting, which is also the prefix of `...ok` and `...newgame`.
    pub fn word(self) -> &'static str {
        match self {
            Dialect::Ugi => "ugi",
            Dialect::Uai => "uai",
        }
    }

    /// The names of the four clock fields, first player's time, second's, first's increment, second's.
    fn clock_words(self) -> [&'static str; 4] {
        match self {
            Dialect::Ugi => ["p1time", "p2time", "p1inc", "p2inc"],
            Dialect::Uai => ["btime", "wtime", "binc", "winc"],
        }
    }
}

/// How long an engine may search, as `go` says it. Times are in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// What is left of each player's clock, and what each gains per move.
    Clock {
        /// Time left, first player then second.
        left: [u64; 2],
        /// Increment, first player then second.
        increment: [u64; 2],
    },
    /// Time for this move.
    MoveTime(u64),
    /// Nodes for this move.
    Nodes(u64),
    /// Plies.
    Depth(u32),
}

/// Appends the `go` line, with its end.
pub fn write_go(out: &mut String, dialect: Dialect, limit: Limit) {
    let written = match limit {
        Limit::Clock { left, increment } => {
            let [a, b, c, d] = dialect.clock_words();
            writeln!(out, "go {a} {} {b} {} {c} {} {d} {}", left[0], left[1], increment[0], increment[1])
        }
        Limit::MoveTime(ms) => writeln!(out, "go movetime {ms}"),
        Limit::Nodes(n) => writeln!(out, "go nodes {n}"),
        Limit::Depth(n) => writeln!(out, "go depth {n}"),
    };
    written.expect("a String takes everything");
}

/// One line from an engine.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply<'a> {
    /// `id name X`.
    Name(&'a str),
    /// `id author X`.
    Author(&'a str),
    /// `option name N type T ...`.
    Option(EngineOption<'a>),
    /// `ugiok` or `uaiok`.
    Hello,
    /// `readyok`.
    Ready,
    /// `info ...`, as parsed as it goes.
    Info(SearchInfo<'a>),
    /// `bestmove m`.
    BestMove(&'a str),
    /// Anything else: kept in the log, otherwise ignored.
    Other,
}

/// What an `info` line told; absent fields were not in it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SearchInfo<'a> {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Centipawns, from the engine's side.
    pub score: Option<i64>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Milliseconds spent.
    pub time: Option<u64>,
    /// The main line.
    pub pv: &'a str,
}

/// Reads one line of an engine.
pub fn parse_reply(dialect: Dialect, line: &str) -> Reply<'_> {
    let line = line.trim();
    let (word, rest) = split_word(line);
    match word {
        "id" => match split_word(rest) {
            ("name", name) => Reply::Name(name),
            ("author", author) => Reply::Author(author),
            _ => Reply::Other,
        },
        "option" => parse_option(rest).map_or(Reply::Other, Reply::Option),
        "readyok" => Reply::Ready,
        "info" => Reply::Info(parse_info(rest)),
        "bestmove" => Reply::BestMove(split_word(rest).0),
        _ if word.strip_suffix("ok") == Some(dialect.word()) => Reply::Hello,
        _ => Reply::Other,
    }
}

fn parse_info(rest: &str) -> SearchInfo<'_> {
    let mut info = SearchInfo::default();
    let mut rest = rest;
    while !rest.is_empty() {
        let (word, after) = split_word(rest);
        let (value, next) = split_word(after);
        rest = match word {
            "depth" => keep(&mut info.depth, value, after, next),
            "nodes" => keep(&mut info.nodes, value, after, next),
            "time" => keep(&mut info.time, value, after, next),
            "cp" => keep(&mut info.score, value, after, next),
            "pv" => {
                info.pv = after;
                ""
            }
            "string" => "",
            _ => after,
        };
    }
    info
}

/// Stores a number and goes on behind it; a word that is none is read again as a keyword.
fn keep<'a, T: std::str::FromStr>(
    slot: &mut Option<T>,
    value: &str,
    after: &'a str,
    next: &'a str,
) -> &'a str {
    match value.parse() {
        Ok(number) => {
            *slot = Some(number);
            next
        }
        Err(_) => after,
    }
}

/// The first word and what follows it, both without surrounding blanks.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    match text.find(char::is_whitespace) {
        Some(at) => (&text[..at], text[at..].trim_start()),
        None => (text, ""),
    }
}
