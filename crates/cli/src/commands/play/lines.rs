//! A game told line by line, and a person who plays it at a plain terminal.

use std::io::{self, BufRead, Write};

use agon_arena::bout::Watcher;
use agon_arena::player::human::Console;
use agon_arena::player::{Seat, Turn};
use agon_games::catalog::{Position, Table};
use agon_games::game::{PackedMove, Trace};
use agon_games::spec::Kind;
use anyhow::Result;

use crate::commands::show::View;
use crate::output::Output;
use crate::seats;
use crate::view::{Look, Scene};

/// Tells each move; with `verbose`, the board, the legal moves and the score before it.
pub struct Lines<'a> {
    kind: Kind,
    verbose: bool,
    view: View,
    output: &'a Output,
    before: Position,
    n_moves: usize,
    failure: Result<()>,
}

impl<'a> Lines<'a> {
    /// Nothing told yet.
    pub fn new(table: &Table, verbose: bool, view: View, output: &'a Output) -> Self {
        let kind = table.spec().kind;
        Self { kind, verbose, view, output, before: table.start(), n_moves: 0, failure: Ok(()) }
    }

    /// Whether everything could be told.
    pub fn outcome(self) -> Result<()> {
        self.failure
    }

    fn tell(&self, mv: PackedMove) -> Result<()> {
        let side = self.before.side();
        let (name, text) = (seats::name(self.kind, side), self.before.move_text(mv));
        if !self.verbose {
            return self.output.text(&format!("{:>3}. {name} {text}\n", self.n_moves));
        }
        let board = picture(&self.before, self.kind, self.view, self.output, None, true);
        let [first, second] = self.before.tally();
        self.output.text(&format!(
            "{name} player's turn.\n\n{board}\nScore: {} = {first}, {} = {second}\n\n{name} plays {text}\n\n=====\n\n",
            seats::name(self.kind, agon_games::side::Side::First),
            seats::name(self.kind, agon_games::side::Side::Second),
        ))
    }
}

impl Watcher for Lines<'_> {
    fn moved(&mut self, position: &Position, mv: PackedMove) {
        self.n_moves += 1;
        if !self.output.json && self.failure.is_ok() {
            self.failure = self.tell(mv);
        }
        self.before = position.clone();
    }
}

/// A person at a terminal without a full-screen view, or at the end of a pipe.
pub struct Terminal {
    pub view: View,
    pub output: Output,
}

impl Console for Terminal {
    fn show(&mut self, seat: &Seat, turn: &Turn<'_>) {
        let kind = seat.table.spec().kind;
        let last = last_trace(seat, turn);
        self.say(&picture(turn.position, kind, self.view, &self.output, last, false));
        self.say(&seats::status(&seat.table, turn.position));
    }

    fn say(&mut self, text: &str) {
        // People read stdout; with --json it is the record's.
        if self.output.json {
            eprintln!("{text}");
        } else {
            let _ = self.output.text(&format!("{text}\n"));
        }
    }

    fn read_line(&mut self) -> Option<String> {
        eprint!("your move (help for more): ");
        let _ = io::stderr().flush();
        let mut line = String::new();
        match io::stdin().lock().read_line(&mut line) {
            Ok(n) if n > 0 => Some(line),
            _ => None,
        }
    }

    fn save(&mut self, position: &str, file: &str) -> Result<String, String> {
        if file.is_empty() {
            return Err("name a file: save FILE".to_owned());
        }
        std::fs::write(file, format!("{position}\n")).map_err(|error| error.to_string())?;
        Ok(format!("{file} (go on with --position @{file})"))
    }
}

fn last_trace(seat: &Seat, turn: &Turn<'_>) -> Option<Trace> {
    let (last, before) = turn.history.split_last()?;
    let mut position = seat.table.start();
    before.iter().all(|&mv| position.play(mv)).then(|| position.trace(*last))
}

fn picture(
    position: &Position,
    kind: Kind,
    view: View,
    output: &Output,
    last: Option<Trace>,
    has_targets: bool,
) -> String {
    let mut scene = Scene::new(position, kind);
    scene.last = last;
    if has_targets {
        scene.light_targets();
    }
    let look = Look { colour: output.colour, ascii: false, columns: output.columns };
    match view {
        View::Grid => scene.grid(&look),
        View::Graph => scene.graph(&look),
    }
    .to_text(output.colour)
}
