//! The project's chores: `cargo xtask test | quick | tidy | bench | rivals`. Nothing here is part of the program.

mod bench;
mod filler;
mod openspiel;
mod packages;
mod pages;
mod rivals;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

const USAGE: &str = "\
usage: cargo xtask <command>

  test [FILTER...]   install what the tests need, check tidiness, run every test
  quick [FILTER...]  the inner loop: tidy, and the tests of games, engine, protocol and arena's library
  tidy               formatting, lints, what each crate promises, the direction of the arrows
  fuzz [RUNS]        every parser against RUNS mutated inputs each (a million without a number)
  bench [NAME]       speeds beside their peers: rules, search, arena, web, queue, simulation (all without a name)
  rivals [NAME] [N]  our champions against other people's programs, N games each (200 without a number); --resume goes on
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
        "fuzz" => fuzz(&rest),
        "rivals" => rivals::run(&rest),
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
    pages::check()?;
    filler::check()?;
    // All at once, so that no processor waits; the programs too, for tests that start them by path.
    cargo(&["build", "--release", "--workspace", "--lib", "--bins", "--tests"])?;
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

/// The fuzz tests, for as long as one likes and with a new seed each time.
fn fuzz(args: &[String]) -> Result<()> {
    let runs = args.first().map_or("1000000", String::as_str);
    runs.parse::<u64>().with_context(|| format!("`{runs}` is not a number of runs"))?;
    let seed = std::time::UNIX_EPOCH.elapsed().map_or(1, |since| since.as_secs());
    eprintln!("xtask: {runs} runs per parser, AGON_FUZZ_SEED={seed}");
    let status = Command::new("cargo")
        .args([
            "test",
            "--release",
            "--package",
            "agon-games",
            "--package",
            "agon-arena",
            "--test",
            "it",
            "fuzz",
        ])
        .env("AGON_FUZZ_RUNS", runs)
        .env("AGON_FUZZ_SEED", seed.to_string())
        .status()
        .context("cargo could not be started")?;
    if status.success() { Ok(()) } else { bail!("a parser failed: see above") }
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

/// The folder of the project.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.parent().unwrap_or(own).to_owned()
}

/// Where cargo puts what it builds.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}
