//! From a spec to a table: the board is made or read, the start set up, and the narrowest word chosen.

use thiserror::Error;

use super::{AnyGame, Table};
use crate::amazons::{self, Amazons};
use crate::bits::Wide;
use crate::blobwar::{self, Blobwar};
use crate::board::{Board, BoardError, MAX_CELLS};
use crate::flood::{self, Flood};
use crate::game::PositionError;
use crate::reversi::{self, Reversi};
use crate::shape::Shape;
use crate::spec::{GameSpec, Options, Source, SpecError, Start};

/// A way to read a board file: the rules do no input of their own.
pub trait ReadBoard {
    /// The text of the file, or why it cannot be had.
    fn read(&self, path: &str) -> Result<String, String>;
}

/// Refuses every file.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl ReadBoard for NoFiles {
    fn read(&self, _: &str) -> Result<String, String> {
        Err("board files cannot be read here".to_owned())
    }
}

/// Why there is no such table.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum OpenError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error("board file `{path}`: {reason}")]
    File { path: String, reason: String },
    #[error("the spec says {cols}x{rows}, but the board `{path}` is {file_cols}x{file_rows}")]
    Size { cols: usize, rows: usize, path: String, file_cols: usize, file_rows: usize },
    #[error(transparent)]
    Amazons(#[from] amazons::SetupError),
    #[error(transparent)]
    Blobwar(#[from] blobwar::SetupError),
    #[error(transparent)]
    Flood(#[from] flood::SetupError),
    #[error(transparent)]
    Reversi(#[from] reversi::SetupError),
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Builds a game in the narrowest word that holds its board, or what its board comes down to.
macro_rules! narrowest {
    ($cells:expr, $game:ident, $setup:expr) => {
        match $cells {
            0..=64 => $game::<u64>::new($setup).into(),
            65..=128 => $game::<u128>::new($setup).into(),
            129..=256 => $game::<Wide<4>>::new($setup).into(),
            _ => $game::<Wide<8>>::new($setup).into(),
        }
    };
}

pub(super) fn open(text: &str, position: Option<&str>, files: &dyn ReadBoard) -> Result<Table, OpenError> {
    let mut spec: GameSpec = text.parse()?;
    let board = make_board(&spec, files)?;
    debug_assert!(board.n_cells() <= MAX_CELLS, "boards are checked when they are made");
    settle(&mut spec, &board);
    let game: AnyGame = match spec.options.clone() {
        Options::Amazons(start) => {
            let setup = match (position, start) {
                (Some(text), _) => amazons::Setup::parse(board, text)?,
                (None, Some(Start::Classic)) => amazons::Setup::classic(board)?,
                (None, Some(Start::School)) => amazons::Setup::school(board)?,
                (None, None) => amazons::Setup::standard(board)?,
            };
            narrowest!(setup.board.n_cells(), Amazons, setup)
        }
        Options::Blobwar(rules) => {
            let setup = match position {
                Some(text) => blobwar::Setup::parse(board, rules, text)?,
                None => blobwar::Setup::standard(board, rules)?,
            };
            narrowest!(setup.board.n_cells(), Blobwar, setup)
        }
        Options::Flood(options) => {
            let setup = match position {
                Some(text) => flood::Setup::parse(board, (&options).into(), text)?,
                None => flood::Setup::new(board, &options)?,
            };
            narrowest!(setup.n_components(), Flood, setup)
        }
        Options::Reversi => {
            let setup = match position {
                Some(text) => reversi::Setup::parse(board, text)?,
                None => reversi::Setup::standard(board)?,
            };
            narrowest!(setup.board.n_cells(), Reversi, setup)
        }
    };
    Ok(Table { spec, game })
}

fn make_board(spec: &GameSpec, files: &dyn ReadBoard) -> Result<Board, OpenError> {
    let (path, board) = match (&spec.source, spec.size) {
        (Source::Shape(shape), Some((cols, rows))) => return Ok(Board::of_shape(*shape, cols, rows)?),
        (Source::Shape(_), None) => return Err(BoardError::Empty.into()),
        (Source::Map(name), _) => {
            (name, blobwar::maps::board(name).expect("a spec names a map that there is"))
        }
        (Source::File(path), _) => {
            let bad = |reason| OpenError::File { path: path.clone(), reason };
            let text = files.read(path).map_err(bad)?;
            (path, Board::parse(&text).map_err(|error| bad(error.to_string()))?)
        }
    };
    let found = (board.cols(), board.rows());
    match spec.size {
        Some((cols, rows)) if (cols, rows) != found => {
            Err(OpenError::Size { cols, rows, path: path.clone(), file_cols: found.0, file_rows: found.1 })
        }
        _ => Ok(board),
    }
}

/// Replaces a board file by what is left of it when the start position is known: its size, flat or wrapped.
fn settle(spec: &mut GameSpec, board: &Board) {
    spec.size = Some((board.cols(), board.rows()));
    if matches!(spec.source, Source::File(_)) {
        spec.source = Source::Shape(if board.wraps() { Shape::Torus } else { Shape::Square });
    }
}
