//! The scripts of the pages, checked by the TypeScript compiler: their types are written in comments, so that what is
//! served is what was written.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The compiler, as npm names it.
const COMPILER: &str = "typescript@5.9.3";
/// Where it is kept.
const FOLDER: &str = "target/npm";

/// Checks every script. Without npm, or without a way to its registry, says so and lets it be.
pub(crate) fn check() -> Result<()> {
    let compiler = Path::new(FOLDER).join("node_modules/typescript/bin/tsc");
    if !compiler.exists() && !install() {
        eprintln!("xtask: the pages' scripts are not checked: `npm install {COMPILER}` does not work here");
        return Ok(());
    }
    let status = Command::new("node")
        .arg(compiler)
        .args(["--project", "crates/server/web/tsconfig.json"])
        .status()
        .context("node could not be started")?;
    if status.success() { Ok(()) } else { bail!("the pages' scripts have faults: see above") }
}

fn install() -> bool {
    let npm = Command::new("npm")
        .args(["install", "--prefix", FOLDER, "--no-save", "--no-audit", "--no-fund", COMPILER])
        .args(["--fetch-retries", "1", "--fetch-timeout", "30000"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    npm.is_ok_and(|status| status.success())
}
