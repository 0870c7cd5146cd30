//! Counting lines of play: the plain way that any game has, against which faster ways are checked.

use crate::game::Game;

/// Lines of exactly `depth` plies: a pass is a ply, a game that ends sooner counts nothing. The last ply is
/// counted without being played.
pub fn count<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let mut stack = vec![Vec::new(); depth.saturating_sub(1) as usize];
    descend(game, state, &mut stack)
}

fn descend<G: Game>(game: &G, state: &G::State, stack: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, deeper)) = stack.split_first_mut() else { return game.n_moves(state) };
    moves.clear();
    game.moves(state, moves);
    moves.iter().map(|&mv| descend(game, &game.play(state, mv), deeper)).sum()
}
