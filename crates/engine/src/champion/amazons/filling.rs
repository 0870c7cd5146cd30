//! The end of Amazons: once no empty cell can be reached by both sides, nobody disturbs the other, and
//! whoever can make more moves wins. What counts is to waste no cell, and to keep the door shut: a queen that
//! alone keeps the other side out leaves its cell only if it shoots back at it.

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

/// Whether no empty cell can be reached by both sides as long as the queens at the doors stay there.
pub fn is_separated<B: Bits>(game: &Amazons<B>, state: &State<B>) -> bool {
    let [first, second] = state.queens.map(|queens| reached(game, state, queens));
    (first & second & state.empty).is_empty()
}

/// Looks for the longest sequence of moves of the side to move when the other side passes and is never let
/// in, region by region, in at most `n_nodes` positions of each. None when it has no move.
pub fn longest<B: Bits>(game: &Amazons<B>, state: &State<B>, n_nodes: u32) -> Option<Filling> {
    let [own, other] = [state.side, !state.side].map(|side| state.queens[side.index()]);
    let doors = game.topology().spread(reached(game, state, other));
    let mut all = None::<Filling>;
    let mut queens = own;
    while let Some(queen) = queens.cells().next() {
        let mut region = *state;
        // Queens that touch are of one region: each may go where the other stood.
        region.empty = state.empty | own;
        region.queens[state.side.index()] = own & reached(game, &region, B::cell(queen));
        region.empty = state.empty;
        queens = queens.minus(region.queens[state.side.index()]);
        let Some(filling) = Search { game, doors, left: n_nodes }.fill(&region) else { continue };
        all = Some(match all {
            None => filling,
            Some(before) => Filling {
                mv: before.mv,
                n_moves: before.n_moves + filling.n_moves,
                is_longest: before.is_longest && filling.is_longest,
            },
        });
    }
    all
}

/// The cells that the side to move can ever reach: no more moves than that are left to it, if the other side
/// reaches none of them.
pub fn room<B: Bits>(game: &Amazons<B>, state: &State<B>) -> u32 {
    (reached(game, state, state.queens[state.side.index()]) & state.empty).count()
}

/// These cells, and the empty ones that can be reached from them.
fn reached<B: Bits>(game: &Amazons<B>, state: &State<B>, from: B) -> B {
    let mut reached = from;
    loop {
        let wider = reached | game.topology().spread(reached) & state.empty;
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

struct Search<'a, B> {
    game: &'a Amazons<B>,
    /// Next to cells of the other side: if one of them becomes empty, it comes in.
    doors: B,
    left: u32,
}

impl<B: Bits> Search<'_, B> {
    /// The longest way found to go on in one region.
    fn fill(&mut self, state: &State<B>) -> Option<Filling> {
        let bound = room(self.game, state);
        let (mut best, mut all_tried) = (None::<Filling>, true);
        for (most, mv) in self.ordered(state) {
            let found = best.map_or(0, |filling| filling.n_moves);
            if most <= found {
                break;
            }
            let (below, complete) = self.moves_after(state, mv, bound.saturating_sub(1), found);
            all_tried &= complete;
            if below + 1 > found {
                best = Some(Filling { mv, n_moves: below + 1, is_longest: false });
            }
            if below + 1 >= bound || self.left == 0 {
                break;
            }
        }
        let mut filling = best?;
        filling.is_longest = filling.n_moves >= bound || (all_tried && self.left > 0);
        Some(filling)
    }

    /// The moves with the most that can come of each, itself included, the most first.
    fn ordered(&self, state: &State<B>) -> Vec<(u32, Shot)> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let mut rated: Vec<(u32, u32, Shot)> = moves
            .into_iter()
            .filter(|mv| mv.arrow == mv.from || (self.doors & B::cell(mv.from.into())).is_empty())
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
