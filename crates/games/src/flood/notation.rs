//! Flood as text: a move is the digit or the name of a colour, or `-` for a pass; a position is the colour
//! of every cell, such as `1023/2310/0123/3312 0 0`.

use super::rules::{Flood, Paint, State};
use super::setup::{HOLE, Setup};
use crate::bits::Bits;
use crate::game::{Game, MoveError, Piece, PositionError};
use crate::grid_text;
use crate::nearest::suggestion;

/// What people call the colours 0 to 7.
pub const COLOUR_NAMES: [&str; 8] = ["blue", "red", "green", "yellow", "orange", "violet", "cyan", "pink"];

pub(super) fn write_move(mv: Paint) -> String {
    match mv {
        Paint::Colour(colour) => colour.to_string(),
        Paint::Pass => "-".to_owned(),
    }
}

impl<B: Bits> Flood<B> {
    pub(super) fn read_move(&self, state: &State<B>, text: &str) -> Result<Paint, MoveError> {
        let mv = self.read_paint(text)?;
        if self.is_legal(state, mv) { Ok(mv) } else { Err(MoveError::illegal(text, self.why_not(state, mv))) }
    }

    fn read_paint(&self, text: &str) -> Result<Paint, MoveError> {
        let typed = text.trim().to_lowercase();
        let colours = usize::from(self.terms().colours);
        let names = &COLOUR_NAMES[..colours];
        let by_digit = |c: char| c.to_digit(10).map(|digit| digit as usize);
        let mut chars = typed.chars();
        let colour = match (chars.next(), chars.next()) {
            (Some(digit), None) if digit.is_ascii_digit() => by_digit(digit),
            _ if typed == "-" || typed == "pass" => return Ok(Paint::Pass),
            _ => COLOUR_NAMES.iter().position(|name| *name == typed),
        };
        match colour {
            Some(colour) if colour < colours => Ok(Paint::Colour(colour as u8)),
            Some(_) => {
                let reason = format!("this board has colours 0 to {} ({})", colours - 1, names.join(", "));
                Err(MoveError::malformed::<Self>(text, reason))
            }
            None => {
                let hint = suggestion(&typed, names.iter().copied());
                let reason = format!("write a colour, 0 to {}, or `-` to pass; {hint}", colours - 1);
                Err(MoveError::malformed::<Self>(text, reason))
            }
        }
    }

    fn why_not(&self, state: &State<B>, mv: Paint) -> String {
        let (side, s, other) = (state.side, state.side.index(), (!state.side).index());
        if self.outcome(state).is_some() {
            return "the game is over".to_owned();
        }
        let Paint::Colour(colour) = mv else {
            return "under strict rules a player passes only without a colour to play".to_owned();
        };
        let name = COLOUR_NAMES[usize::from(colour)];
        let bit = 1 << colour;
        if self.terms().allowed[s] & bit == 0 {
            format!("{name} is forbidden to player {side}")
        } else if colour == state.colours[s] {
            format!("the zone of player {side} is {name} already")
        } else if state.touched[s] & bit == 0 {
            format!("no free cell of {name} touches the zone of player {side}")
        } else if state.reach[s].meets(state.zones[other]) {
            format!("{name} is the colour of the opponent, whose zone it would swallow")
        } else {
            format!("{name} is the colour of the opponent, never playable under strict rules")
        }
    }

    pub(super) fn write_position(&self, state: &State<B>) -> String {
        let cell = |cell| match self.piece(state, cell) {
            Piece::Colour(colour, _) => char::from(b'0' + colour),
            _ => '#',
        };
        format!("{} {} {}", grid_text::write(self.board(), None, cell), state.side, state.passes)
    }

    /// The state of a position of this game: what is in no zone must have the colour that it began with.
    pub(super) fn read_position(&self, text: &str) -> Result<State<B>, PositionError> {
        let setup = Setup::parse(self.board().clone(), *self.terms(), text)?;
        let zones = self.zones_of(&setup);
        let colours = setup.starts.map(|start| setup.cells[start]);
        let state = self.state(zones, colours, setup.side, setup.passes);
        let shown = |cell| match self.piece(&state, cell) {
            Piece::Colour(colour, _) => colour,
            _ => HOLE,
        };
        let wrong = (0..setup.cells.len()).find(|&cell| shown(cell) != setup.cells[cell]);
        if wrong.is_none() && !zones[0].meets(zones[1]) {
            return Ok(state);
        }
        let at = wrong.map_or(0, |cell| cell + cell / self.board().cols());
        let reason =
            "no position of this game, whose free cells keep their colours: open a game with it instead";
        Err(PositionError::at(at, reason))
    }
}

impl Paint {
    /// The name of the colour; `pass` for none.
    pub fn name(self) -> &'static str {
        match self {
            Self::Colour(colour) => COLOUR_NAMES.get(usize::from(colour)).copied().unwrap_or("?"),
            Self::Pass => "pass",
        }
    }
}
