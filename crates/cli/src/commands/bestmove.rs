//! `agon bestmove`: one player's move in one position, for any kind of player. With a position file as last
//! argument it is a contest program.

use std::sync::Arc;
use std::time::Instant;

use agon_arena::clock::Clock;
use agon_arena::player::custody::Custody;
use agon_arena::player::{Choice, Seat, Turn, spec};
use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_games::catalog::{Position, Table};
use agon_games::game::PackedMove;
use agon_games::graph::Numbering;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use serde::Serialize;

use crate::open::Setting;
use crate::output::Output;
use crate::{interrupt, limit, typed};

/// Ask a player for its move in a position
///
/// Any player but a person will do: built-in ones, libraries and programs. With FILE it answers as a contest
/// program does: `contest:agon bestmove ataxx greedy` is a player.
#[derive(Args)]
#[command(after_help = "Examples:
  agon bestmove reversi champion --clock move=1s
  agon bestmove amazons/6 alphabeta:depth=2
  agon bestmove reversi 'ugi:agon ugi reversi greedy' --moves f5 d6
  agon bestmove ataxx champion --position 'x5o/7/7/7/7/7/o5x x 0 1' --clock nodes=100000 --json")]
pub struct BestMove {
    #[command(flatten)]
    setting: Setting,
    /// The player, such as champion, alphabeta:depth=4 or ./mine.so
    player: String,
    /// A position file, as with --position @FILE
    file: Option<String>,
    /// What it may spend: 10s, 5s+100ms, move=200ms, nodes=10000, depth=4, fuel=1G
    #[arg(long, short, value_name = "C", default_value = "move=1s")]
    clock: Clock,
    /// Where its chance comes from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
}

/// What the player answered.
#[derive(Serialize)]
struct Answer {
    #[serde(rename = "move")]
    mv: String,
    score: Option<i32>,
    depth: u32,
    nodes: u64,
    seconds: f64,
    pv: Vec<String>,
}

impl BestMove {
    /// Prints the move.
    pub fn run(&self, output: &Output) -> Result<()> {
        let mut setting = self.setting.clone();
        if let Some(file) = &self.file {
            if setting.position.is_some() {
                bail!("one position, not two: `{file}` and --position");
            }
            setting.position = Some(format!("@{file}"));
        }
        let (table, position) = setting.open()?;
        if position.is_over() {
            bail!("the game is over in this position: there is no move to choose");
        }
        if self.player == "human" {
            bail!("nobody asks a person here: agon play {} human champion", self.setting.game);
        }
        typed::check_player(&self.player, &table)?;
        let answer = if spec::is_foreign(&self.player) {
            self.ask_foreign(table, &position, &setting.moves)?
        } else {
            self.ask_built_in(&table, &position, output)?
        };
        if output.json { output.value(&answer) } else { output.text(&format!("{}\n", answer.mv)) }
    }

    fn ask_built_in(&self, table: &Table, position: &Position, output: &Output) -> Result<Answer> {
        let mut engine = catalog::build(table, &self.player, self.seed)?;
        let mut budget = Budget { stop: interrupt::flag()?, ..Budget::default() };
        self.clock.limit(&mut budget, self.clock.at_start());
        let began = Instant::now();
        let thought = engine.think(position, &budget, &mut |report| {
            let line = limit::line(position, &report.pv).join(" ");
            if !output.json {
                output.story(format!(
                    "depth {:>3}  {:>10}  {:>12} nodes  {line}",
                    report.depth, report.score, report.nodes
                ));
            }
        });
        Ok(Answer {
            mv: position.move_text(thought.mv),
            score: thought.score.map(|score| score.get()),
            depth: thought.depth,
            nodes: thought.nodes,
            seconds: began.elapsed().as_secs_f64(),
            pv: limit::line(position, &thought.pv),
        })
    }

    /// Seats a library or a program for one question.
    fn ask_foreign(&self, table: Table, position: &Position, moves: &[String]) -> Result<Answer> {
        let mut player = spec::open(&self.player, &Custody::default(), None)?;
        let history = history(&table, moves)?;
        let seat = Seat {
            table,
            opening: Arc::from(history.as_slice()),
            side: position.side(),
            clock: self.clock,
            seed: self.seed,
            numbering: Numbering::Full,
            halt: interrupt::flag()?,
        };
        let failed = |why: String, log: String| {
            let said = if log.trim().is_empty() { String::new() } else { format!("\n{}", log.trim_end()) };
            anyhow!("player `{}`: {why}{said}", self.player)
        };
        if let Err(error) = player.start(&seat) {
            return Err(failed(error.to_string(), player.log()));
        }
        let began = Instant::now();
        let left = [self.clock.at_start(); 2];
        let deadline = began + self.clock.longest(left[0]);
        let reply = player.choose(&seat, &Turn { position, history: &history, left, deadline });
        let seconds = began.elapsed().as_secs_f64();
        let log = player.log();
        player.finish(&seat);
        let reply =
            reply.map_err(|fault| failed(format!("{}: {}", fault.ending.name(), fault.reason), log))?;
        let mv = match reply.choice {
            Choice::Move(mv) => mv,
            Choice::Text(text) => {
                position.parse_move(&text).with_context(|| format!("player `{}`", self.player))?
            }
            Choice::Nonsense(what) => bail!("player `{}` answered no move: {what}", self.player),
            Choice::Resign | Choice::Undo => bail!("player `{}` gave up", self.player),
        };
        let text = position.move_text(mv);
        Ok(Answer {
            score: reply.opinion.score.map(|score| score as i32),
            depth: reply.opinion.depth.unwrap_or(0),
            nodes: reply.opinion.nodes.unwrap_or(0),
            seconds,
            pv: vec![text.clone()],
            mv: text,
        })
    }
}

/// The moves in the games' own form.
fn history(table: &Table, moves: &[String]) -> Result<Vec<PackedMove>> {
    let mut position = table.start();
    moves.iter().map(|text| Ok(position.play_text(text)?)).collect()
}
