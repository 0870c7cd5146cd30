//! Learned weights by name: those that come with the project, or a file that `agon train` wrote.

use std::path::Path;
use std::sync::Arc;

use crate::catalog::BuildError;
use crate::champion::blobwar::weights::{self as blobwar, Weights as BlobwarWeights};
use crate::eval::amazons::weights::{self as amazons, Weights as AmazonsWeights};
use crate::eval::blobwar::weights::{self as census, Weights as CensusWeights};
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
pub fn of_wide_blobwar(name: &str) -> Result<CensusWeights, BuildError> {
    if name == "shipped" {
        return Ok(census::shipped().clone());
    }
    CensusWeights::read(&read(name)?).map_err(|error| unfit(name, &error.to_string()))
}

/// The network of the Reversi champion.
pub fn of_reversi(name: &str) -> Result<Network, BuildError> {
    if name == "shipped" {
        return Ok(network_file::shipped().clone());
    }
    let learned = network_file::read(&read(name)?).map_err(|error| unfit(name, &error.to_string()))?;
    Ok(Network::new(&learned))
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
