//! A position whose types are erased: one pointer to the game, one to the state, moves in 32 bits.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::board::Board;
use crate::dice::Dice;
use crate::game::{Game, MoveError, PackedMove, Piece, PositionError, Trace};
use crate::side::{Outcome, Side};

/// A position in a game.
pub struct Position(Box<dyn Cursor>);

struct At<G: Game> {
    game: Arc<G>,
    state: G::State,
    moves: Vec<G::Move>,
}

trait Cursor: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn duplicate(&self) -> Box<dyn Cursor>;
    fn board(&self) -> &Board;
    fn side(&self) -> Side;
    fn hash(&self) -> u64;
    fn outcome(&self) -> Option<Outcome>;
    fn moves(&mut self, out: &mut Vec<PackedMove>);
    fn n_moves(&self) -> u64;
    fn is_legal(&self, mv: PackedMove) -> bool;
    fn play(&mut self, mv: PackedMove) -> bool;
    fn random_move(&self, dice: &mut Dice) -> PackedMove;
    fn playout_move(&self, dice: &mut Dice) -> PackedMove;
    fn perft(&self, depth: u32) -> u64;
    fn tally(&self) -> [u32; 2];
    fn parse_move(&self, text: &str) -> Result<PackedMove, MoveError>;
    fn move_text(&self, mv: PackedMove) -> Option<String>;
    fn text(&self) -> String;
    fn set_text(&mut self, text: &str) -> Result<(), PositionError>;
    fn piece(&self, cell: usize) -> Piece;
    fn trace(&self, mv: PackedMove) -> Option<Trace>;
}

impl<G: Game> Cursor for At<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn duplicate(&self) -> Box<dyn Cursor> {
        Box::new(Self { game: self.game.clone(), state: self.state, moves: Vec::new() })
    }
    fn board(&self) -> &Board {
        self.game.board()
    }
    fn side(&self) -> Side {
        self.game.side(&self.state)
    }
    fn hash(&self) -> u64 {
        self.game.hash(&self.state)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }
    fn moves(&mut self, out: &mut Vec<PackedMove>) {
        self.moves.clear();
        self.game.moves(&self.state, &mut self.moves);
        out.extend(self.moves.iter().map(|&mv| self.game.pack(mv)));
    }
    fn n_moves(&self) -> u64 {
        self.game.n_moves(&self.state)
    }
    fn is_legal(&self, mv: PackedMove) -> bool {
        self.game.unpack(mv).is_some_and(|mv| self.game.is_legal(&self.state, mv))
    }
    fn play(&mut self, mv: PackedMove) -> bool {
        match self.game.unpack(mv) {
            Some(mv) if self.game.is_legal(&self.state, mv) => {
                self.state = self.game.play(&self.state, mv);
                true
            }
            _ => false,
        }
    }
    fn random_move(&self, dice: &mut Dice) -> PackedMove {
        self.game.pack(self.game.random_move(&self.state, dice))
    }
    fn playout_move(&self, dice: &mut Dice) -> PackedMove {
        self.game.pack(self.game.playout_move(&self.state, dice))
    }
    fn perft(&self, depth: u32) -> u64 {
        self.game.perft(&self.state, depth)
    }
    fn tally(&self) -> [u32; 2] {
        self.game.tally(&self.state)
    }
    fn parse_move(&self, text: &str) -> Result<PackedMove, MoveError> {
        self.game.parse_move(&self.state, text).map(|mv| self.game.pack(mv))
    }
    fn move_text(&self, mv: PackedMove) -> Option<String> {
        self.game.unpack(mv).map(|mv| self.game.move_text(mv))
    }
    fn text(&self) -> String {
        self.game.position_text(&self.state)
    }
    fn set_text(&mut self, text: &str) -> Result<(), PositionError> {
        self.state = self.game.parse_position(text)?;
        Ok(())
    }
    fn piece(&self, cell: usize) -> Piece {
        self.game.piece(&self.state, cell)
    }
    fn trace(&self, mv: PackedMove) -> Option<Trace> {
        self.game.unpack(mv).map(|mv| self.game.trace(&self.state, mv))
    }
}

impl Position {
    /// A cursor at a state of a game.
    pub fn new<G: Game>(game: Arc<G>, state: G::State) -> Self {
        Self(Box::new(At { game, state, moves: Vec::new() }))
    }

    /// The state with its type; none when the position belongs to a game of another type.
    pub fn state<G: Game>(&self) -> Option<G::State> {
        self.0.as_any().downcast_ref::<At<G>>().map(|at| at.state)
    }

    /// The game with its type; none when the position belongs to a game of another type.
    pub fn game<G: Game>(&self) -> Option<&Arc<G>> {
        self.0.as_any().downcast_ref::<At<G>>().map(|at| &at.game)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.0.board()
    }

    /// Whose turn it is, or would be if the game is over.
    pub fn side(&self) -> Side {
        self.0.side()
    }

    /// Equal for equal positions of one game.
    pub fn hash(&self) -> u64 {
        self.0.hash()
    }

    /// How the game ended; none while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// Appends every legal move.
    pub fn legal_moves(&mut self, out: &mut Vec<PackedMove>) {
        self.0.moves(out);
    }

    /// Every legal move.
    pub fn moves(&self) -> Vec<PackedMove> {
        let mut moves = Vec::new();
        self.0.duplicate().moves(&mut moves);
        moves
    }

    /// How many legal moves there are.
    pub fn n_moves(&self) -> u64 {
        self.0.n_moves()
    }

    /// Whether the move is legal; any 32 bits may be asked about.
    pub fn is_legal(&self, mv: PackedMove) -> bool {
        self.0.is_legal(mv)
    }

    /// Plays a move if it is legal, and says whether it was.
    #[must_use]
    pub fn play(&mut self, mv: PackedMove) -> bool {
        self.0.play(mv)
    }

    /// Plays the move that a text names.
    pub fn play_text(&mut self, text: &str) -> Result<PackedMove, MoveError> {
        let mv = self.0.parse_move(text)?;
        let played = self.0.play(mv);
        debug_assert!(played, "a parsed move is legal");
        Ok(mv)
    }

    /// A move as the game's random player chooses it; the game must not be over.
    pub fn random_move(&self, dice: &mut Dice) -> PackedMove {
        self.0.random_move(dice)
    }

    /// A move as a random playout chooses it; the game must not be over.
    pub fn playout_move(&self, dice: &mut Dice) -> PackedMove {
        self.0.playout_move(dice)
    }

    /// Lines of exactly `depth` plies from here.
    pub fn perft(&self, depth: u32) -> u64 {
        self.0.perft(depth)
    }

    /// What each side counts: blobs, discs, cells of its zone; in Amazons, its legal moves.
    pub fn tally(&self) -> [u32; 2] {
        self.0.tally()
    }

    /// The legal move that a text names.
    pub fn parse_move(&self, text: &str) -> Result<PackedMove, MoveError> {
        self.0.parse_move(text)
    }

    /// A move as text; a question mark for bits that are no move of this game.
    pub fn move_text(&self, mv: PackedMove) -> String {
        self.0.move_text(mv).unwrap_or_else(|| "?".to_owned())
    }

    /// The position as one line of text.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// Sets the cursor to the position that a line of text describes, on the same board.
    pub fn set_text(&mut self, text: &str) -> Result<(), PositionError> {
        self.0.set_text(text)
    }

    /// What stands on a cell.
    pub fn piece(&self, cell: usize) -> Piece {
        self.0.piece(cell)
    }

    /// The cells that a move, legal here, concerns.
    pub fn trace(&self, mv: PackedMove) -> Trace {
        self.0.trace(mv).unwrap_or_default()
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self(self.0.duplicate())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.text())
    }
}
