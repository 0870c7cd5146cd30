//! Numbers and texts in and out of a packet. Reading trusts nothing: every length is checked before it is used.

use thiserror::Error;

use super::RawMove;

/// The largest answer of a host; anything longer is a fault.
pub const MAX_ANSWER: usize = 1024;

/// A packet that is no message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BadPacket {
    /// It ended early.
    #[error("a packet that ends early")]
    Short,
    /// It went on.
    #[error("a packet with {0} bytes too many")]
    Long(usize),
    /// Its first byte names no message.
    #[error("a packet of unknown kind {0}")]
    Tag(u8),
    /// A field has an impossible value.
    #[error("a packet with an impossible value")]
    Value,
}

pub(super) struct Writer<'a>(pub(super) &'a mut Vec<u8>);

impl Writer<'_> {
    pub(super) fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn u64(&mut self, value: u64) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn step(&mut self, step: RawMove) {
        step.0.iter().for_each(|&word| self.u32(word));
    }

    /// A length and the bytes; what would not fit an answer is cut.
    pub(super) fn text(&mut self, text: &str) {
        let mut end = text.len().min(MAX_ANSWER - 64);
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.u32(end as u32);
        self.0.extend_from_slice(&text.as_bytes()[..end]);
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.u32(bytes.len() as u32);
        self.0.extend_from_slice(bytes);
    }

    pub(super) fn words(&mut self, words: &[u32]) {
        self.u32(words.len() as u32);
        words.iter().for_each(|&word| self.u32(word));
    }
}

pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], BadPacket> {
        let (head, tail) = self.0.split_at_checked(n).ok_or(BadPacket::Short)?;
        self.0 = tail;
        Ok(head)
    }

    pub(super) fn u8(&mut self) -> Result<u8, BadPacket> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn u32(&mut self) -> Result<u32, BadPacket> {
        Ok(u32::from_le_bytes(self.take(4)?.try_into().expect("four bytes were taken")))
    }

    pub(super) fn u64(&mut self) -> Result<u64, BadPacket> {
        Ok(u64::from_le_bytes(self.take(8)?.try_into().expect("eight bytes were taken")))
    }

    pub(super) fn step(&mut self) -> Result<RawMove, BadPacket> {
        Ok(RawMove([self.u32()?, self.u32()?, self.u32()?]))
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, BadPacket> {
        let n = self.u32()? as usize;
        Ok(self.take(n)?.to_vec())
    }

    pub(super) fn text(&mut self) -> Result<String, BadPacket> {
        Ok(String::from_utf8_lossy(&self.bytes()?).into_owned())
    }

    pub(super) fn words(&mut self) -> Result<Vec<u32>, BadPacket> {
        let n = self.u32()? as usize;
        let bytes = self.take(n.checked_mul(4).ok_or(BadPacket::Short)?)?;
        let word = |b: &[u8]| u32::from_le_bytes(b.try_into().expect("chunks of four"));
        Ok(bytes.chunks_exact(4).map(word).collect())
    }

    pub(super) fn end<T>(self, message: T) -> Result<T, BadPacket> {
        if self.0.is_empty() { Ok(message) } else { Err(BadPacket::Long(self.0.len())) }
    }
}
