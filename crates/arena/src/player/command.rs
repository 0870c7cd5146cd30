//! The command of a player that is a program: its words, split as a shell would, and behind them the options for an
//! engine that has some: `./engine --flag,Hash=64,Skill Level=3`. Quotes keep blanks and commas.

use std::ffi::{OsStr, OsString};

use thiserror::Error;

/// A program, its arguments, and what it is told once it runs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Command {
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// Name and value of each option.
    pub options: Vec<(String, String)>,
}

/// A text that is no command.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CommandError {
    /// A quote that does not end.
    #[error("a quote without an end")]
    Quote,
    /// A piece behind the command that is no option.
    #[error("`{0}` is no option: write NAME=VALUE, and quote commas that belong to the command")]
    Option(String),
}

impl Command {
    /// Reads a command and its options, which [`parts`] tells apart.
    pub fn parse(text: &str) -> Result<Command, CommandError> {
        let (command, options) = parts(text)?;
        Ok(Command {
            words: split(command),
            options: options.map(parse_options).transpose()?.unwrap_or_default(),
        })
    }
}

/// A command as it was written, and apart from it what stands behind its first comma outside quotes that a `NAME=`
/// follows.
pub fn parts(text: &str) -> Result<(&str, Option<&str>), CommandError> {
    let cut = bare(text)?.find(|&(at, c)| c == ',' && begins_option(&text[at + 1..])).map(|(at, _)| at);
    Ok(cut.map_or((text, None), |at| (&text[..at], Some(&text[at + 1..]))))
}

/// An option as it is written behind a command.
pub fn option_text(name: &str, value: &str) -> String {
    let is_plain = !value.contains([',', '"', '\'']) && value.trim() == value;
    let mark = if value.contains('"') { '\'' } else { '"' };
    if is_plain { format!(",{name}={value}") } else { format!(",{name}={mark}{value}{mark}") }
}

/// A word as it is written in a command.
pub fn word_text(word: &OsStr) -> String {
    let text = word.to_string_lossy();
    let is_plain =
        !text.is_empty() && !text.contains([',', '"', '\'']) && !text.contains(char::is_whitespace);
    let mark = if text.contains('\'') { '"' } else { '\'' };
    if is_plain { text.into_owned() } else { format!("{mark}{text}{mark}") }
}

/// Where each character outside quotes stands.
fn bare(text: &str) -> Result<impl Iterator<Item = (usize, char)>, CommandError> {
    let mut quote = None;
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => {}
            None if c == '"' || c == '\'' => quote = Some(c),
            None => found.push((at, c)),
        }
    }
    if quote.is_some() { Err(CommandError::Quote) } else { Ok(found.into_iter()) }
}

fn begins_option(text: &str) -> bool {
    let Some((name, _)) = text.split_once('=') else { return false };
    let is_letter = |c: char| c.is_alphanumeric() || " _-.()".contains(c);
    name.trim().starts_with(char::is_alphabetic) && name.chars().all(is_letter)
}

fn parse_options(text: &str) -> Result<Vec<(String, String)>, CommandError> {
    let commas: Vec<usize> = bare(text)?.filter(|&(_, c)| c == ',').map(|(at, _)| at).collect();
    let starts = std::iter::once(0).chain(commas.iter().map(|at| at + 1));
    let ends = commas.iter().copied().chain([text.len()]);
    let piece = |(start, end): (usize, usize)| {
        let piece = &text[start..end];
        let (name, value) = piece.split_once('=').ok_or_else(|| CommandError::Option(piece.to_owned()))?;
        Ok((name.trim().to_owned(), unquote(value.trim()).to_owned()))
    };
    starts.zip(ends).map(piece).collect()
}

fn unquote(text: &str) -> &str {
    let inner = |mark: char| text.strip_prefix(mark)?.strip_suffix(mark);
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

/// Words as a shell would split them, with single and double quotes; the quotes are known to end.
fn split(command: &str) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take().map(OsString::from)),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word.map(OsString::from));
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, words: &[&str], options: &[(&str, &str)]) {
        let command = Command::parse(text).unwrap();
        assert_eq!(command.words, words, "{text}");
        let found: Vec<(&str, &str)> =
            command.options.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        assert_eq!(found, options, "{text}");
    }

    #[test]
    fn words_and_options() {
        check("./engine", &["./engine"], &[]);
        check("./engine --flag", &["./engine", "--flag"], &[]);
        check("./engine --flag,Hash=64", &["./engine", "--flag"], &[("Hash", "64")]);
        check(
            "\"./my engine\" -x,Skill Level=3,Hash=1",
            &["./my engine", "-x"],
            &[("Skill Level", "3"), ("Hash", "1")],
        );
        check("./engine,File=\"a, b=c\",Own=", &["./engine"], &[("File", "a, b=c"), ("Own", "")]);
        check("./engine a,b", &["./engine", "a,b"], &[]);
        check("./engine '--list=a,b=c'", &["./engine", "--list=a,b=c"], &[]);
        check("./engine ''", &["./engine", ""], &[]);
        assert_eq!(Command::parse("./engine 'x"), Err(CommandError::Quote));
        assert_eq!(Command::parse("./engine,Hash=1,oops"), Err(CommandError::Option("oops".into())));
        for value in ["64", "a b", "a, b", "say \"x\"", ""] {
            let text = format!("./engine{}", option_text("Name", value));
            check(&text, &["./engine"], &[("Name", value)]);
        }
    }
}
