//! Where games begin. The opening of a pair depends on its number and the tournament's seed alone, so that
//! workers never meet on the same one by accident and a resumed tournament goes on where it was.

mod boards;
mod file;
mod random;
mod shipped;

pub use boards::board_lead;
pub use file::OpeningFileError;

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};

use agon_games::catalog::{OpenError, Table};
use agon_games::dice::Dice;
use agon_games::spec::Kind;
use thiserror::Error;

use crate::job::derive;

/// Which openings are played.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum OpeningSource {
    /// The best there are for the game: a shipped file, even colourings, or balanced random plies.
    #[default]
    Auto,
    /// None: every game begins at the game's own start.
    None,
    /// Other colours of Flood for every pair, whomever they favour.
    Colourings,
    /// So many random plies.
    Random(usize),
    /// So many random plies that a short search finds even, or the most even of several lines.
    Balanced(usize),
    /// The file that comes with agon for this game.
    Shipped,
    /// The user's own file.
    File(PathBuf),
}

/// Where one pair of games begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The game, in canonical form; Flood's colouring is part of it.
    pub game: Arc<str>,
    /// The position, where it is not the game's own start.
    pub start: Option<Arc<str>>,
    /// Moves played for both.
    pub moves: Arc<[String]>,
}

/// Why there is no opening.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum OpeningError {
    #[error(
        "no openings `{0}`: write auto, none, random:PLIES, balanced:PLIES, colourings, shipped, or the name of a file"
    )]
    Source(String),
    #[error(
        "the colours of {0}, or of this position or board, are not drawn by a seed: use auto or random:PLIES"
    )]
    NotDrawn(String),
    #[error(
        "no openings are shipped for {0}, or not for this position or board: use balanced:PLIES or a file of your own"
    )]
    NotShipped(String),
    #[error("openings file `{path}`: {error}", path = path.display())]
    File { path: PathBuf, error: OpeningFileError },
    #[error("no line of {plies} random plies of {game} leaves anything to play: take fewer")]
    TooLong { plies: usize, game: String },
    #[error(transparent)]
    Table(#[from] OpenError),
    #[error(transparent)]
    Search(#[from] agon_engine::catalog::BuildError),
}

/// The openings of a tournament.
#[derive(Clone, Debug)]
pub struct Openings {
    table: Arc<Table>,
    game: Arc<str>,
    start: Option<Arc<str>>,
    seed: u64,
    way: Way,
    /// The order of lines in the lap that was last asked for: shuffling them for every pair would cost more than it.
    order: Arc<Mutex<Option<Order>>>,
}

/// The order of lines in a lap.
#[derive(Clone, Debug)]
struct Order {
    lap: u64,
    lines: Arc<[usize]>,
}

#[derive(Clone, Debug)]
enum Way {
    Start,
    Colourings { is_even: bool },
    Random { plies: usize, is_balanced: bool },
    Lines(Arc<[file::Line]>),
}

impl Openings {
    /// The openings from this source, at this table. `start` is the position it was opened with, if any.
    pub fn new(
        table: Arc<Table>,
        start: Option<&str>,
        source: &OpeningSource,
        seed: u64,
    ) -> Result<Openings, OpeningError> {
        let way = match source {
            OpeningSource::Auto => best_way(&table, start)?,
            OpeningSource::None => Way::Start,
            OpeningSource::Colourings if start.is_none() && boards::are_drawn(&table) => {
                Way::Colourings { is_even: false }
            }
            OpeningSource::Colourings => return Err(OpeningError::NotDrawn(table.spec().to_string())),
            &OpeningSource::Random(plies) => Way::Random { plies, is_balanced: false },
            &OpeningSource::Balanced(plies) => Way::Random { plies, is_balanced: true },
            OpeningSource::Shipped => match shipped_lines(&table, start) {
                Some(lines) => Way::Lines(lines),
                None => return Err(OpeningError::NotShipped(table.spec().to_string())),
            },
            OpeningSource::File(path) => Way::Lines(file::read(path, &table)?),
        };
        let game: Arc<str> = table.spec().to_string().into();
        Ok(Openings {
            table,
            game,
            start: start.map(Arc::from),
            seed: derive(seed, OPENINGS),
            way,
            order: Arc::default(),
        })
    }

    /// The table that the tournament is about.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The opening with this number.
    pub fn nth(&self, n: u64) -> Result<Opening, OpeningError> {
        let seed = derive(self.seed, n);
        let here = |moves: Vec<String>| Opening {
            game: self.game.clone(),
            start: self.start.clone(),
            moves: moves.into(),
        };
        match &self.way {
            Way::Start => Ok(here(Vec::new())),
            Way::Colourings { is_even: false } => Ok(on_board(boards::recoloured(&self.table, seed))),
            Way::Colourings { is_even: true } => Ok(on_board(boards::even(&self.table, seed)?)),
            &Way::Random { plies, is_balanced: false } => Ok(here(random::line(&self.table, plies, seed)?)),
            &Way::Random { plies, is_balanced: true } => {
                Ok(here(random::balanced(&self.table, plies, seed)?))
            }
            Way::Lines(lines) => self.line_opening(lines, n, seed),
        }
    }

    /// Lines in an order drawn by the seed; once all were played, again with two random plies more, then four, then six.
    /// Boards are followed by boards that are not in the list.
    fn line_opening(&self, lines: &[file::Line], n: u64, seed: u64) -> Result<Opening, OpeningError> {
        let (lap, at) = (n / lines.len() as u64, (n % lines.len() as u64) as usize);
        let line = &lines[self.order(lap, lines.len())[at]];
        if let Some(board) = line.board {
            return Ok(on_board(match lap {
                0 => boards::recoloured(&self.table, board),
                _ => boards::even(&self.table, seed)?,
            }));
        }
        let start = line.start.clone().or_else(|| self.start.clone());
        let mut moves = line.moves.to_vec();
        if lap > 0 {
            let plies = 2 * lap.min(3) as usize;
            moves = match &line.start {
                // Most lines begin where the table does: opening it again would cost more than a quick game.
                None => random::extended(&self.table, &moves, plies, seed),
                Some(start) => random::extended(&Table::open(&self.game, Some(start))?, &moves, plies, seed),
            };
        }
        Ok(Opening { game: self.game.clone(), start, moves: moves.into() })
    }

    fn order(&self, lap: u64, n_lines: usize) -> Arc<[usize]> {
        let mut known = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(order) = known.as_ref().filter(|order| order.lap == lap) {
            return order.lines.clone();
        }
        let mut lines: Vec<usize> = (0..n_lines).collect();
        Dice::new(derive(self.seed, ORDER ^ lap)).shuffle(&mut lines);
        known.insert(Order { lap, lines: lines.into() }).lines.clone()
    }
}

/// Children of the tournament's seed that are no pair's.
const OPENINGS: u64 = u64::MAX;
const ORDER: u64 = 1 << 63;

/// The lines that come along for a table; none for one with a position or a board of its own, whatever its size.
fn shipped_lines(table: &Table, start: Option<&str>) -> Option<Arc<[file::Line]>> {
    if start.is_some() {
        return None;
    }
    // Whatever the seed of a board of Flood, its lines are those of the game.
    let text = shipped::text(&boards::recoloured(table, 0))?;
    Some(file::parse(text, table).expect("shipped lines were legal when they were made"))
}

fn best_way(table: &Table, start: Option<&str>) -> Result<Way, OpeningError> {
    if let Some(lines) = shipped_lines(table, start) {
        return Ok(Way::Lines(lines));
    }
    if start.is_none() && boards::are_drawn(table) {
        return Ok(Way::Colourings { is_even: true });
    }
    Ok(Way::Random { plies: usual_plies(table.spec().kind), is_balanced: true })
}

/// A game from the start of a board.
fn on_board(game: Arc<str>) -> Opening {
    Opening { game, start: None, moves: Vec::new().into() }
}

/// Enough plies for different games, few enough that the opening does not decide them.
fn usual_plies(kind: Kind) -> usize {
    match kind {
        Kind::Amazons | Kind::Flood => 2,
        Kind::Blobwar => 4,
        Kind::Reversi => 6,
    }
}

impl FromStr for OpeningSource {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<OpeningSource, OpeningError> {
        let plies =
            |text: &str, number: &str| number.parse().map_err(|_| OpeningError::Source(text.to_owned()));
        match (text, text.split_once(':')) {
            ("auto", _) => Ok(OpeningSource::Auto),
            ("none", _) => Ok(OpeningSource::None),
            ("colourings", _) => Ok(OpeningSource::Colourings),
            ("shipped", _) => Ok(OpeningSource::Shipped),
            (_, Some(("random", number))) => plies(text, number).map(OpeningSource::Random),
            (_, Some(("balanced", number))) => plies(text, number).map(OpeningSource::Balanced),
            (_, Some(("file", path))) => Ok(OpeningSource::File(path.into())),
            _ if std::path::Path::new(text).exists() => Ok(OpeningSource::File(text.into())),
            _ => Err(OpeningError::Source(text.to_owned())),
        }
    }
}

impl std::fmt::Display for OpeningSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpeningSource::Auto => f.write_str("auto"),
            OpeningSource::None => f.write_str("none"),
            OpeningSource::Colourings => f.write_str("colourings"),
            OpeningSource::Shipped => f.write_str("shipped"),
            OpeningSource::Random(plies) => write!(f, "random:{plies}"),
            OpeningSource::Balanced(plies) => write!(f, "balanced:{plies}"),
            OpeningSource::File(path) => write!(f, "file:{}", path.display()),
        }
    }
}
