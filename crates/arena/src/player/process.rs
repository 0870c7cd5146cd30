//! A foreign process: started through the host, with its log in memory, killed with everything that it started
//! when it is dropped.

use std::fs::File;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::FileExt;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use agon_games::record::Ending;
use agon_protocol::host::{EXIT_MEMORY, EXIT_REFUSED, Launch};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitOptions, kill_process, kill_process_group, pidfd_open, waitpid,
};

use super::StartError;
use super::custody::Custody;
use super::delay::{self, Allowance, Count, Delay};
use super::nursery;
use super::pace::{self, Pace};
use crate::referee::Fault;

/// How long the death of a process whose pipes are closed is waited for.
const DEATH: Duration = Duration::from_millis(100);

/// How much of a log is shown: its end, where the reasons are.
const SHOWN: u64 = 16 * 1024;

/// How often the survivors of a killing are looked for.
const MOST_ROUNDS: usize = 20;

/// A child and its log.
#[derive(Debug)]
pub(super) struct Process {
    /// The supervisor, which leads a group of its own and ends as the player did.
    pid: Pid,
    /// Becomes readable when it ends; absent where there are no more descriptors.
    end: Option<OwnedFd>,
    log: File,
    status: Option<ExitStatus>,
    pace: Pace,
    /// What the kernel counts for the player, once it is found.
    waiting: Option<Delay>,
    allowance: Allowance,
}

impl Process {
    /// Starts the host with these ends as the player's input and output; without an output, it is the log.
    pub(super) fn spawn(
        custody: &Custody,
        launch: &Launch,
        input: OwnedFd,
        output: Option<OwnedFd>,
    ) -> Result<Process, StartError> {
        let failed = |what: &str, error: io::Error| StartError::Refused(format!("{what}: {error}"));
        let log = memfd_create("player-log", MemfdFlags::CLOEXEC).map_err(|e| failed("no log", e.into()))?;
        let log = File::from(log);
        let output = output.as_ref().map_or(log.as_fd(), |output| output.as_fd());
        let program = custody.host.first().ok_or_else(|| {
            StartError::Refused("no host program: foreign players cannot be started".to_owned())
        })?;
        let pid = nursery::bear(&custody.host, launch, [input.as_fd(), output, log.as_fd()])
            .map_err(|e| failed(&format!("cannot start {}", program.display()), e))?;
        let end = pidfd_open(pid, PidfdFlags::empty()).ok();
        let pace = Pace::new(pid.as_raw_nonzero().get() as u32);
        Ok(Process { pid, end, log, status: None, pace, waiting: None, allowance: Allowance::default() })
    }

    /// Its turn begins.
    pub(super) fn wake(&mut self) {
        self.pace.wake();
    }

    /// Its turn is over.
    pub(super) fn rest(&mut self) {
        self.pace.rest();
    }

    /// Its clock is about to start.
    pub(super) fn begin_turn(&mut self) {
        self.allowance.begin(self.count());
    }

    /// Whether it has been seen to run since then.
    pub(super) fn has_begun(&self) -> bool {
        self.allowance.has_begun()
    }

    /// Looks whether it has.
    pub(super) fn look(&mut self) {
        self.allowance.look(self.count());
    }

    /// How long it was kept waiting until then, to be given back once the turn is over.
    pub(super) fn delay(&self) -> Duration {
        self.allowance.due(self.count(), || family_time(self.pid))
    }

    /// Gives it back: when its clock begins if it was asked and answered then; not later than it says that it began.
    pub(super) fn end_turn(&mut self, [asked, heard]: [Instant; 2], begun: Option<Instant>) -> Instant {
        if heard.saturating_duration_since(asked) < delay::TRIFLE {
            return asked;
        }
        let now = self.count();
        let most = begun.map_or(Duration::MAX, |begun| begun.saturating_duration_since(asked));
        let given = self.allowance.grant(now, most, || family_time(self.pid));
        (asked + given).min(heard)
    }

    /// What the kernel has counted for the player so far; nothing before it is found.
    fn count(&self) -> Count {
        self.waiting.as_ref().map(Delay::so_far).unwrap_or_default()
    }

    /// Finds a library or module: behind the supervisor or in its place.
    pub(super) fn find_player(&mut self) {
        let player = family_of(self.pid).first().copied().unwrap_or(self.pid);
        self.waiting = Some(Delay::of(player));
    }

    /// Finds a program: behind the supervisor, with an init process between them if it has namespaces.
    pub(super) fn find_program(&mut self) {
        if self.waiting.is_none() {
            self.waiting = Some(Delay::of(match family_of(self.pid).as_slice() {
                [] => self.pid,
                [first, second, ..] if is_init(*first) => *second,
                [first, ..] => *first,
            }));
        }
    }

    /// How it ended, if it does so in the next moment: for the story after its pipes have closed.
    pub(super) fn obituary(&mut self) -> Fault {
        self.ends_by(Instant::now() + DEATH);
        if self.status.is_some_and(|status| !status.success()) && self.speaks_of_memory() {
            return Fault::new(Ending::Memory, format!("out of memory: {}", self.last_words()));
        }
        match self.status {
            None => Fault::new(Ending::Crash, "it closed its output"),
            Some(status) => match (status.code(), status.signal()) {
                (Some(EXIT_MEMORY), _) => Fault::new(Ending::Memory, "it used more memory than it may"),
                (Some(EXIT_REFUSED), _) => Fault::new(Ending::Crash, self.last_words()),
                (Some(127), _) => {
                    Fault::new(Ending::Crash, format!("exit status 127: {}", self.last_words()))
                }
                (Some(code), _) => Fault::new(Ending::Crash, format!("it ended with status {code}")),
                (None, signal) => Fault::new(Ending::Crash, format!("killed by {}", signal_name(signal))),
            },
        }
    }

    /// Whether the host could not even start it.
    pub(super) fn was_refused(&self) -> bool {
        self.status.and_then(|status| status.code()) == Some(EXIT_REFUSED)
    }

    /// Waits for its end; how it ended, if it did.
    pub(super) fn ends_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        loop {
            self.reap(WaitOptions::NOHANG);
            let left = deadline.saturating_duration_since(Instant::now());
            if self.status.is_some() || left.is_zero() {
                return self.status;
            }
            let slice = if self.end.is_some() { left } else { left.min(Duration::from_millis(1)) };
            let timeout = Timespec { tv_sec: slice.as_secs() as i64, tv_nsec: slice.subsec_nanos().into() };
            let mut fds: Vec<PollFd<'_>> =
                self.end.iter().map(|end| PollFd::new(end, PollFlags::IN)).collect();
            // An interruption only means another look.
            poll(&mut fds, Some(&timeout)).ok();
        }
    }

    /// Kills it with everything in its group; its namespaces take care of the rest.
    pub(super) fn kill(&mut self) {
        if self.status.is_none() {
            // Whoever left the group is still below the supervisor, which takes in orphans.
            for _ in 0..MOST_ROUNDS {
                let family = family_of(self.pid);
                if family.is_empty() {
                    break;
                }
                for pid in family {
                    kill_process(pid, Signal::KILL).ok();
                }
            }
            kill_process_group(self.pid, Signal::KILL).ok();
            // The group is made by the child itself: one that was too young to have it is killed by its number.
            kill_process(self.pid, Signal::KILL).ok();
            self.reap(WaitOptions::empty());
        }
    }

    fn reap(&mut self, options: WaitOptions) {
        if self.status.is_none()
            && let Ok(Some((_, status))) = waitpid(Some(self.pid), options)
        {
            self.status = Some(ExitStatus::from_raw(status.as_raw()));
        }
    }

    /// The end of what it printed.
    pub(super) fn log(&self) -> String {
        let length = self.log.metadata().map_or(0, |meta| meta.len());
        let start = length.saturating_sub(SHOWN);
        let mut bytes = vec![0; (length - start) as usize];
        let n = self.log.read_at(&mut bytes, start).unwrap_or(0);
        // Anything that a terminal would obey stays out.
        let is_tame = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
        String::from_utf8_lossy(&bytes[..n]).chars().filter(is_tame).collect()
    }

    /// Whether its log ends as those of programs do that were refused memory, touched or not: the kernel tells
    /// nobody but the program itself.
    fn speaks_of_memory(&self) -> bool {
        let words =
            ["cannot allocate memory", "out of memory", "bad_alloc", "memoryerror", "memory allocation of"];
        let last = self.last_words().to_lowercase();
        words.iter().any(|word| last.contains(word)) || last.contains("outofmemoryerror")
    }

    fn last_words(&self) -> String {
        let log = self.log();
        let line = log.lines().rev().find(|line| is_telling(line)).unwrap_or("nothing in its log");
        line.strip_prefix("host: ").unwrap_or(line).chars().take(200).collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The processor time of all that a supervisor's player has started, itself included, so far.
fn family_time(supervisor: Pid) -> Duration {
    family_of(supervisor).into_iter().filter_map(pace::cpu_time).sum()
}

fn family_of(supervisor: Pid) -> Vec<Pid> {
    pace::family(supervisor.as_raw_nonzero().get() as u32)
}

/// Whether it is the first process of its namespace.
fn is_init(pid: Pid) -> bool {
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", pid.as_raw_nonzero())).unwrap_or_default();
    let numbers = status.lines().find_map(|line| line.strip_prefix("NSpid:")).unwrap_or_default();
    numbers.split_whitespace().last() == Some("1")
}

fn signal_name(signal: Option<i32>) -> String {
    let names =
        [(4, "SIGILL"), (6, "SIGABRT"), (7, "SIGBUS"), (8, "SIGFPE"), (9, "SIGKILL"), (11, "SIGSEGV")];
    let number = signal.unwrap_or(0);
    let known = names.iter().find(|(known, _)| *known == number);
    known.map_or_else(|| format!("signal {number}"), |(_, name)| (*name).to_owned())
}

fn is_telling(line: &str) -> bool {
    !line.trim().is_empty() && !line.starts_with("host: locked in by")
}
