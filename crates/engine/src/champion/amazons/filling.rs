//! The end of Amazons: once no empty cell can be reached by both sides, nobody disturbs the other, and
//! whoever can make more moves wins. What counts is to waste no cell: every move should leave as many moves
//! as there are cells left.

use agon_games::amazons::{Amazons, Shot, State};
use agon_games::bits::Bits;
use agon_games::game::Game;

/// The longest way found to go on alone.
#[derive(Clone, Copy, Debug)]
pub struct Filling {
    /// The first move of it.
    pub mv: Shot,
    /// How many moves it lasts.
    pub n_moves: u32,
    /// Whether none can last longer.
    pub is_longest: bool,
}

/// Looks for the longest sequence of moves of the side to move when the other side passes, in at most
/// `n_nodes` positions. None when it has no move.
pub fn longest<B: Bits>(game: &Amazons<B>, state: &State<B>, n_nodes: u32) -> Option<Filling> {
    let bound = room(game, state);
    let mut search = Search { game, left: n_nodes };
    let (mut best, mut all_tried) = (None::<Filling>, true);
    for (most, mv) in search.ordered(state) {
        let found = best.map_or(0, |filling| filling.n_moves);
        if most <= found {
            break;
        }
        let (below, complete) = search.moves_after(state, mv, bound.saturating_sub(1), found);
        all_tried &= complete;
        if below + 1 > found {
            best = Some(Filling { mv, n_moves: below + 1, is_longest: false });
        }
        if below + 1 >= bound || search.left == 0 {
            break;
        }
    }
    let mut filling = best?;
    filling.is_longest = filling.n_moves >= bound || (all_tried && search.left > 0);
    Some(filling)
}

/// The cells that the side to move can ever reach: no more moves than that are left to it, if the other side
/// reaches none of them.
pub fn room<B: Bits>(game: &Amazons<B>, state: &State<B>) -> u32 {
    let mut reached = state.queens[state.side.index()];
    loop {
        let wider = reached | game.topology().spread(reached) & state.empty;
        if wider == reached {
            return (reached & state.empty).count();
        }
        reached = wider;
    }
}

struct Search<'a, B> {
    game: &'a Amazons<B>,
    left: u32,
}

impl<B: Bits> Search<'_, B> {
    /// The moves with the most that can come of each, itself included, the most first.
    fn ordered(&self, state: &State<B>) -> Vec<(u32, Shot)> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut rated: Vec<(u32, u32, Shot)> = moves
            .into_iter()
            .map(|mv| {
                let next = self.alone(state, mv);
                // Among equals, shots into corners first: cells with few free neighbours are lost soonest.
                let free = self.game.topology().near(mv.arrow.into()) & next.empty;
                (1 + room(self.game, &next), 8 - free.count().min(8), mv)
            })
            .collect();
        rated.sort_by_key(|&(most, corner, _)| std::cmp::Reverse((most, corner)));
        rated.into_iter().map(|(most, _, mv)| (most, mv)).collect()
    }

    /// How many moves can follow a move, and whether that is certain: at most `enough` are looked for, and
    /// fewer than `needed` are of no use.
    fn moves_after(&mut self, state: &State<B>, mv: Shot, enough: u32, needed: u32) -> (u32, bool) {
        if self.left == 0 {
            return (0, false);
        }
        self.left -= 1;
        let next = self.alone(state, mv);
        let (mut best, mut certain) = (0, true);
        for (most, mv) in self.ordered(&next) {
            let needed = needed.max(best + 1);
            if most < needed || best >= enough {
                break;
            }
            let (below, sure) = self.moves_after(&next, mv, enough.saturating_sub(1), needed - 1);
            certain &= sure;
            best = best.max(below + 1);
        }
        (best, certain || best >= enough)
    }

    /// After a move that the other side answers with a pass.
    fn alone(&self, state: &State<B>, mv: Shot) -> State<B> {
        let mut next = self.game.play(state, mv);
        next.side = state.side;
        next
    }
}
