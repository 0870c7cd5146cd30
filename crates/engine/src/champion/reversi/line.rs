//! The line that the champion expects, read back from what its searches remember.

use agon_games::bits::Bits;
use agon_games::game::{Game, PackedMove};
use agon_games::reversi::{Reversi, State, Turn};

use super::choice::Champion;

/// A move, and what both sides are expected to play after it, as far as that is remembered.
pub(super) fn expected<B: Bits>(
    champion: &Champion,
    game: &Reversi<B>,
    state: &State<B>,
    first: Turn,
) -> Vec<PackedMove> {
    let mut line = vec![game.pack(first)];
    let mut state = game.play(state, first);
    while let Some(turn) = next(champion, game, &state) {
        line.push(game.pack(turn));
        state = game.play(&state, turn);
    }
    line
}

/// What is expected next: what must be, or was best when the position was last searched.
fn next<B: Bits>(champion: &Champion, game: &Reversi<B>, state: &State<B>) -> Option<Turn> {
    if game.outcome(state).is_some() {
        return None;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if let [only] = moves[..] {
        return Some(only);
    }
    let place = champion.best_remembered(state)?;
    moves.into_iter().find(|turn| matches!(turn, Turn::Disc(cell) if champion.place(*cell) == place))
}
