//! The rules of Amazons on bitboards. A state is three sets: the queens of each side and the empty cells.

use crate::amazons::Setup;
use crate::bits::Bits;
use crate::board::Board;
use crate::dice::Dice;
use crate::direction::Direction;
use crate::game::{Game, MoveError, PackedMove, Piece, PositionError, Trace};
use crate::side::{Outcome, Side};
use crate::square::{FirstRow, Squares};
use crate::symmetry::Symmetry;
use crate::topology::Topology;
use crate::zobrist::{Keys, SECOND_TO_MOVE};

/// Amazons on one board.
#[derive(Clone, Debug)]
pub struct Amazons<B> {
    pub(super) topology: Topology<B>,
    pub(super) squares: Squares,
    start: State<B>,
    keys: Keys,
    symmetries: Vec<Symmetry>,
}

/// A position of Amazons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<B> {
    /// The queens of each side.
    pub queens: [B; 2],
    /// Cells without queen, arrow or hole.
    pub empty: B,
    /// Whose turn it is.
    pub side: Side,
    /// Kept up to date by play.
    pub hash: u64,
}

/// A move: a queen slides from one cell to another and shoots at a third.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// Where the queen stood.
    pub from: u16,
    /// Where it stands now.
    pub to: u16,
    /// Where the arrow landed.
    pub arrow: u16,
}

const ARROW: usize = 2;

impl<B: Bits> Amazons<B> {
    /// The game that begins with this setup; the word must be wide enough for the board.
    pub fn new(setup: Setup) -> Self {
        let topology = Topology::new(setup.board.clone());
        let squares = Squares::new(&setup.board, FirstRow::Bottom);
        let symmetries = Symmetry::all(&setup.board);
        let keys = Keys::new(0xA3A2_0175, 3, setup.board.n_cells());
        let empty = State { queens: [B::EMPTY; 2], empty: B::EMPTY, side: Side::First, hash: 0 };
        let mut game = Self { topology, squares, start: empty, keys, symmetries };
        game.start = game.state_of(&setup);
        game
    }

    /// The tables of the board.
    pub const fn topology(&self) -> &Topology<B> {
        &self.topology
    }

    pub(super) fn state_of(&self, setup: &Setup) -> State<B> {
        let queens = setup.queens.each_ref().map(|cells| B::of(cells.iter().copied()));
        let arrows = B::of(setup.arrows.iter().copied());
        let empty = self.topology.open().minus(queens[0] | queens[1] | arrows);
        self.hashed(State { queens, empty, side: setup.side, hash: 0 })
    }

    /// The arrows: what is neither empty nor a queen.
    pub fn arrows(&self, state: &State<B>) -> B {
        self.topology.open().minus(state.empty | state.queens[0] | state.queens[1])
    }

    fn hashed(&self, mut state: State<B>) -> State<B> {
        let kinds = [state.queens[0], state.queens[1], self.arrows(&state)];
        state.hash = if state.side == Side::Second { SECOND_TO_MOVE } else { 0 };
        for (kind, set) in kinds.into_iter().enumerate() {
            state.hash ^= set.cells().fold(0, |hash, cell| hash ^ self.keys.of(kind, cell));
        }
        state
    }

    /// Where a queen of this cell can go.
    #[inline(always)]
    pub fn targets(&self, state: &State<B>, from: usize) -> B {
        self.topology.slide(from, state.empty)
    }

    /// Where a queen that went from one cell to another can shoot.
    #[inline(always)]
    pub fn shots(&self, state: &State<B>, from: usize, to: usize) -> B {
        self.topology.slide(to, state.empty | B::cell(from))
    }

    /// Whether the side has a queen that can move: it can then always shoot back at where it came from.
    #[inline(always)]
    pub fn can_move(&self, state: &State<B>, side: Side) -> bool {
        self.topology.spread(state.queens[side.index()]).meets(state.empty)
    }

    /// How many moves the side would have.
    pub fn mobility(&self, state: &State<B>, side: Side) -> u64 {
        let queens = state.queens[side.index()];
        if self.topology.wraps() {
            return queens.cells().map(|from| self.moves_of(state, from)).sum();
        }
        self.count_moves(state, queens)
    }

    /// The moves of one queen, by asking every target for its shots.
    fn moves_of(&self, state: &State<B>, from: usize) -> u64 {
        let shots = |to| u64::from(self.shots(state, from, to).count());
        self.targets(state, from).cells().map(shots).sum()
    }

    /// The moves of all queens at once, on a flat board. From a target, only the line back to where the queen
    /// stood is longer than it looks: by that cell and by what lies free behind it. The free cells around all
    /// targets are counted by fills of the whole board, one distance at a time.
    fn count_moves(&self, state: &State<B>, queens: B) -> u64 {
        let empty = state.empty;
        // How many queens reach each cell, as a binary number whose digits are sets. At most eight do.
        let mut reached_by = [B::EMPTY; 4];
        let mut extra = 0;
        for from in queens.cells() {
            let mut reached = B::EMPTY;
            for axis in 0..4 {
                let [ahead, behind] =
                    [axis, axis + 4].map(|d| self.topology.slide_along(from, Direction::ALL[d], empty));
                let (n_ahead, n_behind) = (ahead.count(), behind.count());
                extra += 2 * n_ahead * n_behind + n_ahead + n_behind;
                reached |= ahead | behind;
            }
            for digit in &mut reached_by {
                let carry = *digit & reached;
                *digit ^= reached;
                reached = carry;
            }
        }
        let mut total = u64::from(extra);
        for direction in Direction::ALL {
            let mut run = self.topology.step_over(empty, direction.opposite()) & empty;
            while !run.is_empty() {
                let at = |digit: usize| (run & reached_by[digit]).count() << digit;
                total += u64::from(at(0) + at(1) + at(2) + at(3));
                run = self.topology.step_over(run, direction.opposite()) & empty;
            }
        }
        total
    }
}

impl<B: Bits> Game for Amazons<B> {
    type State = State<B>;
    type Move = Shot;

    const NAME: &'static str = "amazons";
    const DIRECTIONS: &'static [Direction] = &Direction::ALL;

    fn board(&self) -> &Board {
        self.topology.board()
    }

    fn start(&self) -> State<B> {
        self.start
    }

    fn starts(&self) -> [Vec<usize>; 2] {
        self.start.queens.map(|queens| queens.cells().collect())
    }

    #[inline(always)]
    fn side(&self, state: &State<B>) -> Side {
        state.side
    }

    #[inline(always)]
    fn hash(&self, state: &State<B>) -> u64 {
        state.hash
    }

    #[inline(always)]
    fn outcome(&self, state: &State<B>) -> Option<Outcome> {
        (!self.can_move(state, state.side)).then_some(Outcome::Win(!state.side))
    }

    fn moves(&self, state: &State<B>, moves: &mut Vec<Shot>) {
        for from in state.queens[state.side.index()].cells() {
            for to in self.targets(state, from).cells() {
                let shots = self.shots(state, from, to).cells();
                moves.extend(shots.map(|arrow| Shot {
                    from: from as u16,
                    to: to as u16,
                    arrow: arrow as u16,
                }));
            }
        }
    }

    fn n_moves(&self, state: &State<B>) -> u64 {
        self.mobility(state, state.side)
    }

    fn is_legal(&self, state: &State<B>, mv: Shot) -> bool {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(usize::from);
        let n_cells = self.topology.n_cells();
        from < n_cells
            && to < n_cells
            && arrow < n_cells
            && state.queens[state.side.index()].has(from)
            && self.targets(state, from).has(to)
            && self.shots(state, from, to).has(arrow)
    }

    #[inline(always)]
    fn play(&self, state: &State<B>, mv: Shot) -> State<B> {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(usize::from);
        let side = state.side.index();
        let mut next = *state;
        next.queens[side] = state.queens[side] ^ B::cell(from) | B::cell(to);
        next.empty = (state.empty | B::cell(from)).minus(B::cell(to) | B::cell(arrow));
        next.side = !state.side;
        next.hash ^=
            self.keys.of(side, from) ^ self.keys.of(side, to) ^ self.keys.of(ARROW, arrow) ^ SECOND_TO_MOVE;
        next
    }

    /// An unblocked queen at random, then one of its moves at random.
    fn random_move(&self, state: &State<B>, dice: &mut Dice) -> Shot {
        let (from, targets) = self.random_queen(state, dice);
        let mut n = dice.below(self.moves_of(state, from) as u32);
        for to in targets.cells() {
            let shots = self.shots(state, from, to);
            if n < shots.count() {
                return Shot { from: from as u16, to: to as u16, arrow: shots.nth(n) as u16 };
            }
            n -= shots.count();
        }
        unreachable!("the counts of shots add up to the moves of the queen")
    }

    /// An unblocked queen at random, then a target, then an arrow.
    #[inline(always)]
    fn playout_move(&self, state: &State<B>, dice: &mut Dice) -> Shot {
        let (from, targets) = self.random_queen(state, dice);
        let to = targets.nth(dice.below(targets.count()));
        let shots = self.shots(state, from, to);
        let arrow = shots.nth(dice.below(shots.count()));
        Shot { from: from as u16, to: to as u16, arrow: arrow as u16 }
    }

    fn tally(&self, state: &State<B>) -> [u32; 2] {
        Side::BOTH.map(|side| self.mobility(state, side) as u32)
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn turned(&self, state: &State<B>, symmetry: &Symmetry) -> State<B> {
        let queens = state.queens.map(|queens| symmetry.set(queens));
        self.hashed(State { queens, empty: symmetry.set(state.empty), side: state.side, hash: 0 })
    }

    fn turned_move(&self, mv: Shot, symmetry: &Symmetry) -> Shot {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|cell| symmetry.cell(cell.into()) as u16);
        Shot { from, to, arrow }
    }

    #[inline(always)]
    fn pack(&self, mv: Shot) -> PackedMove {
        PackedMove(u32::from(mv.from) | u32::from(mv.to) << 9 | u32::from(mv.arrow) << 18)
    }

    fn unpack(&self, packed: PackedMove) -> Option<Shot> {
        let cell = |shift: u32| (packed.0 >> shift & 0x1FF) as u16;
        let mv = Shot { from: cell(0), to: cell(9), arrow: cell(18) };
        let n_cells = self.topology.n_cells() as u16;
        (packed.0 >> 27 == 0 && mv.from < n_cells && mv.to < n_cells && mv.arrow < n_cells).then_some(mv)
    }

    fn move_text(&self, mv: Shot) -> String {
        self.write_move(mv)
    }

    fn parse_move(&self, state: &State<B>, text: &str) -> Result<Shot, MoveError> {
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
            Piece::Hole
        } else if state.empty.has(cell) {
            Piece::Empty
        } else if let Some(side) = Side::BOTH.into_iter().find(|side| state.queens[side.index()].has(cell)) {
            Piece::Of(side)
        } else {
            Piece::Arrow
        }
    }

    fn trace(&self, _: &State<B>, mv: Shot) -> Trace {
        let [from, to, arrow] = [mv.from, mv.to, mv.arrow].map(|cell| Some(usize::from(cell)));
        Trace { from, to, arrow, changed: Vec::new() }
    }
}

impl<B: Bits> Amazons<B> {
    /// An unblocked queen of the side to move, each as likely as the next, and its targets.
    #[inline(always)]
    fn random_queen(&self, state: &State<B>, dice: &mut Dice) -> (usize, B) {
        let mut left = state.queens[state.side.index()];
        loop {
            let from = left.nth(dice.below(left.count()));
            let targets = self.targets(state, from);
            if !targets.is_empty() {
                return (from, targets);
            }
            left ^= B::cell(from);
        }
    }
}
