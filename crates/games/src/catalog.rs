//! Games with their types erased. A [`Table`] is a game on a board with the position it begins with; a
//! [`Position`] is a cursor in a game. Code that must be fast asks the table to [`Table::visit`] it with
//! the concrete types.

mod erased;
mod open;

pub use erased::Position;
pub use open::{NoFiles, OpenError, ReadBoard};

use std::sync::Arc;

use crate::amazons::Amazons;
use crate::bits::Wide;
use crate::blobwar::Blobwar;
use crate::board::Board;
use crate::direction::Direction;
use crate::flood::Flood;
use crate::game::Game;
use crate::graph::{Csr, Numbering};
use crate::reversi::Reversi;
use crate::spec::GameSpec;

/// A game on a board, with the position it begins with. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Table {
    spec: GameSpec,
    game: AnyGame,
}

/// Something to do with a game whose types are known.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<G: Game>(self, game: &Arc<G>) -> Self::Out;
}

/// Declares the games in every width of word, and how to visit them.
macro_rules! games {
    ($($variant:ident => $game:ty),+ $(,)?) => {
        /// A game of any kind in any width of word, for code that has its own way with each.
        #[derive(Clone, Debug)]
        #[allow(missing_docs, reason = "each variant is named after its game and the bits of its word")]
        pub enum AnyGame {
            $($variant(Arc<$game>)),+
        }

        impl Table {
            /// Hands the game with its types to the visitor.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Out {
                match &self.game {
                    $(AnyGame::$variant(game) => visitor.visit(game)),+
                }
            }
        }

        $(impl From<$game> for AnyGame {
            fn from(game: $game) -> Self {
                Self::$variant(Arc::new(game))
            }
        })+
    };
}

games! {
    Amazons64 => Amazons<u64>,
    Amazons128 => Amazons<u128>,
    Amazons256 => Amazons<Wide<4>>,
    Amazons512 => Amazons<Wide<8>>,
    Blobwar64 => Blobwar<u64>,
    Blobwar128 => Blobwar<u128>,
    Blobwar256 => Blobwar<Wide<4>>,
    Blobwar512 => Blobwar<Wide<8>>,
    Flood64 => Flood<u64>,
    Flood128 => Flood<u128>,
    Flood256 => Flood<Wide<4>>,
    Flood512 => Flood<Wide<8>>,
    Reversi64 => Reversi<u64>,
    Reversi128 => Reversi<u128>,
    Reversi256 => Reversi<Wide<4>>,
    Reversi512 => Reversi<Wide<8>>,
}

impl Table {
    /// The game that a spec names, from its standard start or from a position. Specs that name a board file
    /// need [`Table::open_with`].
    pub fn open(spec: &str, position: Option<&str>) -> Result<Self, OpenError> {
        Self::open_with(spec, position, &NoFiles)
    }

    /// As [`Table::open`], with a way to read board files.
    pub fn open_with(spec: &str, position: Option<&str>, files: &dyn ReadBoard) -> Result<Self, OpenError> {
        open::open(spec, position, files)
    }

    /// The spec in canonical form. For a board that came from a file it names the size alone: with the start
    /// position, whose holes are part of it, it describes the same table without the file.
    pub const fn spec(&self) -> &GameSpec {
        &self.spec
    }

    /// The name of the rules: `amazons`, `blobwar`, `flood`, `reversi`.
    pub const fn name(&self) -> &'static str {
        self.spec.kind.name()
    }

    /// The game itself.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// A cursor at the position that the game begins with.
    pub fn start(&self) -> Position {
        struct Start;
        impl Visitor for Start {
            type Out = Position;
            fn visit<G: Game>(self, game: &Arc<G>) -> Position {
                Position::new(game.clone(), game.start())
            }
        }
        self.visit(Start)
    }

    /// The position that the game begins with, as text.
    pub fn start_text(&self) -> String {
        self.start().text()
    }

    /// The board.
    pub fn board(&self) -> Board {
        struct TheBoard;
        impl Visitor for TheBoard {
            type Out = Board;
            fn visit<G: Game>(self, game: &Arc<G>) -> Board {
                game.board().clone()
            }
        }
        self.visit(TheBoard)
    }

    /// The directions that the game's edges have.
    pub fn directions(&self) -> &'static [Direction] {
        struct Directions;
        impl Visitor for Directions {
            type Out = &'static [Direction];
            fn visit<G: Game>(self, _: &Arc<G>) -> &'static [Direction] {
                G::DIRECTIONS
            }
        }
        self.visit(Directions)
    }

    /// The cells that each side begins with, in cells of the grid.
    pub fn starts(&self) -> [Vec<usize>; 2] {
        struct Starts;
        impl Visitor for Starts {
            type Out = [Vec<usize>; 2];
            fn visit<G: Game>(self, game: &Arc<G>) -> [Vec<usize>; 2] {
                game.starts()
            }
        }
        self.visit(Starts)
    }

    /// The matrix of the board.
    pub fn csr(&self, numbering: Numbering) -> Csr {
        Csr::new(&self.board(), self.directions(), numbering)
    }
}
