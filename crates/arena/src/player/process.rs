//! A foreign process: started through the host, with its log in memory, killed with everything that it started
//! when it is dropped.

use std::fs::File;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::FileExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use agon_games::record::Ending;
use agon_protocol::host::{EXIT_MEMORY, EXIT_REFUSED, Launch};
use rustix::fs::{MemfdFlags, memfd_create};
use rustix::process::{Pid, Signal, kill_process_group};

use super::StartError;
use super::custody::Custody;
use super::pace::Pace;
use crate::referee::Fault;

/// How long the death of a process whose pipes are closed is waited for.
const DEATH: Duration = Duration::from_millis(100);

/// How much of a log is shown: its end, where the reasons are.
const SHOWN: u64 = 16 * 1024;

/// A child and its log.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    log: File,
    status: Option<ExitStatus>,
    pace: Pace,
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
        let copy = || log.try_clone().map(Stdio::from).map_err(|e| failed("no log", e));
        let (program, first) = custody.host.split_first().ok_or_else(|| {
            StartError::Refused("no host program: foreign players cannot be started".to_owned())
        })?;
        let mut command = Command::new(program);
        command.args(first).args(launch.to_args()).process_group(0).stdin(Stdio::from(input));
        command.stderr(copy()?);
        match output {
            Some(output) => command.stdout(Stdio::from(output)),
            None => command.stdout(copy()?),
        };
        let child = command.spawn().map_err(|e| failed(&format!("cannot start {}", program.display()), e))?;
        let pace = Pace::new(child.id());
        Ok(Process { child, log, status: None, pace })
    }

    /// Its turn begins.
    pub(super) fn wake(&mut self) {
        self.pace.wake();
    }

    /// Its turn is over.
    pub(super) fn rest(&mut self) {
        self.pace.rest();
    }

    /// How it ended, if it does so in the next moment: for the story after its pipes have closed.
    pub(super) fn obituary(&mut self) -> Fault {
        let until = Instant::now() + DEATH;
        while self.status.is_none() && Instant::now() < until {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_none() {
                std::thread::sleep(Duration::from_micros(200));
            }
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

    /// Waits for an orderly end; says whether there was one.
    pub(super) fn ends_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        while self.status.is_none() && Instant::now() < deadline {
            self.status = self.child.try_wait().ok().flatten();
            if self.status.is_none() {
                std::thread::sleep(Duration::from_micros(500));
            }
        }
        self.status
    }

    /// Kills it with everything in its group; its namespaces take care of the rest.
    pub(super) fn kill(&mut self) {
        if let Some(group) = Pid::from_raw(self.child.id() as i32)
            && self.status.is_none()
        {
            kill_process_group(group, Signal::KILL).ok();
            self.status = self.child.wait().ok();
        }
    }

    /// The end of what it printed.
    pub(super) fn log(&self) -> String {
        let length = self.log.metadata().map_or(0, |meta| meta.len());
        let start = length.saturating_sub(SHOWN);
        let mut bytes = vec![0; (length - start) as usize];
        let n = self.log.read_at(&mut bytes, start).unwrap_or(0);
        String::from_utf8_lossy(&bytes[..n]).into_owned()
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
