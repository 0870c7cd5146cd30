//! The edges of the graph view. Each is drawn from its western or upper end; two diagonals that meet make a
//! cross; edges inside one player's zone of Flood are heavy.

use agon_games::board::Board;
use agon_games::catalog::Position;
use agon_games::direction::Direction;
use agon_games::game::Piece;
use agon_games::spec::Kind;

use super::graph::is_cut;
use super::{Ink, Picture, palette};

/// The characters that edges are made of.
pub struct Strokes {
    across: char,
    down: char,
    falling: char,
    rising: char,
    cross: char,
    heavy_across: char,
    heavy_down: char,
}

impl Strokes {
    /// Lines of Unicode.
    pub const DRAWN: Self = Self {
        across: '─',
        down: '│',
        falling: '╲',
        rising: '╱',
        cross: '╳',
        heavy_across: '━',
        heavy_down: '┃',
    };
    /// Lines for the plainest of terminals.
    pub const ASCII: Self = Self {
        across: '-',
        down: '|',
        falling: '\\',
        rising: '/',
        cross: 'X',
        heavy_across: '=',
        heavy_down: 'H',
    };
}

/// What edges are drawn from.
pub struct Edges<'a> {
    pub position: &'a Position,
    pub kind: Kind,
    /// Columns from one vertex to the next.
    pub gap: usize,
    pub strokes: Strokes,
}

impl Edges<'_> {
    /// Draws every edge that both its ends still have.
    pub fn paint(&self, picture: &mut Picture) {
        let board = self.position.board();
        let directions: &[Direction] =
            if self.kind == Kind::Flood { &Direction::STRAIGHT } else { &Direction::ALL };
        for cell in board.open_cells().filter(|&cell| !self.is_cut(cell)) {
            for &direction in directions {
                if let Some(to) =
                    board.neighbour(cell, direction).filter(|&to| to != cell && !self.is_cut(to))
                {
                    self.paint_half(picture, board, cell, to, direction);
                }
            }
        }
    }

    fn is_cut(&self, cell: usize) -> bool {
        is_cut(self.kind, self.position.piece(cell))
    }

    /// Draws the half of an edge next to `cell`; the other end draws the other half.
    fn paint_half(&self, picture: &mut Picture, board: &Board, cell: usize, to: usize, direction: Direction) {
        let (x, y) = picture.corner(cell / board.cols(), cell % board.cols());
        let (down, right) = direction.offset();
        let heavy = self.is_one_zone(cell, to);
        let ink = if heavy { self.zone_ink(cell) } else { Ink::fg(palette::FAINT) };
        let half = self.gap / 2;
        if down == 0 {
            let stroke = if heavy { self.strokes.heavy_across } else { self.strokes.across };
            for step in 1..=half {
                picture.put(x.wrapping_add_signed(right * step as isize), y, stroke, ink);
            }
            return;
        }
        let y = y.wrapping_add_signed(down);
        if right == 0 {
            let stroke = if heavy { self.strokes.heavy_down } else { self.strokes.down };
            picture.put(x, y, stroke, ink);
            return;
        }
        let x = x.wrapping_add_signed(right * half as isize);
        let (stroke, other) = if down == right {
            (self.strokes.falling, self.strokes.rising)
        } else {
            (self.strokes.rising, self.strokes.falling)
        };
        let there = picture.rows().get(y).and_then(|row| row.get(x)).map(|&(character, _)| character);
        let crossed = there == Some(other) || there == Some(self.strokes.cross);
        picture.put(x, y, if crossed { self.strokes.cross } else { stroke }, ink);
    }

    fn is_one_zone(&self, cell: usize, to: usize) -> bool {
        match (self.position.piece(cell), self.position.piece(to)) {
            (Piece::Colour(_, Some(one)), Piece::Colour(_, Some(other))) => one == other,
            _ => false,
        }
    }

    fn zone_ink(&self, cell: usize) -> Ink {
        match self.position.piece(cell) {
            Piece::Colour(colour, _) => palette::flood_digit(colour),
            _ => Ink::PLAIN,
        }
    }
}
