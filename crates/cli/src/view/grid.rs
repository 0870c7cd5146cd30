//! The grid view: cells side by side, rows and columns labelled as moves name them.

use agon_games::game::Piece;
use agon_games::side::Side;
use agon_games::spec::Kind;
use agon_games::square::FirstRow;

use super::{Ink, Look, Picture, Scene, palette};

impl Scene<'_> {
    /// The grid in the widest cells that fit.
    pub fn grid(&self, look: &Look) -> Picture {
        let cols = self.position.board().cols();
        let wide = if look.colour || self.kind == Kind::Flood { 3 } else { 2 };
        let fits =
            |width: &usize| look.columns.is_none_or(|columns| cols * width + 2 * self.margin() <= columns);
        let width = (1..=wide).rev().find(fits).unwrap_or(1);
        self.grid_at((width, 1), look)
    }

    /// Columns and rows that the grid takes in cells of a given width and height.
    pub fn grid_size(&self, (width, height): (usize, usize)) -> (usize, usize) {
        let (board, margin) = (self.position.board(), self.margin());
        let above = usize::from(margin > 0);
        (2 * margin + board.cols() * width, 2 * above + board.rows() * height)
    }

    /// The grid in cells of a given width and height.
    pub fn grid_at(&self, pitch: (usize, usize), look: &Look) -> Picture {
        let board = self.position.board();
        let (cols, rows) = (board.cols(), board.rows());
        let margin = self.margin();
        let above = usize::from(margin > 0);
        let size = self.grid_size(pitch);
        let mut picture = Picture::new(size, (margin, above), pitch, (cols, rows));
        for cell in 0..board.n_cells() {
            self.paint_cell(&mut picture, cell, pitch, look);
        }
        self.paint_labels(&mut picture, pitch);
        picture
    }

    /// Columns for the numbers of the rows, on either side.
    fn margin(&self) -> usize {
        let board = self.position.board();
        match self.labels() {
            Some(_) if board.cols() <= 26 => board.rows().to_string().len() + 1,
            _ => 0,
        }
    }

    fn paint_cell(&self, picture: &mut Picture, cell: usize, (width, height): (usize, usize), look: &Look) {
        let cols = self.position.board().cols();
        let (x, y) = picture.corner(cell / cols, cell % cols);
        let ink = if look.colour { self.cell_ink(cell) } else { Ink::PLAIN };
        for dy in 0..height {
            for dx in 0..width {
                picture.put(x + dx, y + dy, ' ', ink);
            }
        }
        let (middle, line) = (x + width / 2, y + (height - 1) / 2);
        picture.put(middle, line, self.symbol(cell, look), ink);
        if width < 3 {
            return;
        }
        let around = match self.position.piece(cell) {
            _ if self.cursor == Some(cell) => Some(('▸', '◂')),
            Piece::Colour(_, Some(Side::First)) => Some(('[', ']')),
            Piece::Colour(_, Some(Side::Second)) => Some(('(', ')')),
            _ => None,
        };
        if let Some((left, right)) = around {
            picture.put(middle - 1, line, left, ink.bold());
            picture.put(middle + 1, line, right, ink.bold());
        }
    }

    fn cell_ink(&self, cell: usize) -> Ink {
        let cols = self.position.board().cols();
        let ground = self.mark(cell).unwrap_or_else(|| palette::ground(self.kind, cell / cols, cell % cols));
        match self.position.piece(cell) {
            Piece::Hole => Ink::PLAIN,
            Piece::Colour(colour, _) if self.cursor == Some(cell) => palette::flood(colour).bold(),
            Piece::Colour(colour, _) => palette::flood(colour),
            Piece::Of(side) => Ink::on(palette::on_ground(self.kind, side), ground).bold(),
            Piece::Arrow => match self.mark(cell) {
                Some(ground) => Ink::on(16, ground),
                None => palette::ARROW,
            },
            Piece::Empty if self.cursor == Some(cell) => Ink::on(16, ground).bold(),
            Piece::Empty if self.lit.contains(&cell) => Ink::on(palette::lit(self.kind), ground).bold(),
            Piece::Empty => Ink::on(if self.kind == Kind::Reversi { 22 } else { 242 }, ground),
        }
    }

    /// The ground of a cell that is pointed out.
    fn mark(&self, cell: usize) -> Option<u8> {
        if self.chosen.contains(&cell) {
            return Some(palette::chosen(self.kind));
        }
        if self.cursor == Some(cell) {
            return Some(palette::cursor(self.kind));
        }
        if self.lit.contains(&cell) && matches!(self.position.piece(cell), Piece::Of(_)) {
            return Some(palette::choosable(self.kind));
        }
        let last = self.last.as_ref()?;
        if last.to == Some(cell) {
            Some(palette::moved(self.kind))
        } else if last.arrow == Some(cell) {
            Some(palette::SHOT_GROUND)
        } else if last.from == Some(cell) {
            Some(palette::LEFT_GROUND)
        } else if self.kind != Kind::Flood && last.changed.contains(&cell) {
            Some(palette::changed(self.kind))
        } else {
            None
        }
    }

    fn paint_labels(&self, picture: &mut Picture, (width, height): (usize, usize)) {
        let board = self.position.board();
        let (cols, rows, margin) = (board.cols(), board.rows(), self.margin());
        let Some(first) = self.labels().filter(|_| margin > 0) else { return };
        let ink = Ink::fg(palette::FAINT);
        for col in 0..cols {
            let (x, _) = picture.corner(0, col);
            let letter = (b'a' + col as u8) as char;
            picture.put(x + width / 2, 0, letter, ink);
            picture.put(x + width / 2, picture.height() - 1, letter, ink);
        }
        for row in 0..rows {
            let number = if first == FirstRow::Top { row + 1 } else { rows - row };
            let (_, y) = picture.corner(row, 0);
            let line = y + (height - 1) / 2;
            picture.write(0, line, &format!("{number:>0$}", margin - 1), ink);
            picture.write(margin + cols * width + 1, line, &number.to_string(), ink);
        }
    }
}
