//! A control group of its own, version 2, where this user has been given one with memory and pids: the sum over
//! all processes of a player is bounded then, not only each.

use std::fs;
use std::path::PathBuf;

use agon_protocol::host::Launch;

/// Makes a group next to our own, moves this process in; says whether it did. Empty groups of players that have
/// ended are swept on the way.
pub(super) fn join(launch: &Launch) -> bool {
    try_join(launch).is_some()
}

fn try_join(launch: &Launch) -> Option<()> {
    let own = own_group()?;
    let controllers = fs::read_to_string(own.join("cgroup.controllers")).ok()?;
    let has = |name: &str| controllers.split_whitespace().any(|word| word == name);
    if !has("memory") || !has("pids") {
        return None;
    }
    let parent = own.parent()?;
    sweep(parent);
    let group = parent.join(format!("agon-player-{}", std::process::id()));
    fs::create_dir(&group).ok()?;
    let set = |file: &str, value: u64| fs::write(group.join(file), value.to_string());
    set("memory.max", launch.memory).ok()?;
    set("memory.swap.max", 0).ok();
    set("pids.max", launch.processes).ok()?;
    set("cgroup.procs", std::process::id().into()).ok()
}

fn own_group() -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(PathBuf::from("/sys/fs/cgroup").join(path))
}

/// Removing a group that has processes fails, which is what is wanted.
fn sweep(parent: &std::path::Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with("agon-player-") {
            fs::remove_dir(entry.path()).ok();
        }
    }
}
