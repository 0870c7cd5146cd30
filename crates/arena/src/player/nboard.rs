//! Othello engines that speak NBoard: told the whole game before each question.

use std::ffi::OsString;
use std::time::Instant;

use agon_games::game::{PackedMove, Piece};
use agon_games::side::Side;
use agon_protocol::nboard::{Game, Reply as Said, parse_reply, write_set_game};

use super::custody::Custody;
use super::gtp::check_othello;
use super::line_process::LineProcess;
use super::ugi::refusal_or;
use super::{Choice, Introduction, Player, Reply, Seat, StartError, Turn};
use crate::clock::Clock;
use crate::referee::{Fault, pass_of};

/// An engine process, kept from game to game.
#[derive(Debug)]
pub struct NBoard {
    words: Vec<OsString>,
    custody: Custody,
    engine: Option<LineProcess>,
    name: Option<String>,
    n_pings: u32,
    log: String,
}

impl NBoard {
    /// The engine that a command starts.
    pub fn new(words: Vec<OsString>, custody: Custody) -> NBoard {
        NBoard { words, custody, engine: None, name: None, n_pings: 0, log: String::new() }
    }

    /// Waits until the engine has worked off everything that it was sent.
    fn ping(&mut self, engine: &mut LineProcess, seat: &Seat, deadline: Instant) -> Result<(), Fault> {
        self.n_pings += 1;
        let number = self.n_pings;
        engine.send(Some(seat), &format!("ping {number}\n"), deadline)?;
        let name = &mut self.name;
        engine.wait_for(seat, deadline, |line| match parse_reply(line) {
            Said::Pong(n) if n == number => Some(()),
            Said::Name(given) => {
                *name = Some(given.to_owned());
                None
            }
            _ => None,
        })
    }

    fn ask(
        &mut self,
        engine: &mut LineProcess,
        seat: &Seat,
        turn: &Turn<'_>,
    ) -> Result<Option<String>, Fault> {
        let text = |&mv: &PackedMove| {
            (pass_of(seat.table.spec().kind) != Some(mv)).then(|| turn.position.move_text(mv))
        };
        let moves: Vec<Option<String>> = turn.history.iter().map(text).collect();
        let seconds = match seat.clock {
            Clock::Game(total, _) => total.as_secs(),
            _ => 900,
        };
        let cells = start_cells(seat);
        let game = Game { size: 8, cells: &cells, is_black_first: true, moves: &moves, seconds };
        let mut words = String::new();
        write_set_game(&mut words, &game);
        if let Clock::Depth(depth) = seat.clock {
            words.push_str(&format!("set depth {depth}\n"));
        }
        engine.send(Some(seat), &words, turn.deadline)?;
        self.ping(engine, seat, turn.deadline)?;
        engine.send(Some(seat), "go\n", turn.deadline)?;
        engine.wait_for(seat, turn.deadline, |line| match parse_reply(line) {
            Said::Move(square) => Some(square),
            _ => None,
        })
    }
}

fn start_cells(seat: &Seat) -> String {
    let position = seat.table.start();
    let cell = |cell| match position.piece(cell) {
        Piece::Of(Side::First) => '*',
        Piece::Of(Side::Second) => 'O',
        _ => '-',
    };
    (0..64).map(cell).collect()
}

impl Player for NBoard {
    fn start(&mut self, seat: &Seat) -> Result<Introduction, StartError> {
        check_othello(seat, "nboard")?;
        let deadline = Instant::now() + self.custody.start_time;
        let mut engine = match self.engine.take() {
            Some(mut engine) => {
                engine.wake();
                engine
            }
            None => LineProcess::spawn(&self.custody, &self.words)?,
        };
        let begun = engine.send(Some(seat), "nboard 2\n", deadline);
        let begun = begun.and_then(|()| self.ping(&mut engine, seat, deadline));
        self.log = engine.log();
        begun.map_err(|fault| refusal_or(&mut engine, fault))?;
        let isolation = engine.isolation();
        self.engine = Some(engine);
        Ok(Introduction { name: self.name.clone(), isolation })
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let mut engine = self.engine.take().expect("a player has taken its seat before it is asked");
        engine.wake();
        let answer = self.ask(&mut engine, seat, turn);
        self.log = if answer.is_err() { engine.log() } else { String::new() };
        let answer = answer?;
        let [asked, at] = engine.times();
        engine.rest();
        self.engine = Some(engine);
        let choice = match answer {
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

impl Drop for NBoard {
    fn drop(&mut self) {
        self.dismiss();
    }
}
