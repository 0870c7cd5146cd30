//! Weights of counts that change with how full the board is: rows of whole numbers from a full board to an empty one,
//! evenly apart, everything between two rows being a mixture of both. They are kept in a small file of text that carries
//! a hash of its contents.

use thiserror::Error;

use crate::checksum;

/// What the weights of one evaluation look like in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Format {
    /// What a file begins with; the last letter is the version.
    pub magic: &'static str,
    /// The game, as `agon train` knows it.
    pub game: &'static str,
    /// How many counts are weighed.
    pub n_counts: usize,
    /// How many rows there are: at least two.
    pub n_rows: usize,
}

/// All weights of one evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mixture {
    format: &'static Format,
    rows: Vec<Vec<i32>>,
}

/// Bytes that are no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum WeightsError {
    #[error(
        "not weights for boards of any size: `agon train {game} --wide` makes some, which begin with `{magic}`"
    )]
    Magic { game: &'static str, magic: &'static str },
    #[error("the weights are damaged: their hash is {found:016x}, not {expected:016x}")]
    Hash { found: u64, expected: u64 },
    #[error("not as many numbers as this version has: train them again")]
    Numbers,
}

/// No weight is larger: the sum over the largest board still fits.
const MOST: i32 = 100_000;

impl Format {
    /// Whether these bytes begin as such a file does.
    pub fn is_one(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(self.magic.as_bytes())
    }

    /// The weights of a file.
    pub fn read(&'static self, bytes: &[u8]) -> Result<Mixture, WeightsError> {
        let no_magic = WeightsError::Magic { game: self.game, magic: self.magic };
        let text = std::str::from_utf8(bytes).ok().and_then(|text| text.strip_prefix(self.magic));
        let rest = text.ok_or(no_magic)?;
        let (expected, body) = rest.trim_start().split_once('\n').ok_or(WeightsError::Numbers)?;
        let expected = u64::from_str_radix(expected.trim(), 16).map_err(|_| WeightsError::Numbers)?;
        let found = checksum::of(body.as_bytes());
        if found != expected {
            return Err(WeightsError::Hash { found, expected });
        }
        let rows: Option<Vec<Vec<i32>>> = body.lines().map(|line| self.read_row(line)).collect();
        let rows = rows.filter(|rows| rows.len() == self.n_rows).ok_or(WeightsError::Numbers)?;
        Ok(Mixture { format: self, rows })
    }

    fn read_row(&self, line: &str) -> Option<Vec<i32>> {
        let row: Option<Vec<i32>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        row.filter(|row| row.len() == self.n_counts && row.iter().all(|weight| weight.abs() <= MOST))
    }

    /// The weights of real numbers, in points: one row after the other, the full board's first.
    pub fn of_points(&'static self, points: &[f32]) -> Mixture {
        let (most, part) = (MOST as f32, Mixture::POINT as f32);
        let whole = |point: &f32| (point * part).round().clamp(-most, most) as i32;
        let rows = points.chunks(self.n_counts).map(|row| row.iter().map(whole).collect()).collect();
        Mixture { format: self, rows }
    }
}

impl Mixture {
    /// So many parts are a point, and a hundred points a blob, a disc or the like.
    pub const POINT: i32 = 64;

    /// What counts are worth with so many cells empty, of so many in all; `N` must be the format's number of counts.
    pub fn at<const N: usize>(&self, n_empty: u32, n_open: u32) -> [i32; N] {
        let all = i64::from(n_open.max(1));
        let place = i64::from(n_empty) * (self.rows.len() as i64 - 1);
        let row = ((place / all) as usize).min(self.rows.len() - 2);
        let beyond = place - row as i64 * all;
        let [fuller, emptier] = [&self.rows[row], &self.rows[row + 1]];
        std::array::from_fn(|at| {
            let [full_one, empty_one] = [fuller[at], emptier[at]].map(i64::from);
            ((full_one * (all - beyond) + empty_one * beyond) / all) as i32
        })
    }

    /// The file of these weights.
    pub fn write(&self) -> Vec<u8> {
        let line = |row: &Vec<i32>| row.iter().map(i32::to_string).collect::<Vec<_>>().join(" ") + "\n";
        let body: String = self.rows.iter().map(line).collect();
        let magic = self.format.magic;
        format!("{magic} {:016x}\n{body}", checksum::of(body.as_bytes())).into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static FORMAT: Format = Format { magic: "AGON-TEST1", game: "chess", n_counts: 2, n_rows: 3 };

    #[test]
    fn a_file_is_read_as_it_was_written_and_damage_is_noticed() {
        let weights = FORMAT.of_points(&[1.0, -2.0, 0.5, 0.0, 3.0, 1e9]);
        let bytes = weights.write();
        assert_eq!(FORMAT.read(&bytes).as_ref(), Ok(&weights));
        let other = FORMAT.read(b"AGON-BW3").unwrap_err();
        assert!(other.to_string().contains("`agon train chess --wide` makes some"), "{other}");
        let damaged = String::from_utf8(bytes).unwrap().replacen("\n", "\n1", 1);
        assert!(matches!(FORMAT.read(damaged.as_bytes()), Err(WeightsError::Hash { .. })));
        for wrong in ["1 2\n3 4\n", "1 2\n3 4\n5 6 7\n", "1 2\n3 4\n5 x\n", "1 2\n3 4\n5 100001\n"] {
            let wrong = format!("{} {:016x}\n{wrong}", FORMAT.magic, checksum::of(wrong.as_bytes()));
            assert_eq!(FORMAT.read(wrong.as_bytes()), Err(WeightsError::Numbers), "{wrong}");
        }
    }

    #[test]
    fn between_two_rows_weights_are_mixed() {
        let rows = vec![vec![100, 0], vec![-60, 8], vec![20, 0]];
        let weights = Mixture { format: &FORMAT, rows };
        let at = |n_empty| weights.at::<2>(n_empty, 40);
        assert_eq!([at(0), at(20), at(40)], [[100, 0], [-60, 8], [20, 0]]);
        assert_eq!([at(5), at(30)], [[60, 2], [-20, 4]]);
    }
}
