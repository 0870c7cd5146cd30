//! A game at the Reversi program: two players, the board between them, and what is said about it.

use std::io::{self, BufRead, Write};

use agon_games::catalog::{Position, Table};
use agon_games::game::{PackedMove, Piece};
use agon_games::side::{Outcome, Side};

use super::dialogue::{self, Answer};
use super::failure::Failure;
use super::options::Options;
use super::tactic::{self, Machine};

/// A game in progress. People type on `input`; everything is told on `output`.
pub struct Party<I, O> {
    position: Position,
    machines: [Option<Machine>; 2],
    names: [&'static str; 2],
    verbose: bool,
    input: I,
    output: O,
}

impl<I: BufRead, O: Write> Party<I, O> {
    /// Seats the players.
    pub fn new(table: &Table, options: &Options, input: I, output: O) -> Result<Self, Failure> {
        let mut machines = [None, None];
        for side in Side::BOTH {
            let number = options.players[side.index()];
            if number > 0 {
                let seed = options.seed.wrapping_add(side.index() as u64);
                machines[side.index()] = Some(tactic::engine(table, number, seed)?);
            }
        }
        Ok(Self {
            position: table.start(),
            machines,
            names: options.players.map(tactic::name),
            verbose: options.verbose,
            input,
            output,
        })
    }

    /// Plays to the end, or until a person quits.
    pub fn play(&mut self) -> io::Result<()> {
        let [black, white] = self.names;
        let first = if self.position.side() == Side::First { "Black" } else { "White" };
        writeln!(self.output, "Welcome to this reversi game!")?;
        writeln!(self.output, "Black player (X) is {black} and white player (O) is {white}.")?;
        writeln!(self.output, "{first} player starts!\n\nPlaying...\n")?;
        while !self.position.is_over() {
            if !self.turn()? {
                let side = self.position.side();
                writeln!(self.output, "Player '{}' resigned.", disc(side))?;
                return writeln!(self.output, "Player '{}' win the game.", disc(!side));
            }
        }
        writeln!(self.output, "Game over.\n")?;
        self.show(false)?;
        match self.position.outcome() {
            Some(Outcome::Win(side)) => writeln!(self.output, "Player '{}' win the game.", disc(side)),
            _ => writeln!(self.output, "Draw game, no winner."),
        }
    }

    /// One turn; false when a person quits.
    fn turn(&mut self) -> io::Result<bool> {
        let side = self.position.side();
        let is_human = self.machines[side.index()].is_none();
        let must_pass = self.position.moves().iter().all(|&mv| self.position.trace(mv).to.is_none());
        let tells = self.verbose || is_human;
        if tells {
            writeln!(self.output, "{} player's turn.\n", disc(side))?;
            self.show(true)?;
        }
        let chosen = match &mut self.machines[side.index()] {
            _ if must_pass => self.position.moves()[0],
            Some(machine) => machine.choose(&self.position),
            None => match dialogue::ask(&self.position, &mut self.input, &mut self.output)? {
                Answer::Move(mv) => mv,
                Answer::Quit => return Ok(false),
            },
        };
        if tells {
            let told = if must_pass { "passes".to_owned() } else { format!("plays {}", self.name(chosen)) };
            writeln!(self.output, "{} {told}\n\n=====\n", disc(side))?;
        }
        let played = self.position.play(chosen);
        debug_assert!(played, "players choose legal moves");
        Ok(true)
    }

    fn name(&self, mv: PackedMove) -> String {
        self.position.move_text(mv).to_uppercase()
    }

    /// The board with its score, and the legal moves marked where somebody is to move.
    fn show(&mut self, marked: bool) -> io::Result<()> {
        let moves = if marked { self.position.moves() } else { Vec::new() };
        let targets: Vec<usize> = moves.into_iter().filter_map(|mv| self.position.trace(mv).to).collect();
        let board = self.position.board();
        let mut text = String::from("  ");
        for col in 0..board.cols() {
            text.extend([' ', (b'A' + col as u8) as char]);
        }
        for cell in 0..board.n_cells() {
            if cell % board.cols() == 0 {
                text += &format!("\n{:>2}", cell / board.cols() + 1);
            }
            let symbol = match self.position.piece(cell) {
                Piece::Of(side) => disc(side),
                _ if targets.contains(&cell) => '*',
                _ => '_',
            };
            text.extend([' ', symbol]);
        }
        let [black, white] = self.position.tally();
        writeln!(self.output, "{text}\n\nScore: 'X' = {black}, 'O' = {white}\n")
    }
}

const fn disc(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}
