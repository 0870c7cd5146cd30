//! `agon`: the program. Arguments in, results on stdout, the story on stderr; 0 done, 1 refused or failed,
//! 2 not understood.

#![allow(unreachable_pub, reason = "a program has no outside")]

mod args;
mod broker;
mod commands;
mod database;
mod interrupt;
mod limit;
mod open;
mod output;
mod progress;
mod records;
mod reversi;
mod screen;
mod seats;
mod tourney;
mod typed;
mod verdict;
mod view;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;
use crate::output::Output;

#[global_allocator]
static ALLOCATOR: agon_host::LargePages = agon_host::LargePages;

fn main() -> ExitCode {
    if let Some(code) = another_program() {
        return code;
    }
    // Whoever keeps clocks is woken at once, however busy the machine is.
    agon_host::be_prompt();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(usage) => return explain(&usage),
    };
    let output = Output::new(&cli.shared);
    match cli.run(&output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output.complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// Prints the help that was asked for, or what was not understood with an example of how it goes.
fn explain(usage: &clap::Error) -> ExitCode {
    // Nobody is left to tell when even this cannot be printed.
    let _ = usage.print();
    if !usage.use_stderr() {
        return ExitCode::SUCCESS;
    }
    let command = std::env::args().find_map(|word| args::example(&word));
    if let Some(example) = command {
        eprintln!("For example: {example}");
    }
    ExitCode::from(2)
}

/// Programs with arguments of their own: `agon reversi`, also under the name `reversi`; and `agon host`, which
/// the arena starts to hold foreign players.
fn another_program() -> Option<ExitCode> {
    let mut args = std::env::args_os();
    let name = args.next().map(PathBuf::from).unwrap_or_default();
    if name.file_stem().is_some_and(|stem| stem == "reversi") {
        return Some(reversi::main(args));
    }
    match args.next()?.to_str()? {
        "reversi" => Some(reversi::main(args)),
        "host" => Some(ExitCode::from(agon_host::main(args) as u8)),
        _ => None,
    }
}

/// Whoever read our output had enough: `agon show amazons | head -1` is no failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
