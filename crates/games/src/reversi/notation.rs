//! Reversi as text: moves such as `f5` and `pass`, positions such as `____/_OX_/_XO_/____ X`.

use super::rules::{Reversi, State, Turn};
use super::setup::Setup;
use crate::bits::Bits;
use crate::game::{Game, MoveError, Piece, PositionError};
use crate::grid_text;
use crate::side::Side;

/// What other programs write for a pass, in any case.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// Whether the text means a pass.
pub(super) fn is_pass(text: &str) -> bool {
    PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass))
}

impl<B: Bits> Reversi<B> {
    pub(super) fn write_move(&self, turn: Turn) -> String {
        match turn {
            Turn::Disc(cell) => self.squares.name(cell.into()),
            Turn::Pass => PASSES[0].to_owned(),
        }
    }

    pub(super) fn read_move(&self, state: &State<B>, text: &str) -> Result<Turn, MoveError> {
        let turn = self.read_turn(text.trim())?;
        if self.is_legal(state, turn) {
            return Ok(turn);
        }
        Err(MoveError::illegal(text, self.why_illegal(state, turn)))
    }

    fn read_turn(&self, text: &str) -> Result<Turn, MoveError> {
        if is_pass(text) {
            return Ok(Turn::Pass);
        }
        let range = self.squares.range();
        let example = self.squares.name(0);
        match self.squares.read(text) {
            Some((cell, "")) => Ok(Turn::Disc(cell as u16)),
            Some((cell, rest)) => {
                let reason = format!("nothing may follow `{}`, but `{rest}` does", self.squares.name(cell));
                Err(MoveError::malformed::<Self>(text, reason))
            }
            None if text.is_empty() => {
                Err(MoveError::malformed::<Self>(text, format!("write a cell, such as {example}, or `pass`")))
            }
            None => Err(MoveError::malformed::<Self>(text, format!("write a cell ({range}) or `pass`"))),
        }
    }

    fn why_illegal(&self, state: &State<B>, turn: Turn) -> String {
        if self.outcome(state).is_some() {
            return "the game is over".to_owned();
        }
        let Turn::Disc(cell) = turn else {
            let name = self.squares.name(state.moves.lowest());
            return format!("there are moves, such as {name}: only a side without one passes");
        };
        let name = self.squares.name(cell.into());
        match self.piece(state, cell.into()) {
            Piece::Hole => format!("{name} is a hole of the board"),
            Piece::Empty if state.moves.is_empty() => "no disc can be placed: write `pass`".to_owned(),
            Piece::Empty => format!("a disc on {name} would turn none"),
            _ => format!("{name} is taken"),
        }
    }

    pub(super) fn write_position(&self, state: &State<B>) -> String {
        let cell = |cell| match self.piece(state, cell) {
            Piece::Of(Side::First) => 'X',
            Piece::Of(Side::Second) => 'O',
            Piece::Hole => '#',
            _ => '_',
        };
        let side = if state.side == Side::First { 'X' } else { 'O' };
        format!("{} {side}", grid_text::write(self.board(), None, cell))
    }

    pub(super) fn read_position(&self, text: &str) -> Result<State<B>, PositionError> {
        let setup = Setup::parse(self.board().clone(), text)?;
        if setup.board != *self.board() {
            return Err(PositionError::at(0, "it has holes where this board has none"));
        }
        Ok(self.state_of(&setup))
    }
}
