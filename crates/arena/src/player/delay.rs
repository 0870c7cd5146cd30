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
    /// How often it was given one.
    pub(super) n_turns: u64,
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

/// What a player is given back: the time from when it was asked until it had a processor to begin on, for the rest of the
/// machine is not its fault, and no watch of its own could see it. What its own threads and processes ran it may have kept
/// itself waiting for: over a game that is taken off, but for a trifle a move.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    /// What it had waited when its first turn began.
    first: Option<Duration>,
    /// When this turn did, and when it was first seen to run in it.
    asked: Count,
    begun: Option<Count>,
    given: Duration,
}

impl Allowance {
    /// Its turn begins.
    pub(super) fn begin(&mut self, now: Count) {
        self.first.get_or_insert(now.waited);
        self.asked = now;
        self.begun = None;
    }

    /// Whether it has been seen to run in this turn.
    pub(super) fn has_begun(&self) -> bool {
        self.begun.is_some()
    }

    /// What comes after it has run is its own affair.
    pub(super) fn look(&mut self, now: Count) {
        if now.n_turns != self.asked.n_turns {
            self.begun.get_or_insert(now);
        }
    }

    /// What may be given back for this turn up to now; `family_time` is what all that it has started, itself included, has run.
    pub(super) fn due(&self, now: Count, family_time: impl FnOnce() -> Duration) -> Duration {
        let begun = self.begun.unwrap_or(now);
        let waited = begun.waited.saturating_sub(self.asked.waited);
        if waited <= TRIFLE {
            return waited;
        }
        let of_game = begun.waited.saturating_sub(self.first.unwrap_or(begun.waited));
        let own_fault = family_time().saturating_sub(now.ran);
        let left = of_game.saturating_sub(own_fault).saturating_sub(self.given);
        waited.min(left).clamp(TRIFLE, MOST)
    }

    /// Gives it, or as much of it as the player asks for.
    pub(super) fn grant(
        &mut self,
        now: Count,
        most: Duration,
        family_time: impl FnOnce() -> Duration,
    ) -> Duration {
        let due = self.due(now, family_time).min(most);
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

/// Two times in nanoseconds and a number.
fn count(text: &[u8]) -> Option<Count> {
    let mut words = std::str::from_utf8(text).ok()?.split_ascii_whitespace();
    let mut next = || words.next()?.parse().ok();
    let mut time = || next().map(Duration::from_nanos);
    Some(Count { ran: time()?, waited: time()?, n_turns: next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_times_and_a_number() {
        let of = |ran, waited, n_turns| {
            let [ran, waited] = [ran, waited].map(Duration::from_nanos);
            Some(Count { ran, waited, n_turns })
        };
        assert_eq!(count(b"305 7623791 17\n"), of(305, 7_623_791, 17));
        assert_eq!(count(b"0 0 0\n"), of(0, 0, 0));
        for bad in [&b""[..], b"17\n", b"17 4\n", b"1 x 2\n", b"\xff \xff"] {
            assert_eq!(count(bad), None);
        }
    }

    #[test]
    fn no_more_is_given_back_than_was_waited() {
        let us = Duration::from_micros;
        let count = |ran, waited| Count { ran: us(ran), waited: us(waited), n_turns: 0 };
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
            assert_eq!(allowance.grant(end, Duration::MAX, || us(family)), us(given), "{begin:?} to {end:?}");
        }
    }

    #[test]
    fn waiting_counts_until_it_has_begun() {
        let count =
            |waited, n_turns| Count { waited: Duration::from_micros(waited), n_turns, ..Count::default() };
        let mut allowance = Allowance::default();
        allowance.begin(count(1_000, 7));
        allowance.look(count(1_000, 7));
        assert!(!allowance.has_begun());
        assert_eq!(allowance.due(count(1_090, 7), || Duration::ZERO), Duration::from_micros(90));
        allowance.look(count(1_400, 8));
        assert!(allowance.has_begun());
        // Pushed aside later on, it sees the time pass on its own watch.
        allowance.look(count(9_000, 9));
        assert_eq!(
            allowance.grant(count(9_999, 12), Duration::MAX, || Duration::ZERO),
            Duration::from_micros(400)
        );
        allowance.begin(count(9_999, 12));
        assert!(!allowance.has_begun());
    }

    #[test]
    fn the_count_never_falls() {
        let before = of_this_thread();
        std::thread::yield_now();
        assert!(of_this_thread() >= before);
        assert_eq!(Delay(None).so_far(), Count::default());
    }
}
