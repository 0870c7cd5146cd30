//! A position from a game as the census counts it, with what the search thought of it and how the game ended.

use crate::eval::blobwar::census::N_COUNTS;

/// One position, as its side to move sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    pub(super) counts: [i16; N_COUNTS],
    /// Cells that are empty, and all cells.
    pub(super) cells: [u16; 2],
    /// What the search thought, in hundredths of a blob.
    pub(super) score: i16,
    /// 1 when the side to move went on to win, 0 for a draw, -1 for a loss.
    pub(super) result: i16,
}

impl Sample {
    const BYTES: usize = 2 * (N_COUNTS + 4);

    /// How empty the board is, from 0 to 1.
    pub(super) fn emptiness(&self) -> f32 {
        f32::from(self.cells[0]) / f32::from(self.cells[1].max(1))
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let numbers = self.counts.iter().chain([&self.score, &self.result]);
        bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.cells.iter().flat_map(|number| number.to_le_bytes()));
    }

    pub(super) fn read(rest: &mut &[u8]) -> Option<Self> {
        let words: &[[u8; 2]] = rest.split_off(..Self::BYTES)?.as_chunks().0;
        let number = |at: usize| i16::from_le_bytes(words[at]);
        Some(Self {
            counts: std::array::from_fn(number),
            score: number(N_COUNTS),
            result: number(N_COUNTS + 1),
            cells: [number(N_COUNTS + 2) as u16, number(N_COUNTS + 3) as u16],
        })
    }
}
