//! The rules of Reversi on bitboards. A state is the discs of each side and, worked out once by play, where
//! the side to move can place one.

use super::lines::Lines;
use super::othello;
use super::setup::Setup;
use crate::bits::Bits;
use crate::board::Board;
use crate::dice::Dice;
use crate::direction::Direction;
use crate::game::{Game, MoveError, PackedMove, Piece, PositionError, Trace};
use crate::side::{Outcome, Side};
use crate::square::{FirstRow, Squares};
use crate::symmetry::Symmetry;
use crate::topology::Topology;

/// Reversi on one board.
#[derive(Clone, Debug)]
pub struct Reversi<B> {
    pub(super) topology: Topology<B>,
    pub(super) squares: Squares,
    lines: Lines<B>,
    /// Whether the board is Othello's, which has a kernel of its own.
    is_othello: bool,
    start: State<B>,
    symmetries: Vec<Symmetry>,
}

/// A position of Reversi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<B> {
    /// The discs of each side.
    pub discs: [B; 2],
    /// Where the side to move can place a disc: a function of the rest, kept up to date by play.
    pub moves: B,
    /// Whose turn it is.
    pub side: Side,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Turn {
    /// A disc on this cell.
    Disc(u16),
    /// No cell would turn a disc.
    Pass,
}

/// The bits of a pass.
const PASS: u32 = 0x200;

impl<B: Bits> Reversi<B> {
    /// The game that begins with this setup; the word must be wide enough for the board.
    pub fn new(setup: Setup) -> Self {
        let topology = Topology::new(setup.board.clone());
        let is_othello = B::BITS == 64
            && (setup.board.cols(), setup.board.rows()) == (8, 8)
            && !setup.board.wraps()
            && setup.board.open_cells().count() == 64;
        let nothing = State { discs: [B::EMPTY; 2], moves: B::EMPTY, side: Side::First };
        let mut game = Self {
            squares: Squares::new(&setup.board, FirstRow::Top),
            lines: Lines::new(&topology),
            symmetries: Symmetry::all(&setup.board),
            topology,
            is_othello,
            start: nothing,
        };
        game.start = game.state_of(&setup);
        game
    }

    /// The same game with the kernel for any board, where there is another: to compare the two.
    pub const fn without_hand_written_kernel(mut self) -> Self {
        self.is_othello = false;
        self
    }

    /// Whether the board is the plain 8x8 one of Othello.
    #[inline(always)]
    pub const fn is_othello(&self) -> bool {
        self.is_othello
    }

    /// The tables of the board.
    pub const fn topology(&self) -> &Topology<B> {
        &self.topology
    }

    pub(super) fn state_of(&self, setup: &Setup) -> State<B> {
        let discs = setup.discs.each_ref().map(|cells| B::of(cells.iter().copied()));
        self.with_moves(discs, setup.side)
    }

    /// The position with these discs and this side to move.
    #[inline(always)]
    pub fn with_moves(&self, discs: [B; 2], side: Side) -> State<B> {
        let moves = self.placements(discs[side.index()], discs[(!side).index()]);
        State { discs, moves, side }
    }

    /// The cells where a side with the discs `own` could place one.
    #[inline(always)]
    pub fn placements(&self, own: B, other: B) -> B {
        if self.is_othello {
            return B::from_low(othello::moves(own.low(), other.low()));
        }
        self.lines.moves(&self.topology, own, other)
    }

    /// The discs that one on this empty cell would turn.
    #[inline(always)]
    pub fn flips(&self, own: B, other: B, cell: usize) -> B {
        if self.is_othello {
            return B::from_low(othello::flips(own.low(), other.low(), cell));
        }
        self.lines.flips(&self.topology, own, other, cell)
    }

    /// The discs of the side to move and of its opponent.
    #[inline(always)]
    pub fn own_and_other(state: &State<B>) -> (B, B) {
        (state.discs[state.side.index()], state.discs[(!state.side).index()])
    }

    /// Whether a side without a move has to pass, the opponent having one; asked only when it has none.
    #[inline(always)]
    fn opponent_moves(&self, state: &State<B>) -> bool {
        let (own, other) = Self::own_and_other(state);
        !self.placements(other, own).is_empty()
    }
}

impl<B: Bits> Game for Reversi<B> {
    type State = State<B>;
    type Move = Turn;

    const NAME: &'static str = "reversi";
    const DIRECTIONS: &'static [Direction] = &Direction::ALL;

    fn board(&self) -> &Board {
        self.topology.board()
    }

    fn start(&self) -> State<B> {
        self.start
    }

    fn starts(&self) -> [Vec<usize>; 2] {
        self.start.discs.map(|discs| discs.cells().collect())
    }

    #[inline(always)]
    fn side(&self, state: &State<B>) -> Side {
        state.side
    }

    /// Mixed from the discs on demand: a move turns so many that keeping keys up to date costs more.
    #[inline(always)]
    fn hash(&self, state: &State<B>) -> u64 {
        let (own, other) = Self::own_and_other(state);
        let salt = if state.side == Side::First { 0x8EF3_27A9_B1C6_4D05 } else { 0x3C79_AC49_2BA7_B653 };
        other.mix(own.mix(salt))
    }

    #[inline(always)]
    fn outcome(&self, state: &State<B>) -> Option<Outcome> {
        if !state.moves.is_empty() || self.opponent_moves(state) {
            return None;
        }
        Some(Outcome::by_count(state.discs[0].count(), state.discs[1].count()))
    }

    fn moves(&self, state: &State<B>, moves: &mut Vec<Turn>) {
        if !state.moves.is_empty() {
            moves.extend(state.moves.cells().map(|cell| Turn::Disc(cell as u16)));
        } else if self.opponent_moves(state) {
            moves.push(Turn::Pass);
        }
    }

    #[inline(always)]
    fn n_moves(&self, state: &State<B>) -> u64 {
        match state.moves.count() {
            0 => u64::from(self.opponent_moves(state)),
            n => n.into(),
        }
    }

    fn is_legal(&self, state: &State<B>, turn: Turn) -> bool {
        match turn {
            Turn::Disc(cell) => usize::from(cell) < self.topology.n_cells() && state.moves.has(cell.into()),
            Turn::Pass => state.moves.is_empty() && self.opponent_moves(state),
        }
    }

    #[inline(always)]
    fn play(&self, state: &State<B>, turn: Turn) -> State<B> {
        let mut discs = state.discs;
        if let Turn::Disc(cell) = turn {
            let (own, other) = Self::own_and_other(state);
            let flips = self.flips(own, other, cell.into());
            discs[state.side.index()] = own | flips | B::cell(cell.into());
            discs[(!state.side).index()] = other ^ flips;
        }
        self.with_moves(discs, !state.side)
    }

    #[inline(always)]
    fn random_move(&self, state: &State<B>, dice: &mut Dice) -> Turn {
        match state.moves.count() {
            0 => Turn::Pass,
            n => Turn::Disc(state.moves.nth(dice.below(n)) as u16),
        }
    }

    fn perft(&self, state: &State<B>, depth: u32) -> u64 {
        if self.is_othello && depth > 0 {
            let (own, other) = Self::own_and_other(state);
            return othello::perft(own.low(), other.low(), depth);
        }
        crate::perft::count(self, state, depth)
    }

    fn tally(&self, state: &State<B>) -> [u32; 2] {
        state.discs.map(B::count)
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn turned(&self, state: &State<B>, symmetry: &Symmetry) -> State<B> {
        let discs = state.discs.map(|discs| symmetry.set(discs));
        State { discs, moves: symmetry.set(state.moves), side: state.side }
    }

    fn turned_move(&self, turn: Turn, symmetry: &Symmetry) -> Turn {
        match turn {
            Turn::Disc(cell) => Turn::Disc(symmetry.cell(cell.into()) as u16),
            Turn::Pass => Turn::Pass,
        }
    }

    #[inline(always)]
    fn pack(&self, turn: Turn) -> PackedMove {
        PackedMove(match turn {
            Turn::Disc(cell) => cell.into(),
            Turn::Pass => PASS,
        })
    }

    fn unpack(&self, packed: PackedMove) -> Option<Turn> {
        match packed.0 {
            PASS => Some(Turn::Pass),
            cell if (cell as usize) < self.topology.n_cells() => Some(Turn::Disc(cell as u16)),
            _ => None,
        }
    }

    fn move_text(&self, turn: Turn) -> String {
        self.write_move(turn)
    }

    fn parse_move(&self, state: &State<B>, text: &str) -> Result<Turn, MoveError> {
        self.read_move(state, text)
    }

    fn position_text(&self, state: &State<B>) -> String {
        self.write_position(state)
    }

    fn parse_position(&self, text: &str) -> Result<State<B>, PositionError> {
        self.read_position(text)
    }

    fn piece(&self, state: &State<B>, cell: usize) -> Piece {
        match Side::BOTH.into_iter().find(|side| state.discs[side.index()].has(cell)) {
            Some(side) => Piece::Of(side),
            None if self.topology.open().has(cell) => Piece::Empty,
            None => Piece::Hole,
        }
    }

    fn trace(&self, state: &State<B>, turn: Turn) -> Trace {
        let Turn::Disc(cell) = turn else { return Trace::default() };
        let (own, other) = Self::own_and_other(state);
        let changed = self.flips(own, other, cell.into()).cells().collect();
        Trace { to: Some(cell.into()), changed, ..Trace::default() }
    }
}
