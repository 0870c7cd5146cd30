//! The weights of the [census](super::census), whole numbers in a small file of text that carries a hash of its contents:
//! a line for a full board and a line for an empty one, everything between being a mixture of both.

use std::sync::LazyLock;

use thiserror::Error;

use super::census::N_COUNTS;
use crate::checksum;

/// What each count is worth, in parts of a [point](Weights::POINT).
pub type Row = [i32; N_COUNTS];

/// All weights.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// On a full board.
    pub full: Row,
    /// On an empty one.
    pub empty: Row,
}

/// Bytes that are no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum WeightsError {
    #[error(
        "not weights for boards of any size: `agon train blobwar --wide` makes some, which begin with `{MAGIC}`"
    )]
    Magic,
    #[error("the weights are damaged: their hash is {found:016x}, not {expected:016x}")]
    Hash { found: u64, expected: u64 },
    #[error("not as many numbers as this version has: train them again")]
    Numbers,
}

/// What a file begins with; the last letter is the version.
pub const MAGIC: &str = "AGON-BC1";
/// No weight is larger: the sum over the largest board still fits.
const MOST: i32 = 100_000;

/// The weights that come with the project.
pub fn shipped() -> &'static Weights {
    static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
        let bytes = include_bytes!("../../../weights/blobwar-wide.txt");
        Weights::read(bytes).expect("the weights of the project are whole")
    });
    &SHIPPED
}

impl Weights {
    /// So many parts are a point, and a hundred points a blob.
    pub const POINT: i32 = 64;

    /// The weights of real numbers, in points.
    pub fn of_points(full: &[f32], empty: &[f32]) -> Self {
        let row = |points: &[f32]| -> Row {
            std::array::from_fn(|at| {
                let most = MOST as f32;
                (points[at] * Self::POINT as f32).round().clamp(-most, most) as i32
            })
        };
        Self { full: row(full), empty: row(empty) }
    }

    /// What counts are worth with so many cells empty, of so many in all.
    pub fn at(&self, n_empty: u32, n_open: u32) -> Row {
        let (empty, all) = (i64::from(n_empty), i64::from(n_open.max(1)));
        std::array::from_fn(|at| {
            let [full_one, empty_one] = [self.full[at], self.empty[at]].map(i64::from);
            ((full_one * (all - empty) + empty_one * empty) / all) as i32
        })
    }

    /// The weights of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let text = std::str::from_utf8(bytes).map_err(|_| WeightsError::Magic)?;
        let rest = text.strip_prefix(MAGIC).ok_or(WeightsError::Magic)?;
        let (expected, body) = rest.trim_start().split_once('\n').ok_or(WeightsError::Numbers)?;
        let expected = u64::from_str_radix(expected.trim(), 16).map_err(|_| WeightsError::Numbers)?;
        let found = checksum::of(body.as_bytes());
        if found != expected {
            return Err(WeightsError::Hash { found, expected });
        }
        let mut lines = body.lines();
        let mut row = || {
            let words = lines.next()?.split_whitespace();
            let numbers: Option<Vec<i32>> = words.map(|word| word.parse().ok()).collect();
            let row: Row = numbers?.try_into().ok()?;
            row.iter().all(|weight| weight.abs() <= MOST).then_some(row)
        };
        let (full, empty) = (row().ok_or(WeightsError::Numbers)?, row().ok_or(WeightsError::Numbers)?);
        lines.next().is_none().then_some(Self { full, empty }).ok_or(WeightsError::Numbers)
    }

    /// The file of these weights.
    pub fn write(&self) -> Vec<u8> {
        let line = |row: &Row| row.map(|weight| weight.to_string()).join(" ") + "\n";
        let body = line(&self.full) + &line(&self.empty);
        format!("{MAGIC} {:016x}\n{body}", checksum::of(body.as_bytes())).into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_weights_are_whole_and_damage_is_noticed() {
        let bytes = shipped().write();
        assert_eq!(Weights::read(&bytes).as_ref(), Ok(shipped()));
        assert_eq!(Weights::read(b"AGON-BW3"), Err(WeightsError::Magic));
        let damaged = String::from_utf8(bytes).unwrap().replacen("\n", "\n1", 1);
        assert!(matches!(Weights::read(damaged.as_bytes()), Err(WeightsError::Hash { .. })));
        let short = "1 2 3\n4 5 6\n";
        let short = format!("{MAGIC} {:016x}\n{short}", checksum::of(short.as_bytes()));
        assert_eq!(Weights::read(short.as_bytes()), Err(WeightsError::Numbers));
    }

    #[test]
    fn between_a_full_and_an_empty_board_weights_are_mixed() {
        let weights = Weights { full: [100; N_COUNTS], empty: [-60; N_COUNTS] };
        assert_eq!(weights.at(0, 40)[0], 100);
        assert_eq!(weights.at(40, 40)[0], -60);
        assert_eq!(weights.at(10, 40)[0], 60);
    }
}
