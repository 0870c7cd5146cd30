//! Othello transcripts: the cells of a game in one word, `f5d6c3...`, passes implied.

use thiserror::Error;

use super::notation::is_pass;
use super::rules::{Reversi, State, Turn};
use crate::bits::Bits;
use crate::game::{Game, MoveError};

/// A transcript that does not play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("transcript, move {number}: {error}")]
pub struct TranscriptError {
    /// The disc that cannot be placed, counted from 1.
    pub number: usize,
    /// Why it cannot.
    pub error: MoveError,
}

/// The moves of a transcript from a state on, with the passes that it leaves out, up to the pass that is due
/// after its last disc. Blanks between the cells are free, written passes too.
pub fn read<B: Bits>(game: &Reversi<B>, state: &State<B>, text: &str) -> Result<Vec<Turn>, TranscriptError> {
    let (mut state, mut turns) = (*state, Vec::new());
    let mut is_implied = pass_if_due(game, &mut state, &mut turns);
    let mut number = 1;
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let (word, after) = rest.split_at(word_length(rest));
        rest = after.trim_start();
        if is_pass(word) && std::mem::take(&mut is_implied) {
            continue;
        }
        let turn = game.parse_move(&state, word).map_err(|error| TranscriptError { number, error })?;
        state = game.play(&state, turn);
        turns.push(turn);
        is_implied = pass_if_due(game, &mut state, &mut turns);
        number += 1;
    }
    Ok(turns)
}

/// The transcript of a list of moves: discs alone.
pub fn write<B: Bits>(game: &Reversi<B>, turns: &[Turn]) -> String {
    turns.iter().filter(|&&turn| turn != Turn::Pass).map(|&turn| game.move_text(turn)).collect()
}

/// How far the first move of a text reaches: a letter and digits, or a word that means a pass.
fn word_length(text: &str) -> usize {
    let passes = [4, 2].into_iter().find(|&length| text.get(..length).is_some_and(is_pass));
    passes.unwrap_or_else(|| {
        let first = text.chars().next().map_or(0, char::len_utf8);
        let digits = text[first..].bytes().take_while(u8::is_ascii_digit).count();
        first + digits
    })
}

fn pass_if_due<B: Bits>(game: &Reversi<B>, state: &mut State<B>, turns: &mut Vec<Turn>) -> bool {
    let is_due = game.is_legal(state, Turn::Pass);
    if is_due {
        *state = game.play(state, Turn::Pass);
        turns.push(Turn::Pass);
    }
    is_due
}
