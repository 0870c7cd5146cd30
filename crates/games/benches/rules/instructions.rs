//! Instruction counts by callgrind, which repeat to the last digits on a noisy machine. The bench starts
//! itself under valgrind with one work to do once; only the work is counted, not setting it up.

use std::process::Command;

use crate::Case;

/// The option that makes this program do one work once.
pub(crate) const ONCE: &str = "--once";

/// Does the work of this name once and prints how many units that was.
pub(crate) fn run_once(cases: Vec<Case>, name: &str) {
    for mut case in cases {
        if case.ours.name == name {
            println!("{}", counted_part(&mut case));
        }
    }
}

#[inline(never)]
fn counted_part(case: &mut Case) -> u64 {
    case.ours.once()
}

/// How many instructions the work takes and how many units it did, or why that is not known.
pub(crate) fn count(name: &str) -> Result<(u64, u64), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let run = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=*counted_part*"])
        .arg(program)
        .args([ONCE, name])
        .output()
        .map_err(|_| "valgrind is not installed".to_owned())?;
    let story = String::from_utf8_lossy(&run.stderr);
    let collected = story.lines().find_map(|line| line.split_once("Collected :"));
    let units = String::from_utf8_lossy(&run.stdout).trim().parse().ok();
    collected
        .and_then(|(_, total)| total.trim().parse().ok())
        .zip(units)
        .ok_or_else(|| format!("valgrind said {}", story.lines().last().unwrap_or("nothing")))
}
