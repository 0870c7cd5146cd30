//! The making of the opening book. From the start of the game on, the position that good play reaches most easily is
//! opened next: its moves are searched deeply, and what comes out is carried back to all positions before it.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use super::games::START;
use crate::othello::book::{Book, BookMove};
use crate::othello::midgame::{INFINITY, Searcher};
use crate::othello::{Discs, Judge, Memory};
use crate::train::ResumeError;

/// A position as the one that stands for its mirror images.
type Key = (u64, u64);

/// What a run is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookConfig {
    /// Positions to open.
    pub positions: u32,
    /// Plies that each good move is searched.
    pub depth: u32,
}

impl Default for BookConfig {
    /// As the book that comes with the project was made.
    fn default() -> Self {
        Self { positions: 800, depth: 14 }
    }
}

/// A position on the way: its value for the side to move, and its good moves once it is open.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Page {
    value: i16,
    moves: Vec<u8>,
}

/// The making of a book.
#[derive(Clone, Debug)]
pub struct BookRun {
    config: BookConfig,
    pages: BTreeMap<Key, Page>,
    n_open: u32,
}

/// Positions that are opened in one step, at once or one after the other: the book is the same.
const TOGETHER: usize = 8;
/// All moves are searched this deeply, those near the best one then as deeply as the run is told.
const FIRST_DEPTH: u32 = 8;
/// How far behind the best a move may be after the first search, and after the last, in hundredths of a disc.
const NEAR_AT_FIRST: i32 = 300;
const NEAR: i32 = 120;
/// What a ply costs beside the discs that its move gives away, when positions are compared by how easily they are
/// reached.
const PER_PLY: i32 = 12;
/// How far outside the window a shallow search must end to cut, in hundredths of its standard deviation.
const CONFIDENCE: i32 = 140;
const MEMORY_MIB: usize = 16;
const MAGIC: &[u8] = b"AGON-RB-RUN-1\n";

impl BookRun {
    /// A run from nothing.
    pub fn new(config: BookConfig) -> Self {
        let start = START.canonical(u64::MAX);
        let page = Page { value: 0, moves: Vec::new() };
        Self { config, pages: BTreeMap::from([((start.own, start.other), page)]), n_open: 0 }
    }

    /// Positions opened, and how many there are to be.
    pub const fn progress(&self) -> (u32, u32) {
        (self.n_open, self.config.positions)
    }

    /// What the start of the game is worth to the side to move, in hundredths of a disc.
    pub fn value(&self) -> i16 {
        self.pages.get(&key(START)).map_or(0, |page| page.value)
    }

    /// Whether the book is made.
    pub const fn is_done(&self) -> bool {
        self.n_open >= self.config.positions
    }

    /// Opens the next positions on so many threads.
    pub fn step(&mut self, judge: &Judge, n_threads: usize) {
        let keys = self.next();
        if keys.is_empty() {
            self.n_open = self.config.positions;
            return;
        }
        let depth = self.config.depth;
        let share = keys.len().div_ceil(n_threads.max(1));
        let opened: Vec<Vec<BookMove>> = std::thread::scope(|scope| {
            let open = |part: &[Key]| part.iter().map(|&key| opened(judge, key, depth)).collect::<Vec<_>>();
            let workers: Vec<_> = keys.chunks(share).map(|part| scope.spawn(move || open(part))).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("searching does not panic")).collect()
        });
        self.n_open += keys.len() as u32;
        for (at, moves) in keys.into_iter().zip(opened) {
            for &(cell, value) in &moves {
                self.pages.entry(after(at, cell)).or_insert(Page { value: -value, moves: Vec::new() });
            }
            if let Some(page) = self.pages.get_mut(&at) {
                page.moves = moves.iter().map(|&(cell, _)| cell).collect();
            }
        }
        self.carry_back();
    }

    /// Values of open positions follow from those of the positions after them: late ones first.
    fn carry_back(&mut self) {
        for at in self.by_discs().into_iter().rev() {
            let best = self.moves(at).into_iter().map(|(_, value)| value).max();
            if let (Some(page), Some(best)) = (self.pages.get_mut(&at), best) {
                page.value = best;
            }
        }
    }

    /// The moves of a position with what they are worth now.
    fn moves(&self, at: Key) -> Vec<BookMove> {
        let moves = self.pages.get(&at).map_or(&[][..], |page| &page.moves);
        moves
            .iter()
            .map(|&cell| (cell, self.pages.get(&after(at, cell)).map_or(0, |page| -page.value)))
            .collect()
    }

    fn by_discs(&self) -> Vec<Key> {
        let mut keys: Vec<Key> = self.pages.keys().copied().collect();
        keys.sort_by_key(|&(own, other)| (own | other).count_ones());
        keys
    }

    /// The positions that are not open and most easily reached.
    fn next(&self) -> Vec<Key> {
        let mut costs = BTreeMap::from([(key(START), 0)]);
        let mut closed = Vec::new();
        for at in self.by_discs() {
            let Some(&cost) = costs.get(&at) else { continue };
            let moves = self.moves(at);
            if moves.is_empty() {
                closed.push((cost, at));
            }
            let best = moves.iter().map(|&(_, value)| value).max().unwrap_or(0);
            for (cell, value) in moves {
                let through = cost + i32::from(best - value) + PER_PLY;
                let known = costs.entry(after(at, cell)).or_insert(through);
                *known = through.min(*known);
            }
        }
        closed.sort_unstable();
        let n_left = (self.config.positions - self.n_open) as usize;
        closed.into_iter().take(TOGETHER.min(n_left)).map(|(_, at)| at).collect()
    }

    /// The book as far as it is made.
    pub fn book(&self) -> Book {
        let open = self.pages.iter().filter(|(_, page)| !page.moves.is_empty());
        Book::new(open.map(|(&at, _)| (Discs { own: at.0, other: at.1 }, self.moves(at))))
    }

    /// The run as bytes, to be taken up later.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let BookConfig { positions, depth } = self.config;
        bytes.extend([positions, depth, self.n_open].into_iter().flat_map(u32::to_le_bytes));
        for (&(own, other), page) in &self.pages {
            bytes.extend([own, other].into_iter().flat_map(u64::to_le_bytes));
            bytes.extend(page.value.to_le_bytes());
            bytes.push(page.moves.len() as u8);
            bytes.extend(&page.moves);
        }
        bytes
    }

    /// The run that was written down.
    pub fn read(bytes: &[u8]) -> Result<Self, ResumeError> {
        Self::try_read(bytes).ok_or(ResumeError("reversi"))
    }

    fn try_read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let mut number = || Some(u32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?));
        let [positions, depth, n_open] = [number()?, number()?, number()?];
        let mut run = Self { config: BookConfig { positions, depth }, pages: BTreeMap::new(), n_open };
        while !rest.is_empty() {
            let own = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
            let other = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
            let value = i16::from_le_bytes(*rest.split_off(..2)?.first_chunk()?);
            let n_moves = usize::from(*rest.split_off_first()?);
            let moves = rest.split_off(..n_moves)?.to_vec();
            run.pages.insert((own, other), Page { value, moves });
        }
        Some(run)
    }
}

fn key(discs: Discs) -> Key {
    let canonical = discs.canonical(u64::MAX);
    (canonical.own, canonical.other)
}

/// The position after a move.
fn after((own, other): Key, cell: u8) -> Key {
    let discs = Discs { own, other };
    key(discs.after(cell.into(), discs.flips(cell.into())))
}

/// The good moves of a position, one of each set of mirror images, by a deep search.
fn opened(judge: &Judge, (own, other): Key, depth: u32) -> Vec<BookMove> {
    let (never, memory) = (AtomicBool::new(false), Memory::new(MEMORY_MIB));
    let mut searcher = Searcher::new(judge, u64::MAX, &memory, &never);
    searcher.confidence = CONFIDENCE;
    let node = searcher.node(Discs { own, other });
    let mut seen = Vec::new();
    let mut moves: Vec<(u8, i32)> = Vec::new();
    for cell in (0..64_u8).filter(|cell| node.discs.moves() >> cell & 1 != 0) {
        let child = searcher.after(&node, cell.into());
        let image = key(child.discs);
        // A side that must pass has no choice to be told of.
        if seen.contains(&image) || child.discs.moves() == 0 {
            continue;
        }
        seen.push(image);
        let mut value = 0;
        for depth in 1..FIRST_DEPTH {
            value = -searcher.value(&child, depth, -INFINITY, INFINITY);
        }
        moves.push((cell, value));
    }
    let best = moves.iter().map(|&(_, value)| value).max().unwrap_or(0);
    moves.retain(|&(_, value)| value >= best - NEAR_AT_FIRST);
    for (cell, value) in &mut moves {
        let child = searcher.after(&node, (*cell).into());
        for depth in FIRST_DEPTH..depth {
            *value = -searcher.value_near(&child, depth, -*value, NEAR_AT_FIRST);
        }
    }
    let best = moves.iter().map(|&(_, value)| value).max().unwrap_or(0);
    moves.retain(|&(_, value)| value >= best - NEAR);
    moves.into_iter().map(|(cell, value)| (cell, value as i16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_the_same_on_any_number_of_threads_and_in_any_number_of_sittings() {
        let (judge, config) = (Judge::plain(u64::MAX), BookConfig { positions: 12, depth: 9 });
        let (mut alone, mut resumed) = (BookRun::new(config), BookRun::new(config));
        while !alone.is_done() {
            alone.step(&judge, 1);
            resumed.step(&judge, 2);
            resumed = BookRun::read(&resumed.write()).unwrap();
        }
        assert!(resumed.is_done());
        assert_eq!(alone.progress(), (12, 12));
        assert_eq!(alone.book(), resumed.book());
        // All four moves at the start are mirror images of each other.
        assert_eq!(alone.book().moves(START).len(), 1);
        assert_eq!(alone.book().n_positions(), 12);
    }
}
