//! A double of GRhino 0.16: it answers with GRhino's move, a hundred times sooner, and reads GRhino's weights and its
//! book from the installed package. What GRhino does was read from its source and is checked against the program itself
//! (`check`); none of its code is here. GRhino's move is a function of the position: the book if the game has followed it,
//! then a fixed depth, then a search to the end.

mod book;
pub(crate) mod check;
mod ending;
pub(crate) mod gtp;
mod parity;
mod patterns;
mod position;
mod real;
mod search;
mod table;

use agon_games::dice::Dice;

use book::Book;
use ending::{Aim, Ending};
use patterns::Patterns;
use position::Position;
use search::Search;

/// Where the package keeps its weights and its book.
const DATA: &str = "/usr/share/grhino";

/// How far GRhino looks at one of its levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Level {
    number: u32,
    /// Plies in the middle game.
    depth: u32,
    /// From how many empty cells on it looks for the result, and from how many on for the score.
    result_from: u32,
    score_from: u32,
}

impl Level {
    /// Its highest level.
    pub(crate) const FULL: Level = Level { number: 5, depth: 10, result_from: 20, score_from: 18 };

    /// The level of this number, 1 to 5.
    pub(crate) fn of(number: u32) -> Option<Self> {
        let result_from = *[6, 8, 12, 16, 20].get(number.checked_sub(1)? as usize)?;
        Some(Self { number, depth: 2 * number, result_from, score_from: result_from - 2 })
    }
}

/// A game so far.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    position: Position,
    /// The cells of all moves; none when the game did not begin at the start or somebody had to pass, which ends the book.
    moves: Option<Vec<u32>>,
}

impl Game {
    fn start() -> Self {
        Self { position: Position::start(), moves: Some(Vec::new()) }
    }

    /// A game that begins here.
    fn from(position: Position) -> Self {
        Self { position, moves: None }
    }

    /// Plays a move that is legal, and the pass after it if there is one.
    fn play(&mut self, cell: u32) {
        self.position = self.position.after(cell);
        self.moves.iter_mut().for_each(|moves| moves.push(cell));
        if self.position.moves() == 0 && !self.position.is_over() {
            (self.position, self.moves) = (self.position.passed(), None);
        }
    }
}

/// What chooses GRhino's moves.
pub(crate) struct Double {
    level: Level,
    book: Book,
    search: Search,
    ending: Ending,
    /// Draws from the book.
    dice: Dice,
}

impl Double {
    pub(crate) fn load(level: Level, seed: u64) -> Result<Self, String> {
        let (book, search) = (Book::load()?, Search::new(Patterns::load()?));
        Ok(Self { level, book, search, ending: Ending::new(), dice: Dice::new(seed) })
    }

    /// GRhino's move; none when the game is over.
    pub(crate) fn choose(&mut self, game: &Game) -> Option<u32> {
        let n_empty = game.position.n_empty();
        if n_empty <= self.level.result_from {
            let aim = if n_empty <= self.level.score_from { Aim::Score } else { Aim::Result };
            return self.ending.best(game.position, aim);
        }
        let known = game.moves.as_ref().and_then(|moves| self.book.choose(moves, &mut self.dice));
        known.or_else(|| self.search.best(game.position, self.level.depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_grhinos() {
        assert_eq!(Level::of(5), Some(Level::FULL));
        assert_eq!(Level::of(1), Some(Level { number: 1, depth: 2, result_from: 6, score_from: 4 }));
        assert_eq!([Level::of(0), Level::of(6)], [None, None]);
    }
}
