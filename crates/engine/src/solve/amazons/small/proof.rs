//! The depth-first proof of one thread: every child is first counted, then looked up, then searched, the worst
//! for the other side first.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::field::Field;
use super::fight::Fight;
use super::mirror::Mirror;
use super::rooms::Rooms;
use super::table::Table;

/// Positions that cost less than this are not worth an entry.
const LEAST_EFFORT: u64 = 10;
/// Where the spare move stands among the others.
const LAST: i32 = 1000;

/// A position after a move that is neither counted nor known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<const S: u32> {
    pub(super) fight: Fight<S>,
    key: u128,
    /// How good it looks for the side to move there.
    pub(super) rating: i32,
}

/// What came of making the children of a position.
#[derive(Debug)]
pub(super) enum Children<const S: u32> {
    /// One of them is lost for the other side.
    Won,
    /// Those that are open, the worst for the other side first; all others lose.
    Open(Vec<Child<S>>),
}

/// One thread's search.
pub(super) struct Prover<'a, const S: u32> {
    table: &'a Table,
    stop: &'a AtomicBool,
    mirror: Mirror<S>,
    pub(super) rooms: Rooms<S>,
    /// The open children of the positions on the way, one after the other.
    stack: Vec<Child<S>>,
    n_nodes: u64,
    n_most: u64,
}

impl<'a, const S: u32> Prover<'a, S> {
    pub(super) fn new(n_rows: u32, table: &'a Table, stop: &'a AtomicBool) -> Self {
        let (mirror, rooms) = (Mirror::new(n_rows), Rooms::new());
        Self { table, stop, mirror, rooms, stack: Vec::new(), n_nodes: 0, n_most: 0 }
    }

    /// Positions made so far.
    pub(super) const fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// The number of a position and its mirror images.
    pub(super) fn key(&self, fight: &Fight<S>) -> u128 {
        self.mirror.key(&fight.field)
    }

    /// Whether the side to move wins, making no more than about so many positions; none when that is not
    /// enough.
    pub(super) fn prove(&mut self, fight: &Fight<S>, n_nodes: u64) -> Option<bool> {
        self.n_most = self.n_nodes.saturating_add(n_nodes);
        let key = self.key(fight);
        fight.winner(&mut self.rooms).or_else(|| self.known(key, fight)).or_else(|| self.wins(fight, key))
    }

    /// The open children of a position, one of each kind.
    pub(super) fn children(&mut self, fight: &Fight<S>) -> Children<S> {
        let base = self.stack.len();
        if self.expand(fight) {
            self.stack.truncate(base);
            return Children::Won;
        }
        let mut children = self.stack.split_off(base);
        children.sort_unstable_by_key(|child| (child.rating, child.key, child.fight.spare));
        children.dedup_by_key(|child| (child.key, child.fight.spare));
        Children::Open(children)
    }

    fn known(&self, key: u128, fight: &Fight<S>) -> Option<bool> {
        self.table.find(key)?.winner(fight.spare)
    }

    /// Whether the side to move wins a position that is neither counted nor known.
    fn wins(&mut self, fight: &Fight<S>, key: u128) -> Option<bool> {
        let (before, base) = (self.n_nodes, self.stack.len());
        let wins = if self.expand(fight) { Some(true) } else { self.search(base) };
        self.stack.truncate(base);
        let n_nodes = self.n_nodes - before;
        if let Some(wins) = wins
            && n_nodes >= LEAST_EFFORT
        {
            self.table.learn(key, fight.spare, wins, n_nodes);
        }
        wins
    }

    /// Whether one of the open children on top of the stack is lost for the other side.
    fn search(&mut self, base: usize) -> Option<bool> {
        self.stack[base..].sort_unstable_by_key(|child| child.rating);
        for at in base..self.stack.len() {
            if self.n_nodes > self.n_most || self.stop.load(Relaxed) {
                return None;
            }
            let Child { fight, key, .. } = self.stack[at];
            // The search of those before may have met it.
            let known = if at == base { None } else { self.known(key, &fight) };
            let is_theirs = match known {
                Some(known) => known,
                None => self.wins(&fight, key)?,
            };
            if !is_theirs {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Puts the open children on the stack; true when one is found that the other side has lost.
    fn expand(&mut self, fight: &Fight<S>) -> bool {
        let base = self.stack.len();
        let (rooms, stack, n_nodes) = (&mut self.rooms, &mut self.stack, &mut self.n_nodes);
        // 1. Counting.
        let mut is_lost = |next: Field<S>, spare: i32, rating: i32| {
            *n_nodes += 1;
            let next = Fight::new(next, spare, rooms);
            let winner = next.winner(rooms);
            if winner.is_none() {
                stack.push(Child { fight: next, key: 0, rating });
            }
            winner == Some(false)
        };
        if fight.field.each_move(|next| is_lost(next, -fight.spare, 0)) {
            return true;
        }
        // A spare move, for when moving in the fight hurts.
        if fight.spare > 0 && is_lost(fight.field.turned(), 1 - fight.spare, LAST) {
            return true;
        }
        // 2. What is known. All keys first: so the memory is asked for many entries at a time.
        for child in &mut self.stack[base..] {
            child.key = self.mirror.key(&child.fight.field);
        }
        let mut kept = base;
        let mut is_won = false;
        for at in base..self.stack.len() {
            let child = self.stack[at];
            match self.known(child.key, &child.fight) {
                Some(theirs) => is_won |= !theirs,
                None => {
                    self.stack[kept] = child;
                    kept += 1;
                }
            }
        }
        self.stack.truncate(kept);
        // 3. The order of the rest.
        if !is_won {
            for child in self.stack[base..].iter_mut().filter(|child| child.rating != LAST) {
                child.rating = child.fight.rating();
            }
        }
        is_won
    }
}
