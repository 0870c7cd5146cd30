//! A host that is started ahead of its players. Its program is loaded and its WebAssembly modules are linked, and it
//! forks itself for each player that the arena asks for, for modules ahead of the asking; the fork is a child of the
//! arena, not of the nursery. Foreign code never runs in here.

mod order;
mod spare;

use std::ffi::c_int;

use agon_protocol::host::{EXIT_REFUSED, Launch};

use crate::lifeline::{self, PLAYER_END};
use crate::wasm::Shelf;
use crate::{crash, run, sandbox};
use order::{N_DESCRIPTORS, Order, Post};
use spare::Spare;

/// The socket to the arena: one order a packet, and two numbers back: the player's, and that of a child of the arena which
/// has ended without becoming one, or 0.
const SOCKET: c_int = 0;

/// Takes orders until the arena hangs up.
pub(crate) fn run_nursery() -> i32 {
    // A session without a terminal to type into, one for all players: the kernel shares the processors among
    // sessions first, and the arena, which keeps the clocks, would be one among hundreds.
    // SAFETY: a plain request about this process.
    unsafe { libc::setsid() };
    crash::install();
    sandbox::prepare();
    let mut shelf = Shelf::default();
    let mut spare: Option<Spare> = None;
    let mut post = Post::default();
    while let Some(order) = post.receive(SOCKET) {
        let mut answer = [-libc::EINVAL, 0];
        let launch = Launch::from_message(order.message).ok();
        if let Some(launch) = &launch {
            let place = shelf.find(launch);
            let known = shelf.n_seen();
            let waiting = spare.take_if(|spare| place.is_some() || spare.n_seen != known);
            answer = match (waiting, place) {
                (Some(spare), Some(place)) if spare.n_seen == known && spare.take(&order, place) => {
                    [spare.pid, 0]
                }
                (waiting, place) => {
                    let dismissed = waiting.map_or(0, Spare::dismiss);
                    [bear(launch, &order, place, &shelf), dismissed]
                }
            };
        }
        order.close();
        // SAFETY: two numbers in this frame.
        unsafe { libc::send(SOCKET, (&raw const answer).cast(), size_of_val(&answer), libc::MSG_NOSIGNAL) };
        // The next player of a module finds its process made, while this one is still getting ready.
        if let Some(launch) = launch.filter(|_| spare.is_none() && shelf.n_seen() > 0) {
            shelf.learn_to_practise(&launch);
            spare = Spare::new(&shelf, &launch);
        }
    }
    0
}

/// Forks the player of an order; its number, or a negative error number.
fn bear(launch: &Launch, order: &Order<'_>, place: Option<usize>, shelf: &Shelf) -> c_int {
    let child = fork_sibling();
    if child == 0 {
        let prepared = place.and_then(|place| shelf.at(place));
        let line = prepared.as_ref().and_then(|_| lifeline::tie());
        settle(order.descriptors, line);
        std::process::exit(run(launch, prepared, line.is_some()));
    }
    child
}

/// A fork whose parent is the arena, which waits for it; a negative error number if there is none. The C library
/// does not know of it, so that nothing but a supervisor may live there.
fn fork_sibling() -> c_int {
    let flags = libc::CLONE_PARENT | libc::SIGCHLD;
    // SAFETY: one thread, and no new stack: the same as a fork but for the parent.
    let child = unsafe { libc::syscall(libc::SYS_clone, flags, 0, 0, 0, 0) };
    if child < 0 {
        -std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EAGAIN)
    } else {
        child as c_int
    }
}

/// Makes the fork look like a process that was started with these descriptors, and the line if it has one.
fn settle(descriptors: [c_int; N_DESCRIPTORS], line: Option<c_int>) {
    // SAFETY: descriptors of this process; everything but the first three is closed, the nursery's socket included.
    unsafe {
        // A group of its own, which is killed as one.
        libc::setpgid(0, 0);
        for (place, &fd) in descriptors.iter().enumerate() {
            if libc::dup2(fd, place as c_int) < 0 {
                libc::_exit(EXIT_REFUSED);
            }
        }
        let n_kept = match line {
            Some(line) if libc::dup2(line, PLAYER_END) == PLAYER_END => PLAYER_END as u32 + 1,
            Some(_) => libc::_exit(EXIT_REFUSED),
            None => N_DESCRIPTORS as u32,
        };
        libc::syscall(libc::SYS_close_range, n_kept, u32::MAX, 0u32);
    }
}
