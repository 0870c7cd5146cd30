//! From arguments to a table: the game spec, and a position given as text or as a file.

use std::fs::File;
use std::io::{self, Read};

use agon_games::catalog::{Position, ReadBoard, Table};
use agon_games::reversi;
use agon_games::side::Side;
use anyhow::{Context, Result, bail};
use clap::Args;

/// More than any board or position file needs.
const MAX_FILE: u64 = 64 * 1024;

/// A game and, if wanted, a position to begin with.
#[derive(Args, Clone, Debug)]
pub struct Setting {
    /// The game and board, such as amazons, amazons/12?shape=eight, flood/8x7?seed=3
    pub game: String,
    /// Begin with this position, one line as `agon show` prints it; @FILE reads it from a file, @- from stdin
    #[arg(long, short, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// Then play these moves
    #[arg(long, short, value_name = "MOVE", num_args = 1.., value_delimiter = ' ')]
    pub moves: Vec<String>,
}

impl Setting {
    /// The table, with its start at the position.
    pub fn table(&self) -> Result<Table> {
        table(&self.game, self.position.as_deref())
    }

    /// The table, and the position after the moves.
    pub fn open(&self) -> Result<(Table, Position)> {
        let table = self.table()?;
        let mut position = table.start();
        for (at, text) in self.moves.iter().enumerate() {
            position.play_text(text).with_context(|| format!("move {}", at + 1))?;
        }
        Ok((table, position))
    }
}

/// The table of a spec, from its standard start or from a position.
pub fn table(spec: &str, position: Option<&str>) -> Result<Table> {
    let position = position.map(self::position).transpose()?;
    Ok(Table::open_with(spec, position.as_deref(), &BoardFiles)?)
}

/// A position's text; after `@`, of the file that it is in: one line, or Reversi's own rows.
pub fn position(text: &str) -> Result<String> {
    let Some(path) = text.strip_prefix('@') else {
        if std::path::Path::new(text).is_file() {
            bail!("`{text}` is a file, no position: write --position @{text}");
        }
        return Ok(text.to_owned());
    };
    let content = read(path).map_err(anyhow::Error::msg)?;
    let line = one_line(&content);
    if line == "X" || line == "O" {
        let setup = reversi::file::read(&content).with_context(|| format!("`{path}`"))?;
        return Ok(reversi_line(&setup));
    }
    if line.is_empty() {
        bail!("`{path}` holds no position: it is one line as `agon show` prints it");
    }
    Ok(line)
}

/// The content of Reversi's position file as a position of one line.
pub fn reversi_line(setup: &reversi::Setup) -> String {
    let cell = |cell: usize| match setup.discs.iter().position(|discs| discs.contains(&cell)) {
        Some(0) => 'X',
        Some(_) => 'O',
        None => '_',
    };
    let cols = setup.board.cols();
    let rows: Vec<String> =
        (0..setup.board.rows()).map(|row| (0..cols).map(|col| cell(row * cols + col)).collect()).collect();
    format!("{} {}", rows.join("/"), if setup.side == Side::First { 'X' } else { 'O' })
}

/// Board files from the disk.
pub struct BoardFiles;

impl ReadBoard for BoardFiles {
    fn read(&self, path: &str) -> std::result::Result<String, String> {
        read(path)
    }
}

/// A position file's line: the first that is neither empty nor a comment. Only a `#` at the beginning of a line
/// or after a blank starts one, as holes are written `#` too.
fn one_line(text: &str) -> String {
    let mut lines = text.lines().map(|line| match line.trim() {
        comment if comment.starts_with('#') && !comment.contains('/') => "",
        line => line.split(" #").next().unwrap_or("").trim(),
    });
    lines.find(|line| !line.is_empty()).unwrap_or("").to_owned()
}

/// The text of a small file, or of stdin for `-`.
pub fn read(path: &str) -> std::result::Result<String, String> {
    let mut text = Vec::new();
    let taken = if path == "-" {
        io::stdin().take(MAX_FILE + 1).read_to_end(&mut text)
    } else {
        File::open(path).and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut text))
    };
    match taken {
        Err(error) => Err(format!("cannot read `{path}`: {error}")),
        Ok(n) if n as u64 > MAX_FILE => Err(format!("`{path}` is longer than {MAX_FILE} bytes")),
        Ok(_) => String::from_utf8(text).map_err(|_| format!("`{path}` is not text in UTF-8")),
    }
}
