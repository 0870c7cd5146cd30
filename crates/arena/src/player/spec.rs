//! Players by what is typed: `./mine.so`, `ugi:./engine --flag`, `tcp:`, `human`, or a strategy's name.

use std::ffi::OsString;
use std::path::Path;

use agon_protocol::ugi::Dialect;
use thiserror::Error;

use super::Player;
use super::botzone::Botzone;
use super::built_in::BuiltIn;
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
    /// A quote that does not end.
    #[error("`{0}` has a quote without an end")]
    Quote(String),
    /// A person without a terminal.
    #[error("a human plays at a terminal, and there is none here")]
    NoTerminal,
    /// An address that is none.
    #[error("cannot listen on `{0}` ({1}): write tcp:127.0.0.1:12345")]
    Address(String, String),
}

/// The player that a spec names. People need a console; the others ignore it.
pub fn open(
    spec: &str,
    custody: &Custody,
    console: Option<Box<dyn Console>>,
) -> Result<Box<dyn Player>, PlayerError> {
    let custody = custody.clone();
    let Some((scheme, command)) = spec.split_once(':').filter(|(scheme, _)| SCHEMES.contains(scheme)) else {
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
    let words = split(command).ok_or_else(|| PlayerError::Quote(spec.to_owned()))?;
    if words.is_empty() {
        return Err(PlayerError::NoProgram(format!("{scheme}:")));
    }
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
    let scheme = spec.split_once(':').is_some_and(|(scheme, _)| SCHEMES.contains(&scheme));
    scheme || spec == "human" || is_file(spec)
}

const SCHEMES: [&str; 7] = ["ugi", "uai", "gtp", "nboard", "botzone", "contest", "tcp"];

fn is_file(spec: &str) -> bool {
    // A strategy's parameter may be a path: champion:weights=./mine.
    let name = spec.split_once(':').map(|(name, _)| name);
    if name.is_some_and(|name| agon_engine::catalog::strategies().iter().any(|entry| entry.name == name)) {
        return false;
    }
    let path = Path::new(spec);
    let is_named = path.extension().is_some_and(|extension| extension == "so" || extension == "wasm");
    is_named || spec.contains('/')
}

/// Words as a shell would split them, with single and double quotes.
fn split(command: &str) -> Option<Vec<OsString>> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut is_open = false;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                is_open = true;
            }
            None if c.is_whitespace() => {
                if is_open {
                    words.push(OsString::from(std::mem::take(&mut word)));
                    is_open = false;
                }
            }
            None => {
                word.push(c);
                is_open = true;
            }
        }
    }
    if is_open {
        words.push(word.into());
    }
    quote.is_none().then_some(words)
}
