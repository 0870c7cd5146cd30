//! How long threads have waited for a processor although they could have run, as the kernel counts it: whoever was
//! woken late is told from whoever answered late.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use rustix::process::Pid;

/// The kernel's counts for one thread; always zero where the kernel does not count.
#[derive(Debug)]
pub(super) struct Delay(Option<File>);

/// What the kernel has counted for a thread.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Count {
    /// How long it ran.
    pub(super) ran: Duration,
    /// How long it could have run but had no processor.
    pub(super) waited: Duration,
}

impl Delay {
    /// Of the main thread of a process.
    pub(super) fn of(pid: Pid) -> Delay {
        Delay(File::open(format!("/proc/{}/schedstat", pid.as_raw_nonzero())).ok())
    }

    /// Everything so far.
    pub(super) fn so_far(&self) -> Count {
        let mut text = [0; 64];
        let n = self.0.as_ref().and_then(|file| file.read_at(&mut text, 0).ok()).unwrap_or(0);
        count(&text[..n]).unwrap_or_default()
    }
}

/// So little is given back without a question, and of shorter turns nothing.
pub(super) const TRIFLE: Duration = Duration::from_micros(100);

/// No more than this is given back for one move.
const MOST: Duration = Duration::from_millis(50);

/// What a player is given back of the time in which it could have run but had no processor: its opponents and the rest of
/// the machine are not its fault. What its own threads and processes ran it may have kept itself waiting for: over a game
/// that is taken off, but for a trifle a move.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    /// What it had waited when its first turn began, and when this turn did.
    first: Option<Duration>,
    before: Duration,
    given: Duration,
}

impl Allowance {
    /// Its turn begins.
    pub(super) fn begin(&mut self, now: Count) {
        self.first.get_or_insert(now.waited);
        self.before = now.waited;
    }

    /// What may be given back for this turn up to now; `family_time` is what all that it has started, itself included, has run.
    pub(super) fn due(&self, now: Count, family_time: impl FnOnce() -> Duration) -> Duration {
        let waited = now.waited.saturating_sub(self.before);
        if waited <= TRIFLE {
            return waited;
        }
        let of_game = now.waited.saturating_sub(self.first.unwrap_or(now.waited));
        let own_fault = family_time().saturating_sub(now.ran);
        let left = of_game.saturating_sub(own_fault).saturating_sub(self.given);
        waited.min(left).clamp(TRIFLE, MOST)
    }

    /// Gives it.
    pub(super) fn grant(&mut self, now: Count, family_time: impl FnOnce() -> Duration) -> Duration {
        let due = self.due(now, family_time);
        self.given += due;
        due
    }
}

/// What the calling thread has waited so far.
pub(super) fn of_this_thread() -> Duration {
    thread_local! {
        static OWN: Delay = Delay(File::open("/proc/thread-self/schedstat").ok());
    }
    OWN.with(|own| own.so_far().waited)
}

/// The first two of three numbers, in nanoseconds.
fn count(text: &[u8]) -> Option<Count> {
    let mut words = std::str::from_utf8(text).ok()?.split_ascii_whitespace();
    let mut next = || words.next()?.parse().ok().map(Duration::from_nanos);
    Some(Count { ran: next()?, waited: next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_two_numbers_count() {
        let of = |ran, waited| {
            let [ran, waited] = [ran, waited].map(Duration::from_nanos);
            Some(Count { ran, waited })
        };
        assert_eq!(count(b"305 7623791 1\n"), of(305, 7_623_791));
        assert_eq!(count(b"0 0 0\n"), of(0, 0));
        for bad in [&b""[..], b"17\n", b"1 x 2\n", b"\xff \xff"] {
            assert_eq!(count(bad), None);
        }
    }

    #[test]
    fn no_more_is_given_back_than_was_waited() {
        let us = Duration::from_micros;
        let count = |ran, waited| Count { ran: us(ran), waited: us(waited) };
        let mut allowance = Allowance::default();
        // What the kernel has counted when a turn begins and ends, and what all its processes have run by then.
        for (begin, end, family, given) in [
            // A start that waited long is no matter.
            (count(10, 90_000), count(20, 90_000), 0, 0),
            (count(20, 90_000), count(30, 90_099), 30, 99),
            (count(30, 90_099), count(50, 90_799), 50, 700),
            // Its other threads ran while it waited: only the trifle.
            (count(50, 90_799), count(60, 95_799), 5_060, 100),
            // Someone else's time again.
            (count(60, 95_799), count(70, 97_799), 5_070, 1_900),
            (count(70, 97_799), count(80, 997_799), 5_080, 50_000),
        ] {
            allowance.begin(begin);
            assert_eq!(allowance.grant(end, || us(family)), us(given), "{begin:?} to {end:?}");
        }
    }

    #[test]
    fn the_count_never_falls() {
        let before = of_this_thread();
        std::thread::yield_now();
        assert!(of_this_thread() >= before);
        assert_eq!(Delay(None).so_far(), Count::default());
    }
}
