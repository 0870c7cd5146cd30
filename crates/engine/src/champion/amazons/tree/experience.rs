//! What the tree learns about its own evaluation: where a decision was looked into, how much better or worse it turned
//! out than it looked. The same queen move, or the same shot, elsewhere in the tree is likely to be misjudged in the
//! same way, and begins with that added; what was evaluated before and not looked at yet is told of it later.

use agon_games::bits::Bits;
use agon_games::side::Side;

use super::{Taste, Tree, share_attention, step};
use crate::champion::amazons::habits::Step;

/// A decision has turned out some way when it was looked at so often, and again whenever that number has doubled. With
/// more at first, only decisions that keep promising much would count.
const FIRST_NOTED: u32 = 2;
/// No surprise is larger, in log-odds.
const LARGEST: f32 = 2.0;

impl<B: Bits> Tree<B> {
    /// What is added to the evaluation of a decision.
    #[inline]
    pub(super) fn experience(&self, side: Side, step: Step) -> f32 {
        if self.taste.experience == 0.0 {
            return 0.0;
        }
        self.taste.experience * self.habits.surprise(side, step)
    }

    /// Whether what was found since a node was expanded is to be taken into account now.
    #[inline]
    pub(super) fn is_to_begin_afresh(&self, at: usize) -> bool {
        let (Taste { afresh, experience, .. }, visits) = (self.taste, self.nodes[at].visits);
        visits.is_power_of_two() && visits >= afresh && afresh > 0 && experience != 0.0
    }

    /// What the children of a node promise by what is known now, where they were not looked at, and the shares of
    /// attention of all of them.
    pub(super) fn begin_afresh(&mut self, at: usize, side: Side, queen: Option<[u16; 2]>) {
        let all = self.children(at);
        for child in all.clone() {
            let node = self.nodes[child];
            let odds = node.evaluated + self.experience(side, step(queen, node.cells));
            self.nodes[child].prior = odds;
            if node.visits == 0 {
                self.nodes[child].odds = odds;
            }
        }
        share_attention(&mut self.nodes[all], self.taste.breadth);
        self.bring_best(at);
    }

    /// Takes note of how the decisions on the way to the last leaf have turned out so far.
    pub(super) fn note_surprises(&mut self) {
        if self.taste.experience == 0.0 {
            return;
        }
        let (mut side, mut queen) = (self.root.side, None);
        for depth in 1..self.path.len() {
            let node = self.nodes[self.path[depth] as usize];
            if node.visits < FIRST_NOTED {
                return;
            }
            if node.visits.is_power_of_two() {
                let chance = (node.sum / node.visits as f32).clamp(0.01, 0.99);
                let gain = if node.has_arrow() { self.arrow_gain } else { 0.0 };
                let surprise = (chance / (1.0 - chance)).ln() - (node.odds + gain);
                self.habits.note_surprise(side, step(queen, node.cells), surprise.clamp(-LARGEST, LARGEST));
            }
            if queen.take().is_some() {
                side = !side;
            } else {
                queen = Some(node.cells);
            }
        }
    }
}
