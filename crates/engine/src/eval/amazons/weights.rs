//! What the champion knows: weights of the [terms](super::Terms), or a [network](super::network) that learned from
//! games of the champion against itself, `agon train amazons`; and the files of both.

use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use thiserror::Error;

use super::linear::{Linear, N_PHASES, N_TERMS};
use super::network::{Head, N_COUNTS, N_UNITS, Network};
use crate::checksum;

/// How a position is weighed.
#[derive(Clone, PartialEq, Debug)]
pub enum Weights {
    /// By the terms.
    Linear(Linear),
    /// By counts of cells.
    Network(Arc<Network>),
}

/// Bytes that are no weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum WeightsError {
    #[error("not weights of Amazons: they begin with `{LINEAR}` or `{NETWORK}`")]
    Magic,
    #[error("the weights are damaged: their hash is {found:016x}, not {expected:016x}")]
    Hash { found: u64, expected: u64 },
    #[error("not as many numbers as this version has: train them again")]
    Numbers,
}

/// What a file of weights of the terms begins with; the last letter is the version.
const LINEAR: &str = "AGON-AM1";
/// What a file of a network begins with.
const NETWORK: &str = "AGON-AM2";

/// The weights that come with the project.
pub fn shipped() -> &'static Weights {
    static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
        let bytes = include_bytes!("../../../weights/amazons.txt");
        Weights::read(bytes).expect("the weights of the project are whole")
    });
    &SHIPPED
}

impl Weights {
    /// The published setting.
    pub const BY_HAND: Self = Self::Linear(Linear::BY_HAND);

    /// The weights of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, WeightsError> {
        let text = std::str::from_utf8(bytes).map_err(|_| WeightsError::Magic)?;
        let (is_network, rest) = match (text.strip_prefix(LINEAR), text.strip_prefix(NETWORK)) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => return Err(WeightsError::Magic),
        };
        let (expected, body) = rest.trim_start().split_once('\n').ok_or(WeightsError::Numbers)?;
        let expected = u64::from_str_radix(expected.trim(), 16).map_err(|_| WeightsError::Numbers)?;
        let found = checksum::of(body.as_bytes());
        if found != expected {
            return Err(WeightsError::Hash { found, expected });
        }
        let read = if is_network { read_network(body) } else { read_linear(body) };
        read.ok_or(WeightsError::Numbers)
    }

    /// The file of these weights: lines of numbers under a hash of them.
    pub fn write(&self) -> Vec<u8> {
        let (magic, body) = match self {
            Self::Linear(linear) => (LINEAR, linear.0.iter().map(|row| line(row)).collect()),
            Self::Network(network) => (NETWORK, network_body(network)),
        };
        format!("{magic} {:016x}\n{body}", checksum::of(body.as_bytes())).into_bytes()
    }
}

fn line<T: ToString>(numbers: &[T]) -> String {
    numbers.iter().map(T::to_string).collect::<Vec<_>>().join(" ") + "\n"
}

fn read_linear(body: &str) -> Option<Weights> {
    let numbers: Vec<f32> = body.split_whitespace().map(finite).collect::<Option<_>>()?;
    match numbers.as_chunks::<N_TERMS>() {
        (rows, []) => {
            <[[f32; N_TERMS]; N_PHASES]>::try_from(rows).ok().map(|rows| Weights::Linear(Linear(rows)))
        }
        _ => None,
    }
}

/// A line of the layer for each count; then each head: what units begin with, what they are worth, and the base.
fn network_body(network: &Network) -> String {
    let mut body: String = network.layer().iter().map(|units| line(units)).collect();
    for head in network.heads() {
        body += &line(&head.bias);
        body += &line(&head.out);
        let _ = writeln!(body, "{}", head.base);
    }
    body
}

fn read_network(body: &str) -> Option<Weights> {
    let mut words = body.split_whitespace();
    let mut layer = [[0; N_UNITS]; N_COUNTS];
    for weight in layer.as_flattened_mut() {
        *weight = words.next()?.parse().ok()?;
    }
    let mut heads = [Head { bias: [0; N_UNITS], out: [0.0; N_UNITS], base: 0.0 }; 2];
    for head in &mut heads {
        for bias in &mut head.bias {
            *bias = words.next()?.parse().ok()?;
        }
        for out in &mut head.out {
            *out = finite(words.next()?)?;
        }
        head.base = finite(words.next()?)?;
    }
    words.next().is_none().then(|| Weights::Network(Arc::new(Network::new(&layer, heads))))
}

fn finite(word: &str) -> Option<f32> {
    word.parse().ok().filter(|number: &f32| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_survive_their_file_and_damage_is_seen() {
        let heads = [0, 1].map(|i| Head { bias: [-7 * i; N_UNITS], out: [0.3; N_UNITS], base: 1e-3 });
        let network = Weights::Network(Arc::new(Network::new(&[[-3; N_UNITS]; N_COUNTS], heads)));
        for weights in [shipped().clone(), Weights::BY_HAND, network] {
            assert_eq!(Weights::read(&weights.write()), Ok(weights));
        }
        let text = String::from_utf8(shipped().write()).unwrap();
        let damaged = text.replacen('1', "2", 3);
        assert!(matches!(
            Weights::read(damaged.as_bytes()),
            Err(WeightsError::Hash { .. } | WeightsError::Magic)
        ));
        assert_eq!(Weights::read(b"AGON-BW2 and more"), Err(WeightsError::Magic));
        assert_eq!(Weights::read(b"AGON-AM1"), Err(WeightsError::Numbers));
        for magic in [LINEAR, NETWORK] {
            let short = "1 2 3\n";
            let file = format!("{magic} {:016x}\n{short}", checksum::of(short.as_bytes()));
            assert_eq!(Weights::read(file.as_bytes()), Err(WeightsError::Numbers));
        }
    }
}
