//! A player that thinks in our own process: [`Strategy`] with the game's types, [`Engine`] without them.

use std::sync::Arc;
use std::time::Duration;

use agon_games::catalog::Position;
use agon_games::game::{Game, PackedMove};

use crate::budget::Budget;
use crate::score::Score;

/// A player of one table, whose types are erased.
pub trait Engine: Send {
    /// Chooses a move. The position must be of the table that the engine was built for, and not over.
    /// `report` hears of every step of a longer search.
    fn think(&mut self, position: &Position, budget: &Budget, report: &mut dyn FnMut(&Report)) -> Thought;

    /// Forgets what it remembers of earlier positions.
    fn new_game(&mut self);
}

/// A way to choose a move in a game whose types are known.
pub trait Strategy<G: Game>: Send {
    /// Chooses a move in a state that is not over.
    fn think(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        report: &mut dyn FnMut(&Report),
    ) -> Thought;

    /// Forgets what it remembers of earlier positions.
    fn new_game(&mut self) {}
}

/// How far a search has come.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// Plies looked ahead; for strategies that do not count in plies, the longest line.
    pub depth: u32,
    /// What the position is worth to the side to move.
    pub score: Score,
    /// Positions visited.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The line that both sides are expected to play.
    pub pv: Vec<PackedMove>,
}

/// What came of thinking.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move to play.
    pub mv: PackedMove,
    /// What the position is worth to the side to move, if the strategy has an opinion.
    pub score: Option<Score>,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The line that both sides are expected to play, this move first.
    pub pv: Vec<PackedMove>,
}

impl Thought {
    /// A move without an opinion.
    pub const fn blind(mv: PackedMove) -> Self {
        Self { mv, score: None, depth: 0, nodes: 1, pv: Vec::new() }
    }

    /// The only legal move, which needs no opinion.
    pub fn forced(mv: PackedMove) -> Self {
        Self { pv: vec![mv], ..Self::blind(mv) }
    }
}

/// A strategy at a table, its types erased.
pub struct Seated<G: Game> {
    game: Arc<G>,
    strategy: Box<dyn Strategy<G>>,
}

impl<G: Game> Seated<G> {
    /// Seats a strategy at a game.
    pub fn new(game: Arc<G>, strategy: Box<dyn Strategy<G>>) -> Self {
        Self { game, strategy }
    }
}

impl<G: Game> Engine for Seated<G> {
    fn think(&mut self, position: &Position, budget: &Budget, report: &mut dyn FnMut(&Report)) -> Thought {
        let state = position.state::<G>().expect("an engine is asked about positions of its own table");
        self.strategy.think(&self.game, &state, budget, report)
    }

    fn new_game(&mut self) {
        self.strategy.new_game();
    }
}
