//! `agon replay`: a recorded game once more, on the whole screen or as plain lines.

use std::io::IsTerminal;
use std::time::Duration;

use agon_games::catalog::Table;
use agon_games::record::Record;
use anyhow::Result;
use clap::Args;

use crate::commands::show::View;
use crate::output::Output;
use crate::screen::{self, Opening};
use crate::verdict;
use crate::view::{Look, Scene};

/// Look at a recorded game, move by move
#[derive(Args)]
#[command(after_help = "Examples:
  agon play reversi greedy random --json > game.json
  agon replay game.json
  agon replay game.json --plain --boards")]
pub struct Replay {
    /// A record: JSON as `agon play --json` prints it, or the first line of a file of records
    file: String,
    /// Which game of a file with one record per line, from 1
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    number: usize,
    /// Line by line, also on a terminal
    #[arg(long)]
    plain: bool,
    /// Draw the board after every move
    #[arg(long)]
    boards: bool,
    /// How the board is drawn
    #[arg(long, value_enum, default_value = "grid")]
    view: View,
}

impl Replay {
    /// Shows the game.
    pub fn run(&self, output: &Output) -> Result<()> {
        let (table, record) = crate::records::read(&self.file, self.number)?;
        if output.json {
            return output.value(&record);
        }
        let names = record.players.each_ref().map(|player| player.name.clone());
        let is_screen = output.columns.is_some() && std::io::stdin().is_terminal();
        if is_screen && !self.plain && !self.boards {
            return screen::run(Opening {
                table,
                names,
                clock: None,
                session: None,
                record: Some(record),
                colour: output.colour,
                pace: Duration::ZERO,
                graph: self.view == View::Graph,
            });
        }
        output.text(&self.text(&table, &record, output)?)?;
        output.text(&format!("{}\n", verdict::summary(&table, &record, &names)))
    }

    fn text(&self, table: &Table, record: &Record, output: &Output) -> Result<String> {
        let kind = table.spec().kind;
        let look = Look { colour: output.colour, ascii: false, columns: output.columns };
        let mut position = table.start();
        let mut text = String::new();
        for (at, mv) in record.moves.iter().enumerate() {
            let name = crate::seats::name(kind, position.side());
            let trace = position.trace(position.parse_move(&mv.text)?);
            position.play_text(&mv.text)?;
            text += &format!("{:>3}. {name} {}\n", at + 1, mv.text);
            if self.boards {
                let mut scene = Scene::new(&position, kind);
                scene.last = Some(trace);
                let picture = if self.view == View::Graph { scene.graph(&look) } else { scene.grid(&look) };
                text += &format!("{}\n", picture.to_text(output.colour));
            }
        }
        Ok(text)
    }
}
