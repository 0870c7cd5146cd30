//! Our rules of Ataxx as a game of the `minimax` crate. The bench counts the nodes of its search; the rival that
//! plays matches, in `rivals/`, takes this file too and lets nothing be counted.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use agon_games::blobwar::{Blobwar, Hop, State};
use agon_games::catalog::{AnyGame, Table};
use agon_games::game::Game;
use agon_games::side::Outcome;
use minimax::{Evaluation, Evaluator, IterativeOptions, Winner};

pub(crate) static TABLE: LazyLock<Table> =
    LazyLock::new(|| Table::open("ataxx", None).expect("the table opens"));
pub(crate) static RULES: LazyLock<Blobwar<u64>> = LazyLock::new(|| match TABLE.game() {
    AnyGame::Blobwar64(game) => game.as_ref().clone(),
    _ => unreachable!("7x7 cells fit in 64 bits"),
});
/// Moves that a counted search has made.
pub(crate) static NODES: AtomicU64 = AtomicU64::new(0);

/// The game; whether its nodes are counted is a matter of type, since counting takes time.
#[derive(Clone)]
pub(crate) struct Ataxx<const COUNTED: bool>;

impl<const COUNTED: bool> minimax::Game for Ataxx<COUNTED> {
    type S = State<u64>;
    type M = Hop;

    fn generate_moves(state: &State<u64>, moves: &mut Vec<Hop>) -> Option<Winner> {
        RULES.moves(state, moves);
        Self::get_winner(state)
    }

    fn apply(state: &mut State<u64>, mv: Hop) -> Option<State<u64>> {
        if COUNTED {
            NODES.fetch_add(1, Ordering::Relaxed);
        }
        Some(RULES.play(state, mv))
    }

    fn get_winner(state: &State<u64>) -> Option<Winner> {
        RULES.outcome(state).map(|outcome| match outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(side) if side == state.side => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(state: &State<u64>) -> u64 {
        RULES.hash(state)
    }

    fn table_index(mv: Hop) -> u16 {
        match mv {
            Hop::Pass => 0,
            Hop::Duplicate { to } => 1 + to,
            Hop::Jump { from, to } => 1 + 49 * (from + 1) + to,
        }
    }

    fn max_table_index() -> u16 {
        50 * 50
    }
}

/// A count of blobs, ten for each.
#[derive(Clone)]
pub(crate) struct Material<const COUNTED: bool>;

impl<const COUNTED: bool> Evaluator for Material<COUNTED> {
    type G = Ataxx<COUNTED>;

    fn evaluate(&self, state: &State<u64>) -> Evaluation {
        (state.own().count_ones() as i16 - state.their().count_ones() as i16) * 10
    }
}

/// All options of its search that help, with a table of so many MiB.
pub(crate) fn options(mib: usize) -> IterativeOptions {
    IterativeOptions::new()
        .with_table_byte_size(mib << 20)
        .with_null_window_search(true)
        .with_aspiration_window(5)
        .with_countermoves()
        .with_countermove_history()
}
