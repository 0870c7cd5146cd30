//! Our engines for other people's runners: UGI and UAI from the engine's side, without I/O. Lines go in, lines come
//! out; a search runs elsewhere, and is told when to stop.

use std::time::Duration;

use agon_engine::budget::{Budget, Time};
use agon_engine::catalog::{BuildError, build};
use agon_engine::engine::{Engine, Report, Thought};
use agon_games::catalog::{Position, Table};
use agon_games::side::{Outcome, Side};
use agon_protocol::ugi::Dialect;
use agon_protocol::ugi::command::{Command, Go, parse_command};

/// What a line leads to.
#[derive(Debug)]
pub enum Step {
    /// Say these lines (none, if empty).
    Say(String),
    /// Search, then say what came of it.
    Think(Box<Search>),
    /// Stop the search that is under way.
    Stop,
    /// The runner is done with us.
    Quit,
}

/// A search to run; everything it needs is in it, so that the reader of lines stays free.
#[derive(Debug)]
pub struct Search {
    /// Where to search.
    pub position: Position,
    /// How long; its stop flag ends it early.
    pub budget: Budget,
}

/// One engine in conversation with one runner.
pub struct Conversation {
    dialect: Dialect,
    player: String,
    seed: u64,
    table: Table,
    position: Position,
    is_new: bool,
}

impl Conversation {
    /// A player at a table, in a dialect.
    pub fn new(dialect: Dialect, table: Table, player: &str, seed: u64) -> Conversation {
        let position = table.start();
        Conversation { dialect, player: player.to_owned(), seed, table, position, is_new: true }
    }

    /// The engine for the table as it is now; runners may change the table, so ask again after [`Self::is_new`].
    pub fn engine(&mut self) -> Result<Box<dyn Engine>, BuildError> {
        self.is_new = false;
        build(&self.table, &self.player, self.seed)
    }

    /// Whether the engine must be built anew before the next search.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Takes one line.
    pub fn hear(&mut self, line: &str) -> Step {
        match parse_command(self.dialect, line) {
            Command::Hello => Step::Say(self.hello()),
            Command::IsReady => Step::Say("readyok\n".to_owned()),
            Command::SetOption { name, value } => Step::Say(self.set_option(name, value)),
            Command::NewGame => {
                self.is_new = true;
                self.position = self.table.start();
                Step::Say(String::new())
            }
            Command::Position { fen, moves } => Step::Say(self.set_position(fen, &moves)),
            Command::Go(go) => self.go(go),
            Command::Stop => Step::Stop,
            Command::Query(what) => Step::Say(self.query(what)),
            Command::Quit => Step::Quit,
            Command::Nothing => Step::Say(String::new()),
            Command::Unknown(line) => Step::Say(format!("info string unknown command: {line}\n")),
        }
    }

    fn hello(&self) -> String {
        let option = match self.dialect {
            Dialect::Ugi => format!("option name Game type string default {}\n", self.table.spec()),
            Dialect::Uai => String::new(),
        };
        format!(
            "id name Agon {}\nid author the Agon project\n{option}{}ok\n",
            self.player,
            self.dialect.word()
        )
    }

    fn set_option(&mut self, name: &str, value: &str) -> String {
        if !name.eq_ignore_ascii_case("game") {
            return format!("info string no option {name}\n");
        }
        match Table::open(value, None) {
            Ok(table) => {
                self.position = table.start();
                self.table = table;
                self.is_new = true;
                String::new()
            }
            Err(error) => format!("info string {error}\n"),
        }
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> String {
        let mut position = self.table.start();
        if let Some(text) = fen
            && position.set_text(text).is_err()
        {
            // A board with other walls is another table.
            match Table::open(&self.table.spec().to_string(), Some(text)) {
                Ok(table) => {
                    position = table.start();
                    self.table = table;
                    self.is_new = true;
                }
                Err(error) => return format!("info string {error}\n"),
            }
        }
        for text in moves {
            if let Err(error) = position.play_text(text) {
                return format!("info string {error}\n");
            }
        }
        self.position = position;
        String::new()
    }

    fn go(&self, go: Go) -> Step {
        if self.position.is_over() {
            let none = if self.dialect == Dialect::Uai { "0000" } else { "(none)" };
            return Step::Say(format!("bestmove {none}\n"));
        }
        let side = self.position.side().index();
        let ms = Duration::from_millis;
        let time = Time {
            remaining: go.left[side].map(ms),
            increment: ms(go.increment[side]),
            movetime: go.movetime.map(ms),
        };
        let has_time = time.remaining.is_some() || time.movetime.is_some();
        let mut budget = Budget { depth: go.depth, nodes: go.nodes, ..Budget::default() };
        budget.time = has_time.then_some(time);
        Step::Think(Box::new(Search { position: self.position.clone(), budget }))
    }

    fn query(&self, what: &str) -> String {
        let answer = match what {
            "gameover" => self.position.is_over().to_string(),
            "p1turn" => (self.position.side() == Side::First).to_string(),
            "result" => match self.position.outcome() {
                None => "none",
                Some(Outcome::Draw) => "draw",
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
            }
            .to_owned(),
            _ => return format!("info string unknown query: {what}\n"),
        };
        format!("response {answer}\n")
    }
}

/// How far a search has come, as a line.
pub fn info_line(position: &Position, report: &Report) -> String {
    let ms = report.elapsed.as_millis().max(1) as u64;
    let nps = report.nodes * 1000 / ms;
    let pv: Vec<String> = report.pv.iter().map(|&mv| position.move_text(mv)).collect();
    format!(
        "info depth {} score cp {} nodes {} nps {nps} time {ms} pv {}\n",
        report.depth,
        report.score.get(),
        report.nodes,
        pv.join(" ")
    )
}

/// What came of a search, as a line.
pub fn bestmove_line(position: &Position, thought: &Thought) -> String {
    format!("bestmove {}\n", position.move_text(thought.mv))
}
