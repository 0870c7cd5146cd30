//! Fair play with the machine: a player that computes while it is not its turn takes that time from its opponent.
//! Now and then its CPU time is compared with the time of its own turns; whoever is found out is stopped between
//! turns from then on. Honest players pay nothing for it.

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// How soon the books are looked at first; each time that they are in order, the next look comes twice as late.
const SOONEST: Duration = Duration::from_millis(200);

/// How late the next look may be.
const LATEST: Duration = Duration::from_millis(1600);

/// The kernel counts processor time in hundredths of a second.
const TICK: Duration = Duration::from_millis(10);

/// The most processes of one player that are looked at.
const MOST: usize = 64;

/// The books of one player.
#[derive(Debug)]
pub(super) struct Pace {
    supervisor: u32,
    checked: Instant,
    interval: Duration,
    turn_begun: Option<Instant>,
    on_turn: Duration,
    cpu: Duration,
    /// Processes that are stopped between turns; empty for honest players.
    stopped: Vec<Pid>,
    is_burner: bool,
}

impl Pace {
    /// Books for the player behind a supervisor.
    pub(super) fn new(supervisor: u32) -> Pace {
        Pace {
            supervisor,
            checked: Instant::now(),
            interval: SOONEST,
            turn_begun: None,
            on_turn: Duration::ZERO,
            cpu: Duration::ZERO,
            stopped: Vec::new(),
            is_burner: false,
        }
    }

    /// Its turn begins: it may run. Nothing else happens here, for its clock is running.
    pub(super) fn wake(&mut self) {
        for pid in self.stopped.drain(..) {
            kill_process(pid, Signal::CONT).ok();
        }
        self.turn_begun = Some(Instant::now());
    }

    /// Its turn is over: now and then the books are closed, and who is found burning is stopped.
    pub(super) fn rest(&mut self) {
        let now = Instant::now();
        if let Some(begun) = self.turn_begun.take() {
            self.on_turn += now - begun;
        }
        if !self.is_burner && now - self.checked > self.interval {
            self.audit(now);
            self.interval = (2 * self.interval).min(LATEST);
        }
        if self.is_burner {
            self.stopped = family(self.supervisor);
            for &pid in &self.stopped {
                kill_process(pid, Signal::STOP).ok();
            }
        }
    }

    /// Whether it computed for more than half of the opponent's time.
    fn audit(&mut self, now: Instant) {
        let cpu: Duration = family(self.supervisor).into_iter().filter_map(cpu_time).sum();
        let elapsed = now - self.checked;
        let off_turn = elapsed.saturating_sub(self.on_turn);
        let burnt = cpu.saturating_sub(self.cpu).saturating_sub(self.on_turn);
        self.is_burner = burnt > off_turn / 2 + 5 * TICK;
        self.cpu = cpu;
        self.on_turn = Duration::ZERO;
        self.checked = now;
    }
}

/// Everything that descends from the supervisor, itself not included.
pub(super) fn family(supervisor: u32) -> Vec<Pid> {
    let mut found: Vec<Pid> = Vec::new();
    let mut next = vec![supervisor];
    while let Some(parent) = next.pop()
        && found.len() < MOST
    {
        let children =
            std::fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).unwrap_or_default();
        for pid in children.split_whitespace().filter_map(|word| word.parse::<u32>().ok()) {
            next.push(pid);
            found.extend(Pid::from_raw(pid as i32));
        }
    }
    found
}

/// User and system time so far, that of children that have ended included.
pub(super) fn cpu_time(pid: Pid) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let after_name = stat.rsplit_once(')')?.1;
    let ticks: u32 =
        after_name.split_whitespace().skip(11).take(4).filter_map(|word| word.parse::<u32>().ok()).sum();
    Some(TICK * ticks)
}
