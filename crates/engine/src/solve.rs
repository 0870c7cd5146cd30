//! Exact values of small boards and endgames. What comes out of here is proved: never an opinion.

pub mod amazons;
pub mod blobwar;
pub mod flood;
pub mod reversi;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use agon_games::catalog::{AnyGame, Position, Table};
use agon_games::game::{Game, PackedMove};

/// What a solver may spend.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall time; none for as long as it takes.
    pub time: Option<Duration>,
    /// How many threads search.
    pub threads: usize,
    /// The size of the table of known positions.
    pub mib: usize,
    /// Set by others to end the search.
    pub stop: Arc<AtomicBool>,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: None, threads: 1, mib: 256, stop: Arc::default() }
    }
}

/// How far a solver has come: the score lies between the bounds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The score for the side to move is at least this.
    pub lower: i32,
    /// The score for the side to move is at most this.
    pub upper: i32,
    /// Moves at the root that are settled, and how many there are.
    pub settled: (usize, usize),
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}

/// What came of solving.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The value is proved.
    Solved(Solution),
    /// Time ran out; this much is proved.
    Unknown(Progress),
}

/// A proved value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// For the side to move: positive is a win. Its unit is the game's.
    pub score: i32,
    /// Best play from here, as far as it is known, passes included; empty when the game is over.
    pub line: Vec<PackedMove>,
    /// Positions visited.
    pub nodes: u64,
    /// Time that it took.
    pub elapsed: Duration,
}

impl Solution {
    /// The best move; none when the game is over.
    pub fn best(&self) -> Option<PackedMove> {
        self.line.first().copied()
    }
}

/// The value of a position of a table. `report` hears of every step on the way.
pub fn solve(
    table: &Table,
    position: &Position,
    limits: &Limits,
    report: &mut dyn FnMut(&Progress),
) -> Answer {
    macro_rules! by {
        ($solver:ident, $game:expr) => {
            $solver::solve(&**$game, &state_of($game, position), limits, report)
        };
    }
    match table.game() {
        AnyGame::Amazons64(game) => by!(amazons, game),
        AnyGame::Amazons128(game) => by!(amazons, game),
        AnyGame::Amazons256(game) => by!(amazons, game),
        AnyGame::Amazons512(game) => by!(amazons, game),
        AnyGame::Blobwar64(game) => by!(blobwar, game),
        AnyGame::Blobwar128(game) => by!(blobwar, game),
        AnyGame::Blobwar256(game) => by!(blobwar, game),
        AnyGame::Blobwar512(game) => by!(blobwar, game),
        AnyGame::Flood64(game) => by!(flood, game),
        AnyGame::Flood128(game) => by!(flood, game),
        AnyGame::Flood256(game) => by!(flood, game),
        AnyGame::Flood512(game) => by!(flood, game),
        AnyGame::Reversi64(game) => by!(reversi, game),
        AnyGame::Reversi128(game) => by!(reversi, game),
        AnyGame::Reversi256(game) => by!(reversi, game),
        AnyGame::Reversi512(game) => by!(reversi, game),
    }
}

fn state_of<G: Game>(_: &Arc<G>, position: &Position) -> G::State {
    position.state::<G>().expect("a solver is asked about positions of its own table")
}
