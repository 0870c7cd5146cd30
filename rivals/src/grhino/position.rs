//! A position with the colour to move, and cells as text. GRhino judges from black's side and chooses among equal
//! moves by a fixed order of cells, so that colours and cells have to keep their names here.

use std::sync::LazyLock;

use agon_engine::othello::Discs;

/// The order in which GRhino looks at cells, for ties: corners, the middle, what lies around it, edges from their
/// middle to the cells beside corners, the cells diagonal to corners. The four cells that are never empty are left out.
const ORDER: &str = "a1 a8 h1 h8 c3 c4 c5 c6 d3 e3 d6 e6 f3 f4 f5 f6 b3 b4 b5 b6 c2 d2 e2 f2 c7 d7 e7 f7 g3 g4 g5 g6 \
                     a3 a6 c1 f1 c8 f8 h3 h6 a4 a5 d1 e1 d8 e8 h4 h5 a2 a7 b1 g1 b8 g8 h2 h7 b2 b7 g2 g7";

static CELLS: LazyLock<Vec<u32>> = LazyLock::new(|| ORDER.split(' ').filter_map(parse_cell).collect());

/// Who moves, and the discs as that side sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub(crate) discs: Discs,
    pub(crate) is_black: bool,
}

impl Position {
    /// The start of a game.
    pub(crate) fn start() -> Self {
        let set = |cells: [&str; 2]| {
            cells.iter().filter_map(|name| parse_cell(name)).fold(0, |set, cell| set | 1 << cell)
        };
        Self { discs: Discs { own: set(["d5", "e4"]), other: set(["d4", "e5"]) }, is_black: true }
    }

    pub(crate) fn black(self) -> u64 {
        if self.is_black { self.discs.own } else { self.discs.other }
    }

    pub(crate) fn white(self) -> u64 {
        if self.is_black { self.discs.other } else { self.discs.own }
    }

    pub(crate) fn n_empty(self) -> u32 {
        (self.discs.own | self.discs.other).count_zeros()
    }

    /// Where the side to move can place a disc.
    pub(crate) fn moves(self) -> u64 {
        self.discs.moves()
    }

    pub(crate) fn is_over(self) -> bool {
        self.moves() == 0 && self.discs.passed().moves() == 0
    }

    /// After a disc on this cell.
    pub(crate) fn after(self, cell: u32) -> Self {
        Self { discs: self.discs.after(cell, self.discs.flips(cell)), is_black: !self.is_black }
    }

    /// After a pass.
    pub(crate) fn passed(self) -> Self {
        Self { discs: self.discs.passed(), is_black: !self.is_black }
    }

    /// The moves in the order in which GRhino looks at them.
    pub(crate) fn in_order(self) -> impl Iterator<Item = u32> {
        let moves = self.moves();
        CELLS.iter().copied().filter(move |&cell| moves >> cell & 1 != 0)
    }

    /// The board row by row, `*` for black, `O` for white.
    pub(crate) fn text(self) -> String {
        let cell_text = |cell: u32| match (self.black() >> cell & 1, self.white() >> cell & 1) {
            (1, _) => '*',
            (_, 1) => 'O',
            _ => '-',
        };
        (0..64).map(cell_text).collect()
    }

    /// The colour to move.
    pub(crate) fn colour(self) -> &'static str {
        if self.is_black { "black" } else { "white" }
    }
}

/// `a1` is cell 0, `h1` 7 and `h8` 63, in either case.
pub(crate) fn parse_cell(text: &str) -> Option<u32> {
    let [column, row] = text.as_bytes() else { return None };
    let (column, row) = (column.to_ascii_lowercase().wrapping_sub(b'a'), row.wrapping_sub(b'1'));
    (column < 8 && row < 8).then(|| u32::from(row) * 8 + u32::from(column))
}

/// The name of a cell.
pub(crate) fn cell_text(cell: u32) -> String {
    let letters = [b'a' + (cell % 8) as u8, b'1' + (cell / 8) as u8];
    letters.map(char::from).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_read_back() {
        for cell in 0..64 {
            assert_eq!(parse_cell(&cell_text(cell)), Some(cell));
        }
        assert_eq!(parse_cell("H8"), Some(63));
        for bad in ["", "a", "a0", "a9", "i1", "a11", "pass"] {
            assert_eq!(parse_cell(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_order_has_every_cell_that_can_be_played() {
        let all = CELLS.iter().fold(0_u64, |set, &cell| set | 1 << cell);
        let start = Position::start();
        assert_eq!((CELLS.len(), all), (60, !(start.black() | start.white())));
        let names: Vec<String> = start.in_order().map(cell_text).collect();
        assert_eq!(names, ["c4", "d3", "e6", "f5"]);
    }
}
