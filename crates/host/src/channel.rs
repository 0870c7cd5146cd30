//! The socket to the arena: one message a packet. A lost arena is the end, never an error to report.

use std::cell::RefCell;
use std::io;

use agon_protocol::host::{Report, Request};

/// The host's end of the socket.
pub(crate) struct Channel {
    fd: i32,
    /// Both are reused between messages, so that a turn allocates and clears nothing.
    incoming: RefCell<Vec<u8>>,
    outgoing: RefCell<Vec<u8>>,
}

/// Setup of the largest board takes about 30 KB.
const MAX_REQUEST: usize = 256 * 1024;

impl Channel {
    /// Moves the socket away from stdin, which becomes /dev/null, and closes everything else but the first so many.
    pub(crate) fn take_stdin(n_kept: i32) -> io::Result<Channel> {
        // SAFETY: plain descriptor calls on numbers that this process owns; nothing else runs yet.
        unsafe {
            let fd = libc::fcntl(0, libc::F_DUPFD_CLOEXEC, n_kept);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            let mut kind: libc::c_int = 0;
            let mut size = size_of::<libc::c_int>() as libc::socklen_t;
            let kind_ptr = (&raw mut kind).cast();
            if libc::getsockopt(fd, libc::SOL_SOCKET, libc::SO_TYPE, kind_ptr, &raw mut size) != 0 {
                return Err(io::Error::last_os_error());
            }
            let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
            libc::dup2(null, 0);
            close_others(n_kept, fd);
            Ok(Channel { fd, incoming: RefCell::new(vec![0; MAX_REQUEST]), outgoing: RefCell::default() })
        }
    }

    /// The descriptor, for the crash report.
    pub(crate) fn fd(&self) -> i32 {
        self.fd
    }

    /// The next request; `None` when the arena has hung up or talks nonsense.
    pub(crate) fn receive(&self) -> Option<Request> {
        let mut buffer = self.incoming.borrow_mut();
        loop {
            // SAFETY: the buffer is as long as it says.
            let n = unsafe { libc::read(self.fd, buffer.as_mut_ptr().cast(), buffer.len()) };
            if n > 0 {
                return Request::decode(&buffer[..n as usize]).ok();
            }
            let is_interrupted = n < 0 && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted;
            if !is_interrupted {
                return None;
            }
        }
    }

    /// Sends a report; if the arena is gone there is nobody to tell.
    pub(crate) fn send(&self, report: &Report) {
        let mut buffer = self.outgoing.borrow_mut();
        report.encode(&mut buffer);
        // SAFETY: the buffer is as long as it says.
        unsafe { libc::write(self.fd, buffer.as_ptr().cast(), buffer.len()) };
    }
}

/// Closes every descriptor from a first one on, except one.
fn close_others(first: i32, keep: i32) {
    // SAFETY: nothing in this process uses a descriptor from the first on yet, except the one kept.
    unsafe {
        if keep > first {
            libc::syscall(libc::SYS_close_range, first as u32, keep as u32 - 1, 0u32);
        }
        libc::syscall(libc::SYS_close_range, keep as u32 + 1, u32::MAX, 0u32);
    }
}

/// Nanoseconds of the machine's monotonic clock.
pub(crate) fn now() -> u64 {
    // SAFETY: zeroed is a valid time, which the call fills.
    let time = unsafe {
        let mut time: libc::timespec = std::mem::zeroed();
        libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time);
        time
    };
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}
