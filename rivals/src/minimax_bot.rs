//! The `minimax` crate's parallel search on our rules of Ataxx, with a count of blobs: all its options that help.

#[path = "../../crates/engine/benches/search/peer/ataxx.rs"]
mod ataxx;

use std::time::Duration;

use agon_games::blobwar::Blobwar;
use agon_games::catalog::Position;
use agon_games::game::Game;
use minimax::{ParallelOptions, ParallelSearch, Strategy};

use crate::Bot;
use ataxx::{Material, RULES, TABLE, options};

/// Its search on all cores.
pub(crate) struct Parallel {
    search: ParallelSearch<Material<false>>,
    position: Position,
}

impl Parallel {
    pub(crate) fn new() -> Self {
        let search = ParallelSearch::new(Material, options(64), ParallelOptions::new());
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
