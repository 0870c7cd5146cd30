//! Our rules of Ataxx as a game of the `minimax` crate, searched by its strongest search.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use agon_games::blobwar::{Blobwar, Hop, State};
use agon_games::catalog::{AnyGame, Table};
use agon_games::game::Game;
use agon_games::side::Outcome;
use minimax::{Evaluation, Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};

static RULES: LazyLock<Blobwar<u64>> = LazyLock::new(|| {
    let table = Table::open("ataxx", None).expect("the table opens");
    match table.game() {
        AnyGame::Blobwar64(game) => game.as_ref().clone(),
        _ => unreachable!("7x7 cells fit in 64 bits"),
    }
});
static NODES: AtomicU64 = AtomicU64::new(0);

struct Ataxx;

impl minimax::Game for Ataxx {
    type S = State<u64>;
    type M = Hop;

    fn generate_moves(state: &State<u64>, moves: &mut Vec<Hop>) -> Option<Winner> {
        RULES.moves(state, moves);
        Self::get_winner(state)
    }

    fn apply(state: &mut State<u64>, mv: Hop) -> Option<State<u64>> {
        NODES.fetch_add(1, Ordering::Relaxed);
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

struct Material;

impl Evaluator for Material {
    type G = Ataxx;

    fn evaluate(&self, state: &State<u64>) -> Evaluation {
        (state.own().count_ones() as i16 - state.their().count_ones() as i16) * 10
    }
}

/// Nodes and time of its iterative search from the start.
pub(crate) fn search(depth: u8) -> (u64, Duration) {
    let options = IterativeOptions::new()
        .with_table_byte_size(16 << 20)
        .with_null_window_search(true)
        .with_aspiration_window(5)
        .with_countermoves()
        .with_countermove_history();
    let mut search = IterativeSearch::new(Material, options);
    search.set_max_depth(depth);
    NODES.store(0, Ordering::Relaxed);
    let begun = Instant::now();
    search.choose_move(&RULES.start());
    (NODES.load(Ordering::Relaxed), begun.elapsed())
}
