//! The order of moves: what a move wins at once, whether it refuted a sibling, and how often it was good in
//! other positions.

use agon_games::blobwar::Hop;
use agon_games::game::PackedMove;
use agon_games::side::Side;

use super::search::MAX_PLY;

/// What a search writes on and keeps for the next move.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    /// The moves of all nodes on the way to the current one,
    moves: Vec<PackedMove>,
    /// and how promising each is.
    scores: Vec<i32>,
    /// The best line from each ply on.
    pub(super) lines: Vec<Vec<Hop>>,
    n_cells: usize,
    /// By side, then duplications by cell, then jumps by both cells, where they land first.
    history: Vec<i16>,
    killers: Vec<[PackedMove; 2]>,
}

/// What the moves of one node are listed with.
#[derive(Clone, Copy)]
pub(super) struct Heading {
    side: Side,
    /// The move that was tried before the list was made.
    first: PackedMove,
    killers: [PackedMove; 2],
}

/// History stays within this.
const MOST: i32 = 1 << 13;
/// What a point of immediate gain (a hundredth of a blob) weighs against history.
const GAIN: i32 = 40;
/// What a killer is worth.
const KILLER: i32 = 60 * GAIN;
/// No move of the game.
const NONE: PackedMove = PackedMove(u32::MAX);

impl Workspace {
    pub(super) fn new(n_cells: usize) -> Self {
        Self {
            moves: Vec::with_capacity(1 << 12),
            scores: Vec::with_capacity(1 << 12),
            lines: vec![Vec::new(); MAX_PLY + 1],
            n_cells,
            history: vec![0; 2 * (n_cells + n_cells * n_cells)],
            killers: vec![[NONE; 2]; MAX_PLY + 1],
        }
    }

    pub(super) const fn n_cells(&self) -> usize {
        self.n_cells
    }

    /// How many moves are listed in all nodes on the way.
    #[inline(always)]
    pub(super) const fn n_listed(&self) -> usize {
        self.moves.len()
    }

    /// Forgets the moves of the last nodes.
    #[inline(always)]
    pub(super) fn truncate(&mut self, n_listed: usize) {
        self.moves.truncate(n_listed);
        self.scores.truncate(n_listed);
    }

    /// A new search: what was learned fades.
    pub(super) fn fade(&mut self) {
        self.history.iter_mut().for_each(|value| *value /= 4);
        self.killers.fill([NONE; 2]);
        self.truncate(0);
    }

    #[inline(always)]
    fn index(&self, side: Side, mv: Hop) -> usize {
        let n = self.n_cells;
        let place = match mv {
            Hop::Pass => 0,
            Hop::Duplicate { to } => usize::from(to),
            Hop::Jump { from, to } => n + usize::from(to) * n + usize::from(from),
        };
        side.index() * (n + n * n) + place
    }

    /// What the moves of a node at this ply are listed with.
    #[inline(always)]
    pub(super) fn heading(&self, side: Side, first: Option<PackedMove>, ply: usize) -> Heading {
        Heading { side, first: first.unwrap_or(NONE), killers: self.killers[ply] }
    }

    /// Lists a move, unless it is the one that was tried first.
    #[inline(always)]
    pub(super) fn push(&mut self, heading: Heading, mv: Hop, packed: PackedMove, gain: i32) {
        if packed == heading.first {
            return;
        }
        let [last, older] = heading.killers;
        let killer = if packed == last || packed == older { KILLER } else { 0 };
        let history = self.history[self.index(heading.side, mv)];
        self.moves.push(packed);
        self.scores.push(GAIN * gain + killer + i32::from(history));
    }

    /// Takes the most promising of the moves listed from `start` on, the last of those that are equal.
    #[inline(always)]
    pub(super) fn pick(&mut self, start: usize) -> Option<PackedMove> {
        let listed = &self.scores[start..];
        let most = listed.iter().fold(i32::MIN, |most, &score| most.max(score));
        let at = start + listed.iter().rposition(|&score| score == most)?;
        self.scores.swap_remove(at);
        Some(self.moves.swap_remove(at))
    }

    /// The move refuted its position.
    pub(super) fn reward(&mut self, side: Side, mv: Hop, packed: PackedMove, ply: usize, depth: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        let at = self.index(side, mv);
        let bonus = (depth * depth * 16).min(1 << 10);
        let value = i32::from(self.history[at]);
        self.history[at] = (value + bonus - value * bonus / MOST) as i16;
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
