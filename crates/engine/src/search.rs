//! The depth-first search behind `alphabeta`, `aspiration` and `pvs`: one node function whose [`Tactics`] say
//! which techniques it uses, under iterative deepening, with as many threads as wanted.

mod claims;
mod crew;
mod deepen;
mod depth;
mod frontier;
mod node;
mod order;
mod symmetric;
pub mod table;

pub use deepen::{Found, deepen};
pub use depth::{DepthPolicy, DepthRule};
pub use order::Workspace;
pub use symmetric::Symmetries;
pub use table::Transpositions;

use std::sync::Arc;

use agon_games::game::Game;

use crate::eval::Evaluator;
use crate::gauge::{Gauge, Purse};
use claims::Claims;
use crew::{Crew, Halt};

/// The techniques that a search uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tactics {
    /// Which moves are tried first.
    pub order: Order,
    /// Moves after the first are asked only whether they are better, and searched again if they are.
    pub null_windows: bool,
    /// Each deepening expects the score of the one before, give or take this many points.
    pub aspiration: Option<i32>,
    /// Late moves are searched less deep: fast, but no longer exact.
    pub reductions: bool,
    /// The table answers with deeper searches than asked for: stronger, but no longer exactly this depth.
    pub deeper_answers: bool,
    /// A shallow search that ends so many hundredths of a standard deviation outside the window stands for a deep one,
    /// where the evaluation knows its deviation.
    pub probable_cuts: Option<i32>,
    /// How threads share the work.
    pub parallel: Parallel,
}

/// Which moves are tried first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As the rules list them.
    Listed,
    /// By the evaluation's cheap hints, killer moves and the history of cut-offs.
    Hints,
    /// By the evaluation of the positions they lead to.
    Evaluated,
}

/// How threads share the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parallel {
    /// Each searches everything but what another searches right now, and the table tells it what they found.
    Table,
    /// Moves of nodes fewer than this many plies from the root are shared out, after the first.
    Levels(u32),
}

impl Tactics {
    /// Plain alpha-beta.
    pub const CLASSIC: Self = Self {
        order: Order::Listed,
        null_windows: false,
        aspiration: None,
        reductions: false,
        deeper_answers: false,
        probable_cuts: None,
        parallel: Parallel::Levels(1),
    };
}

/// What the threads of one search share.
pub struct Shared<'a, G: Game, E> {
    /// The rules.
    pub game: &'a G,
    /// The evaluation.
    pub eval: &'a E,
    /// The techniques.
    pub tactics: Tactics,
    /// The table, if there is one.
    pub table: Option<&'a Transpositions>,
    /// The symmetries that the table sees through.
    pub symmetries: Option<&'a Symmetries>,
    /// What may be spent.
    pub gauge: &'a Gauge,
    crew: Crew<G>,
    claims: Claims,
}

impl<'a, G: Game, E: Evaluator<G>> Shared<'a, G, E> {
    /// What a search with these means shares among this many threads.
    pub fn new(
        game: &'a G,
        eval: &'a E,
        tactics: Tactics,
        table: Option<&'a Transpositions>,
        symmetries: Option<&'a Symmetries>,
        gauge: &'a Gauge,
        n_threads: usize,
    ) -> Self {
        let n_claimants = if tactics.parallel == Parallel::Table { n_threads } else { 1 };
        let (crew, claims) = (Crew::new(n_threads), Claims::new(n_claimants));
        Self { game, eval, tactics, table, symmetries, gauge, crew, claims }
    }
}

/// One thread of a search.
struct Searcher<'a, G: Game, E: Evaluator<G>> {
    shared: &'a Shared<'a, G, E>,
    work: &'a mut Workspace<G>,
    purse: Purse<'a>,
    /// Set when the search is over: scores mean nothing from then on.
    is_stopped: bool,
    /// Set by whoever finds that this thread's work is no longer needed.
    halt: Option<Arc<Halt>>,
    /// Whether an unfinished position was evaluated or taken from the table since the flag was cleared.
    saw_horizon: bool,
    /// The line of the last deepening, while this search is still on it.
    hint_line: Vec<G::Move>,
    is_on_hint: bool,
}

impl<'a, G: Game, E: Evaluator<G>> Searcher<'a, G, E> {
    fn new(shared: &'a Shared<'a, G, E>, work: &'a mut Workspace<G>, halt: Option<Arc<Halt>>) -> Self {
        Self {
            shared,
            work,
            purse: Purse::new(shared.gauge),
            is_stopped: false,
            halt,
            saw_horizon: false,
            hint_line: Vec::new(),
            is_on_hint: false,
        }
    }

    /// Pays for one node.
    #[inline(always)]
    fn pay(&mut self) {
        if !self.purse.take() {
            self.renew();
        }
    }

    #[cold]
    fn renew(&mut self) {
        let is_halted = self.halt.as_ref().is_some_and(|halt| halt.is_set());
        self.is_stopped = !self.purse.renew() || is_halted;
    }
}
