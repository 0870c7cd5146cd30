//! A person at a scripted console: bad input is asked again, the rest is obeyed.

use std::sync::{Arc, Mutex};

use agon_arena::bout::{Nobody, Terms, play};
use agon_arena::clock::Clock;
use agon_arena::player::built_in::BuiltIn;
use agon_arena::player::human::{Console, Human};
use agon_arena::player::{Seat, Turn};
use agon_games::catalog::Table;
use agon_games::record::Ending;
use agon_games::side::Side;

/// Types these lines and keeps what it is told.
struct Script {
    lines: Vec<&'static str>,
    said: Arc<Mutex<Vec<String>>>,
}

impl Console for Script {
    fn show(&mut self, _: &Seat, turn: &Turn<'_>) {
        self.said.lock().unwrap().push(format!("show {}", turn.history.len()));
    }

    fn say(&mut self, text: &str) {
        self.said.lock().unwrap().push(text.to_owned());
    }

    fn read_line(&mut self) -> Option<String> {
        (!self.lines.is_empty()).then(|| self.lines.remove(0).to_owned())
    }

    fn save(&mut self, position: &str, file: &str) -> Result<String, String> {
        self.said.lock().unwrap().push(format!("saved: {position}"));
        if file.is_empty() { Err("no file name".to_owned()) } else { Ok(file.to_owned()) }
    }
}

#[test]
fn a_person_is_asked_until_there_is_a_move() {
    let said = Arc::new(Mutex::new(Vec::new()));
    let lines = vec!["zz", "a1", "moves", "", "d3", "undo", "save x", "quit"];
    let mut person = Human::new(Box::new(Script { lines, said: said.clone() }));
    let mut random = BuiltIn::new("random");
    let terms = Terms::new(Table::open("reversi/8", None).unwrap(), Clock::default());
    let bout = play(&terms, [&mut person, &mut random], ["human", "random"], &mut Nobody).unwrap();
    assert_eq!((bout.record.ending, bout.record.winner), (Ending::Resigned, Some(Side::Second)));
    assert!(bout.record.moves.is_empty(), "the undone moves are gone");
    let said = said.lock().unwrap().join("\n");
    for part in ["`zz` is not a move", "`a1` is not legal", "d3", "show 0", "show 2", "saved to x", "saved: "]
    {
        assert!(said.contains(part), "{part} in\n{said}");
    }
}
