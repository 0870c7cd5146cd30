//! Botzone programs for Amazons on 8x8: started for each turn with the whole history, or kept running once they
//! ask for it. Botzone's x is the column, its y the rank from the first player's edge.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use agon_games::game::PackedMove;
use agon_games::record::Ending;
use agon_protocol::botzone::{KEEP_RUNNING, Line, NOTHING, parse_line, write_history, write_line};

use super::custody::Custody;
use super::line_process::LineProcess;
use super::program_file;
use super::{Choice, Introduction, Player, Reply, Seat, StartError, Turn};
use crate::referee::Fault;

const SIDE: u32 = 8;

/// How long after its move a program may ask to be kept running: it may be without a processor in between.
const GRACE: Duration = Duration::from_millis(200);

/// A program, running or not.
#[derive(Debug)]
pub struct Botzone {
    words: Vec<OsString>,
    custody: Custody,
    /// Only while it has asked to be kept running.
    program: Option<LineProcess>,
    log: String,
    isolation: Option<String>,
}

impl Botzone {
    /// The program that a command starts.
    pub fn new(words: Vec<OsString>, custody: Custody) -> Botzone {
        Botzone { words, custody, program: None, log: String::new(), isolation: None }
    }

    fn ask(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<String, Fault> {
        let mut text = String::new();
        let mut lines: Vec<Line> = turn.history.iter().map(|&mv| line_of(mv)).collect();
        if lines.len().is_multiple_of(2) {
            lines.insert(0, NOTHING);
        }
        let mut program = match self.program.take() {
            Some(program) => {
                write_line(&mut text, *lines.last().expect("an empty history has its line too"));
                program
            }
            None => {
                write_history(&mut text, &lines);
                LineProcess::spawn(&self.custody, &self.words).map_err(|error| match error {
                    StartError::Refused(why) => Fault::new(Ending::Crash, why),
                    StartError::Fault(fault) => fault,
                })?
            }
        };
        let asked = program.send(Some(seat), &text, turn.deadline);
        let mut answer = None;
        let heard = asked.and_then(|()| {
            program.wait_for(seat, turn.deadline, |line| (!line.trim().is_empty()).then(|| line.to_owned()))
        });
        self.log = program.log();
        self.isolation = program.isolation();
        answer.get_or_insert(heard?);
        // The request to stay comes right behind the move, or the program ends; only one that does neither is waited for.
        let grace = Instant::now() + GRACE;
        let stays = program
            .wait_for(seat, grace.min(turn.deadline), |line| line.contains(KEEP_RUNNING).then_some(()));
        if stays.is_ok() {
            self.program = Some(program);
        }
        Ok(answer.unwrap_or_default())
    }
}

/// Our move in Botzone's numbers.
fn line_of(mv: PackedMove) -> Line {
    let mut line = NOTHING;
    for (part, shift) in [0, 9, 18].into_iter().enumerate() {
        let cell = mv.0 >> shift & 0x1FF;
        line[2 * part] = (cell % SIDE) as i32;
        line[2 * part + 1] = (SIDE - 1 - cell / SIDE) as i32;
    }
    line
}

/// Botzone's numbers as our move.
fn move_of(line: Line) -> Option<PackedMove> {
    let mut bits = 0;
    for part in 0..3 {
        let (x, y) = (u32::try_from(line[2 * part]).ok()?, u32::try_from(line[2 * part + 1]).ok()?);
        if x >= SIDE || y >= SIDE {
            return None;
        }
        bits |= ((SIDE - 1 - y) * SIDE + x) << (9 * part);
    }
    Some(PackedMove(bits))
}

impl Player for Botzone {
    fn start(&mut self, seat: &Seat) -> Result<Introduction, StartError> {
        if seat.table.spec().to_string() != "amazons/8" {
            let spec = seat.table.spec();
            return Err(StartError::Refused(format!("botzone programs play amazons/8 only, not {spec}")));
        }
        program_file::check(&self.words[0])?;
        self.program = None;
        Ok(Introduction { name: None, isolation: None })
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let text = self.ask(seat, turn)?;
        let line = parse_line(&text).map_err(|bad| Fault::new(Ending::Protocol, bad.to_string()))?;
        Ok(Reply::of(move_of(line).map_or_else(|| Choice::Nonsense(format!("`{text}`")), Choice::Move)))
    }

    fn finish(&mut self, _: &Seat) -> Option<Fault> {
        self.program = None;
        None
    }

    fn isolation(&self) -> Option<String> {
        self.isolation.clone()
    }

    fn log(&mut self) -> String {
        std::mem::take(&mut self.log)
    }
}
