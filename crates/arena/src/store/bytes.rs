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

    /// Leaves room for the length of what follows.
    pub(super) fn reserve_length(&mut self) -> usize {
        self.0.extend_from_slice(&[0; 4]);
        self.0.len()
    }

    /// Fills in the length of what followed.
    pub(super) fn fill_length(&mut self, from: usize) {
        let length = (self.0.len() - from) as u32;
        self.0[from - 4..from].copy_from_slice(&length.to_le_bytes());
    }

    /// One number per move, or none at all if no move has one.
    pub(super) fn column(&mut self, moves: &[MoveRecord], value: impl Fn(&MoveRecord) -> Option<u64>) {
        let is_there = moves.iter().any(|mv| value(mv).is_some());
        self.byte(is_there.into());
        for mv in moves.iter().filter(|_| is_there) {
            match value(mv) {
                None => self.byte(0),
                Some(n) => self.number(n.saturating_add(1)),
            }
        }
    }

    /// Scores, which are whole numbers mostly.
    pub(super) fn scores(&mut self, moves: &[MoveRecord]) {
        let scores = || moves.iter().map(|mv| mv.score);
        let is_whole = |score: f64| score.fract() == 0.0 && score.abs() < 1e15 && score.to_bits() != 1 << 63;
        if scores().flatten().all(is_whole) {
            self.column(moves, |mv| mv.score.map(|score| zigzag(score as i64)));
            return;
        }
        self.byte(2);
        for score in scores() {
            self.byte(score.is_some().into());
            score.into_iter().for_each(|score| self.word(score.to_bits()));
        }
    }
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
        match self.byte()? {
            0 => Ok(()),
            1 => self.numbers(moves, set),
            _ => Err(Unreadable),
        }
    }

    pub(super) fn scores(&mut self, moves: &mut [MoveRecord]) -> Result<(), Unreadable> {
        match self.byte()? {
            0 => Ok(()),
            1 => self.numbers(moves, |mv, n| mv.score = Some(unzigzag(n) as f64)),
            2 => moves.iter_mut().try_for_each(|mv| {
                mv.score = if self.byte()? == 0 { None } else { Some(f64::from_bits(self.word()?)) };
                Ok(())
            }),
            _ => Err(Unreadable),
        }
    }

    fn numbers(
        &mut self,
        moves: &mut [MoveRecord],
        set: impl Fn(&mut MoveRecord, u64),
    ) -> Result<(), Unreadable> {
        for mv in moves {
            if let Some(n) = self.number()?.checked_sub(1) {
                set(mv, n);
            }
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
