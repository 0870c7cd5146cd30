//! A tree that has grown too large for its memory forgets what lies below the nodes that were looked at least, and
//! grows on: they keep what was found, and are looked into anew if they are ever chosen again.

use agon_games::bits::Bits;

use super::{Node, Tree};

impl<B: Bits> Tree<B> {
    /// Makes room until at most so many nodes are left, if the root and its children are not already more. Takes
    /// hardly any memory of its own.
    pub fn thin_out(&mut self, most: usize) {
        let mut least = 1;
        loop {
            let mut blocks = self.blocks(least);
            let n_left = 1 + blocks.iter().map(|&(_, n)| n as usize).sum::<usize>();
            if n_left <= most || least > self.nodes[0].visits / 2 {
                self.keep(&mut blocks, least);
                return;
            }
            least *= 2;
        }
    }

    /// Where the children of nodes begin that were looked at this often, and how many they are.
    fn blocks(&self, least: u32) -> Vec<(u32, u16)> {
        let block = |node: &Node| (node.children, node.n_children);
        let is_kept = |node: &&Node| node.children != 0 && node.visits >= least;
        let mut blocks: Vec<_> = self.nodes[..1].iter().filter(is_kept).map(block).collect();
        let mut next = 0;
        while let Some(&(first, n)) = blocks.get(next) {
            let all = first as usize..first as usize + n as usize;
            blocks.extend(self.nodes[all].iter().filter(is_kept).map(block));
            next += 1;
        }
        blocks
    }

    /// Moves these blocks together, in the order they lie in, and forgets the others.
    fn keep(&mut self, blocks: &mut [(u32, u16)], least: u32) {
        blocks.sort_unstable();
        let starts: Vec<u32> = blocks
            .iter()
            .scan(1, |end, &(_, n)| {
                *end += u32::from(n);
                Some(*end - u32::from(n))
            })
            .collect();
        for (&(from, n), &to) in blocks.iter().zip(&starts) {
            let from = from as usize;
            self.nodes.copy_within(from..from + n as usize, to as usize);
        }
        let n_left = 1 + blocks.iter().map(|&(_, n)| n as usize).sum::<usize>();
        self.nodes.truncate(n_left);
        for node in self.nodes.iter_mut().filter(|node| node.children != 0) {
            match blocks.binary_search_by_key(&node.children, |block| block.0) {
                Ok(at) if node.visits >= least => node.children = starts[at],
                _ => (node.children, node.n_children, node.n_tried, node.is_partial) = (0, 0, 0, false),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_games::catalog::{AnyGame, Table};
    use agon_games::game::Game;

    use super::*;
    use crate::champion::amazons::tree::Taste;
    use crate::eval::amazons::Judge;

    #[test]
    fn a_thinned_tree_keeps_what_it_found_and_grows_on() {
        let table = Table::open("amazons/6", None).unwrap();
        let AnyGame::Amazons64(game) = table.game() else { panic!("a board of 36 cells") };
        let judge = Judge::new(game);
        let mut tree = Tree::new(game.start(), Taste::default());
        for round in 0..4 {
            while tree.len() < 20_000 {
                tree.grow(game, &judge);
            }
            let (visits, chance, line) = (tree.n_visits(), tree.chance(), tree.line());
            tree.thin_out(10_000);
            assert!(tree.len() <= 10_000, "{} nodes left in round {round}", tree.len());
            assert_eq!((tree.n_visits(), tree.chance()), (visits, chance));
            let left = tree.line();
            assert!(!left.is_empty() && line.starts_with(&left));
            for at in 0..tree.len() {
                let children = tree.children(at);
                assert!(children.end <= tree.len());
                let n_visits: u32 = tree.nodes[children].iter().map(|child| child.visits).sum();
                assert!(n_visits <= tree.nodes[at].visits);
            }
        }
    }
}
