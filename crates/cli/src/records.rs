//! Records of games in files: one JSON value, or one per line.

use agon_games::catalog::Table;
use agon_games::record::Record;
use anyhow::{Context, Result, bail};

/// Reads a record and checks that its moves can be played.
pub fn read(file: &str, number: usize) -> Result<(Table, Record)> {
    let text = if file == "-" {
        std::io::read_to_string(std::io::stdin()).context("stdin")?
    } else {
        std::fs::read_to_string(file).with_context(|| format!("cannot read `{file}`"))?
    };
    let record: Record = match serde_json::from_str(&text) {
        Ok(record) => record,
        Err(whole) => {
            let mut lines = text.lines().filter(|line| !line.trim().is_empty());
            let first_is_record =
                text.lines().next().is_some_and(|line| serde_json::from_str::<Record>(line).is_ok());
            if !first_is_record {
                bail!("`{file}` is no record of a game: {whole}");
            }
            let line = lines.nth(number.max(1) - 1);
            let line = line.with_context(|| format!("`{file}` has no game {number}"))?;
            serde_json::from_str(line).with_context(|| format!("`{file}`, game {number}"))?
        }
    };
    let table = Table::open(&record.game, Some(&record.start)).with_context(|| format!("`{file}`"))?;
    let mut position = table.start();
    for (at, mv) in record.moves.iter().enumerate() {
        position.play_text(&mv.text).with_context(|| format!("`{file}`, move {}", at + 1))?;
    }
    Ok((table, record))
}
