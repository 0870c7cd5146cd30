//! The players of the Reversi program by number: 0 is a person, the others are strategies of the catalogue.

use std::fmt::Write as _;
use std::time::Duration;

use agon_engine::budget::Budget;
use agon_engine::catalog;
use agon_engine::engine::Engine;
use agon_games::catalog::{Position, Table};
use agon_games::game::PackedMove;

use super::failure::Failure;

/// The player that answers in contest mode when none is chosen: the strongest.
pub const CONTEST: usize = TACTICS.len() - 1;

/// How long a player without a fixed depth thinks about one move.
const PATIENCE: Duration = Duration::from_millis(500);

/// Names for people, specs for the catalogue.
const TACTICS: [(&str, &str); 8] = [
    ("human", ""),
    ("random", "random"),
    ("minimax, 3 plies, discs", "minimax:depth=3,eval=discs"),
    ("alpha-beta, 3 plies, discs", "alphabeta:depth=3,eval=discs"),
    ("alpha-beta, 3 plies, corners too", "alphabeta:depth=3,eval=corners"),
    ("alpha-beta, 3 plies, cells beside corners too", "alphabeta:depth=3,eval=edges"),
    ("alpha-beta, 5 plies, parity too", "alphabeta:depth=5,eval=parity"),
    ("champion", "champion"),
];

/// A strategy at the table.
pub struct Machine(Box<dyn Engine>);

impl Machine {
    /// Its move; the game must not be over.
    pub fn choose(&mut self, position: &Position) -> PackedMove {
        self.0.think(position, &Budget::movetime(PATIENCE), &mut |_| {}).mv
    }
}

/// The strategy with a number, which is not 0.
pub fn engine(table: &Table, number: usize, seed: u64) -> Result<Machine, Failure> {
    let (_, spec) = TACTICS[number];
    catalog::build(table, spec, seed).map(Machine).map_err(|error| Failure::player(error.to_string()))
}

/// What a player is called.
pub const fn name(number: usize) -> &'static str {
    TACTICS[number].0
}

/// The number after -b or -w; without one, the first player that is no person.
pub fn number(text: Option<&str>) -> Result<usize, Failure> {
    let Some(text) = text else { return Ok(1) };
    let bad = || Failure::player(format!("no player `{text}`: players are 0 to {}", TACTICS.len() - 1));
    text.parse().ok().filter(|&number| number < TACTICS.len()).ok_or_else(bad)
}

/// All players, one per line.
pub fn list() -> String {
    let mut list = String::new();
    for (number, (name, _)) in TACTICS.iter().enumerate() {
        let _ = writeln!(list, "  {number}  {name}");
    }
    list
}
