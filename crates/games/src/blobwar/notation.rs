//! Blobwar as text: `c3` duplicates, `a1c3` jumps, `0000` passes; positions are Ataxx FEN such as
//! `x5o/7/7/7/7/7/o5x x 0 1`. Boards wider than the alphabet have numbers for cells, and jumps like `93-66`.

use super::rules::{Blobwar, Hop, State};
use super::setup::Setup;
use crate::bits::Bits;
use crate::game::{Game, MoveError, Piece, PositionError};
use crate::grid_text;
use crate::side::Side;

const PASS: &str = "0000";

impl<B: Bits> Blobwar<B> {
    pub(super) fn write_move(&self, mv: Hop) -> String {
        match mv {
            Hop::Pass => PASS.to_owned(),
            Hop::Duplicate { to } => self.squares.name(to.into()),
            Hop::Jump { from, to } => {
                let mut text = self.squares.name(from.into());
                text.push_str(self.joint());
                self.squares.write(to.into(), &mut text);
                text
            }
        }
    }

    /// What stands between the cells of a jump.
    const fn joint(&self) -> &'static str {
        if self.squares.has_letters() { "" } else { "-" }
    }

    pub(super) fn read_move(&self, state: &State<B>, text: &str) -> Result<Hop, MoveError> {
        let mv = self.read_hop(text.trim())?;
        if self.is_legal(state, mv) {
            return Ok(mv);
        }
        Err(MoveError::illegal(text, self.why_illegal(state, mv)))
    }

    fn read_hop(&self, text: &str) -> Result<Hop, MoveError> {
        if text == PASS {
            return Ok(Hop::Pass);
        }
        let forms =
            if self.squares.has_letters() { "c3, a1c3 or 0000 (pass)" } else { "93, 93-66 or 0000 (pass)" };
        let malformed = |rest: &str, part: &str| {
            let reason = match rest.chars().next() {
                Some(c) => format!("expected {part} at `{}`, as in {forms}", c.escape_debug()),
                None => format!("{part} is missing, as in {forms}"),
            };
            MoveError::malformed::<Self>(text, reason)
        };
        let a_cell = format!("a cell ({})", self.squares.range());
        let (from, rest) = self.squares.read(text).ok_or_else(|| malformed(text, &a_cell))?;
        if rest.is_empty() {
            return Ok(Hop::Duplicate { to: from as u16 });
        }
        let rest = rest.strip_prefix(self.joint()).ok_or_else(|| malformed(rest, "`-`"))?;
        let (to, rest) = self.squares.read(rest).ok_or_else(|| malformed(rest, &a_cell))?;
        if !rest.is_empty() {
            return Err(malformed(rest, "nothing more"));
        }
        Ok(Hop::Jump { from: from as u16, to: to as u16 })
    }

    fn why_illegal(&self, state: &State<B>, mv: Hop) -> String {
        if self.is_over(state) {
            return "the game is over".to_owned();
        }
        if !self.can_move(state.own(), self.empty(state)) {
            return format!("no blob can move, which is a pass: {PASS}");
        }
        let to = match mv {
            Hop::Pass => return "a side that can move must".to_owned(),
            Hop::Duplicate { to } | Hop::Jump { to, .. } => usize::from(to),
        };
        let name = |cell| self.squares.name(cell);
        if let Hop::Jump { from, .. } = mv {
            match self.piece(state, from.into()) {
                Piece::Of(side) if side == state.side => {}
                Piece::Of(_) => return format!("the blob on {} is the opponent's", name(from.into())),
                _ => return format!("there is no blob on {}", name(from.into())),
            }
        }
        match self.piece(state, to) {
            Piece::Empty => {}
            Piece::Hole => return format!("{} is a hole", name(to)),
            _ => return format!("{} is not empty", name(to)),
        }
        match mv {
            Hop::Jump { from, .. } if self.topology.near(from.into()).has(to) => {
                let (from, to) = (name(from.into()), name(to));
                format!(
                    "{from} and {to} touch, which is a duplication: it is named by its landing cell, {to}"
                )
            }
            Hop::Jump { from, .. } => {
                format!("{} is not two steps from {}", name(to), name(from.into()))
            }
            _ => format!("no blob of the side to move touches {}", name(to)),
        }
    }

    pub(super) fn write_position(&self, state: &State<B>) -> String {
        let cell = |cell| match self.piece(state, cell) {
            Piece::Of(Side::First) => 'x',
            Piece::Of(Side::Second) => 'o',
            Piece::Hole => '-',
            _ => '.',
        };
        let side = if state.side == Side::First { 'x' } else { 'o' };
        let rows = grid_text::write(self.board(), Some('.'), cell);
        format!("{rows} {side} {} {}", state.quiet, state.number)
    }

    pub(super) fn read_position(&self, text: &str) -> Result<State<B>, PositionError> {
        let setup = Setup::parse(self.board().clone(), self.rules(), text)?;
        if setup.board != *self.board() {
            return Err(PositionError::at(0, "it has holes where this board has none"));
        }
        Ok(Self::state_of(&setup))
    }
}
