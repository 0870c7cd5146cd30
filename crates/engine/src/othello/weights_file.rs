//! Learned weights as bytes: eighths of hundredths rounded to one byte each, runs of zeros shortened, and a
//! hash of all that at the end.

use std::sync::LazyLock;

use thiserror::Error;

use super::weights::{N_STAGES, Weights};
use crate::checksum;

/// What a file of weights begins with; the last letter is the version of the patterns.
pub const MAGIC: &[u8; 8] = b"AGON-RV3";
/// The smallest step of a weight, in hundredths of a disc.
pub const STEP: i16 = 8;
/// Before a weight that takes two bytes.
const WIDE: u8 = 0x80;
const HASH_BYTES: usize = 8;

/// Bytes that are no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum WeightsError {
    #[error("not weights of Reversi: they begin with `{}`", MAGIC.escape_ascii())]
    Magic,
    #[error("the weights are damaged: their hash is {found:016x}, not {expected:016x}")]
    Hash { found: u64, expected: u64 },
    #[error("{found} weights where this version has {expected}: train them again")]
    Size { found: usize, expected: usize },
}

/// The weights that come with the project.
pub fn shipped() -> &'static Weights {
    static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
        let learned = read(include_bytes!("../../weights/reversi.bin"));
        Weights::new(&learned.expect("the weights of the project are whole"))
    });
    &SHIPPED
}

/// The bytes of learned weights: all of a stage, stage by stage.
pub fn write(learned: &[Vec<i16>]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    let mut zeros = 0_u8;
    for &weight in learned.iter().flatten() {
        let steps = (weight + weight.signum() * STEP / 2) / STEP;
        if zeros > 0 && (steps != 0 || zeros == u8::MAX) {
            bytes.extend([0, zeros]);
            zeros = 0;
        }
        match i8::try_from(steps) {
            Ok(0) => zeros += 1,
            Ok(steps) if steps != i8::MIN => bytes.push(steps as u8),
            _ => {
                bytes.push(WIDE);
                bytes.extend(steps.to_le_bytes());
            }
        }
    }
    if zeros > 0 {
        bytes.extend([0, zeros]);
    }
    let hash = checksum::of(&bytes);
    bytes.extend(hash.to_le_bytes());
    bytes
}

/// The learned weights of such bytes.
pub fn read(bytes: &[u8]) -> Result<Vec<Vec<i16>>, WeightsError> {
    if bytes.len() < MAGIC.len() + HASH_BYTES || !bytes.starts_with(MAGIC) {
        return Err(WeightsError::Magic);
    }
    let (body, tail) = bytes.split_at(bytes.len() - HASH_BYTES);
    let expected = tail.iter().rev().fold(0, |hash, &byte| hash << 8 | u64::from(byte));
    let found = checksum::of(body);
    if found != expected {
        return Err(WeightsError::Hash { found, expected });
    }
    let n_weights = Weights::per_stage();
    let mut weights = Vec::with_capacity(N_STAGES * n_weights);
    let mut rest = body[MAGIC.len()..].iter().copied();
    while let Some(byte) = rest.next() {
        match byte {
            0 => weights.extend(std::iter::repeat_n(0, rest.next().unwrap_or(0).into())),
            WIDE => {
                let steps = [rest.next().unwrap_or(0), rest.next().unwrap_or(0)];
                weights.push(i16::from_le_bytes(steps).saturating_mul(STEP));
            }
            steps => weights.push(i16::from(steps as i8) * STEP),
        }
    }
    if weights.len() != N_STAGES * n_weights {
        return Err(WeightsError::Size { found: weights.len(), expected: N_STAGES * n_weights });
    }
    Ok(weights.chunks(n_weights).map(<[i16]>::to_vec).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_games::dice::Dice;

    #[test]
    fn weights_survive_their_file_and_damage_is_seen() {
        let (n_weights, mut dice) = (Weights::per_stage(), Dice::new(1));
        let mut weight = || match dice.below(4) {
            0 => (dice.below(6_000) as i16 - 3_000) * STEP,
            1 => (dice.below(200) as i16 - 100) * STEP,
            _ => 0,
        };
        let learned: Vec<Vec<i16>> =
            (0..N_STAGES).map(|_| (0..n_weights).map(|_| weight()).collect()).collect();
        let mut bytes = write(&learned);
        assert_eq!(read(&bytes).as_ref(), Ok(&learned));
        bytes[1000] ^= 4;
        assert!(matches!(read(&bytes), Err(WeightsError::Hash { .. })));
        assert_eq!(read(b"AGON-BW1 and more than that"), Err(WeightsError::Magic));
    }
}
