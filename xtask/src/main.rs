//! The project's chores: `cargo xtask test | quick | tidy | bench`. Nothing here is part of the program.

mod bench;
mod packages;
mod tidy;

use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

const USAGE: &str = "\
usage: cargo xtask <command>

  test [FILTER...]   install what the tests need, check tidiness, run every test
  quick [FILTER...]  the inner loop: tidy, and the tests of games, engine, protocol and arena's library
  tidy               formatting, lints, what each crate promises, the direction of the arrows
  bench [NAME]       speeds beside their peers: rules, search, arena (all without a name)
  packages           what the tests need from the system, and whether it is there";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let done = match command.as_str() {
        "test" => test(&rest),
        "quick" => quick(&rest),
        "tidy" => tidy::check(tidy::Lints::Clippy),
        "bench" => bench::run(&rest),
        "packages" => packages::list(),
        "help" | "--help" | "-h" => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Everything: packages, tidiness, every test.
fn test(filter: &[String]) -> Result<()> {
    packages::install()?;
    tidy::check(tidy::Lints::Clippy)?;
    // The program itself, for tests that start it by path.
    cargo(&["build", "--release", "--workspace"])?;
    let mut args = vec!["test", "--release", "--workspace", "--no-fail-fast", "--"];
    args.extend(filter.iter().map(String::as_str));
    cargo(&args)
}

/// What can be run after every change.
fn quick(filter: &[String]) -> Result<()> {
    tidy::check(tidy::Lints::None)?;
    let mut args = vec!["test", "--release"];
    for package in ["agon-games", "agon-engine", "agon-protocol"] {
        args.extend(["--package", package]);
    }
    args.extend(["--lib", "--test", "it", "--"]);
    args.extend(filter.iter().map(String::as_str));
    cargo(&args)
}

/// Runs cargo, its output shown; an error when it fails.
fn cargo(args: &[&str]) -> Result<()> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let status = Command::new(cargo).args(args).status().context("cargo could not be started")?;
    if !status.success() {
        bail!("cargo {} failed", args.join(" "));
    }
    Ok(())
}
