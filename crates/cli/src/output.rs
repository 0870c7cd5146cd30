//! Where words go: results to stdout, the story to stderr, colours only where they are wanted.

use std::io::{self, IsTerminal, Write};

use serde::Serialize;

use crate::args::{Shared, When};

/// How to print, decided once.
#[derive(Clone, Debug)]
pub struct Output {
    /// One JSON value instead of text.
    pub json: bool,
    /// No story, only errors.
    pub quiet: bool,
    /// Colours on stdout.
    pub colour: bool,
    /// Columns of the terminal; none when stdout is none.
    pub columns: Option<usize>,
}

impl Output {
    /// What the arguments, the environment and stdout add up to.
    pub fn new(shared: &Shared) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let colour = match shared.color {
            When::Always => true,
            When::Never => false,
            When::Auto => is_terminal && !is_set("NO_COLOR") && !is_dumb(),
        };
        let columns =
            is_terminal.then(|| crossterm::terminal::size().map_or(80, |(columns, _)| columns.into()));
        Self { json: shared.json, quiet: shared.quiet, colour, columns }
    }

    /// Prints a result.
    pub fn text(&self, text: &str) -> anyhow::Result<()> {
        let mut stdout = io::stdout().lock();
        stdout.write_all(text.as_bytes())?;
        stdout.flush()?;
        Ok(())
    }

    /// Prints a result as one line of JSON.
    pub fn value(&self, value: &impl Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_string(value)?;
        line.push('\n');
        self.text(&line)
    }

    /// Tells what is going on, unless nobody wants to know.
    pub fn story(&self, text: impl AsRef<str>) {
        if !self.quiet {
            eprintln!("{}", text.as_ref());
        }
    }

    /// Says what went wrong.
    pub fn complain(&self, error: &anyhow::Error) {
        let mut words = String::new();
        for cause in error.chain().map(ToString::to_string) {
            // Some errors have told their cause already.
            if words.contains(&cause) {
                continue;
            }
            words += if words.is_empty() { "" } else { ": " };
            words += &cause;
        }
        eprintln!("agon: {words}");
    }
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| !value.is_empty())
}

fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}
