//! Resource limits: the layer that every machine has.

use agon_protocol::host::Launch;

/// WebAssembly reserves address space that it never touches; its memory is bounded by the engine instead.
const WASM_ADDRESS_SPACE: u64 = 64 << 30;

/// What the loader, the C library and their arenas take before a player has allocated anything.
const OWN_ADDRESS_SPACE: u64 = 192 << 20;

/// Open files: a player needs a handful.
const OPEN_FILES: u64 = 64;

/// Limits that do not hinder the supervisor.
pub(super) fn apply_common() {
    // SAFETY: ignoring a signal has no preconditions. Writing past the log's end then fails instead of killing.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    set(libc::RLIMIT_CORE, 0);
}

/// Limits of the player itself.
pub(super) fn apply_player(launch: &Launch, is_wasm: bool, n_others: u64) {
    let memory = if is_wasm { WASM_ADDRESS_SPACE } else { launch.memory + OWN_ADDRESS_SPACE };
    set(libc::RLIMIT_AS, memory);
    set(libc::RLIMIT_FSIZE, launch.output);
    set(libc::RLIMIT_MEMLOCK, 0);
    set(libc::RLIMIT_MSGQUEUE, 0);
    set(libc::RLIMIT_NOFILE, OPEN_FILES);
    set(libc::RLIMIT_NPROC, launch.processes + n_others);
    if launch.cpu > 0 {
        set(libc::RLIMIT_CPU, launch.cpu);
    }
}

/// Threads of this user that have nothing to do with the player: where it has no user of its own, the kernel counts
/// them all together.
pub(super) fn count_others() -> u64 {
    // SAFETY: cannot fail.
    let own = unsafe { libc::getuid() };
    let is_own = |entry: &std::fs::DirEntry| {
        entry.metadata().is_ok_and(|meta| std::os::unix::fs::MetadataExt::uid(&meta) == own)
    };
    let is_process =
        |entry: &std::fs::DirEntry| entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit);
    let n_threads =
        |entry: std::fs::DirEntry| std::fs::read_dir(entry.path().join("task")).map_or(0, Iterator::count);
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes.filter(|entry| is_process(entry) && is_own(entry)).map(n_threads).sum::<usize>() as u64
}

/// Sets both limits, or as low as this user may; a lower one that is already there stays.
fn set(resource: libc::__rlimit_resource_t, value: u64) {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: both calls take a limit in this frame.
    unsafe {
        libc::getrlimit(resource, &raw mut limit);
        let value = value.min(limit.rlim_max);
        limit = libc::rlimit { rlim_cur: value, rlim_max: value };
        libc::setrlimit(resource, &raw const limit);
    }
}
