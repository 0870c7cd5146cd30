//! Libraries and WebAssembly modules: a host process each, spoken to in packets. One process per game, because
//! such players keep static data.

use std::os::fd::AsFd;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use agon_games::record::Ending;
use agon_protocol::host::{FaultKind, MAX_ANSWER, RawMove, Report, Request, Target};
use rustix::io::Errno;
use rustix::time::{ClockId, clock_gettime};

use super::custody::Custody;
use super::packets::Packets;
use super::process::Process;
use super::translate::{self, Translator};
use super::waiting::{self, Direction};
use super::{Introduction, Player, Reply, Seat, StartError, Turn};
use crate::clock::Clock;
use crate::referee::{Fault, Opinion};

/// A `.so` or `.wasm` file.
#[derive(Debug)]
pub struct Hosted {
    file: PathBuf,
    custody: Custody,
    link: Option<Link>,
    log: String,
}

/// A running host.
#[derive(Debug)]
struct Link {
    process: Process,
    packets: Packets,
    translator: Translator,
    buffer: Vec<u8>,
    turn: u32,
    /// Whether it hears of every move, and of how many it has.
    follows: bool,
    n_heard: usize,
}

/// An answer: when the host says that it had the question, and when the kernel had the answer.
struct Moved {
    step: RawMove,
    fuel: u64,
    begun: Instant,
    at: Instant,
}

impl Hosted {
    /// The player in this file; it is started when it takes its seat.
    pub fn new(file: impl Into<PathBuf>, custody: Custody) -> Hosted {
        Hosted { file: file.into(), custody, link: None, log: String::new() }
    }

    /// The game is told at once: it waits in the socket while the host loads and locks itself in.
    fn greet(&self, seat: &Seat, link: &mut Link) -> Result<Introduction, StartError> {
        let deadline = Instant::now() + self.custody.start_time;
        let position = seat.first_position();
        let setup = translate::setup(&seat.table, &position, seat.side, seat.numbering, seat.seed);
        // Who refuses does so before it reads: its reason comes first.
        let sent = link.send(&Request::Start(Box::new(setup)));
        let layers = match link.receive(seat, deadline)?.0 {
            Report::Loaded(layers) => layers,
            other => return Err(self.unexpected(other)),
        };
        sent?;
        match link.receive(seat, deadline)?.0 {
            Report::Started { name, follows } => {
                link.follows = follows;
                link.process.find_player();
                let name = if name.is_empty() { self.file_name() } else { name };
                Ok(Introduction { name: Some(name), isolation: Some(layers.to_string()) })
            }
            other => Err(self.unexpected(other)),
        }
    }

    fn unexpected(&self, report: Report) -> StartError {
        match report {
            Report::Fault(FaultKind::Refused, why) => {
                let name = self.file.display().to_string();
                // Reasons about the file itself begin with its name already.
                StartError::Refused(if why.starts_with(&name) { why } else { format!("{name}: {why}") })
            }
            Report::Fault(kind, why) => StartError::Fault(fault(kind, why)),
            other => StartError::Fault(Fault::new(Ending::Protocol, format!("{other:?} at the start"))),
        }
    }

    fn file_name(&self) -> String {
        self.file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }
}

impl Player for Hosted {
    fn start(&mut self, seat: &Seat) -> Result<Introduction, StartError> {
        self.link = None;
        let refused = |e: Errno| StartError::Refused(format!("no socket: {e}"));
        let (packets, theirs) = Packets::pair().map_err(refused)?;
        let is_fuelled = matches!(seat.clock, Clock::Fuel(_));
        let launch = self.custody.launch(Target::Player(self.file.clone()), is_fuelled);
        let process = Process::spawn(&self.custody, &launch, theirs, None)?;
        let translator = Translator::new(&seat.table, seat.numbering);
        let buffer = Vec::with_capacity(MAX_ANSWER + 1);
        // The opening is part of the position that it is given: it hears only of what comes after.
        let n_heard = seat.opening.len();
        let mut link = Link { process, packets, translator, buffer, turn: 0, follows: false, n_heard };
        let greeting = self.greet(seat, &mut link);
        self.log = link.process.log();
        if greeting.is_ok() {
            self.link = Some(link);
        }
        greeting
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let link = self.link.as_mut().expect("a player has taken its seat before it is asked");
        let reply = link.answer(seat, turn);
        if reply.is_err() {
            // Whoever failed is not asked to end nicely.
            link.process.kill();
            self.log = link.process.log();
            self.link = None;
        }
        reply
    }

    fn finish(&mut self, seat: &Seat) -> Option<Fault> {
        let mut link = self.link.take()?;
        link.process.wake();
        let deadline = Instant::now() + self.custody.end_time;
        let ended = link.send(&Request::Finish).and_then(|()| link.receive(seat, deadline));
        let fault = match ended {
            Ok((Report::Finished, _)) => match link.process.ends_by(deadline) {
                Some(_) => None,
                None => Some(Fault::new(Ending::Time, "it did not end")),
            },
            Ok((Report::Fault(kind, why), _)) => Some(fault(kind, why)),
            Ok((other, _)) => Some(Fault::new(Ending::Protocol, format!("{other:?} at the end"))),
            Err(fault) => Some(fault),
        };
        link.process.kill();
        self.log = link.process.log();
        fault
    }

    fn log(&mut self) -> String {
        if let Some(link) = &self.link {
            self.log = link.process.log();
        }
        std::mem::take(&mut self.log)
    }
}

impl Link {
    fn answer(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let fuel = match seat.clock {
            Clock::Fuel(fuel) => fuel,
            _ => 0,
        };
        self.process.wake();
        self.process.begin_turn();
        let asked = Instant::now();
        self.catch_up(seat, turn, fuel)?;
        let heard = turn.history.get(seat.opening.len()..).unwrap_or_default();
        let previous = heard.last().map_or(RawMove::NOTHING, |&mv| self.translator.tell(mv));
        let Moved { step, fuel, begun, at } = self.ask(seat, previous, fuel, turn.deadline)?;
        let asked = Some(self.process.end_turn([asked, at], Some(begun)));
        self.n_heard = turn.history.len() + 1;
        self.process.rest();
        let choice = self.translator.hear(step, turn.position);
        let opinion = Opinion { nodes: (fuel > 0).then_some(fuel), ..Opinion::default() };
        Ok(Reply { choice, opinion, asked, at: Some(at) })
    }

    /// Tells a player that follows the game of the moves that it was not asked about; its answers mean nothing.
    fn catch_up(&mut self, seat: &Seat, turn: &Turn<'_>, fuel: u64) -> Result<(), Fault> {
        if !self.follows {
            return Ok(());
        }
        let first_side = start_side(seat, turn);
        for ply in self.n_heard..turn.history.len().saturating_sub(1) {
            let is_theirs = (first_side + ply) % 2 != seat.side.index();
            if is_theirs {
                let step = self.translator.tell(turn.history[ply]);
                self.ask(seat, step, fuel, turn.deadline)?;
            }
        }
        Ok(())
    }

    fn ask(&mut self, seat: &Seat, previous: RawMove, fuel: u64, deadline: Instant) -> Result<Moved, Fault> {
        self.turn += 1;
        self.send(&Request::Play { turn: self.turn, previous, fuel })?;
        match self.receive(seat, deadline)? {
            (Report::Moved { turn, step, fuel, begun }, at) if turn == self.turn => {
                Ok(Moved { step, fuel, begun: instant(begun), at })
            }
            (Report::Fault(kind, why), _) => Err(fault(kind, why)),
            (other, _) => Err(Fault::new(Ending::Protocol, format!("an answer to no question: {other:?}"))),
        }
    }

    fn send(&mut self, request: &Request) -> Result<(), Fault> {
        request.encode(&mut self.buffer);
        match self.packets.send(&self.buffer) {
            // One that is gone may have said why: its last report is still to be read, or else its end is noticed there.
            Ok(()) | Err(Errno::PIPE | Errno::CONNRESET) => Ok(()),
            // The player floods its end and reads nothing: there is no room for the question.
            Err(Errno::AGAIN) => Err(Fault::new(Ending::Protocol, "it does not read")),
            Err(error) => Err(Fault::new(Ending::Aborted, format!("send: {error}"))),
        }
    }

    /// The next report, and when it was sent.
    fn receive(&mut self, seat: &Seat, deadline: Instant) -> Result<(Report, Instant), Fault> {
        let wait = |deadline| waiting::until(Some(seat), self.packets.as_fd(), Direction::In, deadline);
        waiting::fairly(deadline, || self.process.delay(), wait)?;
        self.buffer.resize(MAX_ANSWER + 1, 0);
        let (n, at) = match self.packets.receive(&mut self.buffer) {
            Ok((0, _)) | Err(Errno::CONNRESET) => return Err(self.process.obituary()),
            Ok(received) => received,
            Err(error) => return Err(Fault::new(Ending::Aborted, format!("read: {error}"))),
        };
        let too_long = n > MAX_ANSWER;
        let report = Report::decode(&self.buffer[..n]).map_err(|bad| bad.to_string());
        match report {
            Ok(report) if !too_long => Ok((report, at)),
            Ok(_) => Err(Fault::new(Ending::Protocol, "a packet that is too long")),
            Err(bad) => Err(Fault::new(Ending::Protocol, bad)),
        }
    }
}

/// The moment that the monotonic clock showed so many nanoseconds; now, if it has not shown them yet.
fn instant(nanoseconds: u64) -> Instant {
    let time = clock_gettime(ClockId::Monotonic);
    let shown = Duration::new(time.tv_sec as u64, time.tv_nsec as u32);
    let now = Instant::now();
    now.checked_sub(shown.saturating_sub(Duration::from_nanos(nanoseconds))).unwrap_or(now)
}

/// The index of the side that made the first move of the history.
fn start_side(seat: &Seat, turn: &Turn<'_>) -> usize {
    (seat.side.index() + turn.history.len()) % 2
}

fn fault(kind: FaultKind, why: String) -> Fault {
    let ending = match kind {
        FaultKind::Refused | FaultKind::Crash => Ending::Crash,
        FaultKind::Memory => Ending::Memory,
        FaultKind::Fuel => Ending::Time,
    };
    Fault::new(ending, why)
}
