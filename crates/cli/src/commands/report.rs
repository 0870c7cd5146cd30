//! `agon report`: what a database has to tell of its tournaments, as text, as a page, as pictures.

use std::fs;
use std::path::{Path, PathBuf};

use agon_arena::report::{self, gather, page, plots, summary};
use anyhow::{Context, Result, bail};
use clap::Args;

use crate::database::{self, Database};
use crate::output::Output;

/// Report on the tournaments of a database: text, a page, pictures
///
/// The page needs nothing else: standings with intervals, cross table, who is better than whom, ratings over
/// time, time per move, lengths, endings, moving first, openings. Pictures are written as SVG and PNG.
#[derive(Args)]
#[command(after_help = "Examples:
  agon report games.db
  agon report games.db --name cup --html cup.html
  agon report games.db --plots pictures
  agon report games.db --json")]
pub struct Report {
    #[command(flatten)]
    db: Database,
    /// Only this tournament
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    files: Files,
}

/// Where a report is written besides the terminal.
#[derive(Args, Clone, Debug)]
pub struct Files {
    /// Write a page that needs nothing else
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write every picture into this folder, as SVG and as PNG
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,
}

impl Report {
    /// Gathers and writes it.
    pub fn run(&self, output: &Output) -> Result<()> {
        let store = self.db.open()?;
        if let Some(name) = &self.name {
            database::tournament(&store, name)?;
        }
        let reports = gather(&store, self.name.as_deref())?;
        self.files.write(&reports, output)?;
        if output.json {
            return output.value(&serde_json::json!({ "tournaments": reports }));
        }
        if reports.is_empty() {
            bail!("`{}` holds no tournament", self.db.path().display());
        }
        let texts: Vec<String> = reports.iter().map(summary).collect();
        output.text(&texts.join("\n"))
    }
}

impl Files {
    /// Writes what was asked for.
    pub fn write(&self, reports: &[report::Report], output: &Output) -> Result<()> {
        if let Some(path) = &self.html {
            write(path, page(reports).as_bytes())?;
            output.story(format!("page: {}", path.display()));
        }
        if let Some(folder) = &self.plots {
            fs::create_dir_all(folder).with_context(|| format!("cannot make `{}`", folder.display()))?;
            for report in reports {
                let several =
                    if reports.len() > 1 { format!("{}-", plain(&report.name)) } else { String::new() };
                for plot in plots(report) {
                    let stem = folder.join(format!("{several}{}", plain(&plot.name)));
                    write(&stem.with_extension("svg"), plot.drawing.svg_file().as_bytes())?;
                    write(&stem.with_extension("png"), &plot.drawing.png())?;
                    output.story(format!("plot: {}.svg, .png", stem.display()));
                }
            }
        }
        Ok(())
    }
}

fn write(path: &Path, content: &[u8]) -> Result<()> {
    fs::write(path, content).with_context(|| format!("cannot write `{}`", path.display()))
}

/// A name that is safe as part of a file's name.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() || c == '-' { c } else { '_' }).collect()
}
