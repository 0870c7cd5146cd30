//! A process that speaks in lines: bounded lines, bounded talk, every wait with a deadline. What it says that is
//! no answer is kept as its story.

use std::ffi::OsString;
use std::os::fd::{AsFd, OwnedFd};
use std::time::Instant;

use agon_games::record::Ending;
use agon_protocol::host::Target;
use agon_protocol::lines::LineBuffer;
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::Errno;
use rustix::pipe::{PipeFlags, pipe_with};

use super::custody::Custody;
use super::process::Process;
use super::program_file;
use super::waiting::{self, Direction};
use super::{Seat, StartError};
use crate::referee::Fault;

/// The most that a player may say between two of our questions.
const MAX_TALK: usize = 1 << 20;

/// How much of its talk is kept.
const MAX_STORY: usize = 16 * 1024;

/// A running program.
#[derive(Debug)]
pub(super) struct LineProcess {
    process: Process,
    input: Option<OwnedFd>,
    output: OwnedFd,
    lines: LineBuffer,
    n_said: usize,
    /// When the first words of this turn were sent.
    asked: Option<Instant>,
    heard: Instant,
    story: String,
}

impl LineProcess {
    /// Starts a command behind the lock.
    pub(super) fn spawn(custody: &Custody, words: &[OsString]) -> Result<LineProcess, StartError> {
        program_file::check(&words[0])?;
        let refused = |e: Errno| StartError::Refused(format!("no pipe: {e}"));
        let (their_input, input) = pipe_with(PipeFlags::CLOEXEC).map_err(refused)?;
        let (output, their_output) = pipe_with(PipeFlags::CLOEXEC).map_err(refused)?;
        fcntl_setfl(&input, OFlags::NONBLOCK).map_err(refused)?;
        fcntl_setfl(&output, OFlags::NONBLOCK).map_err(refused)?;
        let launch = custody.launch(Target::Program(words.to_vec()), false);
        let process = Process::spawn(custody, &launch, their_input, Some(their_output))?;
        let lines = LineBuffer::default();
        Ok(LineProcess {
            process,
            input: Some(input),
            output,
            lines,
            n_said: 0,
            asked: None,
            heard: Instant::now(),
            story: String::new(),
        })
    }

    /// Sends whole lines.
    pub(super) fn send(&mut self, seat: Option<&Seat>, text: &str, deadline: Instant) -> Result<(), Fault> {
        self.n_said = 0;
        if self.asked.is_none() {
            self.process.begin_turn();
            self.asked = Some(Instant::now());
        }
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            let Some(input) = &self.input else { return Err(self.process.obituary()) };
            match rustix::io::write(input, rest) {
                Ok(n) => rest = &rest[n..],
                Err(Errno::AGAIN) => waiting::until(seat, input.as_fd(), Direction::Out, deadline)?,
                Err(Errno::INTR) => {}
                Err(Errno::PIPE) => return Err(self.process.obituary()),
                Err(error) => return Err(Fault::new(Ending::Aborted, format!("write: {error}"))),
            }
        }
        Ok(())
    }

    /// Its turn begins.
    pub(super) fn wake(&mut self) {
        self.asked = None;
        self.process.wake();
    }

    /// Its turn is over.
    pub(super) fn rest(&mut self) {
        self.process.rest();
    }

    /// When this turn's first words were sent to it, later by what it waited for a processor since; and when it last said something.
    pub(super) fn times(&mut self) -> [Option<Instant>; 2] {
        let asked = self.asked.map(|asked| self.process.end_turn([asked, self.heard], None));
        [asked, Some(self.heard)]
    }

    /// Lets the program see the end of its input.
    pub(super) fn hang_up(&mut self) {
        self.input = None;
    }

    /// Reads lines until one of them is an answer.
    pub(super) fn wait_for<T>(
        &mut self,
        seat: &Seat,
        deadline: Instant,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let mut heard = None;
        loop {
            while let Some(line) =
                self.lines.next_line().map_err(|e| Fault::new(Ending::Protocol, e.to_string()))?
            {
                if let Some(answer) = read(&line) {
                    // Before it speaks, it may be any of the processes on the way to it.
                    self.process.find_program();
                    return Ok(answer);
                }
                if self.story.len() + line.len() < MAX_STORY {
                    self.story.push_str(&line);
                    self.story.push('\n');
                }
            }
            if !self.read_some(heard.take())? {
                heard = Some(self.listen(seat, deadline)?);
            } else if self.heard > deadline && self.heard > deadline + self.process.delay() {
                return Err(Fault::new(Ending::Time, "talk, but no answer in time"));
            }
        }
    }

    /// Waits for words; since when they are there. The flag falls later by as much as the program was kept waiting; looks
    /// in between tell how long that was.
    fn listen(&mut self, seat: &Seat, deadline: Instant) -> Result<Instant, Fault> {
        let wait = |deadline| waiting::until_heard(seat, self.output.as_fd(), deadline);
        let mut pause = waiting::FIRST_LOOK;
        while self.asked.is_some() && !self.process.has_begun() && pause < waiting::LAST_LOOK {
            let look = Instant::now() + pause;
            if look >= deadline {
                break;
            }
            match wait(look) {
                Err(fault) if fault.ending == Ending::Time => self.process.look(),
                result => return result,
            }
            pause *= 2;
        }
        waiting::fairly(deadline, || self.process.delay(), wait)
    }

    /// Whatever has arrived unasked; the reader says whether a line is out of place.
    pub(super) fn drain(&mut self, mut is_misplaced: impl FnMut(&str) -> bool) -> Result<(), Fault> {
        while self.read_some(None)? {}
        while let Some(line) =
            self.lines.next_line().map_err(|e| Fault::new(Ending::Protocol, e.to_string()))?
        {
            if is_misplaced(&line) {
                return Err(Fault::new(Ending::Protocol, format!("`{}` out of turn", line.trim())));
            }
        }
        Ok(())
    }

    /// Everything until the program closes its output, for programs that are started for one answer.
    pub(super) fn read_to_end(
        &mut self,
        seat: &Seat,
        deadline: Instant,
        limit: usize,
    ) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        loop {
            match rustix::io::read(&self.output, &mut chunk) {
                Ok(0) => return Ok(bytes),
                Ok(n) => bytes.extend_from_slice(&chunk[..n]),
                Err(Errno::AGAIN) => {
                    waiting::until(Some(seat), self.output.as_fd(), Direction::In, deadline)?
                }
                Err(Errno::INTR) => {}
                Err(error) => return Err(Fault::new(Ending::Aborted, format!("read: {error}"))),
            }
            if bytes.len() > limit {
                return Err(Fault::new(Ending::Protocol, format!("more than {limit} bytes of output")));
            }
        }
    }

    /// How the program ended, for the story or as a fault.
    pub(super) fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Ends it: politely with these words, then not. The fault is its bad end, if it had one.
    pub(super) fn dismiss(&mut self, words: &str, deadline: Instant) -> Option<Fault> {
        self.wake();
        let sent = self.send(None, words, deadline);
        self.hang_up();
        let status = self.process.ends_by(deadline);
        let fault = match (sent, status) {
            (_, None) => Some(Fault::new(Ending::Time, "it did not end")),
            (_, Some(status)) if !status.success() => Some(self.process.obituary()),
            (Err(fault), _) => Some(fault),
            _ => None,
        };
        self.process.kill();
        fault
    }

    /// Which locks hold, as the host noted before it stepped aside.
    pub(super) fn isolation(&self) -> Option<String> {
        let log = self.process.log();
        Some(log.lines().find_map(|line| line.strip_prefix("host: locked in by "))?.to_owned())
    }

    /// What it said that was no answer, and what it printed to its log.
    pub(super) fn log(&self) -> String {
        format!("{}{}", self.story, self.process.log())
    }

    /// Reads what is there since then, or now; false if there is nothing yet.
    fn read_some(&mut self, heard: Option<Instant>) -> Result<bool, Fault> {
        let mut chunk = [0; 4096];
        match rustix::io::read(&self.output, &mut chunk) {
            Ok(0) => Err(self.process.obituary()),
            Ok(n) => {
                self.heard = heard.unwrap_or_else(Instant::now);
                self.n_said += n;
                if self.n_said > MAX_TALK {
                    return Err(Fault::new(
                        Ending::Protocol,
                        format!("more than {MAX_TALK} bytes without an answer"),
                    ));
                }
                self.lines.push(&chunk[..n]);
                Ok(true)
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(false),
            Err(error) => Err(Fault::new(Ending::Aborted, format!("read: {error}"))),
        }
    }
}
