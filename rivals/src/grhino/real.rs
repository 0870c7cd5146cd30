//! GRhino itself, the program `gtp-rhino`, asked for its move in a game or a position.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::position::{cell_text, parse_cell};
use super::{Game, Level};

const PROGRAM: &str = "/usr/games/gtp-rhino";

/// A running GRhino.
pub(crate) struct Real {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Real {
    pub(crate) fn start(level: Level) -> Result<Self, String> {
        let mut command = Command::new(PROGRAM);
        command.args(["-l", &level.number.to_string()]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process =
            command.spawn().map_err(|error| format!("{PROGRAM}: {error}: install the package grhino"))?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let (input, output) = input.zip(output).ok_or("a program that was started has no pipes")?;
        Ok(Self { process, input, output: BufReader::new(output) })
    }

    /// Its move. A game is told move by move, so that it can use its book; a position is told at once.
    pub(crate) fn choose(&mut self, game: &Game) -> Result<u32, String> {
        let position = game.position;
        match &game.moves {
            Some(moves) => {
                self.ask("clear_board")?;
                for (&cell, colour) in moves.iter().zip(["black", "white"].into_iter().cycle()) {
                    self.ask(&format!("play {colour} {}", cell_text(cell)))?;
                }
            }
            None => {
                let colour = if position.is_black { "B" } else { "W" };
                self.ask(&format!("grhino-setup_board {} {colour}", position.text()))?;
            }
        }
        let answer = self.ask(&format!("genmove {}", position.colour()))?;
        parse_cell(&answer).ok_or_else(|| format!("GRhino answered `{answer}` in {}", position.text()))
    }

    fn ask(&mut self, command: &str) -> Result<String, String> {
        let broken = |error| format!("{PROGRAM} after `{command}`: {error}");
        writeln!(self.input, "{command}").map_err(broken)?;
        self.input.flush().map_err(broken)?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            let n_bytes = self.output.read_line(&mut line).map_err(broken)?;
            let is_end = line.trim().is_empty() && !answer.is_empty();
            if n_bytes == 0 || is_end {
                break;
            }
            answer += line.trim();
        }
        match answer.strip_prefix('=') {
            Some(text) => Ok(text.trim().to_owned()),
            None => Err(format!("{PROGRAM} answered `{answer}` to `{command}`")),
        }
    }
}

impl Drop for Real {
    fn drop(&mut self) {
        // Nothing can be done about a program that does not want to end.
        drop(writeln!(self.input, "quit"));
        drop(self.process.kill());
        drop(self.process.wait());
    }
}
