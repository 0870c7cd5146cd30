//! The top of the proof: a tree of proof numbers, whose leaves are handed to the threads. A leaf that a thread
//! cannot settle at its price is opened.
//!
//! CITE: L. V. Allis, M. van der Meulen, H. J. van den Herik, "Proof-number search", Artificial Intelligence 66
//! (1994).

use super::fight::Fight;
use super::proof::Child;

/// A proof that is not to be had.
const NEVER: u32 = u32::MAX / 2;
/// So much better in rating makes a proof look half as hard.
const SCALE: f32 = 12.0;
/// The effort to refute all moves is that for the hardest, and this share of that for the others.
const SHARE: u64 = 16;
/// How much harder a leaf looks while a thread is at it.
const BUSY: u32 = 4;

#[derive(Debug)]
struct Node<const S: u32> {
    fight: Fight<S>,
    parent: u32,
    /// The first child and how many there are: none in a leaf.
    first: u32,
    n: u32,
    /// The effort to prove that the side to move wins, and that it loses.
    win: u32,
    loss: u32,
    is_busy: bool,
}

/// A leaf to be settled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf<const S: u32> {
    at: u32,
    pub(super) fight: Fight<S>,
}

/// What a thread made of a leaf.
#[derive(Debug)]
pub(super) enum Found<const S: u32> {
    /// Whether the side to move wins.
    Winner(bool),
    /// Its children.
    Open(Vec<Child<S>>),
}

/// The top of the proof.
#[derive(Debug)]
pub(super) struct Front<const S: u32> {
    nodes: Vec<Node<S>>,
}

impl<const S: u32> Front<S> {
    /// A tree of a root and the positions after its moves, each with its winner if that is known.
    pub(super) fn new(moves: impl Iterator<Item = (Fight<S>, Option<bool>)>) -> Self {
        let mut nodes = vec![Node::leaf(Fight::default(), 0, 0)];
        for (fight, winner) in moves {
            let mut node = Node::leaf(fight, 0, fight.rating());
            if let Some(wins) = winner {
                node.settle(wins);
            }
            nodes.push(node);
        }
        let n = nodes.len() as u32 - 1;
        (nodes[0].first, nodes[0].n) = (1, n);
        if n == 0 {
            nodes[0].settle(false);
        }
        let mut front = Self { nodes };
        front.update(0);
        front
    }

    /// Whether the side to move at the root wins.
    pub(super) fn winner(&self) -> Option<bool> {
        self.nodes[0].winner()
    }

    /// The root's moves that are lost, for the side that makes them.
    pub(super) fn n_lost(&self) -> usize {
        self.moves().filter(|node| node.winner() == Some(true)).count()
    }

    /// The number of the move at the root that wins.
    pub(super) fn winning(&self) -> Option<usize> {
        self.moves().position(|node| node.winner() == Some(false))
    }

    fn moves(&self) -> impl Iterator<Item = &Node<S>> {
        self.nodes[1..].iter().take(self.nodes[0].n as usize)
    }

    /// The leaf that promises most, for one thread to settle; none when the others are at all that matter.
    pub(super) fn take(&mut self) -> Option<Leaf<S>> {
        let mut at = 0;
        loop {
            let node = &self.nodes[at as usize];
            if node.n == 0 {
                break;
            }
            let open = (node.first..node.first + node.n).filter(|&child| {
                let child = &self.nodes[child as usize];
                child.winner().is_none() && !child.is_busy
            });
            at = open.min_by_key(|&child| self.nodes[child as usize].loss)?;
        }
        let node = &mut self.nodes[at as usize];
        node.is_busy = true;
        node.win = node.win.saturating_mul(BUSY).min(NEVER - 1);
        node.loss = node.loss.saturating_mul(BUSY).min(NEVER - 1);
        let fight = node.fight;
        self.update(at);
        Some(Leaf { at, fight })
    }

    /// Hands a leaf back.
    pub(super) fn put(&mut self, leaf: Leaf<S>, found: Found<S>) {
        let first = self.nodes.len() as u32;
        match found {
            Found::Open(children) if !children.is_empty() => {
                let nodes = children.iter().map(|child| Node::leaf(child.fight, leaf.at, child.rating));
                self.nodes.extend(nodes);
                let node = &mut self.nodes[leaf.at as usize];
                (node.first, node.n) = (first, children.len() as u32);
            }
            found => self.nodes[leaf.at as usize].settle(matches!(found, Found::Winner(true))),
        }
        self.nodes[leaf.at as usize].is_busy = false;
        self.update(leaf.at);
    }

    /// Counts anew on the way to the root.
    fn update(&mut self, mut at: u32) {
        loop {
            let node = &self.nodes[at as usize];
            let children = &self.nodes[node.first as usize..(node.first + node.n) as usize];
            if let Some(win) = children.iter().map(|child| child.loss).min() {
                let hardest = children.iter().map(|child| child.win).max().unwrap_or(0);
                let sum: u64 = children.iter().map(|child| u64::from(child.win)).sum();
                let all = u64::from(hardest) + (sum - u64::from(hardest)) / SHARE;
                let loss = if hardest == NEVER { NEVER } else { all.min(u64::from(NEVER) - 1) as u32 };
                let node = &mut self.nodes[at as usize];
                (node.win, node.loss) = (win, loss);
            }
            if at == 0 {
                return;
            }
            at = self.nodes[at as usize].parent;
        }
    }
}

impl<const S: u32> Node<S> {
    fn leaf(fight: Fight<S>, parent: u32, rating: i32) -> Self {
        let better = (rating as f32 / SCALE).clamp(-10.0, 10.0).exp2();
        let effort = |effort: f32| (16.0 * effort).max(1.0) as u32;
        let (win, loss) = (effort(1.0 / better), effort(better));
        Self { fight, parent, first: 0, n: 0, win, loss, is_busy: false }
    }

    const fn settle(&mut self, wins: bool) {
        (self.win, self.loss) = if wins { (0, NEVER) } else { (NEVER, 0) };
    }

    const fn winner(&self) -> Option<bool> {
        match (self.win, self.loss) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}
