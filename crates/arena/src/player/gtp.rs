//! Othello engines that speak GTP. The engine keeps the board: it is told every move that it did not choose.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use agon_games::record::Ending;
use agon_games::side::Side;
use agon_protocol::gtp::{Colour, Command, ReplyReader, parse_square, write_command};

use super::custody::Custody;
use super::line_process::LineProcess;
use super::ugi::refusal_or;
use super::{Choice, Introduction, Player, Reply, Seat, StartError, Turn};
use crate::clock::Clock;
use crate::referee::Fault;

/// An engine process, kept from game to game.
#[derive(Debug)]
pub struct Gtp {
    words: Vec<OsString>,
    custody: Custody,
    engine: Option<LineProcess>,
    introduction: Introduction,
    /// How many moves of the game the engine's board has.
    n_told: usize,
    log: String,
}

impl Gtp {
    /// The engine that a command starts.
    pub fn new(words: Vec<OsString>, custody: Custody) -> Gtp {
        let introduction = Introduction::default();
        Gtp { words, custody, engine: None, introduction, n_told: 0, log: String::new() }
    }
}

/// One command and its reply; an engine that refuses gives `Ok(None)`.
fn ask(
    engine: &mut LineProcess,
    seat: &Seat,
    command: Command<'_>,
    deadline: Instant,
) -> Result<Option<String>, Fault> {
    let mut text = String::new();
    write_command(&mut text, command);
    engine.send(Some(seat), &text, deadline)?;
    let mut reader = ReplyReader::default();
    let reply = engine.wait_for(seat, deadline, |line| reader.take(line))?;
    Ok(reply.ok())
}

/// As [`ask`], for commands that every engine must know.
fn demand(
    engine: &mut LineProcess,
    seat: &Seat,
    command: Command<'_>,
    deadline: Instant,
) -> Result<String, Fault> {
    let refused = || Fault::new(Ending::Protocol, format!("the engine refused {command:?}"));
    ask(engine, seat, command, deadline)?.ok_or_else(refused)
}

fn colour(side: Side) -> Colour {
    if side == Side::First { Colour::Black } else { Colour::White }
}

/// The standard 8x8 start is the only one that GTP can say.
pub(super) fn check_othello(seat: &Seat, protocol: &str) -> Result<(), StartError> {
    let is_othello = seat.table.spec().to_string() == "reversi/8";
    let is_usual = is_othello && seat.table.start_text() == usual_start();
    if is_usual {
        Ok(())
    } else {
        Err(StartError::Refused(format!(
            "{protocol} engines play reversi/8 from its start, not {}",
            seat.table.spec()
        )))
    }
}

fn usual_start() -> String {
    agon_games::catalog::Table::open("reversi/8", None)
        .map_or_else(|_| String::new(), |table| table.start_text())
}

impl Player for Gtp {
    fn start(&mut self, seat: &Seat) -> Result<Introduction, StartError> {
        check_othello(seat, "gtp")?;
        let deadline = Instant::now() + self.custody.start_time;
        let mut engine = match self.engine.take() {
            Some(mut engine) => {
                engine.wake();
                engine
            }
            None => {
                let mut engine = LineProcess::spawn(&self.custody, &self.words)?;
                let name = ask(&mut engine, seat, Command::Name, deadline);
                self.log = engine.log();
                let name = name.map_err(|fault| refusal_or(&mut engine, fault))?;
                self.introduction = Introduction { name, isolation: engine.isolation() };
                engine
            }
        };
        ask(&mut engine, seat, Command::BoardSize(8), deadline)?;
        demand(&mut engine, seat, Command::ClearBoard, deadline)?;
        if let Clock::Game(total, increment) = seat.clock {
            let seconds = |time: Duration| time.as_secs();
            ask(&mut engine, seat, Command::TimeSettings(seconds(total), seconds(increment), 1), deadline)?;
        }
        self.n_told = 0;
        self.engine = Some(engine);
        Ok(self.introduction.clone())
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let mut engine = self.engine.take().expect("a player has taken its seat before it is asked");
        engine.wake();
        let first = (seat.side.index() + turn.history.len()) % 2;
        let result = (|| {
            for ply in self.n_told..turn.history.len() {
                let side = Side::from_index((first + ply) % 2);
                let text = turn.position.move_text(turn.history[ply]);
                let is_pass = crate::referee::pass_of(seat.table.spec().kind) == Some(turn.history[ply]);
                if is_pass {
                    // Some engines pass by themselves and refuse to be told.
                    ask(&mut engine, seat, Command::Play(colour(side), "pass"), turn.deadline)?;
                } else {
                    demand(&mut engine, seat, Command::Play(colour(side), &text), turn.deadline)?;
                }
            }
            if seat.clock.is_timed() {
                let left = turn.left[seat.side.index()].as_secs();
                ask(&mut engine, seat, Command::TimeLeft(colour(seat.side), left, 0), turn.deadline)?;
            }
            demand(&mut engine, seat, Command::GenMove(colour(seat.side)), turn.deadline)
        })();
        self.log = if result.is_err() { engine.log() } else { String::new() };
        let text = result?;
        self.n_told = turn.history.len() + 1;
        let [asked, at] = engine.times();
        engine.rest();
        self.engine = Some(engine);
        if text.eq_ignore_ascii_case("resign") {
            return Ok(Reply::of(Choice::Resign));
        }
        let choice = match parse_square(&text) {
            Some(square) => Choice::Text(square),
            None => Choice::Nonsense("a pass with a move to play".to_owned()),
        };
        Ok(Reply { asked, at, ..Reply::of(choice) })
    }

    fn finish(&mut self, _: &Seat) -> Option<Fault> {
        None
    }

    fn dismiss(&mut self) -> Option<Fault> {
        let mut engine = self.engine.take()?;
        engine.dismiss("quit\n", Instant::now() + self.custody.end_time)
    }

    fn log(&mut self) -> String {
        self.engine.as_ref().map_or_else(|| std::mem::take(&mut self.log), LineProcess::log)
    }
}

impl Drop for Gtp {
    fn drop(&mut self) {
        self.dismiss();
    }
}
