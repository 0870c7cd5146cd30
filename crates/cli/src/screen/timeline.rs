//! The moves of a game and the position after each, with a place to look at that need not be the last.

use agon_games::catalog::{Position, Table};
use agon_games::game::{PackedMove, Trace};

/// The course of a game so far.
pub struct Timeline {
    positions: Vec<Position>,
    moves: Vec<PackedMove>,
    /// What a side said about the position after so many moves, for the first side.
    pub scores: Vec<Option<f64>>,
    /// How many moves have been played where one looks; none follows the game.
    at: Option<usize>,
}

impl Timeline {
    /// A game that has not begun.
    pub fn new(table: &Table) -> Self {
        Self { positions: vec![table.start()], moves: Vec::new(), scores: vec![None], at: None }
    }

    /// Makes the moves those of `history`, which may have been taken back.
    pub fn follow(&mut self, history: &[PackedMove]) {
        let same = self.moves.iter().zip(history).take_while(|(one, other)| one == other).count();
        self.moves.truncate(same);
        self.positions.truncate(same + 1);
        self.scores.truncate(same + 1);
        for &mv in &history[same..] {
            self.push(mv);
        }
        if self.at.is_some_and(|at| at >= self.moves.len()) {
            self.at = None;
        }
    }

    /// Adds a move; one that is not legal is left out.
    pub fn push(&mut self, mv: PackedMove) {
        let mut position = self.latest().clone();
        if position.play(mv) {
            self.positions.push(position);
            self.moves.push(mv);
            self.scores.push(None);
        }
    }

    /// The position now.
    pub fn latest(&self) -> &Position {
        self.positions.last().expect("there is always the start")
    }

    /// The position looked at.
    pub fn seen(&self) -> &Position {
        &self.positions[self.place()]
    }

    /// How many moves led to the position looked at.
    pub fn place(&self) -> usize {
        self.at.unwrap_or(self.moves.len())
    }

    /// Whether one looks at the position now.
    pub const fn is_live(&self) -> bool {
        self.at.is_none()
    }

    /// How many moves were played.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The cells of the move that led to the position looked at.
    pub fn last_trace(&self) -> Option<Trace> {
        let before = self.place().checked_sub(1)?;
        Some(self.positions[before].trace(self.moves[before]))
    }

    /// The text of a move.
    pub fn text(&self, number: usize) -> String {
        self.positions[number].move_text(self.moves[number])
    }

    /// Looks elsewhere, so many moves on or back.
    pub fn step(&mut self, by: isize) {
        let place = self.place().saturating_add_signed(by);
        self.at = (place < self.moves.len()).then_some(place);
    }

    /// Looks at the start.
    pub fn rewind(&mut self) {
        self.at = (!self.moves.is_empty()).then_some(0);
    }

    /// Looks at the game as it goes on.
    pub fn catch_up(&mut self) {
        self.at = None;
    }
}
