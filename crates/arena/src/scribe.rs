//! Writes the moves of a game down. A scribe remembers the texts of moves that it has written before and writes again
//! on paper that was handed back, so that the record costs little beside the fastest of games.

use agon_games::catalog::Position;
use agon_games::game::PackedMove;
use agon_games::record::MoveRecord;

/// How many texts are remembered; a board of Ataxx has about eight hundred moves, few of which then share a place.
const KNOWN_BITS: u32 = 12;

/// The longest text that is remembered; `j10-a10/d10` is that long.
const MAX_TEXT: usize = 11;

/// How many used sheets are kept, and how many texts.
const MAX_SHEETS: usize = 16;
const MAX_TEXTS: usize = 4096;

/// Writes the games of one table, one after the other.
#[derive(Debug, Default)]
pub struct Scribe {
    /// Each move has one place, which it takes from whoever was there.
    known: Vec<Option<Known>>,
    /// Paper, blank again.
    sheets: Vec<Vec<MoveRecord>>,
    texts: Vec<String>,
}

#[derive(Debug, Clone, Copy)]
struct Known {
    mv: PackedMove,
    length: u8,
    text: [u8; MAX_TEXT],
}

impl Known {
    fn new(mv: PackedMove, text: &str) -> Option<Known> {
        let mut known = Known { mv, length: text.len() as u8, text: [0; MAX_TEXT] };
        known.text.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(known)
    }

    fn text(&self) -> &str {
        std::str::from_utf8(&self.text[..self.length.into()]).unwrap_or_default()
    }
}

impl Scribe {
    /// A scribe for a table; what it wrote for another it would get wrong here.
    pub fn new() -> Scribe {
        Scribe::default()
    }

    /// Takes the moves of a record that nobody needs any longer.
    pub fn hand_back(&mut self, mut moves: Vec<MoveRecord>) {
        let room = MAX_TEXTS - self.texts.len();
        self.texts.extend(moves.drain(..).take(room).map(|line| line.text));
        if self.sheets.len() < MAX_SHEETS {
            self.sheets.push(moves);
        }
    }

    /// The plies of a game as its record has them. What comes with each move needs no text: that is written here.
    pub(crate) fn write(
        &mut self,
        position: &Position,
        plies: impl ExactSizeIterator<Item = (PackedMove, MoveRecord)>,
    ) -> Vec<MoveRecord> {
        let mut sheet = self.sheets.pop().unwrap_or_default();
        sheet.reserve_exact(plies.len());
        for (mv, mut ply) in plies {
            ply.text = self.texts.pop().unwrap_or_default();
            ply.text.clear();
            self.push_text(position, mv, &mut ply.text);
            sheet.push(ply);
        }
        sheet
    }

    fn push_text(&mut self, position: &Position, mv: PackedMove, out: &mut String) {
        if self.known.is_empty() {
            self.known.resize(1 << KNOWN_BITS, None);
        }
        // The golden ratio spreads moves that differ in few bits.
        let place = mv.0.wrapping_mul(0x9E37_79B9) >> (u32::BITS - KNOWN_BITS);
        let slot = &mut self.known[place as usize];
        match slot.as_ref().filter(|known| known.mv == mv) {
            Some(known) => out.push_str(known.text()),
            None => {
                let text = position.move_text(mv);
                *slot = Known::new(mv, &text);
                out.push_str(&text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_games::catalog::Table;
    use agon_games::dice::Dice;

    /// Games of many lengths, on used sheets, with more moves than there are places.
    fn check(game: &str) {
        let table = Table::open(game, None).unwrap();
        let mut scribe = Scribe::new();
        for seed in 0..20 {
            let mut position = table.start();
            let (mut moves, mut dice) = (Vec::new(), Dice::new(seed));
            while !position.is_over() && moves.len() < 7 * (seed as usize % 5 + 1) {
                let mv = position.random_move(&mut dice);
                assert!(position.play(mv));
                moves.push(mv);
            }
            let us = |at: usize| MoveRecord { us: Some(at as u64), ..MoveRecord::default() };
            let plies: Vec<_> = moves.iter().enumerate().map(|(at, &mv)| (mv, us(at))).collect();
            let written = scribe.write(&position, plies.into_iter());
            let expected = moves
                .iter()
                .enumerate()
                .map(|(at, &mv)| MoveRecord { text: position.move_text(mv), ..us(at) });
            assert_eq!(written, expected.collect::<Vec<_>>(), "{game}, seed {seed}");
            scribe.hand_back(written);
        }
    }

    #[test]
    fn a_record_is_the_same_on_used_paper() {
        ["ataxx", "amazons/10", "amazons/22", "flood/12", "reversi/8"].into_iter().for_each(check);
    }
}
