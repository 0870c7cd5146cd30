//! `agon play`: one game, on the whole screen of a terminal or as plain lines.

mod lines;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::Duration;

use agon_arena::bout::{self, Terms};
use agon_arena::clock::Clock;
use agon_arena::job::derive;
use agon_arena::player::custody::Custody;
use agon_arena::player::human::Console;
use agon_arena::player::{Player, spec};
use agon_games::record::{Ending, Record};
use anyhow::{Context, Result};
use clap::Args;

use crate::commands::show::View;
use crate::output::Output;
use crate::screen::{self, Opening, Session};
use crate::{interrupt, typed, verdict};
use lines::{Lines, Terminal};

/// Play a game, or watch one
///
/// Players are built-in (see `agon players`), `human`, libraries (./mine.so, ./mine.wasm) or programs
/// (ugi:COMMAND and others). On a terminal the game takes the whole screen; elsewhere, and with --plain,
/// it is told line by line.
#[derive(Args)]
#[command(after_help = "Examples:
  agon play reversi human champion
  agon play amazons ./mine.so alphabeta:depth=2 --view graph
  agon play ataxx greedy random --plain --seed 7
  agon play flood/12 'ugi:./player.py' greedy --clock 5s --verbose
  agon play reversi greedy random --json > game.json")]
pub struct Play {
    /// The game and board
    game: String,
    /// Who moves first
    first: String,
    /// Who moves second
    second: String,
    /// Begin with this position; @FILE reads it from a file
    #[arg(long, short, value_name = "P", allow_hyphen_values = true)]
    position: Option<String>,
    /// What a player may spend: 10s, 5s+100ms, move=200ms, nodes=10000, depth=4, fuel=1G
    #[arg(long, short, value_name = "C", default_value = "10s")]
    clock: Clock,
    /// Where all chance comes from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Line by line, also on a terminal
    #[arg(long)]
    plain: bool,
    /// Line by line, with the board at every turn
    #[arg(long, short)]
    verbose: bool,
    /// How the board is drawn
    #[arg(long, value_enum, default_value = "grid")]
    view: View,
    /// Show moves of programs no faster than this, on the whole screen
    #[arg(long, value_name = "TIME", default_value = "300ms", value_parser = pace)]
    pace: Duration,
    /// Save the record of the game as JSON
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Play {
    /// Plays the game.
    pub fn run(&self, output: &Output) -> Result<()> {
        let mut terms = self.terms()?;
        for player in [&self.first, &self.second] {
            typed::check_player(player, &terms.table)?;
        }
        let is_screen = output.columns.is_some() && std::io::stdin().is_terminal();
        if is_screen && !self.plain && !self.verbose && !output.json {
            return self.full_screen(terms, output);
        }
        terms.halt = interrupt::flag()?;
        let mut players = self.seat(output)?;
        let [first, second] = &mut players;
        let mut lines = Lines::new(&terms.table, self.verbose, self.view, output);
        let names = [self.first.as_str(), self.second.as_str()];
        let bout = bout::play(&terms, [&mut **first, &mut **second], names, &mut lines)?;
        lines.outcome()?;
        let names = [self.first.clone(), self.second.clone()];
        self.save(&bout.record)?;
        if output.json {
            output.value(&bout.record)?;
        } else {
            output.text(&format!("{}\n", verdict::summary(&terms.table, &bout.record, &names)))?;
        }
        if bout.record.ending == Ending::Aborted {
            anyhow::bail!("the game was broken off");
        }
        Ok(())
    }

    fn full_screen(&self, terms: Terms, output: &Output) -> Result<()> {
        let names = [self.first.clone(), self.second.clone()];
        let (table, clock) = (terms.table.clone(), Some(self.clock));
        let session = Session::begin(terms, names.clone(), &Custody::default())?;
        screen::run(Opening {
            table,
            names,
            clock,
            session: Some(session),
            record: None,
            colour: output.colour,
            pace: self.pace,
            graph: self.view == View::Graph,
        })
    }

    fn terms(&self) -> Result<Terms> {
        let table = crate::open::table(&self.game, self.position.as_deref())?;
        let mut terms = Terms::new(table, self.clock);
        terms.seed = Some(self.seed);
        terms.seeds = [derive(self.seed, 0), derive(self.seed, 1)];
        Ok(terms)
    }

    fn seat(&self, output: &Output) -> Result<[Box<dyn Player>; 2]> {
        let custody = Custody::default();
        let open = |name: &str| {
            let console: Box<dyn Console> = Box::new(Terminal { view: self.view, output: output.clone() });
            spec::open(name, &custody, Some(console))
        };
        Ok([open(&self.first)?, open(&self.second)?])
    }

    fn save(&self, record: &Record) -> Result<()> {
        let Some(path) = &self.out else { return Ok(()) };
        let text = serde_json::to_string_pretty(record)? + "\n";
        std::fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
    }
}

fn pace(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(Clock::Game(time, _)) => Ok(time),
        _ if text == "0" => Ok(Duration::ZERO),
        _ => Err("write a time, such as 300ms".to_owned()),
    }
}
