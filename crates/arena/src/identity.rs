//! Who a player is: the hash of what it is made of. Renaming a file changes nothing, rebuilding it does.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::job::Identity;
use crate::player::command::{Command, option_text, word_text};
use crate::player::spec::{is_file, split_scheme};

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
/// A file is its content; a program is its content and its arguments; a built-in strategy is its spec, the weights
/// that this names (`champion:weights=mine.weights`), and the version of agon.
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
            let why = if path.is_dir() { "a directory, not a file" } else { "no such file" };
            return Err(IdentityError { spec: spec.to_owned(), path, error: std::io::Error::other(why) });
        }
        _ => {
            hasher.update(concat!("agon ", env!("CARGO_PKG_VERSION"), " ").as_bytes());
            hasher.update(spec.as_bytes());
            hasher.update(&weights_named(spec)?);
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
    let command = split_scheme(spec).and_then(|(scheme, text)| Some((scheme, Command::parse(text).ok()?)));
    match command {
        Some((scheme, command)) => {
            let arguments: String =
                command.words.iter().skip(1).map(|word| format!(" {}", word_text(word))).collect();
            let options: String =
                command.options.iter().map(|(name, value)| option_text(name, value)).collect();
            format!("{scheme}:'{}'{arguments}{options}", file.display())
        }
        None => file.display().to_string(),
    }
}

/// The content of the weights that a built-in strategy is told to play with, if they are in a file.
fn weights_named(spec: &str) -> Result<Vec<u8>, IdentityError> {
    let params = spec.split_once(':').map_or("", |(_, params)| params);
    let named = params.split(',').find_map(|param| param.strip_prefix("weights="));
    match named.map(PathBuf::from).filter(|path| path.is_file()) {
        Some(path) => {
            std::fs::read(&path).map_err(|error| IdentityError { spec: spec.to_owned(), path, error })
        }
        None => Ok(Vec::new()),
    }
}

/// The file of a player that is one, and what else its command says.
fn program(spec: &str) -> Option<(PathBuf, String)> {
    let Some((scheme, command)) = split_scheme(spec) else {
        return is_file(spec).then(|| (PathBuf::from(spec), String::new()));
    };
    let command = Command::parse(command).ok()?;
    let (file, arguments) = command.words.split_first()?;
    let arguments: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let options: String = command.options.iter().map(|(name, value)| option_text(name, value)).collect();
    Some((PathBuf::from(file), format!("{scheme}:{}{options}", arguments.join(" "))))
}

fn is_file_name(path: &Path) -> bool {
    path.components().count() > 1 || path.extension().is_some_and(|ext| ext == "so" || ext == "wasm")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_in_a_folder_belong_to_a_strategy_and_are_part_of_who_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.weights");
        let spec = format!("champion:weights={},level=10", file.display());
        let hash = || identify(&spec, None).unwrap().hash;
        let without = hash();
        std::fs::write(&file, "one").unwrap();
        let one = hash();
        std::fs::write(&file, "two").unwrap();
        assert!(without != one && one != hash());
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let error = identify("./nowhere/player.so", None).unwrap_err();
        assert!(error.to_string().contains("cannot read `./nowhere/player.so`: no such file"), "{error}");
    }
}
