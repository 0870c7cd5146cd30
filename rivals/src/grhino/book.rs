//! GRhino's book of openings, read from the installed package: a tree of moves, level by level, for games that begin
//! with c4; the other three first moves are mirror images. It holds for games that have followed it from the start.

use std::fs;
use std::path::Path;

use agon_games::dice::Dice;

use super::DATA;
use super::position::parse_cell;

/// A cell, mirrored; twice, it is itself again.
type Mirror = fn(u32) -> u32;

/// The first moves there are, in the order that GRhino draws from, and how cells are mirrored to the book's.
const FIRST: [(&str, Mirror); 4] = [
    ("c4", |cell| cell),
    ("d3", |cell| cell % 8 * 8 + cell / 8),
    ("e6", |cell| 63 - (cell % 8 * 8 + cell / 8)),
    ("f5", |cell| 63 - cell),
];
/// The file ends with this number.
const END: u32 = 12345;
/// The second move of the book is played once in so many times.
const SECOND_ONCE_IN: u32 = 4;

/// One level after the other; a node is its moves, best first, each with its node on the next level.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Book {
    levels: Vec<Vec<Vec<Next>>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Next {
    cell: u32,
    node: usize,
}

impl Book {
    /// Reads the book of the installed package.
    pub(crate) fn load() -> Result<Self, String> {
        let path = Path::new(DATA).join("book/book.bin");
        let bytes = fs::read(&path)
            .map_err(|error| format!("{}: {error}: install the package grhino", path.display()))?;
        let unreadable =
            || format!("{} is no book of grhino 0.16: install the package grhino", path.display());
        Self::parse(&bytes).ok_or_else(unreadable)
    }

    /// The number of levels; for each level the number of its nodes; for each node the number of its moves; for each
    /// move its cell and, but on the last level, the number of its node. Cells and numbers of moves are bytes, other
    /// numbers are written in sevens of bits.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let n_levels = reader.number()?;
        let mut levels = Vec::new();
        for level in 1..=n_levels {
            let n_nodes = reader.number()?;
            let nodes: Option<Vec<_>> = (0..n_nodes).map(|_| reader.node(level == n_levels)).collect();
            levels.push(nodes?);
        }
        (reader.last_word()? == END).then_some(Self { levels })
    }

    /// A move by the book; none when it does not know the game so far, the cells of all moves since the start.
    pub(crate) fn choose(&self, game: &[u32], dice: &mut Dice) -> Option<u32> {
        let choices = self.choices(game);
        let at = match choices.len() {
            2 => usize::from(dice.below(SECOND_ONCE_IN) == SECOND_ONCE_IN - 1),
            n => dice.below(n as u32) as usize,
        };
        choices.get(at).copied()
    }

    /// The moves that the book may choose: each of the four at the start, then at most two, the better one first.
    pub(crate) fn choices(&self, game: &[u32]) -> Vec<u32> {
        let Some((first, rest)) = game.split_first() else {
            return FIRST.iter().filter_map(|(name, _)| parse_cell(name)).collect();
        };
        let Some((_, mirrored)) = FIRST.iter().find(|(name, _)| parse_cell(name) == Some(*first)) else {
            return Vec::new();
        };
        let rest: Vec<u32> = rest.iter().map(|&cell| mirrored(cell)).collect();
        let node = self.node(&rest).unwrap_or_default();
        node.iter().take(2).map(|next| mirrored(next.cell)).collect()
    }

    /// What the book says after c4 and these moves.
    fn node(&self, moves: &[u32]) -> Option<&[Next]> {
        let mut levels = self.levels.iter();
        let mut node = levels.next()?.first()?;
        for &cell in moves {
            let next = node.iter().find(|next| next.cell == cell)?;
            node = levels.next()?.get(next.node)?;
        }
        Some(node)
    }
}

/// What is left of the file.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// Sevens of bits, the lowest first; the eighth bit of a byte says that there are more.
    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..28).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn node(&mut self, is_last: bool) -> Option<Vec<Next>> {
        let n_moves = self.byte()?;
        let next = |_| {
            let cell = u32::from(self.byte()?);
            let node = if is_last { 0 } else { self.number()? };
            (cell < 64).then_some(Next { cell, node })
        };
        (0..n_moves).map(next).collect()
    }

    /// The last four bytes, the lowest first, if they are the last.
    fn last_word(&self) -> Option<u32> {
        self.0.try_into().ok().map(u32::from_le_bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grhino::position::cell_text;

    /// Two levels: after c4 the moves c3 and e3; after c3 then d2, after e3 nothing. Node 200 of none is never asked for.
    const BYTES: [u8; 17] = [2, 1, 2, 18, 1, 20, 0, 2, 0, 1, 11, 57, 48, 0, 0, 0, 0];

    fn bytes() -> &'static [u8] {
        &BYTES[..15]
    }

    fn cells(text: &str) -> Vec<u32> {
        text.split_whitespace().filter_map(parse_cell).collect()
    }

    #[test]
    fn a_book_is_read() {
        let book = Book::parse(bytes()).unwrap();
        let next = |cell, node| Next { cell, node };
        assert_eq!(book.levels, [vec![vec![next(18, 1), next(20, 0)]], vec![vec![], vec![next(11, 0)]]]);
        for short in 0..bytes().len() {
            assert_eq!(Book::parse(&bytes()[..short]), None, "{short} bytes");
        }
        assert_eq!(Book::parse(&BYTES), None);
    }

    #[test]
    fn long_numbers_are_read() {
        assert_eq!(Reader(&[0x81, 0x01]).number(), Some(129));
        assert_eq!(Reader(&[0xFF; 9]).number(), None);
        assert_eq!(Reader(&[0xFF]).number(), None);
    }

    #[test]
    fn moves_are_those_of_the_mirrored_game() {
        let book = Book::parse(bytes()).unwrap();
        let check = |game: &str, wanted: &str| {
            let choices: Vec<String> = book.choices(&cells(game)).into_iter().map(cell_text).collect();
            assert_eq!(choices.join(" "), wanted, "after {game}");
        };
        check("c4", "c3 e3");
        check("c4 c3", "d2");
        check("c4 e3", "");
        check("c4 d2", "");
        check("d3", "c3 c5");
        check("", "c4 d3 e6 f5");
        check("d3 c3", "b4");
        check("e6 f6", "g5");
        check("f5 f6", "e7");
        check("a1", "");
    }
}
