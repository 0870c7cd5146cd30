//! A control group of its own, version 2, where this user has been given memory and pids to hand on: the sum over
//! all processes of a player is bounded then, not only each.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use agon_protocol::host::Launch;

const ROOT: &str = "/sys/fs/cgroup";

/// Where groups of players can be made, if anywhere.
static PARENT: OnceLock<Option<PathBuf>> = OnceLock::new();

/// Looks where groups of players can be made, once: forks of a nursery need not look again.
pub(super) fn prepare() -> Option<&'static Path> {
    let find = || {
        let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        find_parent(Path::new(ROOT), &groups)
    };
    PARENT.get_or_init(find).as_deref()
}

/// Makes a group next to our own and moves this process in; says whether it did. Empty groups of players that have
/// ended are swept on the way.
pub(super) fn join(launch: &Launch) -> bool {
    prepare().is_some_and(|parent| make(parent, std::process::id(), launch).is_some())
}

/// The folder where groups can be made that bound memory and processes, from this process's lines in the tree.
fn find_parent(root: &Path, groups: &str) -> Option<PathBuf> {
    let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    // Groups with processes have no children with controllers, the root excepted.
    let parent = if own.is_empty() { root.to_owned() } else { root.join(own).parent()?.to_owned() };
    let controllers = fs::read_to_string(parent.join("cgroup.subtree_control")).ok()?;
    let has = |name: &str| controllers.split_whitespace().any(|word| word == name);
    (has("memory") && has("pids")).then_some(parent)
}

/// Makes a group and moves a process in.
fn make(parent: &Path, pid: u32, launch: &Launch) -> Option<PathBuf> {
    sweep(parent);
    let group = parent.join(format!("agon-player-{pid}"));
    fs::create_dir(&group).ok()?;
    let bounded = bound(&group, pid, launch);
    if bounded.is_err() {
        fs::remove_dir(&group).ok();
    }
    bounded.ok().map(|()| group)
}

fn bound(group: &Path, pid: u32, launch: &Launch) -> std::io::Result<()> {
    let set = |file: &str, value: u64| fs::write(group.join(file), value.to_string());
    set("memory.max", launch.memory)?;
    // Not every kernel accounts for swap, or for killing together.
    set("memory.swap.max", 0).ok();
    set("memory.oom.group", 1).ok();
    set("pids.max", launch.processes)?;
    set("cgroup.procs", pid.into())
}

/// Removing a group that has processes fails, which is what is wanted.
fn sweep(parent: &Path) {
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with("agon-player-") {
            fs::remove_dir(entry.path()).ok();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_protocol::host::{Layers, Target};

    fn launch() -> Launch {
        Launch {
            target: Target::Program(vec!["x".into()]),
            memory: 5 << 20,
            cpu: 0,
            processes: 7,
            output: 0,
            layers: Layers(u32::MAX),
            is_fuelled: false,
            cache: None,
            parent: 0,
            reads: Vec::new(),
            cores: Vec::new(),
        }
    }

    /// A tree in an ordinary folder, with this in the parent's list of controllers.
    fn tree(name: &str, controllers: Option<&str>) -> PathBuf {
        let root = std::env::temp_dir().join(format!("agon-cgroup-{}-{name}", std::process::id()));
        fs::create_dir_all(root.join("user/arena")).unwrap();
        for folder in [root.clone(), root.join("user")] {
            if let Some(text) = controllers {
                fs::write(folder.join("cgroup.subtree_control"), text).unwrap();
            }
        }
        root
    }

    #[test]
    fn a_group_beside_our_own() {
        let root = tree("beside", Some("cpu memory pids\n"));
        fs::create_dir(root.join("user/agon-player-1")).unwrap();
        for (line, parent) in [("9:pids:/x\n0::/user/arena\n", root.join("user")), ("0::/\n", root.clone())] {
            let group = make(&find_parent(&root, line).unwrap(), 77, &launch()).unwrap();
            assert_eq!(group, parent.join("agon-player-77"));
            let read = |file: &str| fs::read_to_string(group.join(file)).unwrap();
            assert_eq!((read("memory.max"), read("pids.max")), ((5 << 20).to_string(), "7".to_owned()));
            assert_eq!(read("cgroup.procs"), "77");
        }
        assert!(!root.join("user/agon-player-1").exists(), "swept");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn no_group_where_none_can_be() {
        for (name, controllers, line) in [
            ("no-memory", Some("pids\n"), "0::/user/arena\n"),
            ("unlisted", None, "0::/user/arena\n"),
            ("version-1", Some("memory pids\n"), "4:memory:/x\n"),
        ] {
            let root = tree(name, controllers);
            assert_eq!(find_parent(&root, line), None, "{name}");
            fs::remove_dir_all(root).unwrap();
        }
    }
}
