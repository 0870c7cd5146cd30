//! OpenSpiel as a peer: random games of its own bots, played inside its C++ library. `cargo xtask bench rules` installs it
//! and says which interpreter has it.

use std::process::Command;

use crate::Work;

const SCRIPT: &str = include_str!("openspiel.py");

/// Random games of this game of OpenSpiel's from its start.
pub(crate) fn random_games(game: &'static str) -> Work {
    Work::elsewhere(format!("OpenSpiel {game}"), move || {
        let python = std::env::var_os("AGON_OPENSPIEL");
        let python = python.ok_or("not installed: `cargo xtask bench rules` does that")?;
        let run = Command::new(python).args(["-c", SCRIPT, game]).output().map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&run.stdout);
        said.trim().parse().map_err(|_| format!("it said `{}`", said.trim()))
    })
}
