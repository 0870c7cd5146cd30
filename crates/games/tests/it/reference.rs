//! The fast rules against slow ones written straight from the rules of each game: grids of characters, no
//! bitboards, nothing shared. They must agree on the moves, on what each move makes of the position, and on
//! when and how a game ends, in random games on boards of every shape and width of word.

mod amazons;
mod blobwar;
mod flood;
pub(crate) mod reversi;

use agon_games::catalog::{Position, Table};
use agon_games::dice::Dice;

/// The rules of a game as a person would apply them to a position text.
trait Slow: Sized {
    /// The position of a text; `wraps` says whether the board is a torus.
    fn read(text: &str, wraps: bool) -> Self;
    /// Every legal move as text, in any order; none when the game is over.
    fn moves(&self) -> Vec<String>;
    /// The position text after one of the moves.
    fn after(&self, mv: &str) -> String;
    /// When the game is over: the winner's number, or none for a draw.
    fn ending(&self) -> Option<Option<usize>>;
}

/// Plays random games and compares. On large boards only one ply in `stride` is looked at.
fn check<S: Slow>(spec: &str, games: u64, stride: u32) {
    let table = Table::open(spec, None).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let wraps = table.board().wraps();
    for seed in 0..games {
        let mut dice = Dice::new(seed);
        let mut position = table.start();
        loop {
            let is_over = position.outcome().is_some();
            if is_over || dice.below(stride) == 0 {
                let text = position.text();
                compare(&position, &S::read(&text, wraps), &mut dice, &format!("{spec} seed {seed}: {text}"));
            }
            if is_over {
                break;
            }
            let mv = position.random_move(&mut dice);
            assert!(position.play(mv), "{spec} seed {seed}: a random move is legal");
        }
    }
}

fn compare<S: Slow>(fast: &Position, slow: &S, dice: &mut Dice, context: &str) {
    let ending = fast.outcome().map(|outcome| outcome.winner().map(|side| side.index()));
    assert_eq!(ending, slow.ending(), "{context}: ending");
    let packed = fast.moves();
    let mut moves: Vec<String> = packed.iter().map(|&mv| fast.move_text(mv)).collect();
    let mut expected = slow.moves();
    assert_eq!(fast.n_moves(), expected.len() as u64, "{context}: number of moves");
    moves.sort_unstable();
    expected.sort_unstable();
    assert_eq!(moves, expected, "{context}: moves");
    for _ in 0..3.min(packed.len()) {
        let mv = packed[dice.below(packed.len() as u32) as usize];
        let text = fast.move_text(mv);
        let mut next = fast.clone();
        assert!(next.play(mv), "{context}: {text}");
        assert_eq!(next.text(), slow.after(&text), "{context}: after {text}");
    }
}
