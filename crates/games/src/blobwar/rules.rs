//! The rules of Blobwar on bitboards. A state is the blobs of each side and two counters; its hash is made
//! from those few words when asked for, which costs less than keeping one up to date through conversions
//! (two multiplications on boards of 64 cells, none at all in playouts and perft).

use super::leaps::Leaps;
use crate::bits::Bits;
use crate::blobwar::Setup;
use crate::board::Board;
use crate::dice::Dice;
use crate::direction::Direction;
use crate::game::{Game, MoveError, PackedMove, Piece, PositionError, Trace};
use crate::side::{Outcome, Side};
use crate::spec::Rules;
use crate::square::{FirstRow, Squares};
use crate::symmetry::Symmetry;
use crate::topology::Topology;
use crate::zobrist::SECOND_TO_MOVE;

/// So many plies in a row without a duplication end the game.
pub const QUIET_LIMIT: u8 = 100;

/// From so many quiet plies on, the count is part of the hash. Below, positions that differ in it alone share
/// an entry of a table: no search of less than 64 plies sees the difference.
const QUIET_HASHED: u8 = QUIET_LIMIT - 64;

/// Blobwar on one board.
#[derive(Clone, Debug)]
pub struct Blobwar<B> {
    pub(super) topology: Topology<B>,
    pub(super) squares: Squares,
    /// None on a torus.
    leaps: Option<Leaps<B>>,
    rules: Rules,
    start: State<B>,
    symmetries: Vec<Symmetry>,
}

/// A position of Blobwar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<B> {
    /// The blobs of each side.
    pub blobs: [B; 2],
    /// Whose turn it is.
    pub side: Side,
    /// Plies in a row without a duplication.
    pub quiet: u8,
    /// The number of the move, from 1, counted when the second side has played.
    pub number: u16,
}

impl<B: Bits> State<B> {
    /// The blobs of the side to move.
    #[inline(always)]
    pub fn own(&self) -> B {
        self.in_turn()[0]
    }

    /// The blobs of the side that waits.
    #[inline(always)]
    pub fn their(&self) -> B {
        self.in_turn()[1]
    }

    /// The blobs of the side to move, then of the other. Chosen, not indexed: a position then lives in
    /// registers from ply to ply, where one written and read by index goes through memory.
    #[inline(always)]
    const fn in_turn(&self) -> [B; 2] {
        let [first, second] = self.blobs;
        match self.side {
            Side::First => [first, second],
            Side::Second => [second, first],
        }
    }
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Hop {
    /// The side cannot move, the other can.
    Pass,
    /// A blob next to the cell divides into it; which one does not matter.
    Duplicate {
        /// Where the new blob stands.
        to: u16,
    },
    /// A blob leaves its cell for one two steps away.
    Jump {
        /// Where it stood.
        from: u16,
        /// Where it stands now.
        to: u16,
    },
}

impl<B: Bits> Blobwar<B> {
    /// The game that begins with this setup; the word must be wide enough for the board.
    pub fn new(setup: Setup) -> Self {
        let start = Self::state_of(&setup);
        Self {
            topology: Topology::new(setup.board.clone()),
            squares: Squares::new(&setup.board, FirstRow::Bottom),
            leaps: (!setup.board.wraps()).then(|| Leaps::new(&setup.board)),
            rules: setup.rules,
            start,
            symmetries: Symmetry::all(&setup.board),
        }
    }

    /// The tables of the board.
    pub const fn topology(&self) -> &Topology<B> {
        &self.topology
    }

    /// What a long run of jumps means.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) fn state_of(setup: &Setup) -> State<B> {
        let blobs = setup.blobs.each_ref().map(|cells| B::of(cells.iter().copied()));
        State { blobs, side: setup.side, quiet: setup.quiet, number: setup.number }
    }

    /// The cells that no blob stands on.
    #[inline(always)]
    pub fn empty(&self, state: &State<B>) -> B {
        self.topology.open().minus(state.blobs[0] | state.blobs[1])
    }

    /// Whether blobs can divide or jump into one of the empty cells.
    #[inline(always)]
    pub fn can_move(&self, blobs: B, empty: B) -> bool {
        let near = self.topology.spread(blobs);
        near.meets(empty) || self.topology.spread(near).meets(empty)
    }

    /// Whether the game is over.
    #[inline(always)]
    pub fn is_over(&self, state: &State<B>) -> bool {
        let empty = self.empty(state);
        state.quiet >= QUIET_LIMIT
            || state.blobs[0].is_empty()
            || state.blobs[1].is_empty()
            || !(self.can_move(state.own(), empty) || self.can_move(state.their(), empty))
    }

    /// A hash that tells apart all states that can lead to different results, whatever the depth of the
    /// search: unlike [`Game::hash`] it always counts the quiet plies.
    pub fn exact_hash(&self, state: &State<B>) -> u64 {
        let quiet = if state.quiet < QUIET_HASHED { state.quiet } else { 0 };
        self.hash(state) ^ quiet_key(quiet)
    }

    /// Pairs of a blob and an empty cell two steps apart.
    #[inline(always)]
    pub(super) fn n_jumps(&self, blobs: B, empty: B) -> u32 {
        blobs.cells().map(|from| (self.topology.ring(from) & empty).count()).sum()
    }

    /// A move at random on a torus, where jumps are counted blob by blob.
    fn random_move_by_blob(&self, own: B, empty: B, targets: B, dice: &mut Dice) -> Hop {
        let n_targets = targets.count();
        let n_moves = n_targets + self.n_jumps(own, empty);
        if n_moves == 0 {
            return Hop::Pass;
        }
        let mut n = dice.below(n_moves);
        if n < n_targets {
            return Hop::Duplicate { to: targets.nth(n) as u16 };
        }
        n -= n_targets;
        for from in own.cells() {
            let targets = self.topology.ring(from) & empty;
            if n < targets.count() {
                return Hop::Jump { from: from as u16, to: targets.nth(n) as u16 };
            }
            n -= targets.count();
        }
        unreachable!("the counts of jumps add up to their sum")
    }

    #[inline(always)]
    fn landed(&self, state: &State<B>, gone: B, to: usize) -> State<B> {
        let (own, their) = (state.own(), state.their());
        let converted = self.topology.near(to) & their;
        let (own, their) = ((own | converted | B::cell(to)).minus(gone), their ^ converted);
        let blobs = match state.side {
            Side::First => [own, their],
            Side::Second => [their, own],
        };
        State { blobs, ..*state }
    }
}

/// Zero for zero, so that hashes of positions without quiet plies carry none.
const fn quiet_key(quiet: u8) -> u64 {
    (quiet as u64).wrapping_mul(0x9E6C_63D0_876A_68CB)
}

impl<B: Bits> Game for Blobwar<B> {
    type State = State<B>;
    type Move = Hop;

    const NAME: &'static str = "blobwar";
    const DIRECTIONS: &'static [Direction] = &Direction::ALL;

    fn board(&self) -> &Board {
        self.topology.board()
    }

    fn start(&self) -> State<B> {
        self.start
    }

    fn starts(&self) -> [Vec<usize>; 2] {
        self.start.blobs.map(|blobs| blobs.cells().collect())
    }

    #[inline(always)]
    fn side(&self, state: &State<B>) -> Side {
        state.side
    }

    #[inline(always)]
    fn hash(&self, state: &State<B>) -> u64 {
        let mut hash = state.blobs[1].mix(state.blobs[0].mix(0xB10B_3A12));
        if state.side == Side::Second {
            hash ^= SECOND_TO_MOVE;
        }
        if state.quiet >= QUIET_HASHED { hash ^ quiet_key(state.quiet) } else { hash }
    }

    #[inline(always)]
    fn outcome(&self, state: &State<B>) -> Option<Outcome> {
        if !self.is_over(state) {
            return None;
        }
        let [first, second] = state.blobs.map(B::count);
        let is_drawn = self.rules == Rules::Ataxx && state.quiet >= QUIET_LIMIT && first > 0 && second > 0;
        Some(if is_drawn { Outcome::Draw } else { Outcome::by_count(first, second) })
    }

    fn moves(&self, state: &State<B>, moves: &mut Vec<Hop>) {
        let (own, empty) = (state.own(), self.empty(state));
        let before = moves.len();
        if state.quiet < QUIET_LIMIT && !state.their().is_empty() {
            let targets = self.topology.spread(own) & empty;
            moves.extend(targets.cells().map(|to| Hop::Duplicate { to: to as u16 }));
            for from in own.cells() {
                let targets = self.topology.ring(from) & empty;
                moves.extend(targets.cells().map(|to| Hop::Jump { from: from as u16, to: to as u16 }));
            }
        }
        if moves.len() == before && !self.is_over(state) {
            moves.push(Hop::Pass);
        }
    }

    #[inline(always)]
    fn n_moves(&self, state: &State<B>) -> u64 {
        if state.quiet >= QUIET_LIMIT || state.their().is_empty() {
            return 0;
        }
        let (own, empty) = (state.own(), self.empty(state));
        match (self.topology.spread(own) & empty).count() + self.n_jumps(own, empty) {
            0 => u64::from(!self.is_over(state)),
            n => n.into(),
        }
    }

    fn is_legal(&self, state: &State<B>, mv: Hop) -> bool {
        if self.is_over(state) {
            return false;
        }
        let (own, empty) = (state.own(), self.empty(state));
        let n_cells = self.topology.n_cells();
        match mv {
            Hop::Pass => !self.can_move(own, empty),
            Hop::Duplicate { to } => {
                let to = usize::from(to);
                to < n_cells && empty.has(to) && self.topology.near(to).meets(own)
            }
            Hop::Jump { from, to } => {
                let (from, to) = (usize::from(from), usize::from(to));
                let on_board = from < n_cells && to < n_cells;
                on_board && own.has(from) && empty.has(to) && self.topology.ring(from).has(to)
            }
        }
    }

    #[inline(always)]
    fn play(&self, state: &State<B>, mv: Hop) -> State<B> {
        let mut next = match mv {
            Hop::Pass => *state,
            Hop::Duplicate { to } => self.landed(state, B::EMPTY, to.into()),
            Hop::Jump { from, to } => self.landed(state, B::cell(from.into()), to.into()),
        };
        next.quiet = if matches!(mv, Hop::Duplicate { .. }) { 0 } else { state.quiet + 1 };
        next.number = state.number.saturating_add(u16::from(state.side == Side::Second));
        next.side = !state.side;
        next
    }

    /// Each legal move as likely as the next.
    #[inline(always)]
    fn random_move(&self, state: &State<B>, dice: &mut Dice) -> Hop {
        let (own, empty) = (state.own(), self.empty(state));
        let beside = self.topology.spread(own) & empty;
        let Some(leaps) = &self.leaps else { return self.random_move_by_blob(own, empty, beside, dice) };
        let landings = leaps.landings(own, empty, beside);
        match landings.count() {
            0 => Hop::Pass,
            n_moves => leaps.nth(&landings, dice.below(n_moves)),
        }
    }

    fn perft(&self, state: &State<B>, depth: u32) -> u64 {
        self.count_lines(state, depth)
    }

    fn tally(&self, state: &State<B>) -> [u32; 2] {
        state.blobs.map(B::count)
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn turned(&self, state: &State<B>, symmetry: &Symmetry) -> State<B> {
        State { blobs: state.blobs.map(|blobs| symmetry.set(blobs)), ..*state }
    }

    fn turned_move(&self, mv: Hop, symmetry: &Symmetry) -> Hop {
        let image = |cell: u16| symmetry.cell(cell.into()) as u16;
        match mv {
            Hop::Pass => Hop::Pass,
            Hop::Duplicate { to } => Hop::Duplicate { to: image(to) },
            Hop::Jump { from, to } => Hop::Jump { from: image(from), to: image(to) },
        }
    }

    #[inline(always)]
    fn pack(&self, mv: Hop) -> PackedMove {
        PackedMove(match mv {
            Hop::Pass => 0,
            Hop::Duplicate { to } => 1 << 18 | u32::from(to),
            Hop::Jump { from, to } => 2 << 18 | u32::from(from) << 9 | u32::from(to),
        })
    }

    #[inline(always)]
    fn unpack(&self, packed: PackedMove) -> Option<Hop> {
        let (from, to) = ((packed.0 >> 9 & 0x1FF) as u16, (packed.0 & 0x1FF) as u16);
        let n_cells = self.topology.n_cells() as u16;
        let mv = match packed.0 >> 18 {
            0 => Hop::Pass,
            1 => Hop::Duplicate { to },
            _ => Hop::Jump { from, to },
        };
        (self.pack(mv) == packed && from < n_cells && to < n_cells).then_some(mv)
    }

    fn move_text(&self, mv: Hop) -> String {
        self.write_move(mv)
    }

    fn parse_move(&self, state: &State<B>, text: &str) -> Result<Hop, MoveError> {
        self.read_move(state, text)
    }

    fn position_text(&self, state: &State<B>) -> String {
        self.write_position(state)
    }

    fn parse_position(&self, text: &str) -> Result<State<B>, PositionError> {
        self.read_position(text)
    }

    fn piece(&self, state: &State<B>, cell: usize) -> Piece {
        if !self.topology.open().has(cell) {
            return Piece::Hole;
        }
        let side = Side::BOTH.into_iter().find(|side| state.blobs[side.index()].has(cell));
        side.map_or(Piece::Empty, Piece::Of)
    }

    fn trace(&self, state: &State<B>, mv: Hop) -> Trace {
        let (from, to) = match mv {
            Hop::Pass => return Trace::default(),
            Hop::Duplicate { to } => (None, usize::from(to)),
            Hop::Jump { from, to } => (Some(usize::from(from)), usize::from(to)),
        };
        let changed = (self.topology.near(to) & state.their()).cells().collect();
        Trace { from, to: Some(to), arrow: None, changed }
    }
}
