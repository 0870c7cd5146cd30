//! One turn of a player that takes its time: the clock is shared out, a forced move is played at once, and the
//! search in between knows only its gauge.

use agon_games::game::Game;

use crate::budget::Budget;
use crate::engine::{Report, Strategy, Thought};
use crate::gauge::Gauge;
use crate::playable::Playable;
use crate::timekeeper::Timekeeper;

/// A search that ends when its gauge says so.
pub trait Search<G: Playable>: Send {
    /// Chooses a move in a state that has at least two, looking at most `depth` plies ahead where it counts in
    /// plies.
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        depth: Option<u32>,
        gauge: &Gauge,
        report: &mut dyn FnMut(&Report),
    ) -> Thought;

    /// About how many plies are still to be thought about, among which a clock is shared out: all that are left, unless
    /// it knows that the end needs no thought.
    fn plies_of_thought(&self, game: &G, state: &G::State) -> u32 {
        game.plies_left(state)
    }

    /// Forgets what it remembers of earlier positions.
    fn new_game(&mut self);
}

/// A search with a clock.
#[derive(Clone, Debug)]
pub struct Timed<S> {
    search: S,
    keeper: Timekeeper,
}

impl<S> Timed<S> {
    /// Gives a search its clock.
    pub fn new(search: S) -> Self {
        Self { search, keeper: Timekeeper::default() }
    }
}

impl<G: Playable, S: Search<G>> Strategy<G> for Timed<S> {
    fn think(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let deadlines = self.keeper.begin(budget, self.search.plies_of_thought(game, state));
        let thought = match forced_move(game, state) {
            Some(mv) => Thought::forced(game.pack(mv)),
            None => {
                let gauge = Gauge::new(budget, deadlines);
                self.search.search(game, state, budget.depth, &gauge, report)
            }
        };
        self.keeper.end(budget, &deadlines);
        thought
    }

    fn new_game(&mut self) {
        self.keeper.new_game();
        self.search.new_game();
    }
}

/// The only legal move, if there is only one.
fn forced_move<G: Game>(game: &G, state: &G::State) -> Option<G::Move> {
    if game.n_moves(state) != 1 {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.pop()
}
