//! People: asked again after bad input, shown the legal moves on request, allowed to take back, to save the
//! position and to give up. What is printed, and how, is the console's business.

use agon_games::record::Ending;

use super::{Choice, Introduction, Player, Reply, Seat, StartError, Turn};
use crate::referee::Fault;

/// Where a person sits.
pub trait Console: Send {
    /// Shows the position and whose turn it is.
    fn show(&mut self, seat: &Seat, turn: &Turn<'_>);
    /// Says something.
    fn say(&mut self, text: &str);
    /// The next line; `None` when there will be no more.
    fn read_line(&mut self) -> Option<String>;
    /// Saves a position; where it went, or why it could not.
    fn save(&mut self, position: &str, file: &str) -> Result<String, String>;
}

/// A person at a console.
pub struct Human {
    console: Box<dyn Console>,
}

impl Human {
    /// A person.
    pub fn new(console: Box<dyn Console>) -> Human {
        Human { console }
    }

    /// One line of a person: an answer, or `None` to ask again.
    fn obey(&mut self, line: &str, turn: &Turn<'_>) -> Option<Choice> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => None,
            "q" | "quit" | "resign" => Some(Choice::Resign),
            "undo" | "u" => Some(Choice::Undo),
            "moves" | "m" => {
                let moves = turn.position.moves();
                let texts: Vec<String> = moves.iter().map(|&mv| turn.position.move_text(mv)).collect();
                self.console.say(&texts.join(" "));
                None
            }
            "save" => {
                let text = turn.position.text();
                let said = match self.console.save(&text, rest.trim()) {
                    Ok(place) => format!("saved to {place}"),
                    Err(why) => format!("not saved: {why}"),
                };
                self.console.say(&said);
                None
            }
            "help" | "h" | "?" => {
                self.console.say("a move, or: moves, undo, save FILE, quit (resigns)");
                None
            }
            _ => match turn.position.parse_move(line) {
                Ok(mv) => Some(Choice::Move(mv)),
                Err(error) => {
                    self.console.say(&format!("{error} (moves lists the legal ones, help the rest)"));
                    None
                }
            },
        }
    }
}

impl Player for Human {
    fn start(&mut self, _: &Seat) -> Result<Introduction, StartError> {
        Ok(Introduction { name: Some("human".to_owned()), isolation: None })
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.console.show(seat, turn);
        loop {
            if seat.is_halted() {
                return Err(Fault::new(Ending::Aborted, "stopped"));
            }
            let Some(line) = self.console.read_line() else { return Ok(Reply::of(Choice::Resign)) };
            if let Some(choice) = self.obey(&line, turn) {
                return Ok(Reply::of(choice));
            }
        }
    }

    fn finish(&mut self, _: &Seat) -> Option<Fault> {
        None
    }

    /// People have no clock at the terminal.
    fn is_trusted(&self) -> bool {
        true
    }
}
