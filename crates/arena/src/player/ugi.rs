//! Engines that speak UGI, or UAI for Ataxx. The process is kept from game to game.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use agon_games::catalog::Table;
use agon_games::spec::{Forbidden, GameSpec, Kind, Options};
use agon_protocol::ugi::{Dialect, Limit, Reply as Said, parse_reply, write_go};

use super::custody::Custody;
use super::line_process::LineProcess;
use super::options;
use super::translate::terms;
use super::{Choice, Introduction, Player, Reply, Seat, StartError, Turn};
use crate::clock::Clock;
use crate::referee::{Fault, Opinion};

/// More options than any engine has.
const MAX_OPTIONS: usize = 1000;

/// An engine process.
#[derive(Debug)]
pub struct Ugi {
    dialect: Dialect,
    words: Vec<OsString>,
    custody: Custody,
    engine: Option<LineProcess>,
    introduction: Introduction,
    has_game_option: bool,
    /// The `position` line so far, without its end, and how many moves are in it.
    position: String,
    n_told: usize,
    log: String,
}

impl Ugi {
    /// The engine that a command starts.
    pub fn new(dialect: Dialect, words: Vec<OsString>, custody: Custody) -> Ugi {
        Ugi {
            dialect,
            words,
            custody,
            engine: None,
            introduction: Introduction::default(),
            has_game_option: false,
            position: String::new(),
            n_told: 0,
            log: String::new(),
        }
    }

    /// Greets a new process: its name, its options, ours.
    fn greet(&mut self, seat: &Seat, deadline: Instant) -> Result<LineProcess, StartError> {
        let mut engine = LineProcess::spawn(&self.custody, &self.words)?;
        let dialect = self.dialect;
        let (mut name, mut known) = (None, Vec::new());
        let said = engine.send(Some(seat), &format!("{}\n", dialect.word()), deadline).and_then(|()| {
            engine.wait_for(seat, deadline, |line| {
                match parse_reply(dialect, line) {
                    Said::Name(given) => name = Some(given.to_owned()),
                    Said::Option(_) if known.len() < MAX_OPTIONS => known.push(line.to_owned()),
                    Said::Hello => return Some(()),
                    _ => {}
                }
                None
            })
        });
        if let Err(fault) = said {
            self.log = engine.log();
            return Err(refusal_or(&mut engine, fault));
        }
        let mut engine_options = known.iter().filter_map(|line| match parse_reply(dialect, line) {
            Said::Option(option) => Some(option),
            _ => None,
        });
        let options = options::lines(&engine_options.clone().collect::<Vec<_>>(), &self.custody.options);
        engine.send(Some(seat), &options.map_err(StartError::Refused)?, deadline)?;
        self.has_game_option = engine_options.any(|option| option.name.eq_ignore_ascii_case("game"));
        self.introduction = Introduction { name, isolation: engine.isolation() };
        Ok(engine)
    }

    /// Only engines that can be told the board play other than the standard one.
    fn board_words(&self, seat: &Seat) -> Result<String, StartError> {
        let spec = seat.table.spec();
        if self.has_game_option {
            return Ok(format!("setoption name Game value {}\n", in_full(&seat.table)));
        }
        let is_standard = match self.dialect {
            // The whole position is in the FEN, walls included.
            Dialect::Uai => spec.kind == Kind::Blobwar,
            Dialect::Ugi => is_standard(spec),
        };
        let refused =
            || format!("{spec}: this engine has no option `Game`, so it plays standard boards only");
        if is_standard { Ok(String::new()) } else { Err(StartError::Refused(refused())) }
    }

    /// Appends the moves since the last question to the `position` line, or says where the game stands.
    fn position_line(&mut self, turn: &Turn<'_>) -> &str {
        if self.dialect == Dialect::Uai {
            self.position = format!("position fen {}", turn.position.text());
            return &self.position;
        }
        for &mv in &turn.history[self.n_told..] {
            self.position.push_str(if self.n_told == 0 { " moves " } else { " " });
            self.position.push_str(&turn.position.move_text(mv));
            self.n_told += 1;
        }
        &self.position
    }
}

impl Player for Ugi {
    fn start(&mut self, seat: &Seat) -> Result<Introduction, StartError> {
        let deadline = Instant::now() + self.custody.start_time;
        if self.dialect == Dialect::Uai && seat.table.spec().kind != Kind::Blobwar {
            return Err(StartError::Refused(format!(
                "uai is for ataxx and blobwar, not {}",
                seat.table.name()
            )));
        }
        let mut engine = match self.engine.take() {
            Some(mut engine) => {
                engine.wake();
                engine
            }
            None => self.greet(seat, deadline)?,
        };
        let board = self.board_words(seat)?;
        let dialect = self.dialect;
        let ready = |line: &str| (parse_reply(dialect, line) == Said::Ready).then_some(());
        let newgame = format!("{board}{}newgame\nisready\n", dialect.word());
        let begun =
            engine.send(Some(seat), &newgame, deadline).and_then(|()| engine.wait_for(seat, deadline, ready));
        self.log = engine.log();
        begun?;
        let start = seat.table.start_text();
        // Engines know the start of a standard board. Others are told, and so is Flood's, whose colours are drawn.
        let spec = seat.table.spec();
        let is_usual = spec.kind != Kind::Flood
            && is_standard(spec)
            && Table::open(&spec.to_string(), None).is_ok_and(|usual| usual.start_text() == start);
        self.position =
            if is_usual { "position startpos".to_owned() } else { format!("position fen {start}") };
        self.n_told = 0;
        self.engine = Some(engine);
        Ok(self.introduction.clone())
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let mut engine = self.engine.take().expect("a player has taken its seat before it is asked");
        engine.wake();
        let dialect = self.dialect;
        let mut text = self.position_line(turn).to_owned();
        text.push('\n');
        write_go(&mut text, dialect, limit(seat.clock, turn.left));
        let mut opinion = Opinion::default();
        let asked = engine
            .drain(|line| matches!(parse_reply(dialect, line), Said::BestMove(_)))
            .and_then(|()| engine.send(Some(seat), &text, turn.deadline));
        let answer = asked.and_then(|()| {
            engine.wait_for(seat, turn.deadline, |line| match parse_reply(dialect, line) {
                Said::BestMove(text) => Some(text.to_owned()),
                Said::Info(info) => {
                    opinion.score = info.score.map(|score| score as f64).or(opinion.score);
                    opinion.depth = info.depth.or(opinion.depth);
                    opinion.nodes = info.nodes.or(opinion.nodes);
                    None
                }
                _ => None,
            })
        });
        self.log = if answer.is_err() { engine.log() } else { String::new() };
        let choice = hear(answer?, seat, turn);
        let [asked, at] = engine.times();
        engine.rest();
        self.engine = Some(engine);
        Ok(Reply { choice, opinion, asked, at })
    }

    fn finish(&mut self, _: &Seat) -> Option<Fault> {
        None
    }

    fn dismiss(&mut self) -> Option<Fault> {
        let mut engine = self.engine.take()?;
        let deadline = Instant::now() + self.custody.end_time;
        let fault = engine.dismiss("quit\n", deadline);
        self.log = engine.log();
        fault
    }

    fn log(&mut self) -> String {
        match &self.engine {
            Some(engine) => engine.log(),
            None => std::mem::take(&mut self.log),
        }
    }
}

impl Drop for Ugi {
    fn drop(&mut self) {
        self.dismiss();
    }
}

/// A program that could not be started is refused, one that failed has failed.
pub(super) fn refusal_or(engine: &mut LineProcess, fault: Fault) -> StartError {
    if engine.process().was_refused() { StartError::Refused(fault.reason) } else { StartError::Fault(fault) }
}

/// The spec with Flood's forbidden colours themselves, where only their number was given: how they are drawn is
/// our own affair.
fn in_full(table: &Table) -> GameSpec {
    let mut spec = table.spec().clone();
    if let Options::Flood(options) = &mut spec.options
        && matches!(options.forbidden, Forbidden::Drawn(1..))
    {
        let (sets, _) = terms(table);
        let colours = |set: u8| (0..8).filter(|colour| set >> colour & 1 == 1).collect();
        options.forbidden = Forbidden::Given(sets.map(colours));
    }
    spec
}

/// Whether this is the board that everyone means by the game's name.
fn is_standard(spec: &GameSpec) -> bool {
    *spec == GameSpec::standard(spec.kind) || spec.to_string() == "ataxx/7"
}

/// The move in our notation; engines differ in how they write passes and duplications.
fn hear(text: String, seat: &Seat, turn: &Turn<'_>) -> Choice {
    if text.is_empty() || text == "(none)" {
        return Choice::Nonsense("an empty bestmove".to_owned());
    }
    if seat.table.spec().kind != Kind::Blobwar {
        return Choice::Text(text);
    }
    if matches!(text.as_str(), "pass" | "null" | "none") {
        return Choice::Text("0000".to_owned());
    }
    // `a1b2` for a duplication: the landing cell alone is its name.
    let landing =
        text.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| &text[at..]);
    match landing {
        Some(landing) if turn.position.parse_move(&text).is_err() && is_step(&text, landing) => {
            Choice::Text(landing.to_owned())
        }
        _ => Choice::Text(text),
    }
}

/// Whether two cells in letters and digits touch.
fn is_step(text: &str, landing: &str) -> bool {
    let cell = |text: &str| {
        let column = text.bytes().next()?;
        Some((i32::from(column.to_ascii_lowercase()), text.get(1..)?.parse::<i32>().ok()?))
    };
    let from = cell(&text[..text.len() - landing.len()]);
    from.zip(cell(landing)).is_some_and(|(a, b)| a != b && (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1)
}

fn limit(clock: Clock, left: [Duration; 2]) -> Limit {
    let ms = |time: Duration| time.as_millis() as u64;
    match clock {
        Clock::Game(_, increment) => Limit::Clock { left: left.map(ms), increment: [ms(increment); 2] },
        Clock::Move(time) => Limit::MoveTime(ms(time).max(1)),
        Clock::Nodes(nodes) | Clock::Fuel(nodes) => Limit::Nodes(nodes),
        Clock::Depth(depth) => Limit::Depth(depth),
    }
}
