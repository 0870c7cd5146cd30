//! `agon ugi` and `agon uai`: our players as engines for other people's runners.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use agon_engine::budget::{Budget, Time};
use agon_engine::catalog;
use agon_engine::engine::{Engine, Report};
use agon_games::catalog::{Position, Table};
use agon_games::side::{Outcome, Side};
use agon_protocol::ugi::Dialect;
use agon_protocol::ugi::command::{Command, Go, parse_command};
use anyhow::{Context, Result};
use clap::Args;

use crate::limit;

/// Run a player as a UGI engine, on stdin and stdout
#[derive(Args)]
#[command(after_help = "Examples:
  agon ugi reversi champion
  agon ugi 'amazons/9?shape=donut' alphabeta:depth=3
  agon match reversi 'ugi:agon ugi reversi greedy' random --games 2")]
pub struct Ugi {
    /// The game and board; a runner may choose another with `setoption name Game value ...`
    game: String,
    /// The player
    player: String,
    /// Where its chance comes from; a runner may choose another with `setoption name Seed value ...`
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// Run a player as a UAI engine (Ataxx), on stdin and stdout
#[derive(Args)]
#[command(after_help = "Examples:
  agon uai champion
  agon match ataxx 'uai:agon uai champion' greedy --games 2")]
pub struct Uai {
    /// The player
    player: String,
    /// Where its chance comes from; a runner may choose another with `setoption name Seed value ...`
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

impl Ugi {
    /// Talks until the runner quits or hangs up.
    pub fn run(&self) -> Result<()> {
        Conversation::new(Dialect::Ugi, &self.game, &self.player, self.seed)?.run(io::stdin().lock())
    }
}

impl Uai {
    /// Talks until the runner quits or hangs up.
    pub fn run(&self) -> Result<()> {
        Conversation::new(Dialect::Uai, "ataxx", &self.player, self.seed)?.run(io::stdin().lock())
    }
}

/// What an engine thinks about while its runner may interrupt.
struct Search {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Box<dyn Engine>>,
}

struct Conversation {
    dialect: Dialect,
    player: String,
    seed: u64,
    table: Table,
    position: Position,
    /// Absent while it thinks.
    engine: Option<Box<dyn Engine>>,
    search: Option<Search>,
}

impl Conversation {
    fn new(dialect: Dialect, game: &str, player: &str, seed: u64) -> Result<Self> {
        let table = crate::open::table(game, None)?;
        let engine = Some(catalog::build(&table, player, seed)?);
        let position = table.start();
        Ok(Self { dialect, player: player.to_owned(), seed, table, position, engine, search: None })
    }

    fn run(&mut self, mut input: impl BufRead) -> Result<()> {
        let mut line = String::new();
        loop {
            line.clear();
            if input.read_line(&mut line).context("stdin")? == 0 {
                break;
            }
            match parse_command(self.dialect, &line) {
                Command::Quit => break,
                command => {
                    if let Err(error) = self.answer(&command) {
                        say(&format!("info string {error:#}"))?;
                    }
                }
            }
        }
        self.stop();
        self.finish();
        Ok(())
    }

    fn answer(&mut self, command: &Command<'_>) -> Result<()> {
        match *command {
            Command::Hello => self.greet(),
            Command::IsReady => say("readyok"),
            Command::SetOption { name, value } => self.set(name, value),
            Command::NewGame => {
                self.finish();
                self.position = self.table.start();
                self.engine.as_mut().expect("it is here while it does not think").new_game();
                Ok(())
            }
            Command::Position { fen, ref moves } => self.set_position(fen, moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => {
                self.stop();
                Ok(())
            }
            Command::Query(what) => say(&format!("response {}", self.response(what))),
            Command::Unknown(line) => say(&format!("info string not understood: {line}")),
            Command::Nothing | Command::Quit => Ok(()),
        }
    }

    fn greet(&self) -> Result<()> {
        say(&format!("id name agon {} {}", env!("CARGO_PKG_VERSION"), self.player))?;
        say("id author the Agon team")?;
        if self.dialect == Dialect::Ugi {
            say(&format!("option name Game type string default {}", self.table.spec()))?;
        }
        say(&format!("option name Seed type spin default {} min 0 max 2147483647", self.seed))?;
        say(&format!("{}ok", self.dialect.word()))
    }

    fn set(&mut self, name: &str, value: &str) -> Result<()> {
        self.finish();
        match name.to_ascii_lowercase().as_str() {
            "game" => self.sit_down(crate::open::table(value, None)?),
            "seed" => {
                self.seed = value.parse().with_context(|| format!("seed `{value}`"))?;
                self.sit_down(self.table.clone())
            }
            _ => anyhow::bail!("no option `{name}`: there are Game and Seed"),
        }
    }

    fn sit_down(&mut self, table: Table) -> Result<()> {
        self.engine = Some(catalog::build(&table, &self.player, self.seed)?);
        self.position = table.start();
        self.table = table;
        Ok(())
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()> {
        self.finish();
        let mut position = self.table.start();
        if let Some(fen) = fen
            && position.set_text(fen).is_err()
        {
            // Another board: holes in other places, or another size.
            let spec = self.spec_for(fen);
            self.sit_down(crate::open::table(&spec, Some(fen))?)?;
            position = self.table.start();
        }
        for text in moves {
            position.play_text(text)?;
        }
        self.position = position;
        Ok(())
    }

    /// The spec of a board that fits the position: in Ataxx the position alone says how large it is.
    fn spec_for(&self, fen: &str) -> String {
        if self.dialect == Dialect::Ugi {
            return self.table.spec().to_string();
        }
        let rows: Vec<&str> = fen.split(' ').next().unwrap_or("").split('/').collect();
        let cols: u32 = rows[0].chars().map(|c| c.to_digit(10).unwrap_or(1)).sum();
        format!("ataxx/{cols}x{}", rows.len())
    }

    fn go(&mut self, go: &Go) -> Result<()> {
        self.finish();
        if self.position.is_over() {
            // A runner that asks all the same waits for an answer.
            say("info string the game is over")?;
            return say("bestmove 0000");
        }
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget { stop: stop.clone(), ..budget(go, self.position.side()) };
        let position = self.position.clone();
        let mut engine = self.engine.take().expect("it is here while it does not think");
        let thread = std::thread::spawn(move || {
            let began = Instant::now();
            let thought = engine.think(&position, &budget, &mut |report| {
                // A runner that hung up is noticed by the reader of stdin.
                let _ = say(&info(&position, report));
            });
            let report = thought.score.map(|score| Report {
                depth: thought.depth,
                score,
                nodes: thought.nodes,
                elapsed: began.elapsed(),
                pv: thought.pv.clone(),
            });
            let _ = report.map(|report| say(&info(&position, &report)));
            let _ = say(&format!("bestmove {}", position.move_text(thought.mv)));
            engine
        });
        self.search = Some(Search { stop, thread });
        Ok(())
    }

    fn stop(&self) {
        if let Some(search) = &self.search {
            search.stop.store(true, Ordering::Relaxed);
        }
    }

    /// Waits for the search to end, if there is one.
    fn finish(&mut self) {
        if let Some(search) = self.search.take() {
            let engine = search.thread.join();
            self.engine = Some(engine.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
    }

    fn response(&self, what: &str) -> String {
        match (what, self.position.outcome()) {
            ("gameover", outcome) => outcome.is_some().to_string(),
            ("p1turn", _) => (self.position.side() == Side::First).to_string(),
            ("result", None) => "none".to_owned(),
            ("result", Some(Outcome::Draw)) => "draw".to_owned(),
            ("result", Some(Outcome::Win(Side::First))) => "p1win".to_owned(),
            ("result", Some(Outcome::Win(Side::Second))) => "p2win".to_owned(),
            _ => "unknown".to_owned(),
        }
    }
}

/// What a `go` line allows; without any limit, a second.
fn budget(go: &Go, side: Side) -> Budget {
    let ms = Duration::from_millis;
    let remaining = go.left[side.index()].map(ms);
    let movetime = go.movetime.map(ms);
    let is_open = remaining.is_none() && go.nodes.is_none() && go.depth.is_none() && !go.is_infinite;
    let movetime = movetime.or_else(|| is_open.then_some(ms(1000)));
    let time = (remaining.is_some() || movetime.is_some()).then(|| Time {
        remaining,
        increment: ms(go.increment[side.index()]),
        movetime,
    });
    Budget { depth: go.depth, nodes: go.nodes, time, ..Budget::default() }
}

fn info(position: &Position, report: &Report) -> String {
    let ms = report.elapsed.as_millis();
    let nps = report.nodes as u128 * 1000 / ms.max(1);
    format!(
        "info depth {} score cp {} nodes {} nps {nps} time {ms} pv {}",
        report.depth,
        report.score.get(),
        report.nodes,
        limit::line(position, &report.pv).join(" ")
    )
}

fn say(line: &str) -> Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{line}")?;
    stdout.flush()?;
    Ok(())
}
