//! The `minimax` crate's parallel search on our rules of Ataxx, with a count of blobs: all its options that help.

use std::sync::LazyLock;
use std::time::Duration;

use agon_games::blobwar::{Blobwar, Hop, State};
use agon_games::catalog::{AnyGame, Position, Table};
use agon_games::game::Game;
use agon_games::side::Outcome;
use minimax::{Evaluation, Evaluator, IterativeOptions, ParallelOptions, ParallelSearch, Strategy, Winner};

use crate::Bot;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::open("ataxx", None).expect("the table opens"));
static RULES: LazyLock<Blobwar<u64>> = LazyLock::new(|| match TABLE.game() {
    AnyGame::Blobwar64(game) => game.as_ref().clone(),
    _ => unreachable!("7x7 cells fit in 64 bits"),
});

struct Ataxx;

impl minimax::Game for Ataxx {
    type S = State<u64>;
    type M = Hop;

    fn generate_moves(state: &State<u64>, moves: &mut Vec<Hop>) -> Option<Winner> {
        RULES.moves(state, moves);
        Self::get_winner(state)
    }

    fn apply(state: &mut State<u64>, mv: Hop) -> Option<State<u64>> {
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

#[derive(Clone)]
struct Material;

impl Evaluator for Material {
    type G = Ataxx;

    fn evaluate(&self, state: &State<u64>) -> Evaluation {
        (state.own().count_ones() as i16 - state.their().count_ones() as i16) * 10
    }
}

/// Its search on all cores.
pub(crate) struct Parallel {
    search: ParallelSearch<Material>,
    position: Position,
}

impl Parallel {
    pub(crate) fn new() -> Self {
        let options = IterativeOptions::new()
            .with_table_byte_size(64 << 20)
            .with_null_window_search(true)
            .with_aspiration_window(5)
            .with_countermoves()
            .with_countermove_history();
        let search = ParallelSearch::new(Material, options, ParallelOptions::new());
        Self { search, position: TABLE.start() }
    }
}

impl Bot for Parallel {
    fn name(&self) -> &'static str {
        "minimax ParallelSearch"
    }

    fn choose(&mut self, fen: &str, time: Duration) -> String {
        self.position.set_text(fen).expect("the arena sends positions of Ataxx");
        let state = self.position.state::<Blobwar<u64>>().expect("it is a position of this table");
        self.search.set_timeout(time);
        let mv = self.search.choose_move(&state);
        mv.map_or_else(|| "0000".to_owned(), |mv| self.position.move_text(RULES.pack(mv)))
    }
}
