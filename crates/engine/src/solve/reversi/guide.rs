//! Where much is still empty a short search with a judge says better than mobility which move to try first, and
//! what the score will be about. What it says is never taken for a proof.

use std::sync::atomic::AtomicBool;

use super::endgame::Effort;
use crate::othello::midgame::{DISC, INFINITY, Limits, Node, Searcher};
use crate::othello::{Discs, Judge, Memory};

/// From this many empty cells on it is worth asking: with 14, proofs of 16 to 23 cells take 7% more nodes.
pub(super) const FROM: u32 = 12;
/// From this many empty cells on it looks a ply ahead, and one more for every two further cells.
const AHEAD_FROM: u32 = 17;
/// It never looks further than this: others wait for it.
const FURTHEST: u32 = 5;
/// How far below what is wanted, in discs, a move is bad enough not to be told from worse ones.
const HOPELESS: i32 = 20;
/// What a disc counts beside the signs of a promising move; 4 and 8 take 4 and 1% more nodes.
const PER_DISC: i32 = 6;
/// From this many empty cells on it may foresee that a bound holds.
pub(super) const PROBABLE_FROM: u32 = 12;
/// From this many empty cells on the score is not found as quickly as guessed.
const GUESS_FROM: u32 = 9;
/// How many plies before the end of the game guesses of the score end, and where a glance will do; they look no further
/// than this. With two more plies each, positions of 16 empty cells take as long, of 18 and 20 5 to 9% longer.
const GUESS_LEFT: u32 = 10;
const GLANCE_LEFT: u32 = 14;
const GUESS_DEPTH: u32 = 12;
const GLANCE_DEPTH: u32 = 8;
/// When it may skip moves while it guesses, in hundredths of a standard deviation.
const GUESS_CONFIDENCE: i32 = 110;

/// From this depth on, searches that foresee a bound are cut short by shallower ones.
const BOLD_FROM: u32 = 4;

/// A judge with a searcher of its own.
#[derive(Debug)]
pub struct Guide<'a> {
    searcher: Searcher<'a>,
}

/// One position whose moves are looked at.
pub(super) struct View<'g, 'a> {
    searcher: &'g mut Searcher<'a>,
    node: Node,
    depth: u32,
    beta: i32,
}

impl<'a> Guide<'a> {
    /// A guide for the board with these cells.
    pub fn new(judge: &'a Judge, open: u64, memory: &'a Memory, stop: &'a AtomicBool) -> Self {
        Self { searcher: Searcher::new(judge, open, memory, stop) }
    }

    /// About what the score will be, in discs, where that is not found as quickly as guessed; poor when the search
    /// is stopped meanwhile.
    pub fn guess(&mut self, discs: Discs, n_empty: u32) -> Option<i32> {
        self.look(discs, n_empty, n_empty.saturating_sub(GUESS_LEFT).clamp(2, GUESS_DEPTH))
    }

    /// The same, quickly.
    pub fn glance(&mut self, discs: Discs, n_empty: u32) -> Option<i32> {
        self.look(discs, n_empty, n_empty.saturating_sub(GLANCE_LEFT).clamp(1, GLANCE_DEPTH))
    }

    fn look(&mut self, discs: Discs, n_empty: u32, depth: u32) -> Option<i32> {
        if n_empty < GUESS_FROM {
            return None;
        }
        let node = self.searcher.node(discs);
        self.searcher.confidence = GUESS_CONFIDENCE;
        let mut value = 0;
        for depth in 1..=depth {
            let deeper = self.searcher.value(&node, depth, -INFINITY, INFINITY);
            if self.searcher.is_stopped() {
                break;
            }
            value = deeper;
        }
        self.searcher.confidence = 0;
        Some(value / DISC)
    }

    /// Positions that it visited.
    pub(super) const fn nodes(&self) -> u64 {
        self.searcher.nodes
    }

    /// It gives up when the search does that it helps.
    pub(super) fn limit(&mut self, effort: &Effort) {
        let nodes = effort.most_nodes.saturating_add(self.searcher.nodes);
        self.searcher.limits = Limits { deadline: effort.deadline, nodes: Some(nodes) };
    }

    /// Whether `beta` discs will be reached, where that is all but certain: the guide sees the score `trust`
    /// tenths of a standard deviation away.
    pub(super) fn foresee(&mut self, discs: Discs, n_empty: u32, beta: i32, trust: u8) -> Option<bool> {
        let (depth, deviation) = foresight(n_empty);
        let margin = i32::from(trust) * deviation / 10;
        let is_bold = depth >= BOLD_FROM;
        (self.searcher.confidence, self.searcher.nests) =
            (if is_bold { GUESS_CONFIDENCE } else { 0 }, is_bold);
        let foreseen = self.foresee_within(discs, beta, margin, depth);
        (self.searcher.confidence, self.searcher.nests) = (0, false);
        foreseen
    }

    /// Whether a search of this depth ends a margin outside the window.
    fn foresee_within(&mut self, discs: Discs, beta: i32, margin: i32, depth: u32) -> Option<bool> {
        let node = self.searcher.node(discs);
        let view = self.searcher.view(&node);
        let (high, low) = (DISC * beta + margin, DISC * (beta - 1) - margin);
        if view >= high - margin / 2 && high < 64 * DISC {
            if self.searcher.value(&node, depth, high - 1, high) >= high && !self.searcher.is_stopped() {
                return Some(true);
            }
        } else if view <= low + margin / 2
            && low > -64 * DISC
            && self.searcher.value(&node, depth, low, low + 1) <= low
            && !self.searcher.is_stopped()
        {
            return Some(false);
        }
        None
    }

    /// Looks at a position where `beta` discs are enough.
    pub(super) fn view(&mut self, discs: Discs, n_empty: u32, beta: i32) -> View<'_, 'a> {
        let depth = if n_empty < AHEAD_FROM { 0 } else { 1 + (n_empty - AHEAD_FROM) / 2 };
        let node = self.searcher.node(discs);
        View { node, searcher: &mut self.searcher, depth: depth.min(FURTHEST), beta }
    }
}

impl View<'_, '_> {
    /// How promising a move is.
    pub(super) fn promise(&mut self, cell: u32) -> i32 {
        let child = self.searcher.after(&self.node, cell);
        let ceiling = DISC * (HOPELESS - self.beta);
        -self.searcher.value(&child, self.depth, -INFINITY, ceiling) * PER_DISC / DISC
    }
}

/// How far ahead the guide looks to foresee a score, and how far from the score that is: the standard deviation
/// in hundredths of a disc, measured on 60 positions of self-play each.
const fn foresight(n_empty: u32) -> (u32, i32) {
    match n_empty {
        0..=13 => (2, 670),
        14..=15 => (4, 580),
        16..=17 => (4, 640),
        18..=19 => (6, 570),
        _ => (8, 480),
    }
}
