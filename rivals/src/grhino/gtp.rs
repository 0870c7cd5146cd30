//! The double behind GTP version 2, with the commands that GRhino knows of it and that a game needs. As with GRhino, a
//! side that cannot move passes by itself; to be told of it is no error.

use std::io::{self, BufRead, Write};

use super::position::{cell_text, parse_cell};
use super::{Double, Game};

const COMMANDS: [&str; 13] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "undo",
    "time_left",
];

/// The double and the games that led to the present one, for `undo`.
struct Conversation {
    double: Double,
    games: Vec<Game>,
}

/// Answers commands until there are no more.
pub(crate) fn converse(double: Double, input: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let mut conversation = Conversation { double, games: vec![Game::start()] };
    for line in input.lines() {
        let line = line?;
        let mut words = line.split('#').next().unwrap_or_default().split_whitespace().peekable();
        let id = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
        let Some(command) = words.next() else { continue };
        match conversation.answer(command, &words.collect::<Vec<_>>()) {
            Ok(text) => write!(out, "={id} {text}\n\n")?,
            Err(text) => write!(out, "?{id} {text}\n\n")?,
        }
        out.flush()?;
        if command == "quit" {
            break;
        }
    }
    Ok(())
}

impl Conversation {
    fn answer(&mut self, command: &str, arguments: &[&str]) -> Result<String, String> {
        match (command, arguments) {
            ("protocol_version", _) => return Ok("2".to_owned()),
            ("name", _) => return Ok("GRhino's double".to_owned()),
            ("version", _) => return Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name, ..]) => return Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => return Ok(COMMANDS.join("\n")),
            ("boardsize", ["8"]) | ("clear_board", _) => self.games = vec![Game::start()],
            ("boardsize", _) => return Err("unacceptable size: grhino plays on 8x8".to_owned()),
            ("play", [colour, cell]) => self.play(colour, cell)?,
            ("genmove", [colour]) => return self.generate(colour),
            ("undo", _) if self.games.len() > 1 => self.games.truncate(self.games.len() - 1),
            ("undo", _) => return Err("cannot undo: no move has been played".to_owned()),
            ("quit" | "komi" | "time_left", _) => {}
            ("play" | "genmove" | "known_command", _) => return Err("syntax error".to_owned()),
            _ => return Err("unknown command".to_owned()),
        }
        Ok(String::new())
    }

    fn game(&self) -> &Game {
        self.games.last().expect("the start of the game is never undone")
    }

    fn play(&mut self, colour: &str, text: &str) -> Result<(), String> {
        let is_turn = is_black(colour)? == self.game().position.is_black;
        if text.eq_ignore_ascii_case("pass") {
            return if is_turn && !self.game().position.is_over() {
                Err("illegal move: there is a move to play".to_owned())
            } else {
                Ok(())
            };
        }
        let cell = parse_cell(text).ok_or("syntax error")?;
        if !is_turn || self.game().position.moves() >> cell & 1 == 0 {
            return Err(format!("illegal move: {colour} cannot play {text}"));
        }
        self.add(cell);
        Ok(())
    }

    fn generate(&mut self, colour: &str) -> Result<String, String> {
        let game = self.games.last().expect("the start of the game is never undone");
        if is_black(colour)? != game.position.is_black {
            return Ok("pass".to_owned());
        }
        let Some(cell) = self.double.choose(game) else { return Ok("pass".to_owned()) };
        self.add(cell);
        Ok(cell_text(cell).to_ascii_uppercase())
    }

    fn add(&mut self, cell: u32) {
        let mut game = self.game().clone();
        game.play(cell);
        self.games.push(game);
    }
}

fn is_black(colour: &str) -> Result<bool, String> {
    match colour.to_ascii_lowercase().as_str() {
        "black" | "b" => Ok(true),
        "white" | "w" => Ok(false),
        _ => Err("syntax error".to_owned()),
    }
}
