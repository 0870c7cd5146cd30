//! The graph view: a small square for every vertex, lines for the edges. A shot cell has lost its edges; on
//! a torus short stubs lead off the border, to come back on the other side.

use agon_games::game::Piece;
use agon_games::spec::Kind;
use agon_games::square::FirstRow;

use super::edges::{Edges, Strokes};
use super::{Ink, Look, Picture, Scene, palette};

impl Scene<'_> {
    /// The graph, with room between the vertices where it fits.
    pub fn graph(&self, look: &Look) -> Picture {
        let fits = |gap: &usize| look.columns.is_none_or(|columns| self.graph_width(*gap) <= columns);
        let gap = [4, 2].into_iter().find(fits).unwrap_or(2);
        self.graph_at(gap, look)
    }

    /// Columns that the graph takes with vertices `gap` columns apart.
    pub fn graph_width(&self, gap: usize) -> usize {
        self.graph_margin() + 2 * self.stub(gap) + (self.position.board().cols() - 1) * gap + 1
    }

    /// Rows that the graph takes.
    pub fn graph_height(&self) -> usize {
        let board = self.position.board();
        let letters = usize::from(self.graph_margin() > 0);
        2 * usize::from(board.wraps()) + board.rows() * 2 - 1 + letters
    }

    /// The graph with vertices `gap` columns and two rows apart.
    pub fn graph_at(&self, gap: usize, look: &Look) -> Picture {
        let board = self.position.board();
        let cols = board.cols();
        let (stub, above) = (self.stub(gap), usize::from(board.wraps()));
        let origin = (self.graph_margin() + stub, above);
        let size = (self.graph_width(gap), self.graph_height());
        let mut picture = Picture::new(size, origin, (gap, 2), (cols, board.rows()));
        let strokes = if look.ascii { Strokes::ASCII } else { Strokes::DRAWN };
        Edges { position: self.position, kind: self.kind, gap, strokes }.paint(&mut picture);
        for cell in board.open_cells() {
            let (x, y) = picture.corner(cell / cols, cell % cols);
            let (symbol, ink) = self.vertex(cell, look);
            picture.put(x, y, symbol, if look.colour { ink } else { Ink::PLAIN });
        }
        self.paint_graph_labels(&mut picture);
        picture
    }

    fn vertex(&self, cell: usize, look: &Look) -> (char, Ink) {
        let mark = self.vertex_mark(cell);
        let lit = self.lit.contains(&cell);
        match self.position.piece(cell) {
            Piece::Of(side) => {
                let ink = Ink::fg(mark.unwrap_or_else(|| palette::on_terminal(self.kind, side))).bold();
                (
                    if look.ascii { self.symbol(cell, look) } else { palette::piece(self.kind, side, false) },
                    ink,
                )
            }
            Piece::Colour(colour, _) => (self.symbol(cell, look), palette::flood_digit(colour)),
            Piece::Arrow => {
                let ink = mark.map_or(Ink::fg(palette::FAINT), |colour| Ink::fg(colour).bold());
                (if look.ascii { '*' } else { '▪' }, ink)
            }
            Piece::Empty if lit => (if look.ascii { '+' } else { '▣' }, Ink::fg(palette::LIT).bold()),
            Piece::Empty | Piece::Hole => {
                let ink = mark.map_or(Ink::PLAIN, |colour| Ink::fg(colour).bold());
                (if look.ascii { 'o' } else { '▫' }, ink)
            }
        }
    }

    fn vertex_mark(&self, cell: usize) -> Option<u8> {
        if self.cursor == Some(cell) || self.chosen.contains(&cell) {
            return Some(palette::LIT);
        }
        let last = self.last.as_ref()?;
        let is = |place: Option<usize>| place == Some(cell);
        if is(last.to) {
            Some(palette::MOVED)
        } else if is(last.arrow) {
            Some(palette::SHOT)
        } else if is(last.from) {
            Some(palette::LEFT)
        } else {
            None
        }
    }

    fn graph_margin(&self) -> usize {
        let board = self.position.board();
        match self.labels() {
            Some(_) if board.cols() <= 26 => board.rows().to_string().len() + 1,
            _ => 0,
        }
    }

    /// Columns left and right for the edges that wrap around.
    fn stub(&self, gap: usize) -> usize {
        if self.position.board().wraps() { gap / 2 } else { 0 }
    }

    fn paint_graph_labels(&self, picture: &mut Picture) {
        let board = self.position.board();
        let margin = self.graph_margin();
        let Some(first) = self.labels().filter(|_| margin > 0) else { return };
        let ink = Ink::fg(palette::FAINT);
        for row in 0..board.rows() {
            let number = if first == FirstRow::Top { row + 1 } else { board.rows() - row };
            picture.write(0, picture.corner(row, 0).1, &format!("{number:>0$}", margin - 1), ink);
        }
        for col in 0..board.cols() {
            let bottom = picture.height() - 1;
            picture.put(picture.corner(0, col).0, bottom, (b'a' + col as u8) as char, ink);
        }
    }
}

/// Whether a piece on the cell takes its edges away.
pub(super) fn is_cut(kind: Kind, piece: Piece) -> bool {
    kind == Kind::Amazons && piece == Piece::Arrow
}
