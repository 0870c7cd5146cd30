//! The process between the arena and the player. It holds nothing but two process descriptors: when the player
//! ends it passes on how, when the arena ends it takes everything down with it.

use std::ffi::{CString, c_int};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use agon_protocol::host::{EXIT_MEMORY, EXIT_REFUSED, Launch, Target};

use crate::sandbox::Sandbox;
use crate::slice;

/// Forks: the caller goes on as the player, inside the namespaces if there are any; the supervisor never returns.
pub(crate) fn split(sandbox: &mut Sandbox, launch: &Launch) {
    slice::be_player(&launch.cores);
    sandbox.unshare();
    // SAFETY: this process has one thread, so the child may go on as if nothing had happened.
    let child = unsafe { libc::fork() };
    match child {
        -1 => refuse("cannot fork"),
        0 => die_with_parent(),
        child => supervise(child, launch),
    }
}

/// Forks once more inside the namespaces, so that the program is not the init process, whose signals are special.
pub(crate) fn split_init(launch: &Launch) {
    // SAFETY: as above.
    let child = unsafe { libc::fork() };
    match child {
        -1 => refuse("cannot fork"),
        0 => die_with_parent(),
        child => {
            close_all();
            exit_like(wait_for(child), launch);
        }
    }
}

/// Asks to be killed when the supervisor ends; also called after a change of user, which forgets it.
pub(crate) fn die_with_parent() {
    // SAFETY: a plain request about this process.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0) };
}

/// Shows the player's file in lists of processes.
pub(crate) fn take_name(file: &Path) {
    let name = file.file_name().and_then(|name| CString::new(name.as_bytes()).ok()).unwrap_or_default();
    // SAFETY: a string that ends with NUL; the kernel cuts it.
    unsafe { libc::prctl(libc::PR_SET_NAME, name.as_ptr(), 0, 0, 0) };
}

fn supervise(child: c_int, launch: &Launch) -> ! {
    close_all();
    // SAFETY: a plain request about this process: whoever leaves the player's family comes to us and is found.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
    // SAFETY: descriptors for processes; -1 is ignored by poll.
    let (arena, player) = unsafe { (pidfd(launch.parent as c_int), pidfd(child)) };
    // SAFETY: getppid cannot fail. A parent other than the arena means that the arena is gone already.
    let is_orphan = unsafe { libc::getppid() } != launch.parent as c_int;
    if !is_orphan && player >= 0 {
        let watched = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let mut fds = [watched(player), watched(arena)];
        // SAFETY: two descriptors are given as two.
        while unsafe { libc::poll(fds.as_mut_ptr(), 2, -1) } < 0 {}
        if fds[0].revents != 0 || arena < 0 {
            let end = wait_for(child);
            end_orphans();
            exit_like(end, launch);
        }
    }
    // SAFETY: the whole group, this process included, has nobody left to answer to.
    unsafe {
        libc::kill(child, libc::SIGKILL);
        libc::kill(0, libc::SIGKILL);
    }
    std::process::exit(EXIT_REFUSED)
}

/// # Safety
/// None needed: a system call on a number.
unsafe fn pidfd(pid: c_int) -> c_int {
    // SAFETY: a system call on numbers.
    unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) as c_int }
}

/// How a child ended, and the most memory that it held, in bytes.
struct End {
    status: c_int,
    peak: u64,
}

fn wait_for(child: c_int) -> End {
    let mut status = 0;
    // SAFETY: zeroed is a valid rusage; wait4 fills both.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both point to this frame.
        let pid = unsafe { libc::wait4(-1, &raw mut status, 0, &raw mut usage) };
        let is_error = pid < 0 && std::io::Error::last_os_error().raw_os_error() == Some(libc::ECHILD);
        if pid == child || is_error {
            return End { status, peak: usage.ru_maxrss as u64 * 1024 };
        }
    }
}

/// Kills what the player left behind: whoever lost its parent is a child of ours.
fn end_orphans() {
    // A family that forks as fast as it is killed is bounded by its limit of processes.
    for _ in 0..1000 {
        let children = std::fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
        let children: Vec<c_int> = children.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        if children.is_empty() {
            return;
        }
        for child in children {
            // SAFETY: children of this process, which nobody else waits for.
            unsafe {
                libc::kill(child, libc::SIGKILL);
                libc::waitpid(child, std::ptr::null_mut(), 0);
            }
        }
    }
}

/// Ends as the child did: same status, same signal, or the status that means memory.
fn exit_like(end: End, launch: &Launch) -> ! {
    let has_failed = end.status != 0;
    let is_program = matches!(launch.target, Target::Program(_));
    if is_program && has_failed && end.peak > launch.memory / 4 * 3 {
        std::process::exit(EXIT_MEMORY);
    }
    if libc::WIFSIGNALED(end.status) {
        let signal = libc::WTERMSIG(end.status);
        // SAFETY: restores the default and sends it to this process, whose thread number the C library may not
        // know; if the signal does not kill, the status below says it.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::kill(libc::getpid(), signal);
        }
        std::process::exit(128 + signal);
    }
    std::process::exit(libc::WEXITSTATUS(end.status))
}

/// Lets go of the arena's socket and pipes, so that their end is seen when the player dies.
fn close_all() {
    // SAFETY: the supervisor uses no descriptor but those it opens next.
    unsafe { libc::syscall(libc::SYS_close_range, 0u32, u32::MAX, 0u32) };
}

fn refuse(what: &str) -> ! {
    eprintln!("host: {what}: {}", std::io::Error::last_os_error());
    std::process::exit(EXIT_REFUSED)
}
