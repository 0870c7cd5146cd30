//! Players that think in our own process: the strategies of the engine.

use agon_engine::budget::Budget;
use agon_engine::catalog::build;
use agon_engine::engine::{Engine, Thought};
use agon_games::record::Ending;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Choice, Introduction, Player, Reply, Seat, StartError, Turn};
use crate::referee::{Fault, Opinion};

/// A strategy of the catalogue.
pub struct BuiltIn {
    spec: String,
    engine: Option<Box<dyn Engine>>,
    /// Made once a game: its stop flag is counted by all who hold it, on every core.
    budget: Budget,
}

impl BuiltIn {
    /// The player that a spec such as `alphabeta:depth=4` names; it is built when it takes its seat.
    pub fn new(spec: &str) -> BuiltIn {
        BuiltIn { spec: spec.to_owned(), engine: None, budget: Budget::default() }
    }
}

impl Player for BuiltIn {
    fn start(&mut self, seat: &Seat) -> Result<Introduction, StartError> {
        let engine = build(&seat.table, &self.spec, seat.seed);
        self.budget = Budget { stop: seat.halt.clone(), ..Budget::default() };
        self.engine = Some(engine.map_err(|error| StartError::Refused(error.to_string()))?);
        Ok(Introduction { name: Some(self.spec.clone()), isolation: None })
    }

    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let engine = self.engine.as_mut().expect("a player has taken its seat before it is asked");
        let budget = &mut self.budget;
        seat.clock.limit(budget, turn.left[seat.side.index()]);
        let think = || engine.think(turn.position, budget, &mut |_| {});
        let thought = catch_unwind(AssertUnwindSafe(think));
        let thought = thought.map_err(|_| Fault::new(Ending::Crash, "the strategy panicked"))?;
        if seat.is_halted() {
            return Err(Fault::new(Ending::Aborted, "stopped"));
        }
        Ok(Reply { opinion: opinion(&thought), ..Reply::of(Choice::Move(thought.mv)) })
    }

    fn finish(&mut self, _: &Seat) -> Option<Fault> {
        None
    }

    fn is_trusted(&self) -> bool {
        true
    }
}

fn opinion(thought: &Thought) -> Opinion {
    let Some(score) = thought.score else { return Opinion::default() };
    Opinion { score: Some(score.get().into()), depth: Some(thought.depth), nodes: Some(thought.nodes) }
}
