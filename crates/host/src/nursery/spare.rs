//! A fork that is made before its player is wanted: copying a process, and the memory that it touches first, is most of
//! the time that a module needs to be ready. It knows the modules that the nursery had linked when it was made.

use std::ffi::c_int;

use agon_protocol::host::{EXIT_REFUSED, Launch};

use super::order::{Order, Post};
use super::{fork_sibling, settle};
use crate::wasm::Shelf;
use crate::{lifeline, run};

/// A process that waits to become the player of a module.
pub(super) struct Spare {
    pub(super) pid: c_int,
    socket: c_int,
    /// How many modules the nursery had seen when it was made.
    pub(super) n_seen: u64,
}

impl Spare {
    /// Forks one that is likely to be asked for a launch like this; none where the kernel does not play along.
    pub(super) fn new(shelf: &Shelf, launch: &Launch) -> Option<Spare> {
        let mut ends = [0; 2];
        // SAFETY: two numbers in this frame for two descriptors.
        let has_ends = unsafe {
            let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
            libc::socketpair(libc::AF_UNIX, kind, 0, ends.as_mut_ptr()) == 0
        };
        let [ours, theirs] = has_ends.then_some(ends)?;
        let pid = fork_sibling();
        if pid == 0 {
            wait(theirs, ours, shelf, launch);
        }
        // SAFETY: the fork has its own copy of its end.
        unsafe { libc::close(theirs) };
        let spare = Spare { pid, socket: ours, n_seen: shelf.n_seen() };
        (pid > 0).then_some(spare)
    }

    /// Gives it an order for the module at this place of the shelf; whether it took it.
    pub(super) fn take(&self, order: &Order<'_>, place: usize) -> bool {
        order.pass_on(self.socket, place as u64)
    }

    /// Ends it; its number, for the arena to bury it.
    pub(super) fn dismiss(self) -> c_int {
        // SAFETY: a child of the arena that nobody has waited for yet, so the number is still its own.
        unsafe { libc::kill(self.pid, libc::SIGKILL) };
        self.pid
    }
}

impl Drop for Spare {
    fn drop(&mut self) {
        // SAFETY: this end belongs to nobody else. A spare that still waits sees it close, and ends.
        unsafe { libc::close(self.socket) };
    }
}

/// The life of the fork: tied to the arena, it waits for an order and becomes its player, or ends with the nursery.
fn wait(socket: c_int, nursery_end: c_int, shelf: &Shelf, launch: &Launch) -> ! {
    let Some(line) = lifeline::tie() else { std::process::exit(EXIT_REFUSED) };
    // SAFETY: descriptors of this process. The arena's socket is the nursery's alone: its end must be seen.
    unsafe {
        libc::close(nursery_end);
        libc::dup2(socket, super::SOCKET);
        libc::setpgid(0, 0);
    }
    shelf.practise(launch);
    let mut post = Post::default();
    let Some(order) = post.receive(socket) else { std::process::exit(0) };
    let Some((place, message)) = order.message.split_first_chunk() else { std::process::exit(EXIT_REFUSED) };
    let prepared = shelf.at(u64::from_ne_bytes(*place) as usize);
    settle(order.descriptors, Some(line));
    match Launch::from_message(message) {
        Ok(launch) if prepared.is_some() => std::process::exit(run(&launch, prepared, true)),
        _ => std::process::exit(EXIT_REFUSED),
    }
}
