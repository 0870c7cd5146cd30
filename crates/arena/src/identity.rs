//! Who a player is: the hash of what it is made of. Renaming a file changes nothing, rebuilding it does.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::job::Identity;

/// The prefixes of players that are programs, followed by their command.
const PROGRAMS: [&str; 8] = ["ugi:", "uai:", "gtp:", "nboard:", "botzone:", "contest:", "tcp:", "blobwar:"];

/// A player whose file cannot be read.
#[derive(Debug, Error)]
#[error("player `{spec}`: cannot read `{path}`: {error}", path = path.display())]
pub struct IdentityError {
    spec: String,
    path: PathBuf,
    error: std::io::Error,
}

/// The identity of the player that a spec names, under its own name or the given one.
///
/// A file is its content; a program is its content and its arguments; a built-in strategy is its spec and the
/// version of agon.
pub fn identify(spec: &str, name: Option<&str>) -> Result<Identity, IdentityError> {
    let mut hasher = blake3::Hasher::new();
    match program(spec) {
        Some((path, rest)) if path.is_file() => {
            let content = std::fs::read(&path).map_err(|error| IdentityError {
                spec: spec.to_owned(),
                path: path.clone(),
                error,
            })?;
            hasher.update(&content);
            hasher.update(rest.as_bytes());
        }
        Some((path, _)) if is_file_name(&path) => {
            let error = std::io::Error::from(std::io::ErrorKind::NotFound);
            return Err(IdentityError { spec: spec.to_owned(), path, error });
        }
        _ => {
            hasher.update(concat!("agon ", env!("CARGO_PKG_VERSION"), " ").as_bytes());
            hasher.update(spec.as_bytes());
        }
    }
    let hash = hasher.finalize().to_hex()[..32].to_owned();
    Ok(Identity { hash, name: name.unwrap_or(spec).to_owned(), spec: spec.to_owned() })
}

/// The file that a player is made of, if it is one that can be sent elsewhere.
pub fn file_of(spec: &str) -> Option<PathBuf> {
    program(spec).map(|(path, _)| path).filter(|path| path.is_file())
}

/// The same player with its file in another place.
pub fn relocated(spec: &str, file: &Path) -> String {
    match PROGRAMS.iter().find(|prefix| spec.starts_with(**prefix)) {
        Some(prefix) => {
            let (_, rest) = spec[prefix.len()..].split_once(' ').unwrap_or_default();
            format!("{prefix}'{}' {rest}", file.display()).trim_end().to_owned()
        }
        None => file.display().to_string(),
    }
}

/// The file of a player that is one, and what else its command says.
fn program(spec: &str) -> Option<(PathBuf, String)> {
    let prefix = PROGRAMS.iter().find(|prefix| spec.starts_with(**prefix));
    match prefix {
        Some(prefix) => {
            let command = &spec[prefix.len()..];
            let (file, rest) = command.split_once(' ').unwrap_or((command, ""));
            Some((PathBuf::from(file), format!("{prefix}{rest}")))
        }
        None if is_file_name(Path::new(spec)) => Some((PathBuf::from(spec), String::new())),
        None => None,
    }
}

fn is_file_name(path: &Path) -> bool {
    path.components().count() > 1 || path.extension().is_some_and(|ext| ext == "so" || ext == "wasm")
}
