//! The search tree of the champion. A move is two decisions, first the queen, then the arrow, so that a
//! node has tens of children instead of thousands. Children are evaluated when a node is expanded, first those
//! that were good elsewhere, and the win they promise guides which of them are looked at again. No random playouts.
//!
//! CITE: J. Kloetzer, "Monte-Carlo techniques: applications to the game of the Amazons" (2010), for
//! evaluation in place of playouts; C. Rosin, "Multi-armed bandits with episode context" (2011), for the
//! rule of selection.

mod lessons;

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
}

impl Default for Taste {
    fn default() -> Self {
        Self {
            curiosity: 0.6,
            breadth: 0.5,
            doubt: 0.1,
            first_look: 0.45,
            least_look: 10,
            full_look: 8,
            arrow_gain: 0.3,
        }
    }
}

/// A decision: the position after it, as far as the tree knows it.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Where its children begin; 0 while it has none.
    children: u32,
    n_children: u16,
    /// Whether some of its children are missing.
    is_partial: bool,
    /// The queen's cells after a queen move; the arrow's, and a mark, after a shot.
    cells: [u16; 2],
    visits: u32,
    /// Sum of the chances that came back, for the side that decides at the parent.
    sum: f32,
    /// The chance by evaluation alone, for the same side.
    first: f32,
    /// The share of attention that the evaluation gives it among its siblings.
    prior: f32,
}

impl Node {
    const fn new(cells: [u16; 2], first: f32) -> Self {
        Self { children: 0, n_children: 0, is_partial: false, cells, visits: 0, sum: 0.0, first, prior: 1.0 }
    }

    /// The chance of the side that decides at the parent.
    fn chance(&self, doubt: f32) -> f32 {
        if self.visits == 0 { self.first - doubt } else { self.sum / self.visits as f32 }
    }
}

/// The tree over one root.
#[derive(Clone, Debug)]
pub struct Tree<B> {
    nodes: Vec<Node>,
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
        let nodes = vec![Node::new([0; 2], 0.5)];
        let (habits, options, path) = (Habits::new(B::BITS), Vec::new(), Vec::new());
        Self { nodes, root, taste, arrow_gain: taste.arrow_gain, n_evaluated: 0, path, habits, options }
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
        let promises = |at: usize| self.nodes[at].chance(self.taste.doubt);
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
            at = first.take().unwrap_or_else(|| self.select(at));
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
        (self.n_evaluated - before) as u32
    }

    /// The child worth looking at next.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let first = node.children as usize;
        let wish = self.taste.curiosity * (node.visits as f32).sqrt();
        let (mut best, mut most) = (first, f32::MIN);
        for (offset, child) in self.nodes[first..first + node.n_children as usize].iter().enumerate() {
            let worth = child.chance(self.taste.doubt) + wish * child.prior / (1 + child.visits) as f32;
            if worth > most {
                (best, most) = (first + offset, worth);
            }
        }
        best
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
        let n_options = self.options.len();
        let n_looked_at = self.worth_a_look();
        self.options.truncate(n_looked_at);
        let Some(best) = self.add_children(judge, at, state, queen) else {
            // Whoever cannot move loses; there is always a shot.
            return 0.0;
        };
        self.nodes[at].is_partial = n_looked_at < n_options;
        if queen.is_some() {
            let without = self.nodes[at].first.clamp(0.01, 0.99);
            let gain = best - (without / (1.0 - without)).ln() + self.arrow_gain;
            self.arrow_gain += 0.02 * (gain.clamp(-1.0, 3.0) - self.arrow_gain);
            return chance(best);
        }
        chance(best + self.arrow_gain)
    }

    /// Evaluates all children of a node that has only some. What is known of those is kept.
    fn complete(
        &mut self,
        game: &Amazons<B>,
        judge: &Judge<B>,
        at: usize,
        state: &State<B>,
        queen: Option<[u16; 2]>,
    ) {
        let known: Vec<usize> = self.children(at).collect();
        self.list(game, state, queen);
        self.add_children(judge, at, state, queen);
        self.nodes[at].is_partial = false;
        for was in known.into_iter().map(|at| self.nodes[at]).collect::<Vec<_>>() {
            let same = self.children(at).find(|&child| self.nodes[child].cells == was.cells);
            let child = &mut self.nodes[same.expect("all children are there")];
            *child = Node { first: child.first, prior: child.prior, ..was };
        }
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
            .extend(arrows.map(|arrow| (usual(Step::Shot([to, arrow as u16])), [arrow as u16, u16::MAX])));
    }

    /// Puts the options that a first look evaluates in front; how many they are.
    fn worth_a_look(&mut self) -> usize {
        let n_options = self.options.len();
        let n_new = self.options.iter().filter(|option| option.0 < 0.0).count();
        let part = (n_options as f32 * self.taste.first_look) as usize;
        let n_looked_at = part.max(self.taste.least_look).max(n_new);
        if n_looked_at >= n_options {
            return n_options;
        }
        self.options.select_nth_unstable_by(n_looked_at, |a, b| a.0.total_cmp(&b.0));
        n_looked_at
    }

    /// Evaluates the options and makes them the children of a node; the log-odds of the best, before what an
    /// arrow will add. None when there are no options.
    fn add_children(
        &mut self,
        judge: &Judge<B>,
        at: usize,
        state: &State<B>,
        queen: Option<[u16; 2]>,
    ) -> Option<f32> {
        let start = self.nodes.len();
        let mut best = f32::MIN;
        for k in 0..self.options.len() {
            let cells = self.options[k].1;
            let after = match queen {
                None => moved(state, cells),
                Some(queen) => shot(moved(state, queen), cells[0]),
            };
            let odds = -judge.odds(&after, queen.is_none());
            best = best.max(odds);
            self.nodes.push(Node::new(cells, odds));
        }
        let n_children = self.options.len();
        self.n_evaluated += n_children as u64;
        if n_children == 0 {
            return None;
        }
        let gain = if queen.is_none() { self.arrow_gain } else { 0.0 };
        let breadth = 1.0 / self.taste.breadth;
        let mut total = 0.0;
        for node in &mut self.nodes[start..] {
            let step = queen.map_or(Step::Queen(node.cells), |[_, to]| Step::Shot([to, node.cells[0]]));
            self.habits.note(state.side, step, best - node.first);
            node.prior = ((node.first - best) * breadth).exp();
            total += node.prior;
            node.first = chance(node.first + gain);
        }
        for node in &mut self.nodes[start..] {
            node.prior /= total;
        }
        self.nodes[at].children = start as u32;
        self.nodes[at].n_children = n_children as u16;
        Some(best)
    }

    fn children(&self, at: usize) -> impl Iterator<Item = usize> + '_ {
        let node = &self.nodes[at];
        (0..node.n_children as usize).map(move |offset| node.children as usize + offset)
    }

    /// The moves of the root whose shots have been evaluated.
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut all = Vec::new();
        for queen in self.children(0) {
            let [from, to] = self.nodes[queen].cells;
            all.extend(self.children(queen).map(|shot| {
                let node = &self.nodes[shot];
                let mv = Shot { from, to, arrow: node.cells[0] };
                Candidate { mv, chance: node.chance(self.taste.doubt), visits: node.visits }
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
        (node.visits, node.chance(self.taste.doubt))
    }

    /// The tree over a position that follows the root within two moves, as far as it was searched.
    pub fn follow(&self, game: &Amazons<B>, wanted: &State<B>) -> Option<Self> {
        let one = self.moves_from(game, 0, &self.root);
        if let Some(&(at, _)) = one.iter().find(|(_, state)| state == wanted) {
            return Some(self.rooted_at(at, wanted));
        }
        for (at, state) in one.into_iter().filter(|&(at, _)| self.nodes[at].children != 0) {
            // Only positions with the same shots are worth comparing.
            if wanted.empty.minus(state.empty).count() > 1 {
                continue;
            }
            let two = self.moves_from(game, at, &state);
            if let Some(&(at, _)) = two.iter().find(|(_, state)| state == wanted) {
                return Some(self.rooted_at(at, wanted));
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

    /// A copy of the part of the tree below a node.
    fn rooted_at(&self, at: usize, root: &State<B>) -> Self {
        let mut nodes = vec![self.nodes[at]];
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
        let (habits, options, path) = (self.habits.clone(), Vec::new(), Vec::new());
        Self { nodes, root: *root, n_evaluated: 0, path, habits, options, ..*self }
    }
}

fn play<B: Bits>(game: &Amazons<B>, state: &State<B>, from: u16, to: u16, arrow: u16) -> State<B> {
    agon_games::game::Game::play(game, state, Shot { from, to, arrow })
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

/// The chance of winning that log-odds stand for.
fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}
