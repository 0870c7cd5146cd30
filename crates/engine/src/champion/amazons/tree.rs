//! The search tree of the champion. A move is two decisions, first the queen, then the arrow, so that a
//! node has tens of children instead of thousands. Children are evaluated when a node is expanded, first those
//! that were good elsewhere, and the win they promise guides which of them are looked at again. No random playouts.
//!
//! CITE: J. Kloetzer, "Monte-Carlo techniques: applications to the game of the Amazons" (2010), for
//! evaluation in place of playouts; C. Rosin, "Multi-armed bandits with episode context" (2011), for the
//! rule of selection.

mod experience;
mod lessons;
mod thinning;

use agon_games::amazons::{Amazons, Shot, State};
use agon_games::bits::Bits;

pub use lessons::Seen;

use super::habits::{Habits, Step};
use crate::eval::amazons::Judge;

/// What the search does differently from board to board; found by matches, see `docs/champions/amazons.md`.
#[derive(Clone, Copy, Debug)]
pub struct Taste {
    /// How much a child that was looked at little is worth looking at.
    pub curiosity: f32,
    /// How flat the first guess at the best child is, in log-odds.
    pub breadth: f32,
    /// How much less than its evaluation a child promises before it is looked at.
    pub doubt: f32,
    /// The part of its children that a node evaluates at first, those that were good elsewhere.
    pub first_look: f32,
    /// It evaluates no fewer than this.
    pub least_look: usize,
    /// From so many visits on it evaluates all.
    pub full_look: u32,
    /// What an arrow is taken to add to the log-odds of its side until the tree has learned it.
    pub arrow_gain: f32,
    /// How much of what searches found amiss with the evaluation of a decision elsewhere is added to it.
    pub experience: f32,
    /// From so many visits on, and whenever they have doubled, a node takes what was found since it was expanded into
    /// account as well; never, if 0.
    pub afresh: u32,
}

impl Default for Taste {
    fn default() -> Self {
        Self {
            curiosity: 0.45,
            breadth: 0.5,
            doubt: 0.1,
            first_look: 0.45,
            least_look: 10,
            full_look: 8,
            arrow_gain: 0.3,
            experience: 1.0,
            afresh: 4,
        }
    }
}

/// A decision: the position after it, as far as the tree knows it.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where its children begin; 0 while it has none.
    children: u32,
    n_children: u16,
    /// No child from this one on was looked at, and none of them has a better evaluation than this one.
    n_tried: u16,
    /// Whether some of its children are missing.
    is_partial: bool,
    /// The queen's cells after a queen move; the arrow's, and a mark, after a shot.
    cells: [u16; 2],
    visits: u32,
    /// Sum of the chances that came back, for the side that decides at the parent.
    sum: f32,
    /// The log-odds by evaluation and experience, for the same side, before what an arrow will add.
    odds: f32,
    /// The same by evaluation alone.
    evaluated: f32,
    /// The share of attention that the evaluation gives it among its siblings.
    prior: f32,
}

impl Node {
    const fn new(cells: [u16; 2], evaluated: f32, experience: f32) -> Self {
        Self {
            children: 0,
            n_children: 0,
            n_tried: 0,
            is_partial: false,
            cells,
            visits: 0,
            sum: 0.0,
            odds: evaluated + experience,
            evaluated,
            prior: 1.0,
        }
    }

    /// Whether its arrow is still to come.
    const fn has_arrow(&self) -> bool {
        self.cells[1] != NO_CELL
    }
}

/// In the place of a second cell where a decision has only one.
const NO_CELL: u16 = u16::MAX;

/// Memory for more nodes than this is given back: it counts beside the tree.
const MOST_SPARE: usize = 1 << 20;

/// The tree over one root.
#[derive(Clone, Debug)]
pub struct Tree<B> {
    nodes: Vec<Node>,
    /// Where the nodes were before the root moved on: memory that is handed out anew costs a search more than it looks.
    spare: Vec<Node>,
    root: State<B>,
    taste: Taste,
    /// What an arrow adds to the log-odds of its side, on average so far: children after a queen move are
    /// evaluated without it.
    arrow_gain: f32,
    n_evaluated: u64,
    path: Vec<u32>,
    habits: Habits,
    /// The decisions at the leaf, with what they usually lose; kept to save its memory.
    options: Vec<(f32, [u16; 2])>,
}

/// A move of the root as the search sees it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Shot,
    /// The chance of winning with it.
    pub chance: f32,
    /// How often it was looked at.
    pub visits: u32,
}

impl<B: Bits> Tree<B> {
    /// Memory per decision.
    pub const BYTES_PER_NODE: usize = size_of::<Node>();

    /// The tree over a position that is not over.
    pub fn new(root: State<B>, taste: Taste) -> Self {
        let nodes = vec![Node::new([0; 2], 0.0, 0.0)];
        let (habits, options, path) = (Habits::new(B::BITS), Vec::new(), Vec::new());
        let (spare, arrow_gain) = (Vec::new(), taste.arrow_gain);
        Self { nodes, spare, root, taste, arrow_gain, n_evaluated: 0, path, habits, options }
    }

    /// The tree over a position that knows nothing but where its memory is.
    fn begun_anew(mut self, root: &State<B>) -> Self {
        self.nodes.clear();
        self.nodes.push(Node::new([0; 2], 0.0, 0.0));
        self.habits.forget();
        (self.root, self.arrow_gain, self.n_evaluated) = (*root, self.taste.arrow_gain, 0);
        self
    }

    /// The position that the tree grows from.
    pub const fn root(&self) -> &State<B> {
        &self.root
    }

    /// Decisions held in memory, the root included.
    #[allow(clippy::len_without_is_empty, reason = "there is always a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How often the root was looked at.
    pub fn n_visits(&self) -> u32 {
        self.nodes[0].visits
    }

    /// The chance of the side to move at the root.
    pub fn chance(&self) -> f32 {
        self.children(0)
            .map(|at| self.rank(at))
            .fold((0, 0.5), |best, rank| if rank.0 > best.0 { rank } else { best })
            .1
    }

    /// Whether some move is known, queen and arrow.
    pub fn has_a_move(&self) -> bool {
        self.children(0).any(|queen| self.nodes[queen].children != 0)
    }

    /// Whether the queen move that was looked at most is also the most promising.
    pub fn is_settled(&self) -> bool {
        let looked_at = self.children(0).max_by_key(|&at| self.nodes[at].visits);
        let promises = |at: usize| self.promise(&self.nodes[at]);
        looked_at.is_none_or(|best| self.children(0).all(|at| promises(at) <= promises(best)))
    }

    /// Follows the most promising decisions to a leaf, expands it, and brings back what it found. Returns how
    /// many positions it evaluated.
    pub fn grow(&mut self, game: &Amazons<B>, judge: &Judge<B>) -> u32 {
        self.grow_from(game, judge, None)
    }

    /// As [`Tree::grow`], the first decision being given.
    fn grow_from(&mut self, game: &Amazons<B>, judge: &Judge<B>, mut first: Option<usize>) -> u32 {
        let mut state = self.root;
        let mut queen: Option<[u16; 2]> = None;
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let before = self.n_evaluated;
        while self.nodes[at].children != 0 {
            if self.nodes[at].is_partial && self.nodes[at].visits >= self.taste.full_look {
                self.complete(game, judge, at, &state, queen);
            }
            if self.is_to_begin_afresh(at) {
                self.begin_afresh(at, state.side, queen);
            }
            let child = first.take().unwrap_or_else(|| self.select(at));
            at = self.try_child(at, child);
            self.path.push(at as u32);
            let cells = self.nodes[at].cells;
            match queen.take() {
                None => queen = Some(cells),
                Some([from, to]) => state = play(game, &state, from, to, cells[0]),
            }
        }
        let chance = self.expand(game, judge, at, &state, queen);
        // Two decisions make a move: depths 0 and 1 are the root's side to decide, 2 and 3 the other's.
        let leaf_decides = (self.path.len() - 1) / 2;
        for (depth, &at) in self.path.iter().enumerate() {
            let chosen_by = depth.saturating_sub(1) / 2;
            let same_side = (leaf_decides - chosen_by).is_multiple_of(2);
            let node = &mut self.nodes[at as usize];
            node.visits += 1;
            node.sum += if same_side { chance } else { 1.0 - chance };
        }
        self.note_surprises();
        (self.n_evaluated - before) as u32
    }

    /// The chance of the side that decides at the parent.
    fn promise(&self, node: &Node) -> f32 {
        if node.visits > 0 {
            return node.sum / node.visits as f32;
        }
        let gain = if node.has_arrow() { self.arrow_gain } else { 0.0 };
        chance(node.odds + gain) - self.taste.doubt
    }

    /// The child worth looking at next. Of those that were never looked at none is worth more than the first.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let first = node.children as usize;
        let wish = self.taste.curiosity * (node.visits as f32).sqrt();
        let (mut best, mut most) = (first, f32::MIN);
        let n_worth = (node.n_tried + 1).min(node.n_children) as usize;
        for (offset, child) in self.nodes[first..first + n_worth].iter().enumerate() {
            let worth = self.promise(child) + wish * child.prior / (1 + child.visits) as f32;
            if worth > most {
                (best, most) = (first + offset, worth);
            }
        }
        best
    }

    /// Takes note that a child is looked at; where it is then.
    fn try_child(&mut self, at: usize, child: usize) -> usize {
        let node = &mut self.nodes[at];
        let next = (node.children + u32::from(node.n_tried)) as usize;
        if child < next {
            return child;
        }
        node.n_tried += 1;
        self.nodes.swap(child, next);
        self.bring_best(at);
        next
    }

    /// Puts the best of the children that were never looked at before the others.
    fn bring_best(&mut self, at: usize) {
        let mut all = self.children(at);
        all.start += self.nodes[at].n_tried as usize;
        let next = all.start;
        if let Some(best) = all.max_by(|&a, &b| self.nodes[a].odds.total_cmp(&self.nodes[b].odds)) {
            self.nodes.swap(next, best);
        }
    }

    /// Evaluates the decisions at a leaf; the chance of the side that decides there.
    fn expand(
        &mut self,
        game: &Amazons<B>,
        judge: &Judge<B>,
        at: usize,
        state: &State<B>,
        queen: Option<[u16; 2]>,
    ) -> f32 {
        self.list(game, state, queen);
        self.nodes[at].is_partial = self.keep_worth_a_look();
        if self.options.is_empty() {
            // Whoever cannot move loses; there is always a shot.
            return 0.0;
        }
        let start = self.nodes.len();
        self.evaluate(judge, state, queen);
        let best = self.settle(at, start, state, queen);
        if queen.is_some() {
            let gain = best - self.nodes[at].odds;
            self.arrow_gain += 0.02 * (gain.clamp(-1.0, 3.0) - self.arrow_gain);
            return chance(best);
        }
        chance(best + self.arrow_gain)
    }

    /// Evaluates the other children of a node that has only some.
    fn complete(
        &mut self,
        game: &Amazons<B>,
        judge: &Judge<B>,
        at: usize,
        state: &State<B>,
        queen: Option<[u16; 2]>,
    ) {
        self.list(game, state, queen);
        let known = &self.nodes[self.children(at)];
        self.options.retain(|option| known.iter().all(|node| node.cells != option.1));
        let start = self.nodes.len();
        self.nodes.extend_from_within(self.children(at));
        self.evaluate(judge, state, queen);
        self.settle(at, start, state, queen);
        self.nodes[at].is_partial = false;
    }

    /// Lists the decisions at a node: the queen moves, or the shots after one.
    fn list(&mut self, game: &Amazons<B>, state: &State<B>, queen: Option<[u16; 2]>) {
        // What was never seen comes before all that was.
        let usual = |step| self.habits.loss(state.side, step).unwrap_or(-1.0);
        self.options.clear();
        let Some([from, to]) = queen else {
            for from in state.queens[state.side.index()].cells() {
                let cells = game.targets(state, from).cells().map(|to| [from as u16, to as u16]);
                self.options.extend(cells.map(|cells| (usual(Step::Queen(cells)), cells)));
            }
            return;
        };
        let arrows = game.shots(state, from.into(), to.into()).cells();
        self.options
            .extend(arrows.map(|arrow| (usual(Step::Shot([to, arrow as u16])), [arrow as u16, NO_CELL])));
    }

    /// Keeps the options that a first look evaluates; whether others were left out.
    fn keep_worth_a_look(&mut self) -> bool {
        let n_options = self.options.len();
        let n_new = self.options.iter().filter(|option| option.0 < 0.0).count();
        let part = (n_options as f32 * self.taste.first_look) as usize;
        let n_looked_at = part.max(self.taste.least_look).max(n_new);
        if n_looked_at >= n_options {
            return false;
        }
        self.options.select_nth_unstable_by(n_looked_at, |a, b| a.0.total_cmp(&b.0));
        self.options.truncate(n_looked_at);
        true
    }

    /// Evaluates the options and adds them to the nodes.
    fn evaluate(&mut self, judge: &Judge<B>, state: &State<B>, queen: Option<[u16; 2]>) {
        for k in 0..self.options.len() {
            let cells = self.options[k].1;
            let after = match queen {
                None => moved(state, cells),
                Some(queen) => shot(moved(state, queen), cells[0]),
            };
            let experience = self.experience(state.side, step(queen, cells));
            self.nodes.push(Node::new(cells, -judge.odds(&after, queen.is_none()), experience));
        }
        self.n_evaluated += self.options.len() as u64;
    }

    /// Makes the nodes from `start` on the children of a node, with their shares of attention; the log-odds of the best.
    fn settle(&mut self, at: usize, start: usize, state: &State<B>, queen: Option<[u16; 2]>) -> f32 {
        let children = &mut self.nodes[start..];
        let best = children.iter().map(|node| node.odds).fold(f32::MIN, f32::max);
        for node in &mut *children {
            self.habits.note_loss(state.side, step(queen, node.cells), best - node.odds);
            node.prior = node.odds;
        }
        share_attention(children, self.taste.breadth);
        let n_children = children.len() as u16;
        let node = &mut self.nodes[at];
        (node.children, node.n_children) = (start as u32, n_children);
        self.bring_best(at);
        best
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        let first = node.children as usize;
        first..first + node.n_children as usize
    }

    /// The moves of the root whose shots have been evaluated.
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut all = Vec::new();
        for queen in self.children(0) {
            let [from, to] = self.nodes[queen].cells;
            all.extend(self.children(queen).map(|shot| {
                let node = &self.nodes[shot];
                let mv = Shot { from, to, arrow: node.cells[0] };
                Candidate { mv, chance: self.promise(node), visits: node.visits }
            }));
        }
        all
    }

    /// The line that both sides are expected to play, the most visited decisions first.
    pub fn line(&self) -> Vec<Shot> {
        let mut line = Vec::new();
        let mut at = 0;
        loop {
            let favourite = |at: usize| {
                self.children(at).max_by(|&a, &b| {
                    self.rank(a).partial_cmp(&self.rank(b)).unwrap_or(std::cmp::Ordering::Equal)
                })
            };
            let Some(queen) = favourite(at) else { return line };
            let Some(shot) = favourite(queen) else { return line };
            let [from, to] = self.nodes[queen].cells;
            line.push(Shot { from, to, arrow: self.nodes[shot].cells[0] });
            at = shot;
        }
    }

    /// More visits first, then the better chance.
    fn rank(&self, at: usize) -> (u32, f32) {
        let node = &self.nodes[at];
        (node.visits, self.promise(node))
    }

    /// The tree over another position: as far as it was searched if it follows the root within two moves, else a new one.
    pub fn over(self, game: &Amazons<B>, wanted: &State<B>) -> Self {
        match self.find(game, wanted) {
            Some(at) => self.rooted_at(at, wanted),
            None => self.begun_anew(wanted),
        }
    }

    /// Where a position is that follows the root within two moves.
    fn find(&self, game: &Amazons<B>, wanted: &State<B>) -> Option<usize> {
        let one = self.moves_from(game, 0, &self.root);
        if let Some(&(at, _)) = one.iter().find(|(_, state)| state == wanted) {
            return Some(at);
        }
        for (at, state) in one.into_iter().filter(|&(at, _)| self.nodes[at].children != 0) {
            // Only positions with the same shots are worth comparing.
            if wanted.empty.minus(state.empty).count() > 1 {
                continue;
            }
            let two = self.moves_from(game, at, &state);
            if let Some(&(at, _)) = two.iter().find(|(_, state)| state == wanted) {
                return Some(at);
            }
        }
        None
    }

    fn moves_from(&self, game: &Amazons<B>, at: usize, state: &State<B>) -> Vec<(usize, State<B>)> {
        let mut all = Vec::new();
        for queen in self.children(at) {
            let [from, to] = self.nodes[queen].cells;
            let after = |shot: usize| play(game, state, from, to, self.nodes[shot].cells[0]);
            all.extend(self.children(queen).map(|shot| (shot, after(shot))));
        }
        all
    }

    /// The part of the tree below a node, with all that was learned.
    fn rooted_at(mut self, at: usize, root: &State<B>) -> Self {
        let mut nodes = std::mem::take(&mut self.spare);
        nodes.clear();
        nodes.push(self.nodes[at]);
        let mut next = 0;
        while next < nodes.len() {
            if nodes[next].children != 0 {
                let old = nodes[next].children as usize;
                nodes[next].children = nodes.len() as u32;
                let n_children = nodes[next].n_children as usize;
                nodes.extend_from_slice(&self.nodes[old..old + n_children]);
            }
            next += 1;
        }
        let before = std::mem::replace(&mut self.nodes, nodes);
        self.spare = if before.capacity() <= MOST_SPARE { before } else { Vec::new() };
        (self.root, self.n_evaluated) = (*root, 0);
        self
    }
}

fn play<B: Bits>(game: &Amazons<B>, state: &State<B>, from: u16, to: u16, arrow: u16) -> State<B> {
    agon_games::game::Game::play(game, state, Shot { from, to, arrow })
}

/// The decision that a node with these cells stands for, after this queen move if it is a shot.
fn step(queen: Option<[u16; 2]>, cells: [u16; 2]) -> Step {
    queen.map_or(Step::Queen(cells), |[_, to]| Step::Shot([to, cells[0]]))
}

/// After a queen move, before its shot, as the other side sees it.
fn moved<B: Bits>(state: &State<B>, [from, to]: [u16; 2]) -> State<B> {
    let (from, to) = (B::cell(from.into()), B::cell(to.into()));
    let mut after = *state;
    after.side = !state.side;
    after.queens[state.side.index()] = state.queens[state.side.index()] ^ from | to;
    after.empty = (state.empty | from).minus(to);
    after
}

fn shot<B: Bits>(mut state: State<B>, arrow: u16) -> State<B> {
    state.empty = state.empty.minus(B::cell(arrow.into()));
    state
}

/// Makes shares of attention of the log-odds that stand in their place.
fn share_attention(children: &mut [Node], breadth: f32) {
    let best = children.iter().map(|node| node.prior).fold(f32::MIN, f32::max);
    let mut total = 0.0;
    for node in &mut *children {
        node.prior = ((node.prior - best) * (1.0 / breadth)).exp();
        total += node.prior;
    }
    for node in children {
        node.prior /= total;
    }
}

/// The chance of winning that log-odds stand for.
fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}
