//! The arguments of `agon`: what every command shares, and the list of commands. Each command's own
//! arguments live beside its code, in [`crate::commands`].

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::{graph, perft, serve, show};
use crate::output::Output;

/// The whole help: one screen of 80x24.
const HELP: &str = "\
agon: the arena for two-player board games on graphs

Usage: agon COMMAND [ARGS]        agon help COMMAND explains it, with examples

  Look       show  perft  graph
  Arena      serve (also `agon` alone)

Games      amazons blobwar ataxx flood reversi, as NAME/WIDTH?key=value&...
           amazons/12?shape=eight  flood/15?shape=torus&seed=3  reversi/6
Options    --json      one JSON value on stdout
           --quiet     nothing on stderr but errors
           --color     auto, always or never (NO_COLOR is respected)
           --help      of any command; --version
";

/// The command line.
#[derive(Parser)]
#[command(name = "agon", version, override_help = HELP, subcommand_required = false)]
pub struct Cli {
    #[command(flatten)]
    pub shared: Shared,
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What every command takes.
#[derive(Args, Clone, Debug)]
pub struct Shared {
    /// Print one JSON value on stdout
    #[arg(long, global = true, help_heading = "Output")]
    pub json: bool,
    /// Print nothing on stderr but errors
    #[arg(long, short, global = true, help_heading = "Output")]
    pub quiet: bool,
    /// When to use colours; NO_COLOR is respected
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    pub color: When,
}

/// When to use colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The commands.
#[derive(Subcommand)]
pub enum Command {
    Show(show::Show),
    Perft(perft::Perft),
    Graph(graph::Graph),
    Serve(serve::Serve),
}

impl Command {
    /// Does what was asked.
    pub fn run(&self, output: &Output) -> anyhow::Result<()> {
        match self {
            Self::Show(command) => command.run(output),
            Self::Perft(command) => command.run(output),
            Self::Graph(command) => command.run(output),
            Self::Serve(command) => command.run(output),
        }
    }
}
