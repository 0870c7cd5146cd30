//! Odds: a player that spends only a part of its clock or nodes, to meet a weaker one on equal terms or to see
//! what time is worth to it.

use agon_games::game::Game;

use crate::budget::{Budget, Time};
use crate::engine::{Report, Strategy, Thought};
use crate::params::{Kind, Param};

/// The parameter of every player that searches.
pub const SHARE: Param = Param {
    name: "share",
    kind: Kind::Real(0.0001, 1.0),
    default: "1",
    about: "how much of its time or nodes it uses, for a game with odds",
};

/// A strategy with a part of what it is given.
pub(crate) struct Odds<G: Game> {
    pub(crate) strategy: Box<dyn Strategy<G>>,
    pub(crate) share: f64,
}

impl<G: Game> Strategy<G> for Odds<G> {
    fn think(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        self.strategy.think(game, state, &part(budget, self.share), report)
    }

    fn new_game(&mut self) {
        self.strategy.new_game();
    }
}

/// This part of all nodes and times; a depth stays as it is.
fn part(budget: &Budget, share: f64) -> Budget {
    let time = budget.time.map(|time| Time {
        remaining: time.remaining.map(|left| left.mul_f64(share)),
        increment: time.increment.mul_f64(share),
        movetime: time.movetime.map(|time| time.mul_f64(share)),
    });
    let nodes = budget.nodes.map(|nodes| ((nodes as f64 * share) as u64).max(1));
    Budget { nodes, time, ..budget.clone() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_tenth_of_everything_but_the_depth() {
        let whole = Budget {
            depth: Some(5),
            nodes: Some(1000),
            ..Budget::clock(Duration::from_secs(10), Duration::from_secs(1))
        };
        let tenth = part(&whole, 0.1);
        assert_eq!((tenth.depth, tenth.nodes), (Some(5), Some(100)));
        let time = tenth.time.expect("there is a clock");
        assert_eq!(time.remaining, Some(Duration::from_secs(1)));
        assert_eq!(time.increment, Duration::from_millis(100));
        assert_eq!(part(&Budget::nodes(3), 0.01).nodes, Some(1));
    }
}
