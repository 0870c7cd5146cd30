//! `agon completions` and `agon man`: made from the same definitions that read the arguments.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::output::Output;

/// Print completions for your shell
#[derive(Args)]
#[command(after_help = "Examples:
  agon completions bash > ~/.local/share/bash-completion/completions/agon
  agon completions zsh > ~/.zfunc/_agon
  agon completions fish > ~/.config/fish/completions/agon.fish")]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub fn run(&self, output: &Output) -> Result<()> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "agon", &mut script);
        output.text(&String::from_utf8(script)?)
    }
}

/// Write the man pages into a directory
#[derive(Args)]
#[command(after_help = "Examples:
  agon man ~/.local/share/man/man1
  man agon-match")]
pub struct Man {
    /// Where to; made if it is missing
    dir: PathBuf,
}

impl Man {
    /// Writes `agon.1` and one page per command.
    pub fn run(&self, output: &Output) -> Result<()> {
        std::fs::create_dir_all(&self.dir)
            .and_then(|()| clap_mangen::generate_to(Cli::command(), &self.dir))
            .with_context(|| format!("cannot write man pages to `{}`", self.dir.display()))?;
        output.story(format!("man pages are in {}", self.dir.display()));
        Ok(())
    }
}
