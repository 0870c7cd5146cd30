//! The order of moves: what a move wins at once, whether it refuted a sibling, and how often it was good in
//! other positions.

use agon_games::blobwar::Hop;
use agon_games::side::Side;

use super::search::MAX_PLY;

/// A move and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scored {
    pub(super) score: i32,
    pub(super) mv: Hop,
}

/// What a search writes on and keeps for the next move.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    /// The moves of all nodes on the way to the current one.
    pub(super) moves: Vec<Scored>,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<Hop>>,
    n_cells: usize,
    /// By side, then duplications by cell, then jumps by both cells.
    history: Vec<i32>,
    killers: Vec<[Hop; 2]>,
}

/// History stays within this.
const MOST: i32 = 1 << 13;
/// What a point of immediate gain (a hundredth of a blob) weighs against history.
const GAIN: i32 = 40;
/// What a killer is worth.
const KILLER: i32 = 60 * GAIN;

impl Workspace {
    pub(super) fn new(n_cells: usize) -> Self {
        Self {
            moves: Vec::with_capacity(1 << 12),
            lines: vec![Vec::new(); MAX_PLY + 1],
            n_cells,
            history: vec![0; 2 * (n_cells + n_cells * n_cells)],
            killers: vec![[Hop::Pass; 2]; MAX_PLY + 1],
        }
    }

    pub(super) const fn n_cells(&self) -> usize {
        self.n_cells
    }

    /// A new search: what was learned fades.
    pub(super) fn fade(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 4);
        self.killers.fill([Hop::Pass; 2]);
        self.moves.clear();
    }

    #[inline(always)]
    fn index(&self, side: Side, mv: Hop) -> usize {
        let n = self.n_cells;
        let place = match mv {
            Hop::Pass => 0,
            Hop::Duplicate { to } => usize::from(to),
            Hop::Jump { from, to } => n + usize::from(from) * n + usize::from(to),
        };
        side.index() * (n + n * n) + place
    }

    /// Lists a move, unless it is the one that was tried first.
    #[inline(always)]
    pub(super) fn push(&mut self, mv: Hop, first: Option<Hop>, gain: i32, side: Side, ply: usize) {
        if Some(mv) == first {
            return;
        }
        let killers = &self.killers[ply];
        let killer = if killers[0] == mv || killers[1] == mv { KILLER } else { 0 };
        let score = GAIN * gain + killer + self.history[self.index(side, mv)];
        self.moves.push(Scored { score, mv });
    }

    /// Takes the most promising of the moves listed from `start` on.
    #[inline(always)]
    pub(super) fn pick(&mut self, start: usize) -> Option<Hop> {
        let listed = &self.moves[start..];
        let best = (0..listed.len()).max_by_key(|&at| listed[at].score)?;
        Some(self.moves.swap_remove(start + best).mv)
    }

    /// The move refuted its position.
    pub(super) fn reward(&mut self, side: Side, mv: Hop, ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        let at = self.index(side, mv);
        let bonus = (depth * depth * 16).min(1 << 10);
        self.history[at] += bonus - self.history[at] * bonus / MOST;
    }

    /// The best line from a ply is this move and, if that is known, the best line after it.
    pub(super) fn extend_line(&mut self, ply: usize, mv: Hop, is_exact: bool) {
        let (line, next) = self.lines.split_at_mut(ply + 1);
        let line = &mut line[ply];
        line.clear();
        line.push(mv);
        if is_exact {
            line.extend_from_slice(&next[0]);
        }
    }
}
