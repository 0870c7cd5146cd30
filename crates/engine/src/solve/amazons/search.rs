//! The proof itself: does the side to move win? A position is first rid of what can be counted, then bounded
//! by the room that each side has, then looked up, then searched.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use agon_games::amazons::{Amazons, Shot, State};
use agon_games::bits::Bits;
use agon_games::game::Game;

use super::regions::{Counter, Fight};
use super::table::Table;
use crate::eval::amazons::Judge;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The side to move wins.
    Wins,
    /// The side to move loses.
    Loses,
    /// The search was broken off.
    Unknown,
}

/// One thread's search.
pub(super) struct Prover<'a, B> {
    game: &'a Amazons<B>,
    table: &'a Table,
    stop: &'a AtomicBool,
    judge: Judge<B>,
    counter: Counter<B>,
    n_nodes: u64,
    n_most: u64,
}

impl<'a, B: Bits> Prover<'a, B> {
    pub(super) fn new(game: &'a Amazons<B>, table: &'a Table, stop: &'a AtomicBool) -> Self {
        let (judge, counter) = (Judge::new(game), Counter::new());
        Self { game, table, stop, judge, counter, n_nodes: 0, n_most: 0 }
    }

    pub(super) const fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Whether the side to move wins, looking at no more than so many positions.
    pub(super) fn prove(&mut self, state: &State<B>, n_nodes: u64) -> Verdict {
        self.n_most = self.n_nodes.saturating_add(n_nodes);
        match self.wins(state, 0) {
            Some(true) => Verdict::Wins,
            Some(false) => Verdict::Loses,
            None => Verdict::Unknown,
        }
    }

    /// The moves of a position, those that evaluate best first.
    pub(super) fn ordered_moves(&mut self, state: &State<B>) -> Vec<Shot> {
        self.children(state, 0).into_iter().map(|(_, mv, _)| mv).collect()
    }

    /// Whether the side to move wins with so many spare moves; none when the search is broken off.
    fn wins(&mut self, state: &State<B>, spare: i32) -> Option<bool> {
        self.n_nodes += 1;
        if self.n_nodes >= self.n_most || self.n_nodes.is_multiple_of(256) && self.stop.load(Relaxed) {
            return None;
        }
        // 1. What can be counted.
        let Fight { state, spare } = self.counter.reduce(self.game, state, spare);
        // 2. A side with more spare moves than there are cells to fight for wins.
        if let Some(known) = Self::bounded(&state, spare) {
            return Some(known);
        }
        // 3. What is known.
        let hash = hash_of(&state, spare);
        if let Some(known) = self.table.find(hash) {
            return Some(known);
        }
        // 4. Every move, the best first; a reply that is known to lose settles it at once.
        let mut unknown = false;
        let children = self.children(&state, spare);
        let mut found = children.iter().any(|(_, _, next)| self.is_known_loss(next, -spare));
        for (_, _, next) in &children {
            if found {
                break;
            }
            match self.wins(next, -spare) {
                Some(wins) => found = !wins,
                None => {
                    unknown = true;
                    break;
                }
            }
        }
        // 5. A spare move, for when moving in the fight hurts.
        if !found && !unknown && spare > 0 {
            let mut passed = state;
            passed.side = !state.side;
            match self.wins(&passed, 1 - spare) {
                Some(wins) => found = !wins,
                None => unknown = true,
            }
        }
        if unknown {
            return None;
        }
        self.table.store(hash, found);
        Some(found)
    }

    /// What the spare moves alone decide: every move in the fight costs one of its cells.
    fn bounded(state: &State<B>, spare: i32) -> Option<bool> {
        let most = state.empty.count() as i32;
        if spare > most {
            return Some(true);
        }
        (-spare >= most).then_some(false)
    }

    /// Whether the position after a move is already known to be lost for the side to move in it.
    fn is_known_loss(&mut self, next: &State<B>, spare: i32) -> bool {
        let fight = self.counter.reduce(self.game, next, spare);
        let known = Self::bounded(&fight.state, fight.spare);
        known.or_else(|| self.table.find(hash_of(&fight.state, fight.spare))) == Some(false)
    }

    /// The positions after every move, those that are worst for the other side first.
    fn children(&self, state: &State<B>, spare: i32) -> Vec<(f32, Shot, State<B>)> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let rated = moves.into_iter().map(|mv| {
            let next = self.game.play(state, mv);
            let mut terms = self.judge.terms(&next);
            terms.queen_lead -= spare;
            (self.judge.odds_by_terms(&terms), mv, next)
        });
        let mut rated: Vec<_> = rated.collect();
        rated.sort_by(|a, b| a.0.total_cmp(&b.0));
        rated
    }
}

/// Two independent hashes of a fight.
fn hash_of<B: Bits>(state: &State<B>, spare: i32) -> [u64; 2] {
    let seed = (spare as u64) << 1 | state.side.index() as u64;
    [0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03].map(|salt| {
        let queens = state.queens[1].mix(state.queens[0].mix(seed ^ salt));
        state.empty.mix(queens)
    })
}
