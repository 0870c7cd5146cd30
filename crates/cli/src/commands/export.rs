//! `agon export` and `agon import`: games out of a database and into one.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Write};
use std::path::PathBuf;

use agon_arena::export::{ExportFormat, export, import};
use agon_arena::store::Store;
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};

use crate::database::{self, Database};
use crate::output::Output;

/// Write the games of a database to stdout or a file
#[derive(Args)]
#[command(after_help = "Examples:
  agon export games.db > games.jsonl
  agon export games.db --name cup --format csv --out cup.csv")]
pub struct Export {
    #[command(flatten)]
    db: Database,
    /// Only this tournament
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// The form: all there is as JSON lines, a line per game as CSV, or GGF and the like
    #[arg(long, short, value_enum, default_value = "jsonl")]
    format: Form,
    /// Where to; stdout if not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// The form of an export.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// One JSON value a line.
    Jsonl,
    /// One line per game.
    Csv,
    /// What players of each game exchange.
    Native,
}

impl Export {
    /// Writes the games.
    pub fn run(&self, output: &Output) -> Result<()> {
        let store = self.db.open()?;
        if let Some(name) = &self.name {
            database::tournament(&store, name)?;
        }
        let format = match self.format {
            Form::Jsonl => ExportFormat::JsonLines,
            Form::Csv => ExportFormat::Csv,
            Form::Native => ExportFormat::Native,
        };
        let n = match &self.out {
            None => export(&store, self.name.as_deref(), format, &mut BufWriter::new(io::stdout().lock()))?,
            Some(path) => {
                let file =
                    File::create(path).with_context(|| format!("cannot write `{}`", path.display()))?;
                let mut file = BufWriter::new(file);
                let n = export(&store, self.name.as_deref(), format, &mut file)?;
                file.flush().with_context(|| format!("cannot write `{}`", path.display()))?;
                n
            }
        };
        output.story(format!("{n} games"));
        Ok(())
    }
}

/// Take games that `agon export` wrote into a database
#[derive(Args)]
#[command(after_help = "Examples:
  agon import games.jsonl --db all.db")]
pub struct Import {
    /// JSON lines of an export; - for stdin
    file: PathBuf,
    /// The database; made if it is missing
    #[arg(long, value_name = "FILE")]
    db: PathBuf,
}

impl Import {
    /// Takes the games, each replayed first.
    pub fn run(&self, output: &Output) -> Result<()> {
        let mut store = Store::open(&self.db)?;
        let imported = if self.file.as_os_str() == "-" {
            import(&mut store, &mut io::stdin().lock())?
        } else {
            let file =
                File::open(&self.file).with_context(|| format!("cannot read `{}`", self.file.display()))?;
            import(&mut store, &mut BufReader::new(file))
                .with_context(|| format!("`{}`", self.file.display()))?
        };
        if output.json {
            return output.value(&imported);
        }
        output.text(&format!(
            "{} tournaments and {} pairs taken, {} pairs were there already\n",
            imported.tournaments, imported.pairs, imported.known_pairs
        ))
    }
}
