//! The order of moves: what a move wins at once, whether it refuted a sibling, and how often it was good in
//! other positions and after the other side had landed on the same cell.

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
    /// By side, then where the other side has landed, then duplications and jumps by where they land.
    replies: Vec<i16>,
    /// Where the move of each ply landed; past the last cell for a pass.
    landed: Vec<u16>,
    killers: Vec<[PackedMove; 2]>,
}

/// What the moves of one node are listed with.
#[derive(Clone, Copy)]
pub(super) struct Heading {
    side: Side,
    /// The move that was tried before the list was made.
    first: PackedMove,
    killers: [PackedMove; 2],
    /// Where its replies begin.
    replies: usize,
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
            replies: vec![0; 2 * (n_cells + 1) * 2 * n_cells],
            landed: vec![n_cells as u16; MAX_PLY + 1],
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
        self.history.iter_mut().chain(&mut self.replies).for_each(|value| *value /= 4);
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

    /// Where the replies of a side to the move before this ply begin.
    #[inline(always)]
    fn replies_at(&self, side: Side, ply: usize) -> usize {
        let before = ply.checked_sub(1).map_or(self.n_cells, |before| self.landed[before].into());
        (side.index() * (self.n_cells + 1) + before) * 2 * self.n_cells
    }

    /// The place of a move among the replies to one move.
    #[inline(always)]
    fn reply(&self, mv: Hop) -> usize {
        match mv {
            Hop::Pass => 0,
            Hop::Duplicate { to } => to.into(),
            Hop::Jump { to, .. } => self.n_cells + usize::from(to),
        }
    }

    /// How often a move was good in other positions, and as a reply to the move before this ply.
    #[inline(always)]
    pub(super) fn renown(&self, side: Side, mv: Hop, ply: usize) -> i32 {
        let reply = self.replies[self.replies_at(side, ply) + self.reply(mv)];
        i32::from(self.history[self.index(side, mv)]) + i32::from(reply)
    }

    /// Notes the move that leads from this ply to the next.
    #[inline(always)]
    pub(super) fn note(&mut self, ply: usize, mv: Hop) {
        self.landed[ply] = match mv {
            Hop::Pass => self.n_cells as u16,
            Hop::Duplicate { to } | Hop::Jump { to, .. } => to,
        };
    }

    /// What the moves of a node at this ply are listed with.
    #[inline(always)]
    pub(super) fn heading(&self, side: Side, first: Option<PackedMove>, ply: usize) -> Heading {
        let (killers, replies) = (self.killers[ply], self.replies_at(side, ply));
        Heading { side, first: first.unwrap_or(NONE), killers, replies }
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
        let reply = self.replies[heading.replies + self.reply(mv)];
        self.scores.push(GAIN * gain + killer + i32::from(history) + i32::from(reply));
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

    /// The last of these moves refuted its position; those before it did not, and lose `blame` sixteenths of what it
    /// gains.
    pub(super) fn reward(&mut self, side: Side, tried: &[Hop], packed: PackedMove, at: [i32; 2], blame: i32) {
        let [ply, depth] = at;
        let killers = &mut self.killers[ply as usize];
        if killers[0] != packed {
            *killers = [packed, killers[0]];
        }
        let bonus = (depth * depth * 16).min(1 << 10);
        let replies = self.replies_at(side, ply as usize);
        for (at, &mv) in tried.iter().enumerate() {
            let by = if at + 1 == tried.len() { bonus } else { -bonus * blame / 16 };
            let (place, reply) = (self.index(side, mv), replies + self.reply(mv));
            sway(&mut self.history[place], by);
            sway(&mut self.replies[reply], by);
        }
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

/// Moves a value, the less the nearer it is to the most or the least.
#[inline(always)]
fn sway(value: &mut i16, by: i32) {
    let old = i32::from(*value);
    *value = (old + by - old * by.abs() / MOST) as i16;
}
