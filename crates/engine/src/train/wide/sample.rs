//! A position from a game as a census counts it, with what the search thought of it and how the game ended.

/// One position, as its side to move sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    /// Which counts are not zero, and what they are.
    pub(super) counts: Box<[(u16, i16)]>,
    /// Cells that are empty, and all cells.
    pub(super) cells: [u16; 2],
    /// What the search thought, in points.
    pub(super) score: i16,
    /// 1 when the side to move went on to win, 0 for a draw, -1 for a loss; none where the game did not go on.
    pub(super) result: Option<i16>,
}

/// A game that did not go on, in a file.
const NO_RESULT: i16 = i16::MIN;

impl Sample {
    /// A position of a game that is not over yet.
    pub(super) fn new(counts: &[i32], n_empty: u32, n_open: u32, score: i32) -> Self {
        let counts = (0..).zip(counts).filter(|&(_, &n)| n != 0).map(|(at, &n)| (at, n as i16)).collect();
        let score = score.clamp(-30_000, 30_000) as i16;
        Self { counts, cells: [n_empty as u16, n_open as u16], score, result: None }
    }

    /// How empty the board is, from 0 to 1.
    pub(super) fn emptiness(&self) -> f32 {
        f32::from(self.cells[0]) / f32::from(self.cells[1].max(1))
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        bytes.extend((self.counts.len() as u16).to_le_bytes());
        for (at, count) in &self.counts {
            bytes.extend(at.to_le_bytes());
            bytes.extend(count.to_le_bytes());
        }
        bytes.extend(self.cells.iter().flat_map(|number| number.to_le_bytes()));
        bytes.extend(self.score.to_le_bytes());
        bytes.extend(self.result.unwrap_or(NO_RESULT).to_le_bytes());
    }

    /// A sample of at most so many counts.
    pub(super) fn read(rest: &mut &[u8], n_counts: usize) -> Option<Self> {
        let mut word = || Some(*rest.split_off(..2)?.first_chunk()?);
        let n = u16::from_le_bytes(word()?);
        let mut count = || Some((u16::from_le_bytes(word()?), i16::from_le_bytes(word()?)));
        let counts = (0..n).map(|_| count()).collect::<Option<Box<[_]>>>()?;
        let cells = [u16::from_le_bytes(word()?), u16::from_le_bytes(word()?)];
        let (score, result) = (i16::from_le_bytes(word()?), i16::from_le_bytes(word()?));
        let is_sound = counts.iter().all(|&(at, _)| usize::from(at) < n_counts);
        let result = Some(result).filter(|&result| result != NO_RESULT);
        is_sound.then_some(Self { counts, cells, score, result })
    }
}
