//! What was learned, as bytes: the heads of all stages, then the rows with runs of zeros shortened, and a hash of all
//! that at the end.

use std::sync::LazyLock;

use thiserror::Error;

use super::network::{BLOCK, Head, Learned, N_STAGES, Network, Row, n_rows};
use crate::checksum;

/// What a file of weights begins with; the last letter is the version of the network.
pub const MAGIC: &[u8; 8] = b"AGON-RV4";
const HASH_BYTES: usize = 8;

/// Bytes that are no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum WeightsError {
    #[error("not weights of Reversi that this version can read: they begin with `{}`", MAGIC.escape_ascii())]
    Magic,
    #[error("the weights are damaged: their hash is {found:016x}, not {expected:016x}")]
    Hash { found: u64, expected: u64 },
    #[error("{found} weights where this version has {expected}: train them again")]
    Size { found: usize, expected: usize },
}

/// The network that comes with the project.
pub fn shipped() -> &'static Network {
    static SHIPPED: LazyLock<Network> = LazyLock::new(|| {
        let learned = read(include_bytes!("../../weights/reversi.bin"));
        Network::new(&learned.expect("the weights of the project are whole"))
    });
    &SHIPPED
}

/// The bytes of what was learned.
pub fn write<const B: usize>(learned: &Learned<B>) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for Head { threshold, above, always, base } in &learned.heads {
        let weights = [threshold, above, always].into_iter().flat_map(|weights| weights.as_flattened());
        bytes.extend(weights.flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(base.to_le_bytes());
    }
    let mut zeros = 0_u8;
    for &weight in learned.rows.iter().flat_map(|row| row.0.as_flattened()) {
        if zeros > 0 && (weight != 0 || zeros == u8::MAX) {
            bytes.extend([0, zeros]);
            zeros = 0;
        }
        match weight {
            0 => zeros += 1,
            _ => bytes.push(weight as u8),
        }
    }
    if zeros > 0 {
        bytes.extend([0, zeros]);
    }
    let hash = checksum::of(&bytes);
    bytes.extend(hash.to_le_bytes());
    bytes
}

/// What was learned, from such bytes.
pub fn read<const B: usize>(bytes: &[u8]) -> Result<Learned<B>, WeightsError> {
    if bytes.len() < MAGIC.len() + HASH_BYTES || !bytes.starts_with(MAGIC) {
        return Err(WeightsError::Magic);
    }
    let (body, tail) = bytes.split_at(bytes.len() - HASH_BYTES);
    let expected = tail.iter().rev().fold(0, |hash, &byte| hash << 8 | u64::from(byte));
    let found = checksum::of(body);
    if found != expected {
        return Err(WeightsError::Hash { found, expected });
    }
    let mut rest = body[MAGIC.len()..].iter();
    let mut next = || rest.next().copied().unwrap_or(0);
    let heads = (0..N_STAGES).map(|_| {
        let mut numbers =
            || [[0; BLOCK]; B].map(|block| block.map(|_: i16| i16::from_le_bytes([next(), next()])));
        let (threshold, above, always) = (numbers(), numbers(), numbers());
        Head { threshold, above, always, base: i32::from_le_bytes([next(), next(), next(), next()]) }
    });
    let heads = heads.collect();
    let expected = n_rows() * B * BLOCK;
    let mut weights: Vec<i8> = Vec::with_capacity(expected);
    let mut rest = rest.as_slice();
    while let Some(n_plain) = rest.iter().position(|&byte| byte == 0) {
        weights.extend(rest[..n_plain].iter().map(|&weight| weight as i8));
        let n_zeros = rest.get(n_plain + 1).copied().unwrap_or(0);
        weights.resize(weights.len() + usize::from(n_zeros), 0);
        rest = rest.get(n_plain + 2..).unwrap_or(&[]);
    }
    weights.extend(rest.iter().map(|&weight| weight as i8));
    if weights.len() != expected {
        return Err(WeightsError::Size { found: weights.len(), expected });
    }
    let (blocks, _) = weights.as_chunks();
    let (rows, _) = blocks.as_chunks();
    Ok(Learned { heads, rows: rows.iter().map(|&row| Row(row)).collect() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::network::TEACHER;
    use agon_games::dice::Dice;

    #[test]
    fn weights_survive_their_file_and_damage_is_seen() {
        survive::<1>();
        survive::<TEACHER>();
        assert_eq!(read::<1>(b"AGON-RV3 and more than that"), Err(WeightsError::Magic));
    }

    fn survive<const B: usize>() {
        let mut dice = Dice::new(1);
        let mut small = |most: u32| dice.below(2 * most + 1) as i32 - most as i32;
        let heads = (0..N_STAGES).map(|_| {
            let mut weights = |most: u32| [[0; BLOCK]; B].map(|block| block.map(|_: i16| small(most) as i16));
            let (threshold, above, always) = (weights(300), weights(30_000), weights(30_000));
            Head { threshold, above, always, base: small(1_000) }
        });
        let heads = heads.collect();
        let rows = (0..n_rows()).map(|at| match at % 3 {
            0 => Row([[0; BLOCK]; B].map(|block| block.map(|_: i8| small(127) as i8))),
            _ => Row::NOTHING,
        });
        let learned = Learned { heads, rows: rows.collect() };
        let mut bytes = write(&learned);
        assert_eq!(read(&bytes).as_ref(), Ok(&learned));
        let is_size = |error| matches!(error, WeightsError::Size { .. });
        assert!(read::<3>(&bytes).is_err_and(is_size), "of another number of units");
        bytes[10_000] ^= 4;
        assert!(matches!(read::<B>(&bytes), Err(WeightsError::Hash { .. })));
    }
}
