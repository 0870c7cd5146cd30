//! OpenSpiel as a peer: random games of its own bots, played inside its C++ library, in a virtual
//! environment that is made under the target directory the first time.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::Work;

const SCRIPT: &str = include_str!("openspiel.py");

/// Random games of this game of OpenSpiel's from its start.
pub(crate) fn random_games(game: &'static str) -> Work {
    Work::elsewhere(format!("OpenSpiel {game}"), move || {
        let python = python().as_ref().map_err(Clone::clone)?;
        let run = Command::new(python).args(["-c", SCRIPT, game]).output().map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&run.stdout);
        said.trim().parse().map_err(|_| format!("it said `{}`", said.trim()))
    })
}

/// The interpreter that has OpenSpiel.
fn python() -> &'static Result<PathBuf, String> {
    static PYTHON: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    PYTHON.get_or_init(install)
}

fn install() -> Result<PathBuf, String> {
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/openspiel");
    let python = home.join("bin/python");
    let has_it = |python: &Path| {
        let run = Command::new(python).args(["-c", "import pyspiel"]).output();
        run.is_ok_and(|run| run.status.success())
    };
    if has_it(&python) {
        return Ok(python);
    }
    eprintln!("installing OpenSpiel into {}", home.display());
    let make = Command::new("python3").args(["-m", "venv"]).arg(&home).output();
    if !make.is_ok_and(|run| run.status.success()) {
        return Err("python3 could not make a virtual environment".to_owned());
    }
    let pip = Command::new(&python).args(["-m", "pip", "install", "--quiet", "open_spiel"]).output();
    match pip {
        Ok(_) if has_it(&python) => Ok(python),
        Ok(run) => {
            let story = String::from_utf8_lossy(&run.stderr);
            Err(format!("pip could not install open_spiel: {}", story.lines().last().unwrap_or("")))
        }
        Err(error) => Err(format!("pip could not be started: {error}")),
    }
}
