//! Positions that are turns or reflections of each other share one entry of the table: its key is the
//! smallest hash among them, and its moves are seen from there.

use agon_games::game::Game;

/// The symmetries of a board, each with its inverse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries {
    inverse: Vec<usize>,
}

impl Symmetries {
    /// The symmetries of a game; none when there is only the identity.
    pub fn of<G: Game>(game: &G) -> Option<Self> {
        let all = game.symmetries();
        let n_cells = game.board().n_cells();
        let undoes = |a: usize, b: usize| (0..n_cells).all(|cell| all[b].cell(all[a].cell(cell)) == cell);
        let inverse: Option<Vec<usize>> =
            (0..all.len()).map(|a| (0..all.len()).find(|&b| undoes(a, b))).collect();
        Some(Self { inverse: inverse? }).filter(|_| all.len() > 1)
    }

    /// The smallest hash among the turned positions, and which symmetry leads to it.
    pub(super) fn key<G: Game>(&self, game: &G, state: &G::State) -> (u64, usize) {
        let turns = game.symmetries().iter().enumerate().skip(1);
        let others = turns.map(|(turn, symmetry)| (game.hash(&game.turned(state, symmetry)), turn));
        others.fold((game.hash(state), 0), Ord::min)
    }

    pub(super) fn turned<G: Game>(&self, game: &G, mv: G::Move, turn: usize) -> G::Move {
        game.turned_move(mv, &game.symmetries()[turn])
    }

    pub(super) fn turned_back<G: Game>(&self, game: &G, mv: G::Move, turn: usize) -> G::Move {
        game.turned_move(mv, &game.symmetries()[self.inverse[turn]])
    }
}
