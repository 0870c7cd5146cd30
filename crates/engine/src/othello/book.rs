//! An opening book: positions with the moves that deep searches found good, and what each is worth. Positions that are
//! mirror images of each other are one; a hash at the end of the file tells whether it is whole.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use thiserror::Error;

use super::discs::{Discs, turned};
use crate::checksum;

/// What a book begins with.
const MAGIC: &[u8; 8] = b"AGON-RB1";
const HASH_BYTES: usize = 8;

/// A move of the book: its cell, and what it is worth in hundredths of a disc.
pub type BookMove = (u8, i16);

/// Bytes that are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not a whole opening book of Reversi: make it again by `agon train reversi --book`")]
pub struct BookError;

/// Positions, each as the one that stands for its mirror images, with their good moves.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    moves: BTreeMap<(u64, u64), Vec<BookMove>>,
}

impl Book {
    /// The book that comes with the project.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Book> = LazyLock::new(|| {
            let book = Book::read(include_bytes!("../../weights/reversi-book.bin"));
            book.expect("the book of the project is whole")
        });
        &SHIPPED
    }

    /// A book of these positions.
    pub fn new(positions: impl IntoIterator<Item = (Discs, Vec<BookMove>)>) -> Self {
        let of_canonical = |(discs, moves): (Discs, Vec<BookMove>)| ((discs.own, discs.other), moves);
        Self { moves: positions.into_iter().map(of_canonical).collect() }
    }

    /// How many positions it has.
    pub fn n_positions(&self) -> usize {
        self.moves.len()
    }

    /// The good moves of an 8x8 position; none when it is not in the book.
    pub fn moves(&self, discs: Discs) -> Vec<BookMove> {
        let canonical = discs.canonical(u64::MAX);
        let Some(moves) = self.moves.get(&(canonical.own, canonical.other)) else { return Vec::new() };
        let is_turn = |turn: &u32| {
            turned(discs.own, *turn) == canonical.own && turned(discs.other, *turn) == canonical.other
        };
        let turn = (0..8).find(is_turn).expect("a position is turned into the one that stands for it");
        let back = |cell: u8| (0..64).find(|&at| turned(1 << at, turn) == 1 << cell);
        moves.iter().filter_map(|&(cell, value)| Some((back(cell)?, value))).collect()
    }

    /// The book as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for (&(own, other), moves) in &self.moves {
            bytes.extend(own.to_le_bytes());
            bytes.extend(other.to_le_bytes());
            bytes.push(moves.len() as u8);
            for (cell, value) in moves {
                bytes.push(*cell);
                bytes.extend(value.to_le_bytes());
            }
        }
        let hash = checksum::of(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    /// The book of such bytes.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        Self::try_read(bytes).ok_or(BookError)
    }

    fn try_read(bytes: &[u8]) -> Option<Self> {
        let (body, tail) = bytes.split_at_checked(bytes.len().checked_sub(HASH_BYTES)?)?;
        if checksum::of(body).to_le_bytes() != tail {
            return None;
        }
        let mut rest = body.strip_prefix(MAGIC)?;
        let mut book = Self::default();
        while !rest.is_empty() {
            let own = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
            let other = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
            let n_moves = *rest.split_off_first()?;
            let moves = rest.split_off(..3 * usize::from(n_moves))?.chunks_exact(3);
            let moves = moves.map(|word| (word[0], i16::from_le_bytes([word[1], word[2]])));
            book.moves.insert((own, other), moves.collect());
        }
        Some(book)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Discs = Discs { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    #[test]
    fn a_book_knows_mirror_images_and_survives_its_file() {
        let reply = START.after(19, START.flips(19));
        let canonical = reply.canonical(u64::MAX);
        let cell = canonical.moves().trailing_zeros() as u8;
        let book = Book::new([(canonical, vec![(cell, -35)])]);
        for turn in 0..8 {
            let image = Discs { own: turned(reply.own, turn), other: turned(reply.other, turn) };
            let moves = book.moves(image);
            assert_eq!((moves.len(), moves[0].1), (1, -35), "turn {turn}");
            assert_ne!(image.moves() >> moves[0].0 & 1, 0, "turn {turn}: a move");
        }
        assert!(book.moves(START).is_empty());
        let mut bytes = book.write();
        assert_eq!(Book::read(&bytes), Ok(book));
        bytes[10] ^= 1;
        assert_eq!(Book::read(&bytes), Err(BookError));
    }
}
