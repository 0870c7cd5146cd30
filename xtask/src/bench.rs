//! Benchmarks by name: each is a bench target of one crate that prints its figures beside its peers'.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::openspiel;

/// Name, package, bench target.
const BENCHES: [(&str, &str, &str); 6] = [
    ("rules", "agon-games", "rules"),
    ("search", "agon-engine", "search"),
    ("arena", "agon-arena", "arena"),
    ("web", "agon-cli", "web"),
    ("queue", "agon-fleet", "queue"),
    ("simulation", "agon-fleet", "simulation"),
];

/// Runs the benchmark of this name with further arguments, or all of them.
pub(crate) fn run(args: &[String]) -> Result<()> {
    let Some((name, rest)) = args.split_first() else {
        return BENCHES.iter().try_for_each(|(_, package, target)| bench(package, target, &[]));
    };
    match BENCHES.iter().find(|(known, ..)| known == name) {
        Some((_, package, target)) => bench(package, target, rest),
        None => {
            let known: Vec<&str> = BENCHES.iter().map(|(known, ..)| *known).collect();
            bail!("no benchmark called `{name}`: known are {}", known.join(", "))
        }
    }
}

fn bench(package: &str, target: &str, rest: &[String]) -> Result<()> {
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    command.args(["bench", "--package", package, "--bench", target, "--all-features", "--"]).args(rest);
    if target == "rules" {
        match openspiel::python() {
            Ok(python) => drop(command.env("AGON_OPENSPIEL", python)),
            Err(error) => eprintln!("xtask: without this peer: {error:#}"),
        }
    }
    let status = command.status().context("cargo could not be started")?;
    if status.success() { Ok(()) } else { bail!("the benchmark {target} failed") }
}
