//! The name of a game and board on the command line, `NAME/WIDTH?key=value&...`, read into a [`GameSpec`]
//! and printed back in one canonical form. A spec says what is wanted; [`crate::catalog`] builds it.

mod options;

pub use options::{Colouring, FloodOptions, FloodRules, Forbidden, Options, Rules, Start};

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::blobwar::maps;
use crate::game::clip;
use crate::nearest::suggestion;
use crate::shape::Shape;

/// One of the four games.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// Queens and arrows.
    Amazons,
    /// Ataxx on any board.
    Blobwar,
    /// Seven colours.
    Flood,
    /// Othello on any board.
    Reversi,
}

impl Kind {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Amazons, Self::Blobwar, Self::Flood, Self::Reversi];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Amazons => "amazons",
            Self::Blobwar => "blobwar",
            Self::Flood => "flood",
            Self::Reversi => "reversi",
        }
    }

    const fn default_width(self) -> usize {
        match self {
            Self::Amazons => 10,
            Self::Blobwar | Self::Reversi => 8,
            Self::Flood => 12,
        }
    }

    const fn smallest(self, shape: Shape) -> usize {
        match (self, shape) {
            (Self::Amazons, _) | (Self::Blobwar, Shape::Torus) => 5,
            (Self::Blobwar, _) => 3,
            (Self::Flood | Self::Reversi, _) => 2,
        }
    }

    const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Amazons => &["shape", "setup", "board"],
            Self::Blobwar => &["shape", "map", "board", "rules"],
            Self::Flood => &["shape", "colours", "colouring", "seed", "forbidden", "rules", "board"],
            Self::Reversi => &["shape", "board"],
        }
    }
}

/// The names that a spec may begin with.
pub const NAMES: [&str; 5] = ["amazons", "blobwar", "ataxx", "flood", "reversi"];

/// Where the cells come from.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// A shape of the catalogue, at the size of the spec.
    Shape(Shape),
    /// A map that comes with the project.
    Map(String),
    /// A board file; its size is the file's, unless the spec has one that must agree.
    File(String),
}

/// A game on a board, as asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct GameSpec {
    /// Which rules.
    pub kind: Kind,
    /// Columns and rows; none when the board's file or map decides.
    pub size: Option<(usize, usize)>,
    /// Which cells.
    pub source: Source,
    /// What only this game has.
    pub options: Options,
}

/// A text that names no game and board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum SpecError {
    #[error("no game called `{name}`: {hint}")]
    Name { name: String, hint: String },
    #[error("`{text}` is not a size: write a width, such as 8, or columns and rows, such as 8x7")]
    Size { text: String },
    #[error("no {game} board of width {width}: the smallest is {smallest}")]
    TooSmall { game: &'static str, width: usize, smallest: usize },
    #[error("no reversi board of {cols}x{rows}: sides are even numbers from 2 to 10")]
    Reversi { cols: usize, rows: usize },
    #[error("`{text}` is not an option: write key=value, joined by &")]
    Pair { text: String },
    #[error("{game} has no option `{key}`: {hint}")]
    Key { game: &'static str, key: String, hint: String },
    #[error("option `{key}` is given twice")]
    Twice { key: String },
    #[error("no {key} `{value}`: {hint}")]
    Value { key: &'static str, value: String, hint: String },
    #[error("options `{one}` and `{other}` exclude each other: both say which cells there are")]
    Clash { one: &'static str, other: &'static str },
    #[error(transparent)]
    Board(#[from] crate::board::BoardError),
}

impl GameSpec {
    /// The spec of a game's standard board.
    pub fn standard(kind: Kind) -> Self {
        let width = kind.default_width();
        Self {
            kind,
            size: Some((width, width)),
            source: Source::Shape(Shape::Square),
            options: Options::default_of(kind),
        }
    }

    /// Whether this is Ataxx: Blobwar under the Ataxx rules.
    pub fn is_ataxx(&self) -> bool {
        self.options == Options::Blobwar(Rules::Ataxx)
    }

    /// The name that the spec begins with.
    pub fn name(&self) -> &'static str {
        if self.is_ataxx() { "ataxx" } else { self.kind.name() }
    }
}

impl FromStr for GameSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (head, query) = text.split_once('?').map_or((text, None), |(head, query)| (head, Some(query)));
        let (name, size) = head.split_once('/').map_or((head, None), |(name, size)| (name, Some(size)));
        let (kind, is_ataxx) = match name {
            "ataxx" => (Kind::Blobwar, true),
            _ => match Kind::ALL.into_iter().find(|kind| kind.name() == name) {
                Some(kind) => (kind, false),
                None => return Err(SpecError::Name { name: clip(name), hint: suggestion(name, NAMES) }),
            },
        };
        let pairs = read_pairs(kind, query.unwrap_or(""))?;
        let source = read_source(&pairs)?;
        let size = match size {
            Some(size) => Some(read_size(size)?),
            None if matches!(source, Source::Shape(_)) => {
                let width = if is_ataxx { 7 } else { kind.default_width() };
                Some((width, width))
            }
            None => None,
        };
        let mut options = Options::read(kind, &pairs)?;
        if is_ataxx && !pairs.iter().any(|(key, _)| *key == "rules") {
            options = Options::Blobwar(Rules::Ataxx);
        }
        let spec = Self { kind, size, source, options };
        spec.check_size()?;
        Ok(spec)
    }
}

impl GameSpec {
    fn check_size(&self) -> Result<(), SpecError> {
        let (Some((cols, rows)), Source::Shape(shape)) = (self.size, &self.source) else { return Ok(()) };
        let smallest = self.kind.smallest(*shape);
        let width = cols.min(rows);
        if (cols == rows || *shape == Shape::Torus) && width < smallest || width == 0 {
            return Err(SpecError::TooSmall { game: self.name(), width, smallest });
        }
        let is_odd = |side: usize| !side.is_multiple_of(2) || side > 10;
        if self.kind == Kind::Reversi && (is_odd(cols) || is_odd(rows)) {
            return Err(SpecError::Reversi { cols, rows });
        }
        crate::board::Board::of_shape(*shape, cols, rows)?;
        Ok(())
    }
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self.size {
            Some((cols, rows)) if cols == rows => write!(f, "/{cols}")?,
            Some((cols, rows)) => write!(f, "/{cols}x{rows}")?,
            None => {}
        }
        let mut pairs: Vec<String> = Vec::new();
        match &self.source {
            Source::Shape(Shape::Square) => {}
            Source::Shape(shape) => pairs.push(format!("shape={shape}")),
            Source::Map(name) => pairs.push(format!("map={name}")),
            Source::File(path) => pairs.push(format!("board={path}")),
        }
        self.options.write(&mut pairs);
        if !pairs.is_empty() {
            write!(f, "?{}", pairs.join("&"))?;
        }
        Ok(())
    }
}

type Pairs<'a> = [(&'static str, &'a str)];

fn read_pairs(kind: Kind, query: &str) -> Result<Vec<(&'static str, &str)>, SpecError> {
    let mut pairs: Vec<(&'static str, &str)> = Vec::new();
    for text in query.split('&').filter(|text| !text.is_empty()) {
        let Some((typed, value)) = text.split_once('=') else {
            return Err(SpecError::Pair { text: clip(text) });
        };
        let typed = if typed == "colors" { "colours" } else { typed };
        let Some(key) = kind.keys().iter().copied().find(|key| *key == typed) else {
            let hint = suggestion(typed, kind.keys().iter().copied());
            return Err(SpecError::Key { game: kind.name(), key: clip(typed), hint });
        };
        if pairs.iter().any(|(seen, _)| *seen == key) {
            return Err(SpecError::Twice { key: key.to_owned() });
        }
        pairs.push((key, value));
    }
    Ok(pairs)
}

fn read_source(pairs: &Pairs<'_>) -> Result<Source, SpecError> {
    let mut given = pairs.iter().filter(|(key, _)| matches!(*key, "shape" | "map" | "board"));
    let Some(&(key, value)) = given.next() else { return Ok(Source::Shape(Shape::Square)) };
    if let Some(&(other, _)) = given.next() {
        return Err(SpecError::Clash { one: key, other });
    }
    match key {
        "map" if maps::names().any(|name| name == value) => Ok(Source::Map(value.to_owned())),
        "map" => {
            let hint = suggestion(value, maps::names());
            Err(SpecError::Value { key: "map", value: clip(value), hint })
        }
        "board" => Ok(Source::File(value.to_owned())),
        _ => match Shape::from_name(value) {
            Some(shape) => Ok(Source::Shape(shape)),
            None => {
                let hint = suggestion(value, Shape::ALL.map(Shape::name));
                Err(SpecError::Value { key: "shape", value: clip(value), hint })
            }
        },
    }
}

fn read_size(text: &str) -> Result<(usize, usize), SpecError> {
    let number = |text: &str| -> Option<usize> {
        let digits = !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit());
        if digits { text.parse().ok() } else { None }
    };
    let size = match text.split_once('x') {
        Some((cols, rows)) => number(cols).zip(number(rows)),
        None => number(text).map(|width| (width, width)),
    };
    size.ok_or_else(|| SpecError::Size { text: clip(text) })
}
