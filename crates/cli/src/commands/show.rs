//! `agon show`: a position as a picture in the terminal.

use agon_games::game::Trace;
use anyhow::Result;
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::open::Setting;
use crate::output::Output;
use crate::seats;
use crate::view::{Look, Scene};

/// Draw a board
///
/// With --moves the last one is coloured: the moved queen green, where it came from pink, its arrow cyan.
#[derive(Args)]
#[command(after_help = "Examples:
  agon show amazons
  agon show 'amazons/9?shape=donut' --view graph
  agon show reversi --moves f5 d6 c3
  agon show 'flood/12?colours=6&seed=4'
  agon show ataxx --position 'x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1'")]
pub struct Show {
    #[command(flatten)]
    setting: Setting,
    /// A grid of cells, or the graph: vertices and the edges between them
    #[arg(long, value_enum, default_value = "grid")]
    view: View,
    /// Mark where the side to play can move to
    #[arg(long)]
    targets: bool,
    /// Letters instead of drawn pieces
    #[arg(long)]
    ascii: bool,
}

/// The two ways to draw a board.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// Cells side by side.
    Grid,
    /// Vertices and edges.
    Graph,
}

#[derive(Serialize)]
struct Shown {
    game: String,
    position: String,
    side: usize,
    moves: Vec<String>,
    tally: [u32; 2],
    over: bool,
    winner: Option<usize>,
}

impl Show {
    /// Draws the position after the moves.
    pub fn run(&self, output: &Output) -> Result<()> {
        let (table, position) = self.setting.open()?;
        if output.json {
            return output.value(&Shown {
                game: table.spec().to_string(),
                position: position.text(),
                side: position.side().index(),
                moves: position.moves().into_iter().map(|mv| position.move_text(mv)).collect(),
                tally: position.tally(),
                over: position.is_over(),
                winner: position.outcome().and_then(|outcome| outcome.winner()).map(|side| side.index()),
            });
        }
        let mut scene = Scene::new(&position, table.spec().kind);
        scene.last = self.last_move()?;
        if self.targets {
            scene.light_targets();
        }
        let look = Look { colour: output.colour, ascii: self.ascii, columns: output.columns };
        let picture = match self.view {
            View::Grid => scene.grid(&look),
            View::Graph => scene.graph(&look),
        };
        if output.columns.is_some_and(|columns| picture.width() > columns) {
            let (needs, has) = (picture.width(), output.columns.unwrap_or(80));
            output.story(format!(
                "this board needs {needs} columns and the terminal has {has}: lines will wrap"
            ));
        }
        let mut text = picture.to_text(output.colour);
        if let Some(last) = self.setting.moves.last() {
            text += &format!("last move: {last}\n");
        }
        text += &format!("{}: {}\n{}\n", table.spec(), seats::status(&table, &position), position.text());
        output.text(&text)
    }

    /// The cells that the last of the moves concerned.
    fn last_move(&self) -> Result<Option<Trace>> {
        let Some((last, before)) = self.setting.moves.split_last() else { return Ok(None) };
        let (_, position) = Setting { moves: before.to_vec(), ..self.setting.clone() }.open()?;
        Ok(Some(position.trace(position.parse_move(last)?)))
    }
}
