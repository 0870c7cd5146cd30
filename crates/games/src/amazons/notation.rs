//! Amazons as text: moves such as `d1-g4/d7`, positions such as `3q2q3/10/.../3Q2Q3 w`.

use super::rules::{Amazons, Shot, State};
use super::setup::Setup;
use crate::bits::Bits;
use crate::game::{Game, MoveError, Piece, PositionError};
use crate::grid_text;
use crate::side::Side;

impl<B: Bits> Amazons<B> {
    pub(super) fn write_move(&self, mv: Shot) -> String {
        let mut text = String::with_capacity(12);
        self.squares.write(mv.from.into(), &mut text);
        text.push('-');
        self.squares.write(mv.to.into(), &mut text);
        text.push('/');
        self.squares.write(mv.arrow.into(), &mut text);
        text
    }

    pub(super) fn read_move(&self, state: &State<B>, text: &str) -> Result<Shot, MoveError> {
        let [from, to, arrow] = self.read_cells(text.trim())?;
        let mv = Shot { from: from as u16, to: to as u16, arrow: arrow as u16 };
        if self.is_legal(state, mv) {
            return Ok(mv);
        }
        Err(MoveError::illegal(text, self.why_illegal(state, from, to, arrow)))
    }

    fn read_cells(&self, text: &str) -> Result<[usize; 3], MoveError> {
        let form = if self.squares.has_letters() { "d1-g4/d7" } else { "93-66/36" };
        let malformed = |part: &str, rest: &str| {
            let reason = match rest.chars().next() {
                Some(c) => format!("expected {part} at `{}`, as in {form}", c.escape_debug()),
                None => format!("{part} is missing, as in {form}"),
            };
            MoveError::malformed::<Self>(text, reason)
        };
        let range = self.squares.range();
        let cell =
            |rest| self.squares.read(rest).ok_or_else(|| malformed(&format!("a cell ({range})"), rest));
        let mark = |rest: &'_ str, c: char| -> Result<usize, MoveError> {
            if rest.starts_with(c) { Ok(1) } else { Err(malformed(&format!("`{c}`"), rest)) }
        };
        let (from, rest) = cell(text)?;
        let (to, rest) = cell(&rest[mark(rest, '-')?..])?;
        let (arrow, rest) = cell(&rest[mark(rest, '/')?..])?;
        if rest.is_empty() { Ok([from, to, arrow]) } else { Err(malformed("nothing more", rest)) }
    }

    fn why_illegal(&self, state: &State<B>, from: usize, to: usize, arrow: usize) -> String {
        let name = |cell| self.squares.name(cell);
        if !self.can_move(state, state.side) {
            return "the game is over".to_owned();
        }
        match self.piece(state, from) {
            Piece::Of(side) if side == state.side => {}
            Piece::Of(_) => return format!("the queen on {} is the opponent's", name(from)),
            _ => return format!("there is no queen on {}", name(from)),
        }
        if !self.targets(state, from).has(to) {
            return format!("the queen on {} cannot reach {}", name(from), name(to));
        }
        format!("from {} no arrow reaches {}", name(to), name(arrow))
    }

    pub(super) fn write_position(&self, state: &State<B>) -> String {
        let cell = |cell| match self.piece(state, cell) {
            Piece::Of(Side::First) => 'Q',
            Piece::Of(Side::Second) => 'q',
            Piece::Hole => '#',
            Piece::Empty => '.',
            Piece::Arrow | Piece::Colour(..) => '*',
        };
        let side = if state.side == Side::First { 'w' } else { 'b' };
        format!("{} {side}", grid_text::write(self.board(), Some('.'), cell))
    }

    pub(super) fn read_position(&self, text: &str) -> Result<State<B>, PositionError> {
        let setup = Setup::parse(self.board().clone(), text)?;
        if setup.board != *self.board() {
            return Err(PositionError::at(0, "it has holes where this board has none"));
        }
        Ok(self.state_of(&setup))
    }
}
