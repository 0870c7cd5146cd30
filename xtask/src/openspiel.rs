//! OpenSpiel, a peer of the rules and a rival of the champions, in a virtual environment under the target directory that
//! is made the first time.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::target;

/// The interpreter that has OpenSpiel.
pub(crate) fn python() -> Result<PathBuf> {
    let home = target().join("openspiel");
    let python = home.join("bin/python");
    let has_it = || {
        let run = Command::new(&python).args(["-c", "import pyspiel"]).output();
        run.is_ok_and(|run| run.status.success())
    };
    if !has_it() {
        eprintln!("installing OpenSpiel into {}", home.display());
        let made = Command::new("python3").args(["-m", "venv"]).arg(&home).status();
        let pip = Command::new(&python).args(["-m", "pip", "install", "--quiet", "open_spiel"]).status();
        if made.is_err() || pip.is_err() || !has_it() {
            bail!(
                "OpenSpiel could not be installed: python3 with venv and pip is needed, and PyPI within reach"
            );
        }
    }
    Ok(python)
}
