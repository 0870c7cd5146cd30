//! What travels between arena, nursery and spare: a packet of bytes, and the three descriptors of a player with it.

use std::ffi::c_int;

/// Input, output and log of the player.
pub(super) const N_DESCRIPTORS: usize = 3;

/// Command lines are far shorter.
const MAX_ORDER: usize = 128 * 1024;

/// Room for the three descriptors and their header, aligned as the kernel wants it.
type Control = [u64; 8];

/// A player that is wanted.
pub(super) struct Order<'a> {
    pub(super) message: &'a [u8],
    pub(super) descriptors: [c_int; N_DESCRIPTORS],
}

impl Order<'_> {
    /// Lets go of the descriptors: they are the player's now.
    pub(super) fn close(&self) {
        for fd in self.descriptors {
            // SAFETY: descriptors that came with this order and belong to nobody else.
            unsafe { libc::close(fd) };
        }
    }

    /// Sends the order on, behind a word of the sender's own; whether it went.
    pub(super) fn pass_on(&self, socket: c_int, word: u64) -> bool {
        let word = word.to_ne_bytes();
        let part =
            |bytes: &[u8]| libc::iovec { iov_base: bytes.as_ptr().cast_mut().cast(), iov_len: bytes.len() };
        let mut parts = [part(&word), part(self.message)];
        let mut control: Control = [0; 8];
        let n_bytes = size_of_val(&self.descriptors) as u32;
        // SAFETY: zeroed is a valid header; every pointer leads to a buffer of the length beside it, which outlives the
        // call and is only read; the control buffer has room for what CMSG_SPACE says.
        unsafe {
            let mut header: libc::msghdr = std::mem::zeroed();
            header.msg_iov = parts.as_mut_ptr();
            header.msg_iovlen = parts.len();
            header.msg_control = control.as_mut_ptr().cast();
            header.msg_controllen = libc::CMSG_SPACE(n_bytes) as usize;
            let first = libc::CMSG_FIRSTHDR(&raw const header);
            (*first).cmsg_level = libc::SOL_SOCKET;
            (*first).cmsg_type = libc::SCM_RIGHTS;
            (*first).cmsg_len = libc::CMSG_LEN(n_bytes) as usize;
            std::ptr::write_unaligned(libc::CMSG_DATA(first).cast(), self.descriptors);
            libc::sendmsg(socket, &raw const header, libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT) >= 0
        }
    }
}

/// Where orders are received.
pub(super) struct Post(Vec<u8>);

impl Default for Post {
    fn default() -> Post {
        Post(vec![0; MAX_ORDER])
    }
}

impl Post {
    /// The next order and its descriptors; none when the other end has hung up or talks nonsense.
    pub(super) fn receive(&mut self, socket: c_int) -> Option<Order<'_>> {
        let mut control: Control = [0; 8];
        let mut part = libc::iovec { iov_base: self.0.as_mut_ptr().cast(), iov_len: self.0.len() };
        // SAFETY: zeroed is a valid header; every pointer leads to a buffer of the length beside it.
        let (n, header) = unsafe {
            let mut header: libc::msghdr = std::mem::zeroed();
            header.msg_iov = &raw mut part;
            header.msg_iovlen = 1;
            header.msg_control = control.as_mut_ptr().cast();
            header.msg_controllen = size_of_val(&control) as _;
            let n = loop {
                let n = libc::recvmsg(socket, &raw mut header, libc::MSG_CMSG_CLOEXEC);
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
            if first.is_null()
                || (*first).cmsg_type != libc::SCM_RIGHTS
                || (*first).cmsg_len as usize != length
            {
                return None;
            }
            std::ptr::read_unaligned(libc::CMSG_DATA(first).cast::<[c_int; N_DESCRIPTORS]>())
        };
        Some(Order { message: &self.0[..n as usize], descriptors })
    }
}
