//! Players by what is typed: `./mine.so`, `ugi:./engine --flag`, `tcp:`, `human`, or a strategy's name.

use std::path::Path;

use agon_protocol::ugi::Dialect;
use thiserror::Error;

use super::Player;
use super::botzone::Botzone;
use super::built_in::BuiltIn;
use super::command::{Command, CommandError};
use super::contest::Contest;
use super::custody::Custody;
use super::gtp::Gtp;
use super::hosted::Hosted;
use super::human::{Console, Human};
use super::nboard::NBoard;
use super::tcp::Tcp;
use super::ugi::Ugi;

/// A text that names no player.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerError {
    /// A protocol without a program.
    #[error("`{0}` names no program: write {0}./engine --its-flags")]
    NoProgram(String),
    /// A command that cannot be read.
    #[error("player `{0}`: {1}")]
    Command(String, CommandError),
    /// Options for a program that has none.
    #[error("player `{0}`: {1} programs take no options: put `{2}` into the command")]
    NoOptions(String, &'static str, String),
    /// A person without a terminal.
    #[error("a human plays at a terminal, and there is none here")]
    NoTerminal,
    /// An address that is none.
    #[error(
        "cannot listen on `{0}` ({1}): write tcp:PORT or tcp:ADDRESS:PORT, with a port that nobody else uses"
    )]
    Address(String, String),
}

/// The player that a spec names. People need a console; the others ignore it.
pub fn open(
    spec: &str,
    custody: &Custody,
    console: Option<Box<dyn Console>>,
) -> Result<Box<dyn Player>, PlayerError> {
    let mut custody = custody.clone();
    let Some((scheme, command)) = split_scheme(spec) else {
        if spec == "human" {
            let console = console.ok_or(PlayerError::NoTerminal)?;
            return Ok(Box::new(Human::new(console)));
        }
        return Ok(match is_file(spec) {
            true => Box::new(Hosted::new(spec, custody)),
            false => Box::new(BuiltIn::new(spec)),
        });
    };
    if scheme == "tcp" {
        let tcp = Tcp::listen(command);
        let tcp = tcp.map_err(|error| PlayerError::Address(command.to_owned(), error.to_string()))?;
        return Ok(Box::new(tcp));
    }
    let command = Command::parse(command).map_err(|error| PlayerError::Command(spec.to_owned(), error))?;
    let words = command.words;
    if words.is_empty() {
        return Err(PlayerError::NoProgram(format!("{scheme}:")));
    }
    if let Some((name, value)) = command.options.first().filter(|_| !matches!(scheme, "ugi" | "uai")) {
        return Err(PlayerError::NoOptions(spec.to_owned(), scheme, format!("{name}={value}")));
    }
    custody.options.extend(command.options);
    Ok(match scheme {
        "ugi" => Box::new(Ugi::new(Dialect::Ugi, words, custody)),
        "uai" => Box::new(Ugi::new(Dialect::Uai, words, custody)),
        "gtp" => Box::new(Gtp::new(words, custody)),
        "nboard" => Box::new(NBoard::new(words, custody)),
        "botzone" => Box::new(Botzone::new(words, custody)),
        _ => Box::new(Contest::new(words, custody)),
    })
}

/// Whether a spec names a player that we did not write: a file, a program, someone on the network.
pub fn is_foreign(spec: &str) -> bool {
    split_scheme(spec).is_some() || spec == "human" || is_file(spec)
}

/// The protocol of a program and its command, as far as a spec has one.
pub fn split_scheme(spec: &str) -> Option<(&'static str, &str)> {
    let (word, command) = spec.split_once(':')?;
    Some((SCHEMES.into_iter().find(|scheme| *scheme == word)?, command))
}

const SCHEMES: [&str; 7] = ["ugi", "uai", "gtp", "nboard", "botzone", "contest", "tcp"];

/// Whether a spec without a protocol names a file, not a strategy.
pub fn is_file(spec: &str) -> bool {
    // A strategy's parameter may be a path: champion:weights=./mine.
    let name = spec.split_once(':').map(|(name, _)| name);
    if name.is_some_and(|name| agon_engine::catalog::strategies().iter().any(|entry| entry.name == name)) {
        return false;
    }
    let path = Path::new(spec);
    let is_named = path.extension().is_some_and(|extension| extension == "so" || extension == "wasm");
    is_named || spec.contains('/')
}
