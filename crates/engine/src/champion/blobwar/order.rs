//! The order of moves: what a move wins at once, whether it refuted a sibling, and how often it was good in
//! other positions and after the other side had landed on the same cell.

use agon_games::blobwar::Hop;
use agon_games::game::PackedMove;
use agon_games::side::Side;

use super::search::MAX_PLY;

/// What a search writes on and keeps for the next move.
#[derive(Clone, Debug)]
pub(super) struct Workspace {
    /// The moves of all nodes on the way to the current one, with room for more,
    moves: Vec<PackedMove>,
    /// and how promising each is, with its place among the moves of its node below that.
    ranks: Vec<i32>,
    /// How many there are.
    n_listed: usize,
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

/// The moves of one node while they are listed.
pub(super) struct List<'a> {
    moves: &'a mut [PackedMove],
    ranks: &'a mut [i32],
    n_listed: usize,
    /// The move that was tried before the list was made.
    first: PackedMove,
    killers: [PackedMove; 2],
    /// Of the side to move, and of its replies to the last landing.
    history: &'a [i16],
    replies: &'a [i16],
    n_cells: usize,
}

impl List<'_> {
    /// How many moves there are.
    #[inline(always)]
    pub(super) const fn n_listed(&self) -> usize {
        self.n_listed
    }

    /// Lists a duplication, unless it is the move that was tried first.
    #[inline(always)]
    pub(super) fn duplicate(&mut self, to: usize, packed: PackedMove, gain: i32) {
        let renown = i32::from(self.history[to]) + i32::from(self.replies[to]);
        self.push(packed, GAIN * gain + renown);
    }

    /// Lists a jump, unless it is the move that was tried first.
    #[inline(always)]
    pub(super) fn jump(&mut self, from: usize, to: usize, packed: PackedMove, gain: i32) {
        let n = self.n_cells;
        let renown = i32::from(self.history[n + to * n + from]) + i32::from(self.replies[n + to]);
        self.push(packed, GAIN * gain + renown);
    }

    /// Lists the pass.
    pub(super) fn pass(&mut self, packed: PackedMove) {
        self.push(packed, 0);
    }

    #[inline(always)]
    fn push(&mut self, packed: PackedMove, score: i32) {
        let [last, older] = self.killers;
        let killer = if packed == last || packed == older { KILLER } else { 0 };
        // Written in any case, kept unless it was tried first: no branch.
        self.moves[self.n_listed] = packed;
        self.ranks[self.n_listed] = rank(score + killer, self.n_listed);
        self.n_listed += usize::from(packed != self.first);
    }
}

/// History stays within this.
const MOST: i32 = 1 << 13;
/// What a point of immediate gain (a hundredth of a blob) weighs against history.
const GAIN: i32 = 40;
/// What a killer is worth.
const KILLER: i32 = 60 * GAIN;
/// Places are told apart up to here. No position of the largest board has a third as many moves.
const PLACES: usize = 1 << 13;
/// No move of the game.
const NONE: PackedMove = PackedMove(u32::MAX);

impl Workspace {
    pub(super) fn new(n_cells: usize) -> Self {
        Self {
            moves: vec![NONE; 1 << 12],
            ranks: vec![0; 1 << 12],
            n_listed: 0,
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
        self.n_listed
    }

    /// Forgets the moves of the last nodes.
    #[inline(always)]
    pub(super) const fn truncate(&mut self, n_listed: usize) {
        self.n_listed = n_listed;
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

    /// A list for the moves of a node at this ply, at most so many; [`Self::keep`] what was listed.
    #[inline(always)]
    pub(super) fn begin_list(
        &mut self,
        side: Side,
        first: Option<PackedMove>,
        ply: usize,
        n_most: usize,
    ) -> List<'_> {
        let (begin, n) = (self.n_listed, self.n_cells);
        if self.moves.len() < begin + n_most {
            self.moves.resize(2 * (begin + n_most), NONE);
            self.ranks.resize(2 * (begin + n_most), 0);
        }
        let replies = self.replies_at(side, ply);
        List {
            moves: &mut self.moves[begin..][..n_most],
            ranks: &mut self.ranks[begin..][..n_most],
            n_listed: 0,
            first: first.unwrap_or(NONE),
            killers: self.killers[ply],
            history: &self.history[side.index() * (n + n * n)..][..n + n * n],
            replies: &self.replies[replies..][..2 * n],
            n_cells: n,
        }
    }

    /// Keeps so many moves of the list that was begun last.
    #[inline(always)]
    pub(super) const fn keep(&mut self, n_listed: usize) {
        self.n_listed += n_listed;
    }

    /// Takes the most promising of the moves listed from `start` on, the last of those that are equal.
    #[inline(always)]
    pub(super) fn pick(&mut self, start: usize) -> Option<PackedMove> {
        let listed = self.ranks.get_mut(start..self.n_listed)?;
        let moves = &mut self.moves[start..self.n_listed];
        let most = listed.iter().fold(i32::MIN, |most, &rank| most.max(rank));
        let (&last, at) = (listed.last()?, place(most));
        self.n_listed -= 1;
        listed[at] = rank(last >> PLACES.ilog2(), at);
        let picked = moves[at];
        moves[at] = moves[moves.len() - 1];
        Some(picked)
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

/// How promising the move at a place is, so that the larger of two ranks is of the better move, or of the later.
#[inline(always)]
const fn rank(score: i32, place: usize) -> i32 {
    score << PLACES.ilog2() | place as i32
}

/// The place in a rank.
#[inline(always)]
const fn place(rank: i32) -> usize {
    rank as usize & (PLACES - 1)
}

/// Moves a value, the less the nearer it is to the most or the least.
#[inline(always)]
fn sway(value: &mut i16, by: i32) {
    let old = i32::from(*value);
    *value = (old + by - old * by.abs() / MOST) as i16;
}
