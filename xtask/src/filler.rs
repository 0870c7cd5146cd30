//! The robots of Debian's package `filler` against the champion of Flood, on filler's own board. The package is fetched
//! once and only unpacked; `rivals/filler` has the bridge to its Java classes and the program that plays the games.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{cargo, root, target};

/// All of them, the best first, by the ratings that come with filler. With each, what the champion may spend on a move where
/// nothing else is said: no more processor time than the robot takes. Only the last two are faster than one ply ahead.
pub(crate) const ROBOTS: [(&str, &str); 20] = [
    ("sachin", "nodes=150"),
    ("basil", ONE_PLY),
    ("dieter", "nodes=150"),
    ("omar", "nodes=40"),
    ("wanda", ONE_PLY),
    ("jefferson", ONE_PLY),
    ("claudius", ONE_PLY),
    ("luigi", ONE_PLY),
    ("aleksandr", ONE_PLY),
    ("cochise", ONE_PLY),
    ("margaret", ONE_PLY),
    ("rosita", ONE_PLY),
    ("isadora", ONE_PLY),
    ("mainoumi", ONE_PLY),
    ("che", ONE_PLY),
    ("eldine", ONE_PLY),
    ("manuelito", ONE_PLY),
    ("makhaya", ONE_PLY),
    ("shirley", ONE_PLY),
    ("hugo", ONE_PLY),
];

/// Most robots take a fraction of a millisecond, and so does a look one ply ahead.
const ONE_PLY: &str = "depth=1";

/// Where the package puts its classes.
const JAR: &str = "usr/share/java/filler.jar";

/// Whether the champion still compiles for filler's board: its sources are read where they are, but no crate tells.
pub(crate) fn check() -> Result<()> {
    cargo_there("check")
}

/// Plays so many games against each of these robots, the champion with the budget named beside it.
pub(crate) fn play(robots: &[(&str, &str)], games: &str) -> Result<()> {
    let jar = jar()?;
    let (home, built) = (root().join("rivals/filler"), built());
    cargo_there("build")?;
    println!("\nfiller: {games} games each, every board twice with seats swapped");
    for (robot, budget) in robots {
        let class = robot[..1].to_uppercase() + &robot[1..];
        let status = Command::new(built.join("release/agon-filler"))
            .args([&jar, &home.join("Bridge.java")])
            .args([class.as_str(), games, *budget])
            .status()
            .context("the program of rivals/filler could not be started")?;
        if !status.success() {
            bail!("the match against {class} failed");
        }
    }
    Ok(())
}

fn cargo_there(command: &str) -> Result<()> {
    let manifest = root().join("rivals/filler/Cargo.toml");
    let (manifest, built) = (manifest.to_string_lossy(), built());
    cargo(&[command, "--release", "--manifest-path", &manifest, "--target-dir", &built.to_string_lossy()])
}

/// Where its program is built.
fn built() -> PathBuf {
    target().join("rivals/filler")
}

/// Filler's classes: those of the system, else of the package, which is fetched but not installed.
fn jar() -> Result<PathBuf> {
    let installed = Path::new("/").join(JAR);
    let folder = target().join("rivals/filler-package");
    let fetched = folder.join(JAR);
    if installed.exists() {
        return Ok(installed);
    }
    if fetched.exists() {
        return Ok(fetched);
    }
    eprintln!("fetching filler into {}", folder.display());
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let script = "apt-get -qq download filler && dpkg-deb -x filler_*.deb .";
    let done = Command::new("sh").args(["-c", script]).current_dir(&folder).status();
    if !done.is_ok_and(|status| status.success()) || !fetched.exists() {
        bail!(
            "filler could not be fetched: on Debian, `apt-get update` first; elsewhere put its jar at {}",
            fetched.display()
        );
    }
    Ok(fetched)
}
