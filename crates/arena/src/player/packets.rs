//! The arena's end of a host's socket. The kernel stamps every packet when it is sent, so that an answer counts from
//! when it was given, however long the arena took to wake up; no player can reach that stamp.

use std::io::IoSliceMut;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::time::{Duration, Instant};

use nix::sys::socket::sockopt::ReceiveTimestampns;
use nix::sys::socket::{ControlMessageOwned, MsgFlags, recvmsg, setsockopt};
use nix::sys::time::TimeSpec;
use rustix::io::Errno;
use rustix::net::{AddressFamily, SendFlags, SocketFlags, SocketType, send, socketpair};
use rustix::time::{ClockId, clock_gettime};

/// A socket that keeps packets apart.
#[derive(Debug)]
pub(super) struct Packets {
    socket: OwnedFd,
    /// Where the kernel writes its stamp.
    control: Vec<u8>,
}

impl Packets {
    /// Both ends: ours, and the one for the host.
    pub(super) fn pair() -> Result<(Packets, OwnedFd), Errno> {
        let (socket, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        // Without stamps an answer counts from when it was read.
        setsockopt(&socket, ReceiveTimestampns, &true).ok();
        Ok((Packets { socket, control: nix::cmsg_space!(TimeSpec) }, theirs))
    }

    /// Sends without waiting.
    pub(super) fn send(&self, packet: &[u8]) -> Result<(), Errno> {
        send(&self.socket, packet, SendFlags::NOSIGNAL | SendFlags::DONTWAIT).map(drop)
    }

    /// The next packet's length, 0 at the end, and when it was sent.
    pub(super) fn receive(&mut self, buffer: &mut [u8]) -> Result<(usize, Instant), Errno> {
        let fd = self.socket.as_raw_fd();
        let mut parts = [IoSliceMut::new(buffer)];
        let mut received = recvmsg::<()>(fd, &mut parts, Some(&mut self.control), MsgFlags::empty());
        if received.as_ref().is_err_and(|error| *error == nix::errno::Errno::ECONNRESET) {
            // A host that ended before it read everything: told once, and then what it said is still there.
            received = recvmsg::<()>(fd, &mut parts, Some(&mut self.control), MsgFlags::empty());
        }
        let received = received.map_err(|error| Errno::from_raw_os_error(error as i32))?;
        let stamp = received.cmsgs().ok().and_then(|mut messages| {
            messages.find_map(|message| match message {
                ControlMessageOwned::ScmTimestampns(stamp) => Some(Duration::from(stamp)),
                _ => None,
            })
        });
        let now = Instant::now();
        let age = stamp.map_or(Duration::ZERO, |stamp| time_of_day().saturating_sub(stamp));
        Ok((received.bytes, now.checked_sub(age).unwrap_or(now)))
    }
}

impl AsFd for Packets {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.socket.as_fd()
    }
}

fn time_of_day() -> Duration {
    let time = clock_gettime(ClockId::Realtime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
