//! The tree of a Monte-Carlo search: nodes in one list, the children of a node side by side. What the choice among
//! them needs lies in lists of its own, so that several children are weighed at once: in Amazons there are thousands.

use agon_games::dice::Dice;
use agon_games::game::Game;

/// A position in the tree, seen by the side that moved into it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub(super) mv: M,
    pub(super) visits: u32,
    first: u32,
    n_children: u32,
    /// Children that were visited; the others follow them.
    pub(super) n_tried: u32,
    pub(super) proven: Proven,
    /// Whether the children are not all the legal moves.
    is_pruned: bool,
}

/// What is certain about a position, for the side that moved into it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Proven {
    Unknown,
    Loss,
    Draw,
    Win,
}

impl Proven {
    /// From the part of the game that was won.
    pub(super) fn of_part(part_won: f32) -> Self {
        match part_won {
            part if part > 0.75 => Self::Win,
            part if part < 0.25 => Self::Loss,
            _ => Self::Draw,
        }
    }

    /// What part of the game it is worth; none when nothing is certain.
    pub(super) const fn part_won(self) -> Option<f32> {
        match self {
            Self::Unknown => None,
            Self::Loss => Some(0.0),
            Self::Draw => Some(0.5),
            Self::Win => Some(1.0),
        }
    }
}

/// A tree whose root is a position of the game.
#[derive(Clone, Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) state: G::State,
    nodes: Vec<Node<G::Move>>,
    /// The mean of what came of each: 1 is a win of the side that moved here. [`LOST`] when that is certain.
    means: Vec<f32>,
    /// How uncertain each mean still is: the inverse root of its visits.
    widths: Vec<f32>,
    n_most: usize,
}

/// Instead of its mean, for a move that surely loses: it is followed only when there is no other.
const LOST: f32 = -10.0;
/// The mean of a node that was never visited.
const FRESH: (f32, f32) = (0.5, 1.0);
/// Children that are weighed side by side, and how many of them in one register.
const BLOCK: usize = 64;
const LANES: usize = 8;

pub(super) const ROOT: u32 = 0;

impl<G: Game> Tree<G> {
    /// A tree of one node, which may grow to so many bytes.
    pub(super) fn new(state: G::State, any_move: G::Move, n_bytes: usize) -> Self {
        let n_most = n_bytes / (size_of::<Node<G::Move>>() + size_of_val(&FRESH));
        Self::of_node(state, Node::fresh(any_move), FRESH, n_most)
    }

    fn of_node(state: G::State, node: Node<G::Move>, (mean, width): (f32, f32), n_most: usize) -> Self {
        Self { state, nodes: vec![node], means: vec![mean], widths: vec![width], n_most }
    }

    pub(super) fn node(&self, at: u32) -> &Node<G::Move> {
        &self.nodes[at as usize]
    }

    pub(super) fn node_mut(&mut self, at: u32) -> &mut Node<G::Move> {
        &mut self.nodes[at as usize]
    }

    /// The children of a node.
    #[inline(always)]
    pub(super) fn children(&self, at: u32) -> &[Node<G::Move>] {
        let node = &self.nodes[at as usize];
        &self.nodes[node.first as usize..(node.first + node.n_children) as usize]
    }

    /// The index of a node's n-th child.
    #[inline(always)]
    pub(super) fn child(&self, at: u32, n: u32) -> u32 {
        self.nodes[at as usize].first + n
    }

    /// Whether the node has no children yet.
    #[inline(always)]
    pub(super) fn is_leaf(&self, at: u32) -> bool {
        self.nodes[at as usize].n_children == 0
    }

    /// Whether so many more nodes may be made.
    pub(super) fn has_room(&self, n: usize) -> bool {
        self.nodes.len() + n <= self.n_most
    }

    /// Gives a leaf its children; with a promise for each they count as visited once.
    pub(super) fn expand(&mut self, at: u32, moves: &[G::Move], promises: Option<&[f32]>, is_pruned: bool) {
        let first = self.nodes.len() as u32;
        let visits = u32::from(promises.is_some());
        self.nodes.extend(moves.iter().map(|&mv| Node { visits, ..Node::fresh(mv) }));
        match promises {
            None => self.means.resize(self.nodes.len(), FRESH.0),
            Some(promises) => self.means.extend_from_slice(promises),
        }
        self.widths.resize(self.nodes.len(), FRESH.1);
        let node = &mut self.nodes[at as usize];
        (node.first, node.n_children, node.is_pruned) = (first, moves.len() as u32, is_pruned);
        node.n_tried = if promises.is_some() { moves.len() as u32 } else { 0 };
    }

    /// The mean of what came of a node, for the side that moved into it.
    #[inline(always)]
    pub(super) fn mean(&self, at: u32) -> f32 {
        self.means[at as usize].max(0.0)
    }

    /// Takes one more result of a node into its mean.
    #[inline(always)]
    pub(super) fn learn(&mut self, at: u32, part_won: f32) {
        let node = &mut self.nodes[at as usize];
        node.visits += 1;
        let visits = node.visits as f32;
        let mean = &mut self.means[at as usize];
        *mean = if node.proven == Proven::Loss { LOST } else { *mean + (part_won - *mean) / visits };
        self.widths[at as usize] = 1.0 / visits.sqrt();
    }

    /// Of the first `n_open` children, all of them visited, the one with the highest upper bound: its mean and
    /// `spread` times its width. The first of equals.
    #[inline(always)]
    pub(super) fn most_promising(&self, at: u32, n_open: usize, spread: f32) -> u32 {
        let first = self.nodes[at as usize].first as usize;
        let (means, widths) = (&self.means[first..first + n_open], &self.widths[first..first + n_open]);
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        for (n, (means, widths)) in means.chunks(BLOCK).zip(widths.chunks(BLOCK)).enumerate() {
            let highest = highest_bound(means, widths, spread);
            if highest > most {
                (best, most) = (n * BLOCK, highest);
            }
        }
        let bounds = means[best..].iter().zip(&widths[best..]).map(|(mean, width)| mean + spread * width);
        let inside = bounds.take(BLOCK).position(|bound| bound >= most).unwrap_or(0);
        (first + best + inside) as u32
    }

    /// A child that was never visited, drawn by lot among all of them.
    #[inline(always)]
    pub(super) fn try_next(&mut self, at: u32, dice: &mut Dice) -> u32 {
        let node = &mut self.nodes[at as usize];
        let next = node.first + node.n_tried;
        let lot = next + dice.below(node.n_children - node.n_tried);
        node.n_tried += 1;
        self.nodes.swap(next as usize, lot as usize);
        next
    }

    /// What is certain about a node because of its children: one that wins for the side to move is enough to
    /// lose for the side that moved here; otherwise all must be certain.
    pub(super) fn conclude(&mut self, at: u32) -> bool {
        let children = self.children(at);
        let best = if children.iter().any(|child| child.proven == Proven::Win) {
            Proven::Loss
        } else if self.node(at).is_pruned || children.iter().any(|child| child.proven == Proven::Unknown) {
            return false;
        } else if children.iter().any(|child| child.proven == Proven::Draw) {
            Proven::Draw
        } else {
            Proven::Win
        };
        self.node_mut(at).proven = best;
        if let Some(part_won) = best.part_won() {
            self.means[at as usize] = if best == Proven::Loss { LOST } else { part_won };
        }
        true
    }

    /// The tree below a position reached in at most two plies from the root, if it has been there; an empty
    /// tree otherwise.
    pub(super) fn reroot(&self, game: &G, state: &G::State, any_move: G::Move) -> Self {
        let found = self.find(game, &self.state, ROOT, state, 2);
        let Some(at) = found else {
            return Self::of_node(*state, Node::fresh(any_move), FRESH, self.n_most);
        };
        let worth = (self.means[at as usize], self.widths[at as usize]);
        let mut tree = Self::of_node(*state, *self.node(at), worth, self.n_most);
        tree.copy_children(self, ROOT);
        tree
    }

    fn find(&self, game: &G, from: &G::State, at: u32, state: &G::State, n_plies: u32) -> Option<u32> {
        if from == state {
            return Some(at);
        }
        if n_plies == 0 {
            return None;
        }
        let children = self.children(at).iter().enumerate().filter(|(_, child)| child.visits > 0);
        let mut found = children.filter_map(|(n, child)| {
            let after = game.play(from, child.mv);
            self.find(game, &after, self.child(at, n as u32), state, n_plies - 1)
        });
        found.next()
    }

    /// Copies what lies below a node whose children are still those of another tree.
    fn copy_children(&mut self, from: &Self, at: u32) {
        let mut next = at;
        while (next as usize) < self.nodes.len() {
            let node = self.nodes[next as usize];
            let first = self.nodes.len() as u32;
            let old = node.first as usize..(node.first + node.n_children) as usize;
            self.nodes.extend_from_slice(&from.nodes[old.clone()]);
            self.means.extend_from_slice(&from.means[old.clone()]);
            self.widths.extend_from_slice(&from.widths[old]);
            self.nodes[next as usize].first = first;
            next += 1;
        }
    }
}

impl<M> Node<M> {
    const fn fresh(mv: M) -> Self {
        Self { mv, visits: 0, first: 0, n_children: 0, n_tried: 0, proven: Proven::Unknown, is_pruned: false }
    }
}

/// The highest of the upper bounds, many at a time.
#[inline(always)]
fn highest_bound(means: &[f32], widths: &[f32], spread: f32) -> f32 {
    let higher = |a: f32, b: f32| if a > b { a } else { b };
    let (means, last_means) = means.as_chunks::<LANES>();
    let (widths, last_widths) = widths.as_chunks::<LANES>();
    let mut lanes = [f32::NEG_INFINITY; LANES];
    for (means, widths) in means.iter().zip(widths) {
        for lane in 0..LANES {
            lanes[lane] = higher(means[lane] + spread * widths[lane], lanes[lane]);
        }
    }
    let rest = last_means.iter().zip(last_widths).map(|(mean, width)| mean + spread * width);
    lanes.into_iter().chain(rest).fold(f32::NEG_INFINITY, higher)
}
