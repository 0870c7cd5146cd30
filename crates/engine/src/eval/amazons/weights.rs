//! How the terms add up to the log-odds of winning. The weights change with the phase of the game, which is told
//! by the openness of a cell, so that they serve boards of every size. Those of the project were fitted to games
//! that the champion played against itself and then scaled by what won more games: `agon train amazons`.

use std::sync::LazyLock;

use thiserror::Error;

use super::Terms;
use crate::checksum;

/// What is weighed: seven terms, and being the one to move.
pub const N_TERMS: usize = 8;
/// Rows of weights, from separated regions to an open board.
pub const N_PHASES: usize = 6;

/// Where between an open board (1) and separated regions (0) each row of weights stands.
const PHASES: [f32; N_PHASES] = [0.0, 0.08, 0.2, 0.38, 0.6, 0.85];

/// Log-odds per unit of: queen lead, queen ties, king lead, king ties, queen nearness, king nearness,
/// freedom, and being the one to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights(pub [[f32; N_TERMS]; N_PHASES]);

/// Bytes that are no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum WeightsError {
    #[error("not weights of Amazons: they begin with `{MAGIC}`")]
    Magic,
    #[error("the weights are damaged: their hash is {found:016x}, not {expected:016x}")]
    Hash { found: u64, expected: u64 },
    #[error("not {N_PHASES} lines of {N_TERMS} numbers, as this version has them: train them again")]
    Numbers,
}

/// What a file of weights begins with; the last letter is the version.
const MAGIC: &str = "AGON-AM1";
/// The row that a phase lies after, and how far from it to the next.
type Place = (usize, f32);

/// The weights that come with the project.
pub fn shipped() -> Weights {
    static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
        let bytes = include_bytes!("../../../weights/amazons.txt");
        Weights::read(bytes).expect("the weights of the project are whole")
    });
    *SHIPPED
}

impl Weights {
    /// A published setting for 10x10, a cell being a sixth of a unit of log-odds: queens count always, kings and
    /// freedom the more the opener the board is.
    pub const BY_HAND: Self = {
        const fn row(king: f32, freedom: f32) -> [f32; N_TERMS] {
            let cell = 1.0 / 6.0;
            [cell, 0.2 * cell, king * cell, 0.2 * king * cell, 0.0, 0.0, freedom * cell, 0.0]
        }
        Self([row(0.0, 0.0), row(0.0, 0.0), row(0.0, 0.2), row(1.0, 1.0), row(1.0, 3.0), row(1.0, 4.0)])
    };

    /// The log-odds that the side to move wins. `n_open` is the number of playable cells.
    #[inline]
    pub fn odds(&self, terms: &Terms, n_open: f32) -> f32 {
        let (row, share) = place(terms.openness / n_open);
        let (low, high) = (&self.0[row], &self.0[row + 1]);
        let values = terms.values();
        (0..N_TERMS).map(|i| (low[i] + share * (high[i] - low[i])) * values[i]).sum()
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
        let numbers: Option<Vec<f32>> =
            body.split_whitespace().map(|word| word.parse().ok().filter(|n: &f32| n.is_finite())).collect();
        let rows = numbers.as_deref().map(<[f32]>::as_chunks);
        match rows {
            Some((rows, [])) => rows.try_into().map(Self).map_err(|_| WeightsError::Numbers),
            _ => Err(WeightsError::Numbers),
        }
    }

    /// The file of these weights: lines of numbers under a hash of them.
    pub fn write(&self) -> Vec<u8> {
        let line = |row: &[f32; N_TERMS]| row.map(|weight| weight.to_string()).join(" ") + "\n";
        let body: String = self.0.iter().map(line).collect();
        format!("{MAGIC} {:016x}\n{body}", checksum::of(body.as_bytes())).into_bytes()
    }
}

/// Where a phase stands between the rows.
#[inline]
pub(crate) fn place(phase: f32) -> Place {
    let row = PHASES[1..N_PHASES - 1].iter().filter(|&&start| phase >= start).count();
    (row, ((phase - PHASES[row]) / (PHASES[row + 1] - PHASES[row])).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive_their_file_and_damage_is_seen() {
        for weights in [shipped(), Weights::BY_HAND] {
            assert_eq!(Weights::read(&weights.write()), Ok(weights));
        }
        let text = String::from_utf8(shipped().write()).unwrap();
        let damaged = text.replacen(" 0.0", " 0.1", 1);
        assert!(matches!(Weights::read(damaged.as_bytes()), Err(WeightsError::Hash { .. })));
        assert_eq!(Weights::read(b"AGON-BW2 and more"), Err(WeightsError::Magic));
        assert_eq!(Weights::read(b"AGON-AM1"), Err(WeightsError::Numbers));
        let short = "1 2 3\n";
        let file = format!("{MAGIC} {:016x}\n{short}", checksum::of(short.as_bytes()));
        assert_eq!(Weights::read(file.as_bytes()), Err(WeightsError::Numbers));
    }
}
