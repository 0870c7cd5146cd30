//! Hosts that are started ahead: one for each host program, for as long as the arena runs. A player is then a fork
//! of something that is loaded already, which saves the time of starting a large program for every game.

use std::ffi::OsString;
use std::io::{Error, IoSlice, Result};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use agon_protocol::host::{Launch, NURSERY};
use rustix::net::{
    AddressFamily, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags, SocketType,
    recv, sendmsg, socketpair,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, WaitOptions, waitpid};

/// One process that becomes many. It ends when its socket closes, with the arena at the latest.
struct Nursery {
    host: Vec<OsString>,
    socket: OwnedFd,
    child: Child,
}

/// Shared by all games: what a nursery keeps is the program, never a player.
static OPEN: Mutex<Vec<Arc<Mutex<Nursery>>>> = Mutex::new(Vec::new());

/// Starts a player through the nursery of this host program. The new process is a child of this one.
pub(super) fn bear(host: &[OsString], launch: &Launch, descriptors: [BorrowedFd<'_>; 3]) -> Result<Pid> {
    let nursery = find(host)?;
    let mut nursery = nursery.lock().unwrap_or_else(PoisonError::into_inner);
    nursery.bear(launch, descriptors).or_else(|_| {
        // It was killed, by somebody short of memory perhaps: another one takes its place.
        *nursery = Nursery::open(host)?;
        nursery.bear(launch, descriptors)
    })
}

fn find(host: &[OsString]) -> Result<Arc<Mutex<Nursery>>> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let is_same =
        |nursery: &&Arc<Mutex<Nursery>>| nursery.lock().unwrap_or_else(PoisonError::into_inner).host == host;
    if let Some(nursery) = open.iter().find(is_same) {
        return Ok(nursery.clone());
    }
    let nursery = Arc::new(Mutex::new(Nursery::open(host)?));
    open.push(nursery.clone());
    Ok(nursery)
}

/// The end of a pipe that nobody writes to: the other end closes when this process ends, however it ends, and
/// whoever holds this one is told.
fn lifeline() -> Result<Stdio> {
    static LINE: OnceLock<Option<(OwnedFd, OwnedFd)>> = OnceLock::new();
    match LINE.get_or_init(|| pipe_with(PipeFlags::CLOEXEC).ok()) {
        Some((theirs, _)) => Ok(theirs.try_clone()?.into()),
        None => Ok(Stdio::null()),
    }
}

impl Nursery {
    fn open(host: &[OsString]) -> Result<Nursery> {
        let (program, first) = host.split_first().ok_or_else(|| Error::other("no host program"))?;
        let (socket, theirs) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        let mut command = Command::new(program);
        command.args(first).arg(NURSERY);
        command.stdin(Stdio::from(theirs)).stdout(lifeline()?).stderr(Stdio::null());
        let child = command.spawn()?;
        Ok(Nursery { host: host.to_vec(), socket, child })
    }

    fn bear(&mut self, launch: &Launch, descriptors: [BorrowedFd<'_>; 3]) -> Result<Pid> {
        let message = launch.to_message();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&descriptors));
        sendmsg(self.socket.as_fd(), &[IoSlice::new(&message)], &mut control, SendFlags::NOSIGNAL)?;
        let mut answer = [0; 8];
        let (_, n) = recv(&self.socket, &mut answer[..], RecvFlags::empty())?;
        let [born, ended] =
            [0, 4].map(|at| i32::from_ne_bytes(answer[at..at + 4].try_into().expect("four of eight bytes")));
        if n != answer.len() {
            return Err(Error::other("the host ended"));
        }
        if let Some(spare) = Pid::from_raw(ended).filter(|_| ended > 0) {
            waitpid(Some(spare), WaitOptions::empty()).ok();
        }
        Pid::from_raw(born).filter(|_| born > 0).ok_or_else(|| Error::from_raw_os_error(-born))
    }
}

impl Drop for Nursery {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
