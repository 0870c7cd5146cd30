//! Landlock: a module reads nothing, a library the system's libraries, a program also its own file and what it was given; nobody
//! writes outside the scratch folder, nobody connects, nobody signals beyond its own walls.

use std::path::{Path, PathBuf};

use agon_protocol::host::{Launch, Target};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};

const LIBRARIES: [&str; 7] =
    ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/localtime"];

/// What interpreters and run-time systems look at when they start.
const SYSTEM: [&str; 9] = [
    "/usr",
    "/bin",
    "/opt",
    "/etc/alternatives",
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/sys/devices/system/cpu",
    "/etc/ssl/openssl.cnf",
];

const DEVICES: [&str; 5] = ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// Whether the kernel has landlock.
pub(super) fn is_available() -> bool {
    // SAFETY: with flag 1 the call only tells its version.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, std::ptr::null::<u8>(), 0usize, 1u32) >= 1 }
}

/// Everything that will be allowed; files that do not exist are left out.
pub(super) fn rules(
    launch: &Launch,
    is_wasm: bool,
    scratch: Option<&Path>,
) -> Result<RulesetCreated, RulesetError> {
    let all = AccessFs::from_all(ABI::V5);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(ABI::V4))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .no_new_privs(true);
    if is_wasm {
        return Ok(rules);
    }
    let look = AccessFs::ReadFile | AccessFs::ReadDir | AccessFs::Execute;
    for path in LIBRARIES {
        rules = allow(rules, Path::new(path), look)?;
    }
    for path in DEVICES {
        rules = allow(rules, Path::new(path), AccessFs::ReadFile | AccessFs::WriteFile)?;
    }
    if let Target::Program(words) = &launch.target {
        for path in SYSTEM {
            rules = allow(rules, Path::new(path), look)?;
        }
        for path in named_files(words).chain(launch.reads.iter().cloned()) {
            rules = allow(rules, &path, look)?;
        }
        if let Some(scratch) = scratch {
            rules = allow(rules, scratch, all & !AccessFs::Execute)?;
        }
    }
    Ok(rules)
}

/// Locks; says whether the kernel took it.
pub(super) fn restrict(rules: RulesetCreated) -> Result<bool, RulesetError> {
    Ok(rules.restrict_self()?.ruleset != RulesetStatus::NotEnforced)
}

fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(fd) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(ABI::V5) };
    rules.add_rule(PathBeneath::new(fd, access))
}

/// The program itself and every argument that names something that exists.
fn named_files(words: &[std::ffi::OsString]) -> impl Iterator<Item = PathBuf> + '_ {
    let is_named = |word: &&std::ffi::OsString| !word.is_empty() && Path::new(word).exists();
    words.iter().filter(is_named).map(PathBuf::from).filter(|path| path.parent().is_some())
}
