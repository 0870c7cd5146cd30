//! What can be learned from a tree: the decisions of its root that were looked at often, with what the search came to
//! think of them. Poor ones are looked at on purpose, since an evaluation has to know them too.

use agon_games::amazons::{Amazons, State};
use agon_games::bits::Bits;

use super::{Tree, moved, shot};
use crate::eval::amazons::Judge;

/// A position that the search has evaluated and looked into.
#[derive(Clone, Copy, Debug)]
pub struct Seen<B> {
    /// As the evaluation saw it.
    pub state: State<B>,
    /// Whether the side that is not to move has still to shoot.
    pub has_arrow: bool,
    /// The chance of the side to move.
    pub chance: f32,
    /// The queen's cells and the arrow's, if it was shot.
    pub cells: ([u16; 2], Option<u16>),
}

impl<B: Bits> Tree<B> {
    /// The queen moves of the root that were evaluated.
    pub fn queen_moves(&self) -> Vec<[u16; 2]> {
        self.nodes[self.children(0)].iter().map(|node| node.cells).collect()
    }

    /// Looks into one queen move of the root, whatever it promises.
    pub fn look_into(&mut self, game: &Amazons<B>, judge: &Judge<B>, queen_move: [u16; 2]) -> u32 {
        let first = self.children(0).find(|&at| self.nodes[at].cells == queen_move);
        self.grow_from(game, judge, first)
    }

    /// The queen moves of the root, and the shots after them, that were looked at this often.
    pub fn seen(&self, n_visits: u32) -> Vec<Seen<B>> {
        let mut all = Vec::new();
        for queen in self.children(0) {
            let cells = self.nodes[queen].cells;
            let after = moved(&self.root, cells);
            let mut see = |at: usize, state: State<B>, arrow: Option<u16>| {
                let node = &self.nodes[at];
                if node.visits >= n_visits {
                    let chance = 1.0 - node.sum / node.visits as f32;
                    all.push(Seen { state, has_arrow: arrow.is_none(), chance, cells: (cells, arrow) });
                }
            };
            see(queen, after, None);
            for at in self.children(queen) {
                let arrow = self.nodes[at].cells[0];
                see(at, shot(after, arrow), Some(arrow));
            }
        }
        all
    }
}
