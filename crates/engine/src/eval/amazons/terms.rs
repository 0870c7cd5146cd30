//! What Lieberum's evaluation is made of: who comes first to each cell, by queen and by king moves, how
//! clearly, how open the game still is, and how shut in each queen is.
//!
//! CITE: J. Lieberum, "An evaluation function for the game of Amazons", Theoretical Computer Science 349
//! (2005).

use agon_games::amazons::{Amazons, State};
use agon_games::bits::Bits;

use super::census::{self, Counts};
use super::field::{Field, One, penalty};
use super::linear::{Linear, N_TERMS};
use super::race;
#[cfg(all(
    target_feature = "avx512bw",
    target_feature = "avx512vbmi",
    target_feature = "avx512vpopcntdq"
))]
use super::rows::WingSheet;
#[cfg(all(target_feature = "avx2", target_feature = "bmi2"))]
use super::rows::{BroadSheet, Kind, Layout, ShortSheet, TallSheet};
use super::weights::{Weights, shipped};
use super::words::{Grid, Words};

/// The terms of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Terms {
    /// Cells that the side to move reaches in fewer queen moves, less those that the other does.
    pub queen_lead: i32,
    /// Cells that both reach in the same number of queen moves.
    pub queen_ties: i32,
    /// As `queen_lead`, by king moves.
    pub king_lead: i32,
    /// As `queen_ties`, by king moves.
    pub king_ties: i32,
    /// Lieberum's c1: nearness of all cells by queen moves, 2 * (2^-own - 2^-other) each.
    pub queen_nearness: f32,
    /// Lieberum's c2: differences of king distances, a sixth of a cell per move, at most one cell.
    pub king_nearness: f32,
    /// Lieberum's w: 2^-|difference of queen distances| over the cells that both reach. 0: the regions are
    /// separated.
    pub openness: f32,
    /// How shut in the other's queens are, less how shut in one's own are.
    pub freedom: f32,
}

impl Terms {
    /// What is weighed, in the order of [`Linear`](super::linear::Linear).
    #[inline]
    pub const fn values(&self) -> [f32; N_TERMS] {
        [
            self.queen_lead as f32,
            self.queen_ties as f32,
            self.king_lead as f32,
            self.king_ties as f32,
            self.queen_nearness,
            self.king_nearness,
            self.freedom,
            1.0,
        ]
    }
}

/// Computes the terms on one board, and weighs them.
#[derive(Clone, Debug)]
pub struct Judge<B> {
    words: Words<B>,
    weights: Weights,
    n_open: f32,
    /// Where the machine has vectors and the board fits into them.
    #[cfg(all(target_feature = "avx2", target_feature = "bmi2"))]
    layout: Option<Layout>,
    wraps: bool,
}

/// Runs an expression with the field of a judge's board, the empty cells and the queens of a position on it.
macro_rules! on_field {
    ($judge:expr, $state:expr, |$field:ident, $empty:ident, $queens:ident| $run:expr) => {{
        macro_rules! on {
            ($sheet:expr) => {{
                let $field = $sheet;
                let ($empty, $queens) = $field.load($state);
                $run
            }};
        }
        #[cfg(all(target_feature = "avx2", target_feature = "bmi2"))]
        if let Some(layout) = &$judge.layout {
            return match (layout.kind(), $judge.wraps) {
                (Kind::Short, false) => on!(ShortSheet::<false>(layout)),
                (Kind::Short, true) => on!(ShortSheet::<true>(layout)),
                #[cfg(all(
                    target_feature = "avx512bw",
                    target_feature = "avx512vbmi",
                    target_feature = "avx512vpopcntdq"
                ))]
                (Kind::Wings, _) => on!(WingSheet(layout)),
                (Kind::Tall, false) => on!(TallSheet::<false>(layout)),
                (Kind::Tall, true) => on!(TallSheet::<true>(layout)),
                (Kind::Broad3, false) => on!(BroadSheet::<3, false>(layout)),
                (Kind::Broad3, true) => on!(BroadSheet::<3, true>(layout)),
                (Kind::Broad4, _) => on!(BroadSheet::<4, false>(layout)),
            };
        }
        if $judge.wraps { on!(Grid::<B, true>(&$judge.words)) } else { on!(Grid::<B, false>(&$judge.words)) }
    }};
}

impl<B: Bits> Judge<B> {
    /// For the positions of this game, with the weights that come with the project.
    pub fn new(game: &Amazons<B>) -> Self {
        let topology = game.topology();
        Self {
            words: Words::new(topology),
            weights: shipped().clone(),
            n_open: topology.open().count() as f32,
            #[cfg(all(target_feature = "avx2", target_feature = "bmi2"))]
            layout: Layout::new(topology.board()),
            wraps: topology.wraps(),
        }
    }

    /// The same with other weights.
    pub fn with_weights(self, weights: Weights) -> Self {
        Self { weights, ..self }
    }

    /// The log-odds that the side to move wins; `has_arrow` tells whether the other side, which has moved a queen, has
    /// still to shoot.
    #[inline]
    pub fn odds(&self, state: &State<B>, has_arrow: bool) -> f32 {
        match &self.weights {
            Weights::Linear(_) => self.odds_by_terms(&self.terms(state)),
            Weights::Network(network) => network.odds(&self.counts(state), has_arrow),
        }
    }

    /// The log-odds that terms on this board stand for.
    pub fn odds_by_terms(&self, terms: &Terms) -> f32 {
        match &self.weights {
            Weights::Linear(linear) => linear.odds(terms, self.n_open),
            Weights::Network(_) => Linear::SCALED.odds(terms, self.n_open),
        }
    }

    /// All terms of a position.
    pub fn terms(&self, state: &State<B>) -> Terms {
        on_field!(self, state, |field, empty, queens| terms_on(field, empty, queens))
    }

    /// What the network sees of a position.
    pub fn counts(&self, state: &State<B>) -> Counts {
        on_field!(self, state, |field, empty, queens| counts_on(field, empty, queens))
    }

    /// `queen_lead` and `queen_ties` alone.
    pub fn territory(&self, state: &State<B>) -> [i32; 2] {
        on_field!(self, state, |field, empty, queens| territory_on(field, empty, queens))
    }
}

#[inline(never)]
fn territory_on<F: Field>(field: F, empty: One<F>, queens: F::Pair) -> [i32; 2] {
    race::territory(field, empty, queens)
}

#[inline(never)]
fn counts_on<F: Field>(field: F, empty: One<F>, queens: F::Pair) -> Counts {
    census::take(field, empty, queens)
}

#[inline(never)]
fn terms_on<F: Field>(field: F, empty: One<F>, queens: F::Pair) -> Terms {
    let mut terms = Terms::default();
    let reachable = race::kings(field, empty, queens, &mut terms);
    let lanes = field.lanes(empty);
    race::queens(field, empty, queens, &lanes, reachable, &mut terms);
    let mut costs = [0.0; 2];
    field.each_queen(empty, queens, reachable, &lanes, |side, four_times| costs[side] += penalty(four_times));
    terms.freedom = costs[1] - costs[0];
    terms
}

#[cfg(all(test, target_feature = "avx2", target_feature = "bmi2"))]
mod tests {
    use agon_games::catalog::{AnyGame, Table};
    use agon_games::dice::Dice;
    use agon_games::game::Game;

    use super::*;

    fn check<B: Bits>(game: &Amazons<B>) {
        let vectors = Judge::new(game);
        let words = Judge { layout: None, ..vectors.clone() };
        let (mut dice, mut state) = (Dice::new(1), game.start());
        while game.outcome(&state).is_none() {
            assert_eq!(vectors.counts(&state), words.counts(&state), "{}", game.position_text(&state));
            assert_eq!(vectors.terms(&state), words.terms(&state), "{}", game.position_text(&state));
            state = game.play(&state, game.random_move(&state, &mut dice));
        }
    }

    #[test]
    fn words_and_vectors_agree() {
        for spec in [
            "amazons/6",
            "amazons/8?shape=torus",
            "amazons/9?shape=donut",
            "amazons/10",
            "amazons/10?shape=torus",
            "amazons/14",
        ] {
            match Table::open(spec, None).unwrap().game() {
                AnyGame::Amazons64(game) => check(game),
                AnyGame::Amazons128(game) => check(game),
                AnyGame::Amazons256(game) => check(game),
                _ => unreachable!("{spec} is amazons"),
            }
        }
    }
}
