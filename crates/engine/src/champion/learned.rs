//! Learned weights by name: those that come with the project, or a file that `agon train` wrote.

use std::path::Path;
use std::sync::Arc;

use crate::catalog::BuildError;
use crate::champion::blobwar::weights::{self as blobwar, Weights as BlobwarWeights};
use crate::eval::amazons::weights::{self as amazons, Weights as AmazonsWeights};
use crate::eval::blobwar::weights as wide_blobwar;
use crate::eval::mixture::{Format, Mixture};
use crate::eval::reversi::weights as wide_reversi;
use crate::othello::{Network, network_file};
use crate::params::{Kind, Param};

/// The parameter that names them.
pub const PARAM: Param = Param {
    name: "weights",
    kind: Kind::FileOr("shipped"),
    default: "shipped",
    about: "what it learned: what comes with the program, or a file of agon train",
};

/// Many times what any weights take.
const MAX_BYTES: u64 = 64 << 20;

/// The weights of the Amazons champion.
pub fn of_amazons(name: &str) -> Result<AmazonsWeights, BuildError> {
    if name == "shipped" {
        return Ok(amazons::shipped().clone());
    }
    AmazonsWeights::read(&read(name)?).map_err(|error| unfit(name, &error.to_string()))
}

/// The weights of the Blobwar champion.
pub fn of_blobwar(name: &str) -> Result<Arc<BlobwarWeights>, BuildError> {
    if name == "shipped" {
        return Ok(blobwar::shipped());
    }
    let weights = BlobwarWeights::read(&read(name)?).map_err(|error| unfit(name, &error.to_string()))?;
    Ok(Arc::new(weights))
}

/// The weights of the Blobwar champion on boards that its network cannot see whole.
pub fn of_wide_blobwar(name: &str) -> Result<Mixture, BuildError> {
    mixture(name, wide_blobwar::shipped, &wide_blobwar::FORMAT)
}

/// The weights of the Reversi champion on boards beyond 8x8.
pub fn of_wide_reversi(name: &str) -> Result<Mixture, BuildError> {
    mixture(name, wide_reversi::shipped, &wide_reversi::FORMAT)
}

/// The network of the Reversi champion.
pub fn of_reversi(name: &str) -> Result<Network, BuildError> {
    if name == "shipped" {
        return Ok(network_file::shipped().clone());
    }
    let bytes = read(name)?;
    if wide_reversi::FORMAT.is_one(&bytes) {
        return Err(unfit(name, "for other boards than 8x8, whose weights `agon train reversi` makes"));
    }
    let learned = network_file::read(&bytes).map_err(|error| unfit(name, &error.to_string()))?;
    Ok(Network::new(&learned))
}

fn mixture(
    name: &str,
    shipped: fn() -> &'static Mixture,
    format: &'static Format,
) -> Result<Mixture, BuildError> {
    if name == "shipped" {
        return Ok(shipped().clone());
    }
    format.read(&read(name)?).map_err(|error| unfit(name, &error.to_string()))
}

fn read(name: &str) -> Result<Vec<u8>, BuildError> {
    // Asked before it is opened: a pipe would be waited for.
    let is_small_file = |path: &Path| {
        let about = path.metadata().map_err(|error| error.to_string())?;
        match about.is_file() && about.len() <= MAX_BYTES {
            true => Ok(()),
            false => Err("not a file of weights".to_owned()),
        }
    };
    let path = Path::new(name);
    is_small_file(path)
        .and_then(|()| std::fs::read(path).map_err(|error| error.to_string()))
        .map_err(|why| unfit(name, &why))
}

fn unfit(name: &str, why: &str) -> BuildError {
    BuildError::Unfit { player: "champion", reason: format!("weights `{name}`: {why}") }
}
