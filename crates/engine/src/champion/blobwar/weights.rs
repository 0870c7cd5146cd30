//! The weights of the learned evaluation: whole numbers, read from a small file that carries a hash of its
//! contents, and written by the training command.

use std::sync::{Arc, LazyLock};

use thiserror::Error;

use crate::checksum;

/// Hidden sums per side.
pub const HIDDEN: usize = 128;
/// Windows of two by two places on the grid.
pub const WINDOWS: usize = 49;
/// What a window can hold: each of its places empty, own, theirs or wall.
pub const FILLINGS: usize = 256;
/// Sets of output weights, by how many cells are empty.
pub const BUCKETS: usize = 8;
/// A hidden weight of 1.0; sums above it no longer grow.
pub const ACTIVE: i32 = 255;
/// An output weight of 1.0.
pub const OUT: i32 = 256;
/// No weight but a bias is larger than this, as a whole number.
pub const MOST: i32 = 127;
/// An output of 1.0, in hundredths of a blob.
pub const SCALE: i32 = 400;

/// A weight for each hidden sum, on cache lines of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Row(pub [i8; HIDDEN]);

/// All weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// For each filling of each window, the windows in order of their first place.
    pub windows: Vec<Row>,
    /// What every sum begins with.
    pub bias: [i16; HIDDEN],
    /// From the sums as the side to move sees them, and as the other does.
    pub out: [[Row; 2]; BUCKETS],
    /// Added to the output.
    pub out_bias: [i32; BUCKETS],
}

/// Bytes that are no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum WeightsError {
    #[error("not weights of Blobwar: they begin with `{}`", MAGIC.escape_ascii())]
    Magic,
    #[error("weights of {found} bytes where this version has {expected}: train them again")]
    Size { found: usize, expected: usize },
    #[error("the weights are damaged: their hash is {found:016x}, not {expected:016x}")]
    Hash { found: u64, expected: u64 },
}

/// What a file of weights begins with; the last letter is the version of the network.
pub const MAGIC: &[u8; 8] = b"AGON-BW4";
const HEADER: usize = 16;
/// Weights of one byte, of two and of four.
const N_SMALL: usize = (WINDOWS * FILLINGS + 2 * BUCKETS) * HIDDEN;
const N_BYTES: usize = N_SMALL + 2 * HIDDEN + 4 * BUCKETS;

/// The weights that come with the project.
pub fn shipped() -> Arc<Weights> {
    static SHIPPED: LazyLock<Arc<Weights>> = LazyLock::new(|| {
        let bytes = include_bytes!("../../../weights/blobwar.bin");
        Arc::new(Weights::read(bytes).expect("the weights of the project are whole"))
    });
    SHIPPED.clone()
}

impl Weights {
    /// The weights of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let expected = HEADER + N_BYTES;
        if bytes.len() < HEADER || &bytes[..8] != MAGIC {
            return Err(WeightsError::Magic);
        }
        if bytes.len() != expected {
            return Err(WeightsError::Size { found: bytes.len(), expected });
        }
        let mut stored = [0; 8];
        stored.copy_from_slice(&bytes[8..HEADER]);
        let (found, expected) = (checksum::of(&bytes[HEADER..]), u64::from_le_bytes(stored));
        if found != expected {
            return Err(WeightsError::Hash { found, expected });
        }
        let (small, large) = bytes[HEADER..].split_at(N_SMALL);
        let mut rows = small.as_chunks().0.iter().map(|row: &[u8; HIDDEN]| Row(row.map(|byte| byte as i8)));
        let mut row = || rows.next().expect("the length was checked");
        let windows = (0..WINDOWS * FILLINGS).map(|_| row()).collect();
        let out = std::array::from_fn(|_| [row(), row()]);
        let (bias, out_bias) = large.split_at(2 * HIDDEN);
        let (bias, out_bias) = (bias.as_chunks().0, out_bias.as_chunks().0);
        Ok(Self {
            windows,
            bias: std::array::from_fn(|at| i16::from_le_bytes(bias[at])),
            out,
            out_bias: std::array::from_fn(|at| i32::from_le_bytes(out_bias[at])),
        })
    }

    /// The file of these weights.
    pub fn write(&self) -> Vec<u8> {
        let rows = self.windows.iter().chain(self.out.iter().flatten());
        let mut body: Vec<u8> = rows.flat_map(|row| row.0).map(|weight| weight as u8).collect();
        body.extend(self.bias.iter().flat_map(|bias| bias.to_le_bytes()));
        body.extend(self.out_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(checksum::of(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_whole_and_damage_is_noticed() {
        let mut bytes = shipped().write();
        assert_eq!(Weights::read(&bytes).as_ref(), Ok(&*shipped()));
        assert!(matches!(Weights::read(&bytes[..100]), Err(WeightsError::Size { .. })));
        assert_eq!(Weights::read(b"PNG"), Err(WeightsError::Magic));
        bytes[5000] ^= 1;
        assert!(matches!(Weights::read(&bytes), Err(WeightsError::Hash { .. })));
    }
}
