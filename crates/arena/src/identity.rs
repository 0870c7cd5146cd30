//! Who a player is: the hash of what it is made of. Renaming a file changes nothing, rebuilding it does.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::job::Identity;
use crate::player::command::{Command, option_text, word_text};
use crate::player::spec::split_scheme;

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
            let why = if path.is_dir() { "a directory, not a file" } else { "no such file" };
            return Err(IdentityError { spec: spec.to_owned(), path, error: std::io::Error::other(why) });
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

/// The file of a player that is one, and what else its command says.
fn program(spec: &str) -> Option<(PathBuf, String)> {
    let Some((scheme, command)) = split_scheme(spec) else {
        return is_file_name(Path::new(spec)).then(|| (PathBuf::from(spec), String::new()));
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
