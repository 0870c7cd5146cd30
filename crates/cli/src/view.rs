//! Boards as pictures of characters: a grid of cells or the graph of vertices and edges. A [`Scene`] says
//! what is to be seen; the picture that comes of it is printed here or painted by the full-screen view.

mod edges;
mod graph;
mod grid;
pub mod palette;
mod picture;

pub use picture::{Ink, Picture};

use agon_games::catalog::Position;
use agon_games::game::{Piece, Trace};
use agon_games::spec::Kind;
use agon_games::square::FirstRow;

/// A position and what to point out in it.
pub struct Scene<'a> {
    /// The position.
    pub position: &'a Position,
    /// Whose rules it is played by, hence the pieces.
    pub kind: Kind,
    /// The last move.
    pub last: Option<Trace>,
    /// Cells that a piece could go to.
    pub lit: Vec<usize>,
    /// Cells already chosen for a move.
    pub chosen: Vec<usize>,
    /// The cell under the cursor.
    pub cursor: Option<usize>,
}

/// What the picture is drawn with.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colours tell pieces apart; without them shapes and letters do.
    pub colour: bool,
    /// Letters instead of drawn pieces.
    pub ascii: bool,
    /// Columns there are; none for as many as it takes.
    pub columns: Option<usize>,
}

impl<'a> Scene<'a> {
    /// A position with nothing pointed out.
    pub const fn new(position: &'a Position, kind: Kind) -> Self {
        Self { position, kind, last: None, lit: Vec::new(), chosen: Vec::new(), cursor: None }
    }

    /// Lights every cell where a move of the side to play ends.
    pub fn light_targets(&mut self) {
        let moves = self.position.moves();
        self.lit = moves.into_iter().filter_map(|mv| self.position.trace(mv).to).collect();
        self.lit.sort_unstable();
        self.lit.dedup();
    }

    /// The labels of rows and columns; Flood, whose moves name no cell, has none.
    fn labels(&self) -> Option<FirstRow> {
        match self.kind {
            Kind::Amazons | Kind::Blobwar => Some(FirstRow::Bottom),
            Kind::Reversi => Some(FirstRow::Top),
            Kind::Flood => None,
        }
    }

    /// What a cell shows without colours: the letters of positions, or drawn pieces.
    fn symbol(&self, cell: usize, look: &Look) -> char {
        let empty = if self.kind == Kind::Reversi && look.ascii { '_' } else { '.' };
        match (self.position.piece(cell), look.ascii) {
            (Piece::Hole, true) => '#',
            (Piece::Hole, false) => ' ',
            (Piece::Empty, _) if self.lit.contains(&cell) => '*',
            (Piece::Empty, true) => empty,
            (Piece::Empty, false) => '·',
            (Piece::Of(side), true) => crate::seats::letter(self.kind, side),
            (Piece::Of(side), false) => palette::piece(self.kind, side, look.colour),
            (Piece::Arrow, true) => '*',
            (Piece::Arrow, false) => '×',
            (Piece::Colour(colour, _), _) => (b'0' + colour) as char,
        }
    }
}
