//! Numbers and texts as bytes and back. Small numbers take one byte; whatever is read is checked, so that a
//! damaged file is an error and never a panic.

use agon_games::record::MoveRecord;
use thiserror::Error;

/// Bytes that nobody has written like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the games of a pair cannot be read")]
pub(super) struct Unreadable;

/// Writes bytes.
pub(super) struct Writer(Vec<u8>);

impl Writer {
    pub(super) fn with_capacity(n: usize) -> Writer {
        Writer(Vec::with_capacity(n))
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// Seven bits a byte, the lowest first.
    pub(super) fn number(&mut self, mut n: u64) {
        while n >= 128 {
            self.0.push(n as u8 | 128);
            n >>= 7;
        }
        self.0.push(n as u8);
    }

    /// All sixty-four bits of a number that is as likely large as small.
    pub(super) fn word(&mut self, word: u64) {
        self.0.extend_from_slice(&word.to_le_bytes());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.extend_from_slice(text.as_bytes());
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Leaves room for so many bytes; where it is.
    pub(super) fn reserve(&mut self, n: usize) -> usize {
        let at = self.0.len();
        self.0.resize(at + n, 0);
        at
    }

    /// Fills in a byte that room was left for.
    pub(super) fn fill_byte(&mut self, at: usize, byte: u8) {
        self.0[at] = byte;
    }

    /// Leaves room for the length of what follows.
    pub(super) fn reserve_length(&mut self) -> usize {
        self.reserve(4) + 4
    }

    /// Fills in the length of what followed.
    pub(super) fn fill_length(&mut self, from: usize) {
        let length = (self.0.len() - from) as u32;
        self.0[from - 4..from].copy_from_slice(&length.to_le_bytes());
    }

    /// One number per move: as runs of equal ones, or each by itself where that is shorter, or none at all if no move
    /// has one.
    pub(super) fn column(&mut self, moves: &[MoveRecord], value: impl Fn(&MoveRecord) -> Option<u64>) {
        if moves.iter().all(|mv| value(mv).is_none()) {
            return self.byte(kind::NONE);
        }
        let coded = |mv: &MoveRecord| value(mv).map_or(0, |n| n.saturating_add(1));
        let begin = self.0.len();
        self.byte(kind::RUNS);
        if self.runs(moves.iter().map(coded), begin + moves.len()).is_none() {
            self.0.truncate(begin);
            self.byte(kind::EACH);
            moves.iter().for_each(|mv| self.number(coded(mv)));
        }
    }

    /// Numbers as runs, each a number and how often it comes; none if they go beyond `limit`.
    fn runs(&mut self, numbers: impl Iterator<Item = u64>, limit: usize) -> Option<()> {
        let (mut last, mut n) = (0, 0);
        for number in numbers {
            if number != last && n > 0 {
                self.number(last);
                self.number(n);
                n = 0;
                if self.0.len() > limit {
                    return None;
                }
            }
            (last, n) = (number, n + 1);
        }
        self.number(last);
        self.number(n);
        Some(())
    }

    /// Scores, which are whole numbers mostly.
    pub(super) fn scores(&mut self, moves: &[MoveRecord]) {
        let scores = || moves.iter().map(|mv| mv.score);
        if scores().all(|score| score.is_none()) {
            return self.byte(kind::NONE);
        }
        let is_whole = |score: f64| score.fract() == 0.0 && score.abs() < 1e15 && score.to_bits() != 1 << 63;
        if scores().all(|score| score.is_none_or(is_whole)) {
            self.column(moves, |mv| mv.score.map(|score| zigzag(score as i64)));
            return;
        }
        self.byte(kind::FLOATS);
        for score in scores() {
            self.byte(score.is_some().into());
            score.into_iter().for_each(|score| self.word(score.to_bits()));
        }
    }
}

/// How the numbers of a column are written.
mod kind {
    pub(super) const NONE: u8 = 0;
    pub(super) const EACH: u8 = 1;
    pub(super) const FLOATS: u8 = 2;
    pub(super) const RUNS: u8 = 3;
}

/// Reads bytes.
pub(super) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    pub(super) fn take(&mut self, n: usize) -> Result<&'a [u8], Unreadable> {
        let (taken, rest) = self.0.split_at_checked(n).ok_or(Unreadable)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Unreadable> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn number(&mut self) -> Result<u64, Unreadable> {
        let mut n = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            n |= u64::from(byte & 127) << shift;
            if byte < 128 {
                return Ok(n);
            }
        }
        Err(Unreadable)
    }

    pub(super) fn word(&mut self) -> Result<u64, Unreadable> {
        let bytes = self.take(8)?.try_into().map_err(|_| Unreadable)?;
        Ok(u64::from_le_bytes(bytes))
    }

    pub(super) fn text(&mut self) -> Result<String, Unreadable> {
        let length = self.number()?;
        let bytes = self.take(usize::try_from(length).map_err(|_| Unreadable)?)?;
        String::from_utf8(bytes.to_vec()).map_err(|_| Unreadable)
    }

    /// As many bytes as a length before them says.
    pub(super) fn sized(&mut self) -> Result<&'a [u8], Unreadable> {
        let length = self.take(4)?.try_into().map_err(|_| Unreadable)?;
        self.take(u32::from_le_bytes(length) as usize)
    }

    pub(super) fn column(
        &mut self,
        moves: &mut [MoveRecord],
        set: impl Fn(&mut MoveRecord, u64),
    ) -> Result<(), Unreadable> {
        let kind = self.byte()?;
        self.numbers(kind, moves, set)
    }

    pub(super) fn scores(&mut self, moves: &mut [MoveRecord]) -> Result<(), Unreadable> {
        match self.byte()? {
            kind::FLOATS => moves.iter_mut().try_for_each(|mv| {
                mv.score = if self.byte()? == 0 { None } else { Some(f64::from_bits(self.word()?)) };
                Ok(())
            }),
            kind => self.numbers(kind, moves, |mv, n| mv.score = Some(unzigzag(n) as f64)),
        }
    }

    fn numbers(
        &mut self,
        kind: u8,
        mut moves: &mut [MoveRecord],
        set: impl Fn(&mut MoveRecord, u64),
    ) -> Result<(), Unreadable> {
        while !moves.is_empty() && kind != kind::NONE {
            let value = self.number()?.checked_sub(1);
            let n = match kind {
                kind::EACH => 1,
                kind::RUNS => usize::try_from(self.number()?).map_err(|_| Unreadable)?,
                _ => return Err(Unreadable),
            };
            let (run, rest) = moves.split_at_mut_checked(n).filter(|_| n > 0).ok_or(Unreadable)?;
            value.into_iter().for_each(|value| run.iter_mut().for_each(|mv| set(mv, value)));
            moves = rest;
        }
        Ok(())
    }
}

/// Signed numbers as unsigned ones, small if they were near zero.
fn zigzag(n: i64) -> u64 {
    ((n << 1) ^ (n >> 63)) as u64
}

fn unzigzag(n: u64) -> i64 {
    (n >> 1) as i64 ^ -((n & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(values: &[Option<u64>], n_bytes: usize) {
        let moves: Vec<MoveRecord> =
            values.iter().map(|&us| MoveRecord { us, ..MoveRecord::default() }).collect();
        let mut out = Writer::with_capacity(8);
        out.column(&moves, |mv| mv.us);
        let bytes = out.into_bytes();
        assert_eq!(bytes.len(), n_bytes, "{values:?}");
        let mut read = vec![MoveRecord::default(); values.len()];
        assert_eq!(Reader::new(&bytes).column(&mut read, |mv, us| mv.us = Some(us)), Ok(()));
        assert_eq!(read, moves, "{values:?}");
        for n in 0..bytes.len() {
            let mut read = vec![MoveRecord::default(); values.len()];
            let cut = Reader::new(&bytes[..n]).column(&mut read, |mv, us| mv.us = Some(us));
            assert_eq!(cut, Err(Unreadable), "{values:?} cut to {n}");
        }
    }

    #[test]
    fn columns_come_back_as_they_were() {
        check(&[], 1);
        check(&[None, None], 1);
        check(&[Some(0); 300], 4);
        check(&[Some(7)], 3);
        check(&[Some(1), Some(2), Some(1), Some(200)], 6);
        check(&[None, None, Some(0), Some(0), Some(0), Some(0), Some(9), Some(9)], 7);
        check(&[Some(u64::MAX - 1), Some(3)], 12);
        let many: Vec<Option<u64>> = (0..100).map(Some).collect();
        check(&many, 101);
    }

    #[test]
    fn runs_that_do_not_fit_are_refused() {
        for bytes in [&[3, 1, 0][..], &[3, 1, 3], &[4, 1, 1], &[2, 0, 0]] {
            let mut moves = vec![MoveRecord::default(); 2];
            let read = Reader::new(bytes).column(&mut moves, |mv, us| mv.us = Some(us));
            assert_eq!(read, Err(Unreadable), "{bytes:?}");
        }
    }
}
