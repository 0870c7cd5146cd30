//! `agon annotate`: a finished game with its mistakes marked and its evaluation drawn.

mod drawing;

use std::path::PathBuf;

use agon_engine::catalog;
use agon_engine::engine::Engine;
use agon_games::catalog::{Position, Table};
use agon_games::record::Record;
use agon_games::side::Side;
use anyhow::{Context, Result};
use clap::Args;
use serde::Serialize;

use crate::limit::{self, Limit};
use crate::output::Output;
use crate::{progress, records, seats};
use drawing::Point;

/// Mark the mistakes of a recorded game and draw its evaluation
///
/// Marks: ?! for a loss of two points (discs, blobs, cells), ? for four, ?? for eight.
#[derive(Args)]
#[command(after_help = "Examples:
  agon play reversi greedy random --json > game.json
  agon annotate game.json
  agon annotate game.json --player alphabeta:depth=3 --svg game.svg --json")]
pub struct Annotate {
    /// A record: JSON as `agon play --json` prints it
    file: String,
    /// Which game of a file with one record per line, from 1
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    number: usize,
    /// Who judges
    #[arg(long, value_name = "PLAYER", default_value = "champion")]
    player: String,
    /// What the judge may spend on each position
    #[arg(long, short, value_name = "C", default_value = "nodes=20000", value_parser = limit::parse)]
    clock: Limit,
    /// Where the judge's chance comes from
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Draw the evaluation into this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// A move and what the judge makes of it.
#[derive(Serialize)]
struct Note {
    number: usize,
    side: usize,
    #[serde(rename = "move")]
    mv: String,
    best: String,
    /// Of the position before the move, for the side that makes it, in hundredths.
    score: i32,
    /// What the move gave away, in hundredths.
    loss: i32,
    mark: &'static str,
}

#[derive(Serialize)]
struct Annotated {
    game: String,
    judge: String,
    notes: Vec<Note>,
    /// After each move, for the first side, in hundredths.
    scores: Vec<i32>,
}

impl Note {
    fn point(&self) -> Point<'_> {
        Point { at: self.number - 1, is_blunder: self.mark == "??", text: &self.mv }
    }
}

/// Scores beyond this say no more than that the game is decided.
const DECIDED: i32 = 5_000;

impl Annotate {
    /// Prints the game with its marks.
    pub fn run(&self, output: &Output) -> Result<()> {
        let (table, record) = records::read(&self.file, self.number)?;
        let mut engine = catalog::build(&table, &self.player, self.seed)?;
        let annotated = self.judge(&table, &record, &mut *engine, output)?;
        if let Some(path) = &self.svg {
            let kind = table.spec().kind;
            let marked = annotated.notes.iter().filter(|note| matches!(note.mark, "?" | "??"));
            let points: Vec<Point<'_>> = marked.map(Note::point).collect();
            let sides = Side::BOTH.map(|side| seats::name(kind, side));
            let picture = drawing::svg(&annotated.scores, &points, &record.game, sides);
            std::fs::write(path, picture).with_context(|| format!("cannot write `{}`", path.display()))?;
        }
        if output.json { output.value(&annotated) } else { output.text(&annotated.text(&table)) }
    }

    fn judge(
        &self,
        table: &Table,
        record: &Record,
        engine: &mut dyn Engine,
        output: &Output,
    ) -> Result<Annotated> {
        let bar = progress::games(output, Some(record.moves.len() as u64));
        let mut positions = vec![table.start()];
        for mv in &record.moves {
            let mut next = positions[positions.len() - 1].clone();
            next.play_text(&mv.text)?;
            positions.push(next);
        }
        let mut opinions = Vec::new();
        for position in &positions {
            opinions.push(self.opinion(position, engine)?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        let of_first = |at: usize| match positions[at].side() {
            Side::First => opinions[at].0,
            Side::Second => -opinions[at].0,
        };
        let notes = record.moves.iter().enumerate().map(|(at, mv)| {
            let (score, best) = opinions[at].clone();
            let loss = if best == mv.text { 0 } else { (score + opinions[at + 1].0).max(0) };
            let side = positions[at].side().index();
            Note { number: at + 1, side, mv: mv.text.clone(), best, score, loss, mark: mark(loss) }
        });
        Ok(Annotated {
            game: record.game.clone(),
            judge: self.player.clone(),
            notes: notes.collect(),
            scores: (1..positions.len()).map(of_first).collect(),
        })
    }

    /// The score for the side to move, and the best move; at the end, the result.
    fn opinion(&self, position: &Position, engine: &mut dyn Engine) -> Result<(i32, String)> {
        if let Some(outcome) = position.outcome() {
            return Ok((outcome.sign_for(position.side()) * DECIDED, String::new()));
        }
        if let [forced] = position.moves()[..] {
            // Nobody has an opinion where there is no choice: what follows counts.
            let mut next = position.clone();
            let played = next.play(forced);
            debug_assert!(played, "listed moves are legal");
            return Ok((-self.opinion(&next, engine)?.0, position.move_text(forced)));
        }
        let thought = engine.think(position, &self.clock.budget(), &mut |_| {});
        let score = thought
            .score
            .with_context(|| format!("player `{}` has no opinion: choose another", self.player))?;
        Ok((score.get().clamp(-DECIDED, DECIDED), position.move_text(thought.mv)))
    }
}

const fn mark(loss: i32) -> &'static str {
    match loss {
        ..200 => "",
        200..400 => "?!",
        400..800 => "?",
        _ => "??",
    }
}

impl Annotated {
    fn text(&self, table: &Table) -> String {
        let kind = table.spec().kind;
        let mut text = String::new();
        for note in &self.notes {
            let side = seats::name(kind, Side::from_index(note.side));
            let played = format!("{}{}", note.mv, note.mark);
            text += &format!(
                "{:>3}. {side:<12} {played:<16} {:>+7.2}",
                note.number,
                f64::from(note.score) / 100.0
            );
            if !note.mark.is_empty() {
                text += &format!("  loses {:.1}; better {}", f64::from(note.loss) / 100.0, note.best);
            }
            text.push('\n');
        }
        text += &format!("\n{}\n", drawing::sparkline(&self.scores));
        for side in Side::BOTH {
            let of =
                |mark: &str| self.notes.iter().filter(|n| n.side == side.index() && n.mark == mark).count();
            let name = seats::name(kind, side);
            text +=
                &format!("{name}: {} inaccuracies, {} mistakes, {} blunders\n", of("?!"), of("?"), of("??"));
        }
        text
    }
}
