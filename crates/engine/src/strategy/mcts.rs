//! Monte-Carlo tree search: a tree that grows where it promises most, its leaves judged by playouts or by the
//! evaluation. The tree is kept from move to move; won and lost positions are proven; threads grow a tree
//! each and vote.
// CITE: R. Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree search", CG 2006.
// CITE: G. Chaslot, M. Winands, J. van den Herik, "Parallel Monte-Carlo tree search", CG 2008 (root parallel).

mod tree;
mod worker;

use std::collections::HashMap;
use std::thread;

use agon_games::dice::Dice;
use agon_games::game::Game;

use crate::catalog::StrategyEntry;
use crate::engine::{Report, Thought};
use crate::eval::Evaluator;
use crate::gauge::Gauge;
use crate::params::{Kind, Param, Params};
use crate::playable::Playable;
use crate::score::Score;
use crate::strategy::playout::{Playout, score_of};
use crate::turn::Search;
use tree::{Node, Proven, ROOT, Tree};
use worker::Worker;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "mcts",
    about: "Monte-Carlo tree search",
    params: &[
        Param {
            name: "playouts",
            kind: Kind::ChoiceOr(&["budget"], 1, 1_000_000_000),
            default: "budget",
            about: "descents per move: so many, or all that the budget allows (10000 when it sets no bound)",
        },
        super::EVAL,
        Param {
            name: "playout",
            kind: Kind::Choice(&["random", "greedy", "eval"]),
            default: "random",
            about: "how leaves are judged: by random games, by greedy ones, by the evaluation",
        },
        Param {
            name: "cut",
            kind: Kind::Integer(0, 100_000),
            default: "0",
            about: "plies after which the evaluation judges a playout; 0 is the end of the game",
        },
        Param {
            name: "expand",
            kind: Kind::Choice(&["plain", "eval"]),
            default: "plain",
            about: "whether new moves are evaluated at once, the best tried first",
        },
        Param {
            name: "c",
            kind: Kind::Real(0.0, 100.0),
            default: "0.7",
            about: "how much to explore moves that were little tried",
        },
        Param {
            name: "widen",
            kind: Kind::Integer(0, 100_000),
            default: "0",
            about: "moves that a new node considers, and as many again every 1000 visits; 0 is all at once",
        },
        Param {
            name: "widest",
            kind: Kind::Integer(1, 100_000),
            default: "250",
            about: "moves that a node ever considers, when it widens",
        },
        Param {
            name: "scale",
            kind: Kind::Real(1.0, 1_000_000.0),
            default: "500",
            about: "points of the evaluation that promise 73% of the game",
        },
        Param {
            name: "reuse",
            kind: Kind::Switch,
            default: "yes",
            about: "the tree is kept from move to move",
        },
        Param { name: "prove", kind: Kind::Switch, default: "yes", about: "wins and losses are proven" },
        Param {
            name: "tree",
            kind: Kind::Integer(1, 1 << 16),
            default: "256",
            about: "size of each tree in MiB",
        },
        Param {
            name: "threads",
            kind: Kind::Integer(1, 256),
            default: "1",
            about: "threads, with a tree each",
        },
    ],
};

/// The means of a Monte-Carlo tree search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Descents per move; none for all that the budget allows.
    pub n_playouts: Option<u64>,
    /// How leaves are judged.
    pub playout: Playout,
    /// Plies after which the evaluation judges a playout.
    pub cut: u32,
    /// Whether new moves are evaluated at once.
    pub evaluates: bool,
    /// How much to explore.
    pub exploration: f32,
    /// Moves that a new node considers, and as many again every 1000 visits; 0 is all.
    pub widen: u32,
    /// Moves that a node ever considers.
    pub widest: usize,
    /// Points of the evaluation that promise 73% of the game.
    pub scale: f32,
    /// Whether the tree is kept from move to move.
    pub reuses: bool,
    /// Whether wins and losses are proven.
    pub proves: bool,
    /// The size of each tree in MiB.
    pub tree_mebibytes: usize,
    /// Threads.
    pub n_threads: usize,
}

/// Descents when nothing else bounds the search.
const UNBOUNDED_PLAYOUTS: u64 = 10_000;

impl Settings {
    pub(super) fn new(params: &Params) -> Self {
        let widen = params.integer("widen") as u32;
        Self {
            n_playouts: params.whole("playouts").map(|n| n as u64),
            playout: match params.text("playout") {
                "random" => Playout::Random,
                "greedy" => Playout::Greedy,
                _ => Playout::Evaluated,
            },
            cut: match params.integer("cut") {
                0 => u32::MAX,
                plies => plies as u32,
            },
            evaluates: params.text("expand") == "eval",
            exploration: params.real("c") as f32,
            widen,
            widest: if widen > 0 { params.integer("widest") as usize } else { usize::MAX },
            scale: params.real("scale") as f32,
            reuses: params.is_on("reuse"),
            proves: params.is_on("prove"),
            tree_mebibytes: params.integer("tree") as usize,
            n_threads: params.integer("threads") as usize,
        }
    }

    /// How many of a node's moves are considered after so many visits.
    #[inline(always)]
    fn n_open(&self, visits: u32, n_children: usize) -> usize {
        if self.widen == 0 {
            return n_children;
        }
        let open = self.widen as usize * (1 + visits as usize / 1000);
        open.min(self.widest).min(n_children)
    }
}

/// A player that searches a tree by sampling.
pub struct Mcts<G: Game, E> {
    eval: E,
    settings: Settings,
    dice: Dice,
    trees: Vec<Tree<G>>,
}

/// A move of the root and how all trees together found it.
#[derive(Clone, Copy)]
struct Vote<M> {
    mv: M,
    visits: u64,
    sum: f64,
    proven: Proven,
}

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    /// A player with its own dice.
    pub fn new(eval: E, settings: Settings, seed: u64) -> Self {
        Self { eval, settings, dice: Dice::new(seed), trees: Vec::new() }
    }

    /// A tree per thread with this root, grown from the last one where it can be.
    fn plant(&mut self, game: &G, state: &G::State) {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        if self.settings.reuses && !self.trees.is_empty() {
            self.trees.iter_mut().for_each(|tree| *tree = tree.reroot(game, state, moves[0]));
        } else {
            let tree = Tree::new(*state, moves[0], self.settings.tree_mebibytes << 20);
            self.trees = vec![tree; self.settings.n_threads];
        }
    }

    /// How all trees together judge the moves of the root, those that were tried; the first when none was.
    fn votes(game: &G, trees: &[Tree<G>]) -> Vec<Vote<G::Move>> {
        let mut votes: Vec<Vote<G::Move>> = Vec::new();
        let mut places = HashMap::new();
        for tree in trees {
            let visited = |(_, child): &(usize, &Node<G::Move>)| child.visits > 0;
            for (n, child) in tree.children(ROOT).iter().enumerate().filter(visited) {
                let place = *places.entry(game.pack(child.mv).0).or_insert(votes.len());
                if place == votes.len() {
                    votes.push(Vote { mv: child.mv, visits: 0, sum: 0.0, proven: Proven::Unknown });
                }
                let vote = &mut votes[place];
                vote.visits += u64::from(child.visits);
                vote.sum += f64::from(tree.mean(tree.child(ROOT, n as u32))) * f64::from(child.visits);
                if child.proven != Proven::Unknown {
                    vote.proven = child.proven;
                }
            }
        }
        let untried = trees[0].children(ROOT).first().filter(|_| votes.is_empty());
        votes.extend(untried.map(|child| Vote {
            mv: child.mv,
            visits: 0,
            sum: 0.0,
            proven: Proven::Unknown,
        }));
        votes
    }

    /// The line of the most visited moves, from a tree.
    fn line(tree: &Tree<G>, first: G::Move) -> Vec<G::Move> {
        let mut line = vec![first];
        let at = tree.children(ROOT).iter().position(|child| child.mv == first);
        let mut at = at.map(|n| tree.child(ROOT, n as u32));
        while let Some(next) = at.filter(|&next| !tree.is_leaf(next)) {
            let children = tree.children(next);
            let best = (0..children.len()).max_by_key(|&n| children[n].visits);
            at = best.filter(|&n| children[n].visits > 1).map(|n| tree.child(next, n as u32));
            line.extend(at.map(|at| tree.node(at).mv));
        }
        line
    }

    /// The state of the search: the best move, or the best that is not `shunned` unless such a one is proven to win.
    fn report(&self, game: &G, shunned: &[G::Move], longest: u32, gauge: &Gauge) -> Option<Report> {
        let votes = Self::votes(game, &self.trees);
        let is_open = |vote: &&Vote<G::Move>| vote.proven == Proven::Win || !shunned.contains(&vote.mv);
        let open = votes.iter().filter(is_open).max_by_key(|vote| vote.rank());
        let best = *open.or_else(|| votes.iter().max_by_key(|vote| vote.rank()))?;
        let pv: Vec<_> = Self::line(&self.trees[0], best.mv).into_iter().map(|mv| game.pack(mv)).collect();
        let score = match best.proven {
            Proven::Win => Score::win_in(1),
            Proven::Loss => Score::loss_in(2),
            Proven::Draw => Score::DRAW,
            Proven::Unknown => score_of((best.sum / best.visits.max(1) as f64) as f32, self.settings.scale),
        };
        Some(Report { depth: longest, score, nodes: gauge.n_spent(), elapsed: gauge.elapsed(), pv })
    }
}

impl<M> Vote<M> {
    /// Wins first, losses last, the most visited in between.
    const fn rank(&self) -> (u8, u64) {
        let class = match self.proven {
            Proven::Win => 2,
            Proven::Loss => 0,
            Proven::Unknown | Proven::Draw => 1,
        };
        (class, self.visits)
    }
}

impl<G: Playable, E: Evaluator<G>> Search<G> for Mcts<G, E> {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        _: Option<u32>,
        gauge: &Gauge,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        self.plant(game, state);
        let shunned = shunned(game, state);
        let n_playouts = self.settings.n_playouts.or((!gauge.is_bounded()).then_some(UNBOUNDED_PLAYOUTS));
        let n_threads = self.trees.len() as u64;
        let (mut done, mut step) = (0, FIRST_REPORT);
        let mut longest = 0;
        // In steps, each about as long as all before, with a report after each.
        loop {
            let until = n_playouts.map_or(step, |n| step.min(n));
            longest = longest.max(self.grow(game, (until - done).div_ceil(n_threads), gauge));
            let now = self.report(game, &shunned, longest, gauge).expect("the root has grown moves");
            (done, step) = (until, step * 2);
            let is_over = gauge.is_over()
                || n_playouts.is_some_and(|n| done >= n)
                || now.score.is_decided()
                || self.trees[0].node(ROOT).proven != Proven::Unknown;
            if is_over {
                return Thought {
                    mv: now.pv[0],
                    score: Some(now.score),
                    depth: now.depth,
                    nodes: gauge.n_spent(),
                    pv: now.pv,
                };
            }
            report(&now);
        }
    }

    fn new_game(&mut self) {
        self.trees.clear();
    }
}

/// The few legal moves that are no candidates.
fn shunned<G: Playable>(game: &G, state: &G::State) -> Vec<G::Move> {
    let (mut moves, mut candidates) = (Vec::new(), Vec::new());
    game.moves(state, &mut moves);
    game.candidates(state, &mut candidates);
    if moves.len() == candidates.len() {
        return Vec::new();
    }
    moves.retain(|mv| !candidates.contains(mv));
    moves
}

/// Descents before the first report.
const FIRST_REPORT: u64 = 1024;

impl<G: Game, E: Evaluator<G>> Mcts<G, E> {
    /// Descends so many times in every tree; the longest path that was gone.
    fn grow(&mut self, game: &G, n_each: u64, gauge: &Gauge) -> u32 {
        let (eval, settings) = (&self.eval, &self.settings);
        let work = |tree: &mut Tree<G>, mut dice: Dice| {
            let mut worker = Worker::new(tree, game, eval, settings, gauge);
            worker.root();
            let mut n = 0;
            while n < n_each && worker.descend(&mut dice) {
                n += 1;
            }
            worker.settle();
            worker.longest
        };
        let (first, others) = self.trees.split_first_mut().expect("there is a tree per thread");
        let dice = &mut self.dice;
        thread::scope(|scope| {
            for tree in others {
                let own = Dice::new(dice.word());
                scope.spawn(|| work(tree, own));
            }
            work(first, Dice::new(dice.word()))
        })
    }
}
