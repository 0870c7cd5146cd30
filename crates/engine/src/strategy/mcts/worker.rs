//! One thread of a Monte-Carlo tree search: descend, grow, judge, and carry the result back up.
// CITE: L. Kocsis, C. Szepesvari, "Bandit based Monte-Carlo planning", ECML 2006 (UCT).
// CITE: G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search", 2008 (widening).
// CITE: M. Winands, Y. Bjornsson, J.-T. Saito, "Monte-Carlo tree search solver", 2008 (proven nodes).

use agon_games::dice::Dice;
use agon_games::game::Game;

use super::Settings;
use super::tree::{Proven, ROOT, Tree};
use crate::eval::{Evaluator, look};
use crate::gauge::{Gauge, Purse};
use crate::score::Score;
use crate::strategy::playout::{Judge, Playout, promise};

/// A leaf waits for one more visit before it grows for every so many moves that its parent had.
const PATIENCE: usize = 128;

/// A thread and its tree.
pub(super) struct Worker<'a, G: Game, E: Evaluator<G>> {
    pub(super) tree: &'a mut Tree<G>,
    judge: Judge<'a, G, E>,
    settings: &'a Settings,
    memo: E::Memo,
    purse: Purse<'a>,
    path: Vec<u32>,
    moves: Vec<G::Move>,
    ranked: Vec<(Score, G::Move)>,
    promises: Vec<f32>,
    pub(super) longest: u32,
}

impl<'a, G: Game, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(
        tree: &'a mut Tree<G>,
        game: &'a G,
        eval: &'a E,
        settings: &'a Settings,
        gauge: &'a Gauge,
    ) -> Self {
        let (playout, cut, scale) = (settings.playout, settings.cut, settings.scale);
        Self {
            memo: eval.begin(game, &tree.state),
            tree,
            judge: Judge { game, eval, playout, cut, scale },
            settings,
            purse: Purse::new(gauge),
            path: Vec::new(),
            moves: Vec::new(),
            ranked: Vec::new(),
            promises: Vec::new(),
            longest: 0,
        }
    }

    /// Gives the root its moves, if it has none yet, whatever the budget.
    pub(super) fn root(&mut self) {
        let (state, memo) = (self.tree.state, self.memo);
        if self.tree.is_leaf(ROOT) && !self.grow(ROOT, &state, &memo) {
            self.moves.clear();
            self.judge.game.moves(&state, &mut self.moves);
            self.tree.expand(ROOT, &self.moves, None, false);
        }
    }

    /// One descent; false when the search is over.
    pub(super) fn descend(&mut self, dice: &mut Dice) -> bool {
        if !self.purse.spend() || self.tree.node(ROOT).proven != Proven::Unknown {
            return false;
        }
        let (game, eval) = (self.judge.game, self.judge.eval);
        let (mut at, mut state, mut memo) = (ROOT, self.tree.state, self.memo);
        self.path.clear();
        self.path.push(at);
        // 1. Down the tree to a leaf, or to where all is known. A leaf that was visited before grows, and a new
        // child of it is followed, unless all of them were evaluated.
        let mut has_grown = false;
        while self.tree.node(at).proven == Proven::Unknown {
            if self.tree.is_leaf(at) {
                if has_grown || !self.grow(at, &state, &memo) || self.settings.evaluates {
                    break;
                }
                has_grown = true;
            }
            at = self.choose(at, dice);
            let mv = self.tree.node(at).mv;
            let after = game.play(&state, mv);
            memo = eval.after(game, &memo, &state, mv, &after);
            state = after;
            self.path.push(at);
        }
        self.longest = self.longest.max(self.path.len() as u32 - 1);
        // 2. What the leaf is worth to the side that moved into it.
        let part_won = self.judge(at, &state, dice);
        // 3. Back up.
        self.back_up(part_won);
        true
    }

    /// The child to follow: one never tried, or the one with the best upper bound.
    #[inline(always)]
    fn choose(&mut self, at: u32, dice: &mut Dice) -> u32 {
        let node = self.tree.node(at);
        let n_open = self.settings.n_open(node.visits, self.tree.children(at).len());
        if (node.n_tried as usize) < n_open {
            return self.tree.try_next(at, dice);
        }
        let spread = self.settings.exploration * (node.visits.max(1) as f32).ln().sqrt();
        self.tree.most_promising(at, n_open, spread)
    }

    /// What a leaf is worth to the side that moved into it.
    fn judge(&mut self, at: u32, state: &G::State, dice: &mut Dice) -> f32 {
        let node = self.tree.node(at);
        if let Some(part_won) = node.proven.part_won() {
            return part_won;
        }
        if self.judge.playout == Playout::Evaluated && !self.tree.is_leaf(at) {
            // All its children were evaluated just now, the best first.
            return 1.0 - self.tree.mean(self.tree.child(at, 0));
        }
        let mover = !self.judge.game.side(state);
        let verdict = self.judge.judge(state, mover, dice, &mut self.purse);
        if verdict.is_final {
            self.tree.node_mut(at).proven = Proven::of_part(verdict.part_won);
        }
        verdict.part_won
    }

    /// Gives a leaf its children, if it was visited before and there is room for them. False where there are
    /// none: in a new leaf, at the end of a game.
    fn grow(&mut self, at: u32, state: &G::State, memo: &E::Memo) -> bool {
        // Where moves are many, so many children at once are worth making only after several visits.
        let n_brothers = self.path.iter().rev().nth(1).map_or(0, |&parent| self.tree.children(parent).len());
        let n_patient = if self.settings.evaluates { 1 } else { 1 + (n_brothers / PATIENCE) as u32 };
        if self.tree.node(at).visits < n_patient && at != ROOT {
            return false;
        }
        self.moves.clear();
        self.judge.game.moves(state, &mut self.moves);
        let n_moves = self.moves.len();
        if n_moves == 0 || !self.tree.has_room(n_moves.min(self.settings.widest)) {
            return false;
        }
        if self.settings.evaluates {
            return self.grow_evaluated(at, state, memo);
        }
        self.tree.expand(at, &self.moves, None, false);
        true
    }

    /// Gives a leaf its children, evaluated, the most promising first; only so many as a node ever considers.
    fn grow_evaluated(&mut self, at: u32, state: &G::State, memo: &E::Memo) -> bool {
        let (game, eval, scale) = (self.judge.game, self.judge.eval, self.settings.scale);
        self.ranked.clear();
        for &mv in &self.moves {
            if !self.purse.spend() {
                return false;
            }
            self.ranked.push((look(game, eval, state, memo, mv), mv));
        }
        let n_kept = self.ranked.len().min(self.settings.widest);
        let best_first = |&(score, _): &(Score, G::Move)| std::cmp::Reverse(score);
        if n_kept < self.ranked.len() {
            self.ranked.select_nth_unstable_by_key(n_kept, best_first);
        }
        self.ranked[..n_kept].sort_by_key(best_first);
        let is_pruned = n_kept < self.ranked.len();
        self.moves.clear();
        self.moves.extend(self.ranked[..n_kept].iter().map(|&(_, mv)| mv));
        self.promises.clear();
        self.promises.extend(self.ranked[..n_kept].iter().map(|&(score, _)| promise(score, scale)));
        self.tree.expand(at, &self.moves, Some(&self.promises), is_pruned);
        true
    }

    /// Carries a result for the side that moved into the last node up the path, and what is certain with it.
    fn back_up(&mut self, part_won: f32) {
        let mut part_won = part_won;
        let last = *self.path.last().expect("a path has a root");
        let mut is_certain = self.settings.proves && self.tree.node(last).proven != Proven::Unknown;
        for step in (0..self.path.len()).rev() {
            let at = self.path[step];
            if at != last && is_certain {
                is_certain = self.tree.conclude(at);
                if is_certain {
                    part_won = self.tree.node(at).proven.part_won().unwrap_or(part_won);
                }
            }
            self.tree.learn(at, part_won);
            part_won = 1.0 - part_won;
        }
    }

    /// Pays for the last nodes.
    pub(super) fn settle(&mut self) {
        self.purse.settle();
    }
}
