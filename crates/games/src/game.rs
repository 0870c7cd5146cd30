//! What a game is. A [`Game`] is a value that owns its board and tables; a state is a small copy without
//! pointers; play makes a new state and leaves the old one alone.
//!
//! Laws that every game keeps (`tests/it/laws.rs` runs them on thousands of random games): sides strictly
//! alternate, a skipped turn being an explicit pass; `moves` is empty exactly when `outcome` is some; what
//! `moves` lists is what `is_legal` accepts; the hash equals the hash from scratch; moves survive packing
//! and printing; every game ends.

use std::fmt::Debug;
use std::hash::Hash;

use thiserror::Error;

use crate::board::Board;
use crate::dice::Dice;
use crate::direction::Direction;
use crate::side::{Outcome, Side};
use crate::symmetry::Symmetry;

/// A move of any game in 32 bits, for tables and for callers that do not know the game's types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PackedMove(pub u32);

/// The rules of one game on one board.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// All that changes during a game.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move, a pass included where the game has one.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The game's name on the command line.
    const NAME: &'static str;
    /// The directions of the edges that the game uses.
    const DIRECTIONS: &'static [Direction];

    /// The board.
    fn board(&self) -> &Board;
    /// The position that the game begins with.
    fn start(&self) -> Self::State;
    /// The cells that each side begins with, ascending.
    fn starts(&self) -> [Vec<usize>; 2];
    /// Whose turn it is, or would be if the game is over.
    fn side(&self, state: &Self::State) -> Side;
    /// Equal for equal states, kept up to date by `play`.
    fn hash(&self, state: &Self::State) -> u64;
    /// How the game ended; none while it goes on.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Appends every legal move, in an order that depends on the state alone; none when the game is over.
    fn moves(&self, state: &Self::State, moves: &mut Vec<Self::Move>);
    /// How many legal moves there are, without listing them.
    fn n_moves(&self, state: &Self::State) -> u64;
    /// Whether the move is legal here; any value of the type may be asked about.
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool;
    /// The state after a move, which must be legal.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;
    /// A legal move as the game's random player chooses it; the game must not be over.
    fn random_move(&self, state: &Self::State, dice: &mut Dice) -> Self::Move;
    /// A move of a random playout: as `random_move`, but free to choose in the way that costs least.
    #[inline(always)]
    fn playout_move(&self, state: &Self::State, dice: &mut Dice) -> Self::Move {
        self.random_move(state, dice)
    }
    /// Lines of exactly `depth` plies; games with a faster way to count override it.
    fn perft(&self, state: &Self::State, depth: u32) -> u64 {
        crate::perft::count(self, state, depth)
    }

    /// What each side counts: blobs, discs, cells of its zone; in Amazons, its legal moves.
    fn tally(&self, state: &Self::State) -> [u32; 2];

    /// The symmetries that keep the rules and the board as they are, the identity first.
    fn symmetries(&self) -> &[Symmetry];
    /// The state seen through a symmetry.
    fn turned(&self, state: &Self::State, symmetry: &Symmetry) -> Self::State;
    /// The move seen through a symmetry.
    fn turned_move(&self, mv: Self::Move, symmetry: &Symmetry) -> Self::Move;

    /// The move in 32 bits.
    fn pack(&self, mv: Self::Move) -> PackedMove;
    /// The move of these 32 bits; none when no move packs to them. It need not be legal.
    fn unpack(&self, packed: PackedMove) -> Option<Self::Move>;

    /// The move as text.
    fn move_text(&self, mv: Self::Move) -> String;
    /// The move that a text names, legal in this state.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError>;
    /// The position as one line of text.
    fn position_text(&self, state: &Self::State) -> String;
    /// The state that a line of text describes, on this board.
    fn parse_position(&self, text: &str) -> Result<Self::State, PositionError>;
    /// What stands on a cell, for pictures.
    fn piece(&self, state: &Self::State, cell: usize) -> Piece;
    /// The cells that a move concerns, for pictures.
    fn trace(&self, state: &Self::State, mv: Self::Move) -> Trace;
}

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// Nothing, and no piece ever can.
    Hole,
    /// Nothing yet.
    Empty,
    /// A queen, blob or disc of a side.
    Of(Side),
    /// An arrow of Amazons.
    Arrow,
    /// A cell of Flood: its colour, and whose zone it is in.
    Colour(u8, Option<Side>),
}

/// The cells that a move concerns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    /// Where the piece came from, if it moved.
    pub from: Option<usize>,
    /// Where it stands now; for Flood, none.
    pub to: Option<usize>,
    /// Where the arrow landed (Amazons).
    pub arrow: Option<usize>,
    /// Cells that changed hands or colour besides.
    pub changed: Vec<usize>,
}

/// A text that is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "each message says what its fields are")]
pub enum MoveError {
    #[error("`{text}` is not a move of {game}: {reason}")]
    Malformed { text: String, game: &'static str, reason: String },
    #[error("`{text}` is not legal here: {reason}")]
    Illegal { text: String, reason: String },
}

impl MoveError {
    /// A text that names no move at all.
    pub fn malformed<G: Game>(text: &str, reason: impl Into<String>) -> Self {
        Self::Malformed { text: clip(text), game: G::NAME, reason: reason.into() }
    }

    /// A move that the rules forbid here.
    pub fn illegal(text: &str, reason: impl Into<String>) -> Self {
        Self::Illegal { text: clip(text), reason: reason.into() }
    }
}

/// A text that is not a position, and the first character that is wrong (counted from 1; past the end when
/// something is missing).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("position, character {at}: {reason}")]
pub struct PositionError {
    /// The character, counted from 1.
    pub at: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl PositionError {
    /// An error at the character with this index, counted from 0.
    pub fn at(index: usize, reason: impl Into<String>) -> Self {
        Self { at: index + 1, reason: reason.into() }
    }
}

/// Enough of a text to recognise it in a message, without its control characters.
pub(crate) fn clip(text: &str) -> String {
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut short: String = text.chars().take(40).map(clean).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}
