//! The arguments of `agon`: what every command shares, and the list of commands. Each command's own
//! arguments live beside its code, in [`crate::commands`].

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::commands::{
    analyse, annotate, backup, bench, bestmove, check, completions, export, graph, match_, new, perft, play,
    players, replay, report, serve, show, solve, submit, sweep, tour, tournament, train, tune, ugi, verify,
    worker,
};
use crate::output::Output;

/// The whole help: one screen of 80x24.
const HELP: &str = "\
agon: the arena for two-player board games on graphs

Usage: agon                  the arena in a browser, as agon serve
       agon COMMAND [ARGS]   agon help COMMAND explains it, with examples

  Look       show  graph  perft  players
  Think      bestmove  analyse  annotate  solve  train  tune  bench
  Measure    match  tournament  ladder  sweep  report  verify  export  import
  Play       play  replay  reversi
  Your own   new  check  ugi  uai
  Arena      serve  submit  backup  worker
  Shell      completions  man  tour

Games      amazons blobwar ataxx flood reversi, as NAME/WIDTH?key=value&...
           amazons/12?shape=eight  flood/15?shape=torus&seed=3  reversi/6
Options    --json      one JSON value on stdout
           --quiet     nothing on stderr but errors
           --color     auto, always or never (NO_COLOR is respected)
           --help      of any command; --version
";

/// The command line.
#[derive(Parser)]
#[command(name = "agon", version, override_help = HELP)]
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
    Graph(graph::Graph),
    Perft(perft::Perft),
    Players(players::Players),
    Bestmove(bestmove::BestMove),
    Analyse(analyse::Analyse),
    Annotate(annotate::Annotate),
    Bench(bench::Bench),
    Match(match_::Match),
    Tournament(tournament::Tournament),
    Ladder(tournament::Ladder),
    Sweep(sweep::Sweep),
    Tune(tune::Tune),
    Report(report::Report),
    Verify(verify::Verify),
    Export(export::Export),
    Import(export::Import),
    Solve(solve::Solve),
    Train(train::Train),
    New(new::New),
    Check(check::Check),
    Play(play::Play),
    Replay(replay::Replay),
    Serve(serve::Serve),
    Submit(submit::Submit),
    Backup(backup::Backup),
    Worker(worker::Worker),
    Ugi(ugi::Ugi),
    Uai(ugi::Uai),
    Reversi(Reversi),
    Completions(completions::Completions),
    Man(completions::Man),
    Tour(tour::Tour),
}

/// Play Reversi as the program of that name does
///
/// Its own options are explained by `agon reversi --help`; this entry is for lists and completions, as its
/// arguments are read before all others.
#[derive(Args)]
#[command(after_help = "Examples:
  agon reversi -w7
  agon reversi -s3 -b1 -w3 -v
  agon reversi -c position.txt")]
pub struct Reversi {}

/// The first example in the help of a command.
pub fn example(command: &str) -> Option<String> {
    let cli = Cli::command();
    let help = cli.find_subcommand(command)?.get_after_help()?.to_string();
    let line = help.lines().find_map(|line| line.strip_prefix("  "))?;
    Some(line.to_owned())
}

impl Cli {
    /// Does what was asked.
    pub fn run(&self, output: &Output) -> anyhow::Result<()> {
        match &self.command {
            Some(command) => command.run(output),
            None => serve::Serve::default().run(output),
        }
    }
}

impl Command {
    fn run(&self, output: &Output) -> anyhow::Result<()> {
        match self {
            Self::Show(command) => command.run(output),
            Self::Graph(command) => command.run(output),
            Self::Perft(command) => command.run(output),
            Self::Players(command) => command.run(output),
            Self::Bestmove(command) => command.run(output),
            Self::Analyse(command) => command.run(output),
            Self::Annotate(command) => command.run(output),
            Self::Bench(command) => command.run(output),
            Self::Match(command) => command.run(output),
            Self::Tournament(command) => command.run(output),
            Self::Ladder(command) => command.run(output),
            Self::Sweep(command) => command.run(output),
            Self::Tune(command) => command.run(output),
            Self::Report(command) => command.run(output),
            Self::Verify(command) => command.run(output),
            Self::Export(command) => command.run(output),
            Self::Import(command) => command.run(output),
            Self::Solve(command) => command.run(output),
            Self::Serve(command) => command.run(output),
            Self::Submit(command) => command.run(output),
            Self::Backup(command) => command.run(output),
            Self::Worker(command) => command.run(output),
            Self::Tour(command) => command.run(output),
            Self::Train(command) => command.run(output),
            Self::New(command) => command.run(output),
            Self::Check(command) => command.run(output),
            Self::Play(command) => command.run(output),
            Self::Replay(command) => command.run(output),
            Self::Ugi(command) => command.run(),
            Self::Uai(command) => command.run(),
            Self::Reversi(Reversi {}) => anyhow::bail!("reversi comes first: agon reversi [OPTIONS]"),
            Self::Completions(command) => command.run(output),
            Self::Man(command) => command.run(output),
        }
    }
}
