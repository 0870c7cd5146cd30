//! Waiting for a descriptor until a deadline, and no longer than somebody wants the game.

use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use agon_games::record::Ending;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::{Seat, delay};
use crate::referee::Fault;

/// How often a waiting game looks whether it is still wanted.
const GLANCE: Duration = Duration::from_millis(200);

/// How soon the arena looks whether a player that was asked has begun; the next look is twice as late, up to the last.
pub(super) const FIRST_LOOK: Duration = Duration::from_micros(500);
pub(super) const LAST_LOOK: Duration = Duration::from_millis(64);

/// Whether bytes are expected or room for them.
#[derive(Debug, Clone, Copy)]
pub(super) enum Direction {
    In,
    Out,
}

/// Waits until the descriptor is ready (or closed), the deadline has passed, or the game is broken off.
pub(super) fn until(
    seat: Option<&Seat>,
    fd: BorrowedFd<'_>,
    direction: Direction,
    deadline: Instant,
) -> Result<(), Fault> {
    wait(seat, fd, direction, deadline, || Duration::ZERO).map(drop)
}

/// [`until`] there is something to read; since when there is, as far as this thread, which may have had no processor, can tell.
pub(super) fn until_heard(seat: &Seat, fd: BorrowedFd<'_>, deadline: Instant) -> Result<Instant, Fault> {
    wait(Some(seat), fd, Direction::In, deadline, delay::of_this_thread)
}

/// Waits until the deadline, and then for as long as the player was kept waiting itself.
pub(super) fn fairly<T>(
    deadline: Instant,
    delay: impl FnOnce() -> Duration,
    wait: impl Fn(Instant) -> Result<T, Fault>,
) -> Result<T, Fault> {
    match wait(deadline) {
        Err(fault) if fault.ending == Ending::Time => {
            let later = deadline + delay();
            if Instant::now() < later { wait(later) } else { Err(fault) }
        }
        result => result,
    }
}

/// When it was ready: now, or earlier by how much of `count` passed in the last wait.
fn wait(
    seat: Option<&Seat>,
    fd: BorrowedFd<'_>,
    direction: Direction,
    deadline: Instant,
    count: impl Fn() -> Duration,
) -> Result<Instant, Fault> {
    let flags = match direction {
        Direction::In => PollFlags::IN,
        Direction::Out => PollFlags::OUT,
    };
    loop {
        let begun = Instant::now();
        let left = deadline.saturating_duration_since(begun);
        let slice = left.min(GLANCE);
        let timeout = Timespec { tv_sec: slice.as_secs() as i64, tv_nsec: slice.subsec_nanos().into() };
        let mut fds = [PollFd::from_borrowed_fd(fd, flags)];
        let before = count();
        match poll(&mut fds, Some(&timeout)) {
            Ok(0) if seat.is_some_and(Seat::is_halted) => return Err(Fault::new(Ending::Aborted, "stopped")),
            Ok(0) if left <= slice => return Err(Fault::new(Ending::Time, "no answer in time")),
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => {
                // What came at once is not worth a question; who is late for the end of a glance cannot tell what came when.
                let can_tell = (delay::TRIFLE..slice).contains(&begun.elapsed());
                let late = if can_tell { count().saturating_sub(before) } else { Duration::ZERO };
                let now = Instant::now();
                return Ok(now.checked_sub(late).unwrap_or(now));
            }
            Err(error) => return Err(Fault::new(Ending::Aborted, format!("poll: {error}"))),
        }
    }
}
