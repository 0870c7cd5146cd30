//! Bounded lines out of a stream of bytes. A line longer than the limit is a fault, not a reason to allocate:
//! the buffer never holds more than one limit and one chunk.

use std::borrow::Cow;

use thiserror::Error;

/// The longest line that a player may send, without its end.
pub const MAX_LINE: usize = 4096;

/// A line that did not end in time.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("a line of more than {limit} bytes: players end each line with a newline")]
pub struct LineTooLong {
    /// The limit that was passed.
    pub limit: usize,
}

/// Collects chunks and hands out whole lines, without `\n` or `\r\n`.
#[derive(Debug)]
pub struct LineBuffer {
    bytes: Vec<u8>,
    start: usize,
    scanned: usize,
    limit: usize,
}

impl Default for LineBuffer {
    fn default() -> LineBuffer {
        LineBuffer::new(MAX_LINE)
    }
}

impl LineBuffer {
    /// An empty buffer for lines of at most `limit` bytes.
    pub fn new(limit: usize) -> LineBuffer {
        LineBuffer { bytes: Vec::new(), start: 0, scanned: 0, limit }
    }

    /// Appends what was read.
    pub fn push(&mut self, chunk: &[u8]) {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.scanned -= self.start;
            self.start = 0;
        }
        self.bytes.extend_from_slice(chunk);
    }

    /// The next whole line, if one has arrived. Bytes that are no UTF-8 are replaced.
    pub fn next_line(&mut self) -> Result<Option<Cow<'_, str>>, LineTooLong> {
        let end = self.bytes[self.scanned..].iter().position(|&b| b == b'\n').map(|at| at + self.scanned);
        let length = end.unwrap_or(self.bytes.len()) - self.start;
        if length > self.limit {
            return Err(LineTooLong { limit: self.limit });
        }
        let Some(end) = end else {
            self.scanned = self.bytes.len();
            return Ok(None);
        };
        let line = &self.bytes[self.start..end];
        self.start = end + 1;
        self.scanned = self.start;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        Ok(Some(String::from_utf8_lossy(line)))
    }

    /// What has arrived after the last whole line.
    pub fn rest(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    /// Forgets everything that has arrived.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.start = 0;
        self.scanned = 0;
    }
}
