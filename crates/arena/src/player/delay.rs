//! How long threads have waited for a processor although they could have run, as the kernel counts it: whoever was
//! woken late is told from whoever answered late.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::Duration;

use rustix::process::Pid;

/// The kernel's count for one thread; always zero where the kernel does not count.
#[derive(Debug)]
pub(super) struct Delay(Option<File>);

impl Delay {
    /// Of the main thread of a process.
    pub(super) fn of(pid: Pid) -> Delay {
        Delay(File::open(format!("/proc/{}/schedstat", pid.as_raw_nonzero())).ok())
    }

    /// All that it has waited so far.
    pub(super) fn so_far(&self) -> Duration {
        let mut text = [0; 64];
        let n = self.0.as_ref().and_then(|file| file.read_at(&mut text, 0).ok()).unwrap_or(0);
        waited(&text[..n]).unwrap_or_default()
    }
}

/// What a player says of how long it waited to be woken is believed so far.
const BELIEVED: Duration = Duration::from_micros(100);

/// No more than this is given back for one move.
const MOST: Duration = Duration::from_millis(10);

/// What a player is given back of the time between a question and its waking up. It says itself how long that was, and
/// might lie: over a game it is given no more than the kernel counted, but for a tenth of a millisecond a move.
#[derive(Debug, Default)]
pub(super) struct Allowance {
    given: Duration,
}

impl Allowance {
    /// What is given back for a move of a player that says it waited so long; `counted` asks the kernel.
    pub(super) fn grant(&mut self, claimed: Duration, counted: impl FnOnce() -> Duration) -> Duration {
        if claimed <= BELIEVED {
            return claimed;
        }
        let left = counted().saturating_sub(self.given);
        let granted = claimed.min(left).clamp(BELIEVED, MOST);
        self.given += granted;
        granted
    }
}

/// What the calling thread has waited so far.
pub(super) fn of_this_thread() -> Duration {
    thread_local! {
        static OWN: Delay = Delay(File::open("/proc/thread-self/schedstat").ok());
    }
    OWN.with(Delay::so_far)
}

/// The second of three numbers, in nanoseconds.
fn waited(text: &[u8]) -> Option<Duration> {
    let word = std::str::from_utf8(text).ok()?.split_ascii_whitespace().nth(1)?;
    word.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_number_counts() {
        assert_eq!(waited(b"305 7623791 1\n"), Some(Duration::from_nanos(7_623_791)));
        assert_eq!(waited(b"0 0 0\n"), Some(Duration::ZERO));
        for bad in [&b""[..], b"17\n", b"1 x 2\n", b"\xff \xff"] {
            assert_eq!(waited(bad), None);
        }
    }

    #[test]
    fn no_more_is_given_back_than_was_waited() {
        let us = Duration::from_micros;
        let mut allowance = Allowance::default();
        for (claimed, counted, granted) in [
            (0, 0, 0),
            (99, 0, 99),
            (5_000, 700, 700),
            (5_000, 700, 100),
            (5_000, 2_000, 1_200),
            (300, 9_000, 300),
            (1_000_000, 900_000, 10_000),
        ] {
            assert_eq!(allowance.grant(us(claimed), || us(counted)), us(granted), "{claimed} of {counted}");
        }
    }

    #[test]
    fn the_count_never_falls() {
        let before = of_this_thread();
        std::thread::yield_now();
        assert!(of_this_thread() >= before);
        assert_eq!(Delay(None).so_far(), Duration::ZERO);
    }
}
