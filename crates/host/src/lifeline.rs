//! A line to the arena that kills: when the arena is gone, however it went, the kernel ends whoever is tied to it.
//! A module can start nothing that would outlive it, so the line is all that it needs of a supervisor, whose fork
//! would be a good part of the time that it takes to be ready.

use std::ffi::{CString, c_int};

/// Where a nursery holds its end: its standard output, which it does not use.
pub(crate) const NURSERY_END: c_int = 1;

/// Where a player that is tied holds its end.
pub(crate) const PLAYER_END: c_int = 3;

/// Not in the list of the `libc` crate; the same on every processor that we know.
const F_SETOWN: c_int = 8;
const F_SETSIG: c_int = 10;

/// Ties this process to the line that the nursery holds; none if the kernel does not play along. The arena holds the
/// only end that could be written to, and never writes: the first news on this line is its death.
pub(crate) fn tie() -> Option<c_int> {
    let path = CString::new(format!("/proc/self/fd/{NURSERY_END}")).ok()?;
    // SAFETY: descriptor calls on a line that is opened here; a signal to this process.
    unsafe {
        // Opened anew: who is told belongs to an opening, and all players share the nursery's.
        let line = libc::open(path.as_ptr(), libc::O_RDONLY | libc::O_NONBLOCK | libc::O_CLOEXEC);
        let mut kind: libc::stat = std::mem::zeroed();
        let is_tied = line >= 0
            && libc::fstat(line, &raw mut kind) == 0
            && kind.st_mode & libc::S_IFMT == libc::S_IFIFO
            && libc::fcntl(line, F_SETSIG, libc::SIGKILL) == 0
            && libc::fcntl(line, F_SETOWN, libc::getpid()) == 0
            && libc::fcntl(line, libc::F_SETFL, libc::O_NONBLOCK | libc::O_ASYNC) == 0;
        if !is_tied {
            libc::close(line);
            return None;
        }
        let mut end = libc::pollfd { fd: line, events: 0, revents: 0 };
        if libc::poll(&raw mut end, 1, 0) > 0 {
            // It died before anybody was listening.
            libc::kill(libc::getpid(), libc::SIGKILL);
        }
        Some(line)
    }
}
