//! A host that is started ahead of its players. Its program is loaded and its WebAssembly modules are linked, and it
//! forks itself for each player that the arena asks for; the fork is a child of the arena, not of the nursery.
//! Foreign code never runs in here.

use std::ffi::c_int;

use agon_protocol::host::{EXIT_REFUSED, Launch};

use crate::lifeline::{self, PLAYER_END};
use crate::wasm::Shelf;
use crate::{crash, run, sandbox};

/// The socket to the arena: one order a packet, and one number back.
const SOCKET: c_int = 0;

/// Input, output and log of the player.
const N_DESCRIPTORS: usize = 3;

/// Command lines are far shorter.
const MAX_ORDER: usize = 128 * 1024;

/// Takes orders until the arena hangs up.
pub(crate) fn run_nursery() -> i32 {
    // A session without a terminal to type into, one for all players: the kernel shares the processors among
    // sessions first, and the arena, which keeps the clocks, would be one among hundreds.
    // SAFETY: a plain request about this process.
    unsafe { libc::setsid() };
    crash::install();
    sandbox::prepare();
    let mut shelf = Shelf::default();
    let mut buffer = vec![0u8; MAX_ORDER];
    while let Some((message, descriptors)) = receive(&mut buffer) {
        let born = Launch::from_message(message).map_or(-libc::EINVAL, |launch| {
            let prepared = shelf.find(&launch);
            let child = fork_sibling();
            if child == 0 {
                let line = prepared.as_ref().and_then(|_| lifeline::tie());
                settle(descriptors, line);
                std::process::exit(run(&launch, prepared, line.is_some()));
            }
            child
        });
        // SAFETY: descriptors that came with this order and belong to nobody else; a number in this frame.
        unsafe {
            for fd in descriptors {
                libc::close(fd);
            }
            libc::send(SOCKET, (&raw const born).cast(), size_of_val(&born), libc::MSG_NOSIGNAL);
        }
    }
    0
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

/// The next order and its descriptors; none when the arena has hung up or talks nonsense.
fn receive(buffer: &mut [u8]) -> Option<(&[u8], [c_int; N_DESCRIPTORS])> {
    let mut control = [0u64; 8];
    let mut part = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    // SAFETY: zeroed is a valid header; every pointer leads to a buffer of the length beside it.
    let (n, header) = unsafe {
        let mut header: libc::msghdr = std::mem::zeroed();
        header.msg_iov = &raw mut part;
        header.msg_iovlen = 1;
        header.msg_control = control.as_mut_ptr().cast();
        header.msg_controllen = size_of_val(&control) as _;
        let n = loop {
            let n = libc::recvmsg(SOCKET, &raw mut header, libc::MSG_CMSG_CLOEXEC);
            let is_interrupted =
                n < 0 && std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted;
            if !is_interrupted {
                break n;
            }
        };
        (n, header)
    };
    if n <= 0 || header.msg_flags & (libc::MSG_TRUNC | libc::MSG_CTRUNC) != 0 {
        return None;
    }
    // SAFETY: the kernel filled the control buffer, and the macros stay within what it filled.
    let descriptors = unsafe {
        let first = libc::CMSG_FIRSTHDR(&raw const header);
        let length = libc::CMSG_LEN((N_DESCRIPTORS * size_of::<c_int>()) as u32) as usize;
        if first.is_null() || (*first).cmsg_type != libc::SCM_RIGHTS || (*first).cmsg_len as usize != length {
            return None;
        }
        std::ptr::read_unaligned(libc::CMSG_DATA(first).cast::<[c_int; N_DESCRIPTORS]>())
    };
    Some((&buffer[..n as usize], descriptors))
}
