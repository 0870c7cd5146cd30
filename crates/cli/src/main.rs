//! `agon`: the program. Arguments in, results on stdout, the story on stderr; 0 done, 1 refused or failed,
//! 2 not understood.

#![allow(unreachable_pub, reason = "a program has no outside")]

mod args;
mod commands;
mod open;
mod output;
mod seats;
mod view;

use std::io;
use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::commands::serve::Serve;
use crate::output::Output;

fn main() -> ExitCode {
    // The arena starts this same program to hold foreign players; its arguments are not for people.
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|first| first == "host") {
        return ExitCode::from(agon_host::main(args) as u8);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(usage) => usage.exit(),
    };
    let output = Output::new(&cli.shared);
    let command = cli.command.unwrap_or_else(|| Command::Serve(Serve::default()));
    match command.run(&output) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output.complain(&error);
            ExitCode::FAILURE
        }
    }
}

/// Whoever read our output had enough: `agon show amazons | head -1` is no failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
