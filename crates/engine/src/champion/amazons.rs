//! The champion of Amazons: a tree search that evaluates instead of playing out, kept from move to move, and
//! exact filling once the regions are separated.

pub mod filling;
mod habits;
pub mod tree;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use agon_games::amazons::{Amazons, Shot, State};
use agon_games::bits::Bits;
use agon_games::dice::Dice;
use agon_games::game::Game;

use crate::catalog::BuildError;
use crate::champion::learned;
use crate::engine::{Report, Strategy, Thought};
use crate::eval::amazons::linear::Linear;
use crate::eval::amazons::{Judge, Weights};
use crate::gauge::Gauge;
use crate::params::{Kind, Param, Params};
use crate::score::Score;
use crate::turn::{Search, Timed};
use filling::Filling;
use tree::{Candidate, Taste, Tree};

/// Its parameters.
pub const PARAMS: &[Param] = &[
    Param {
        name: "level",
        kind: Kind::Integer(1, 10),
        default: "10",
        about: "1 for beginners, 10 for all it can",
    },
    Param { name: "memory", kind: Kind::Integer(1, 65_536), default: "256", about: "MiB for the tree" },
    Param {
        name: "eval",
        kind: Kind::Choice(&["learned", "terms", "plain"]),
        default: "learned",
        about: "how it weighs territory: as it learned, by few terms, or these by hand",
    },
    Param {
        name: "threads",
        kind: Kind::Integer(1, 256),
        default: "1",
        about: "threads that search at level 10, each a tree of its own",
    },
    learned::PARAM,
    Param {
        name: "curiosity",
        kind: Kind::Real(0.0, 10.0),
        default: "0.45",
        about: "how much a decision that was looked at little is worth looking at",
    },
    Param {
        name: "breadth",
        kind: Kind::Real(0.01, 10.0),
        default: "0.5",
        about: "how evenly attention is shared at first, in log-odds",
    },
    Param {
        name: "doubt",
        kind: Kind::Real(0.0, 1.0),
        default: "0.1",
        about: "how much less than its evaluation a decision promises before it is looked at",
    },
    Param {
        name: "look",
        kind: Kind::Real(0.01, 1.0),
        default: "0.45",
        about: "the part of its decisions that a node evaluates at first",
    },
    Param {
        name: "experience",
        kind: Kind::Real(0.0, 10.0),
        default: "1",
        about: "how much of what was found amiss with an evaluation counts elsewhere",
    },
];

/// How the tree is searched.
fn taste_by(params: &Params) -> Taste {
    let real = |name| params.real(name) as f32;
    Taste {
        curiosity: real("curiosity"),
        breadth: real("breadth"),
        doubt: real("doubt"),
        first_look: real("look"),
        experience: real("experience"),
        ..Taste::default()
    }
}

/// The champion for this board.
pub fn build<B: Bits>(
    game: &Arc<Amazons<B>>,
    params: &Params,
    seed: u64,
) -> Result<Box<dyn Strategy<Amazons<B>>>, BuildError> {
    let weights = match params.text("eval") {
        "plain" => Weights::BY_HAND,
        "terms" => Weights::Linear(Linear::SCALED),
        _ => learned::of_amazons(params.text("weights"))?,
    };
    let level = LEVELS[params.integer("level") as usize - 1];
    let n_threads = if level.evaluations.is_none() { params.integer("threads") as usize } else { 1 };
    let most_nodes = params.integer("memory") as usize * 1024 * 1024 / Tree::<B>::BYTES_PER_NODE;
    Ok(Box::new(Timed::new(Champion {
        judge: Judge::new(game).with_weights(weights),
        level,
        n_threads,
        most_nodes: most_nodes / n_threads,
        taste: taste_by(params),
        dice: Dice::new(seed),
        trees: Vec::new(),
    })))
}

/// How strong a level plays.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Evaluations per move; none for as many as the clock allows.
    evaluations: Option<u64>,
    /// Moves whose chance of winning is this much below the best are still played.
    slack: f32,
    /// Whether it fills its territory with care.
    fills: bool,
}

const fn level(evaluations: u64, slack: f32) -> Level {
    Level { evaluations: Some(evaluations), slack, fills: slack < 0.05 }
}

/// From beginner to all it can. Each level was given what should win about three games in four against the
/// one below; `docs/champions/amazons.md` says which steps a match has measured.
const LEVELS: [Level; 10] = [
    level(160, 0.36),
    level(200, 0.21),
    level(250, 0.12),
    level(400, 0.06),
    level(800, 0.02),
    level(2_200, 0.0),
    level(7_000, 0.0),
    level(22_000, 0.0),
    level(75_000, 0.0),
    Level { evaluations: None, slack: 0.0, fills: true },
];

/// Evaluations per move when nothing limits the search but a depth: this many for the first ply, and four
/// times as many for each further one.
const DEPTH_UNIT: u64 = 500;
/// Positions of a region that its filling looks at first, twice as many each time that it is not sure, and at most.
const FILLING_NODES: [u32; 2] = [512, 16_384];
/// With a clock the filling goes on, to ever so many positions, until this part of the move's share is used.
const FILLING_SHARE: f64 = 0.125;
/// Past its share of the clock the search goes on this much longer while the move it would play is not the one
/// that looks best.
const OVERTIME: f64 = 1.6;
/// Chances are added up in numbers that tell so many apart.
const MOST_VISITS: u32 = 1 << 24;
/// A full tree is thinned out if there is this much time for each of its nodes: it takes about half of it. Where
/// nothing ends the search, a full tree does.
const THINNING: Duration = Duration::from_nanos(100);
/// Log-odds are reported as this many hundredths of a cell.
const POINTS_PER_ODDS: f32 = 600.0;

struct Champion<B> {
    judge: Judge<B>,
    level: Level,
    n_threads: usize,
    /// Of each tree.
    most_nodes: usize,
    taste: Taste,
    dice: Dice,
    /// One for each thread, or none before the first move.
    trees: Vec<Tree<B>>,
}

/// How curious the trees of further threads are, in turn: trees that are alike would find the same.
const CURIOSITY: [f32; 4] = [0.75, 1.3, 0.9, 1.1];

/// The search of a thread in its own tree.
struct Growth<'a, B> {
    game: &'a Amazons<B>,
    champion: &'a Champion<B>,
    gauge: &'a Gauge,
    /// Evaluations of this tree at most.
    most: Option<u64>,
    n_spent: u64,
}

impl<B: Bits> Search<Amazons<B>> for Champion<B> {
    fn search(
        &mut self,
        game: &Amazons<B>,
        state: &State<B>,
        depth: Option<u32>,
        gauge: &Gauge,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        if self.level.fills
            && filling::is_separated(game, state)
            && let Some(thought) = fill(game, state, gauge)
        {
            return thought;
        }
        let mut trees: Vec<Tree<B>> = match std::mem::take(&mut self.trees) {
            none if none.is_empty() => {
                (0..self.n_threads).map(|thread| Tree::new(*state, self.taste_of(thread))).collect()
            }
            trees => trees.into_iter().map(|tree| tree.over(game, state)).collect(),
        };
        let most = [self.level.evaluations, depth.map(evaluations_of)].into_iter().flatten().min();
        let most = most.map(|most| most.div_ceil(self.n_threads as u64));
        let (is_done, helped) = (AtomicBool::new(false), AtomicU64::new(0));
        let growth = Growth { game, champion: self, gauge, most, n_spent: 0 };
        let (tree, others) = trees.split_first_mut().expect("there is one thread at least");
        let n_spent = thread::scope(|scope| {
            for tree in others {
                let (mut growth, is_done, helped) = (growth.clone(), &is_done, &helped);
                scope.spawn(move || {
                    growth.help(tree, is_done);
                    helped.fetch_add(growth.n_spent, Relaxed);
                });
            }
            let mut growth = growth.clone();
            growth.lead(tree, report);
            is_done.store(true, Relaxed);
            growth.n_spent
        });
        let nodes = n_spent + helped.into_inner();
        let chosen = self.choose(&together(&trees));
        let last = report_of(game, &trees[0], nodes, gauge);
        let is_main_line = last.pv.first() == Some(&game.pack(chosen.mv));
        self.trees = trees;
        Thought {
            mv: game.pack(chosen.mv),
            score: Some(score_of(chosen.chance)),
            depth: last.depth,
            nodes,
            pv: if is_main_line { last.pv } else { vec![game.pack(chosen.mv)] },
        }
    }

    fn new_game(&mut self) {
        self.trees.clear();
    }
}

impl<B> Clone for Growth<'_, B> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<B: Bits> Growth<'_, B> {
    /// Grows the tree of the thread that decides when to stop.
    fn lead(&mut self, tree: &mut Tree<B>, report: &mut dyn FnMut(&Report)) {
        let mut next_report = 1024;
        // Two steps make the first move known: its queen, and its arrow.
        while self.n_spent == 0 || !tree.has_a_move() || self.goes_on(tree) {
            self.grow(tree);
            if self.n_spent >= next_report {
                next_report = 2 * self.n_spent;
                let nodes = if self.champion.n_threads > 1 { self.gauge.n_spent() } else { self.n_spent };
                report(&report_of(self.game, tree, nodes, self.gauge));
            }
        }
    }

    /// Grows the tree of another thread until the first is done.
    fn help(&mut self, tree: &mut Tree<B>, is_done: &AtomicBool) {
        while !is_done.load(Relaxed) && self.may_grow(tree) {
            self.grow(tree);
        }
    }

    fn grow(&mut self, tree: &mut Tree<B>) {
        if self.is_full(tree) {
            tree.thin_out(self.champion.most_nodes / 2);
        }
        // A leaf where the game is over costs no evaluation, but time all the same.
        let n_new = tree.grow(self.game, &self.champion.judge).max(1);
        self.n_spent += u64::from(n_new);
        self.gauge.pay(n_new);
    }

    /// Whether there is time, and room, for more.
    fn may_grow(&self, tree: &Tree<B>) -> bool {
        let is_over = self.gauge.is_over() || self.most.is_some_and(|most| self.n_spent >= most);
        if is_over || tree.n_visits() >= MOST_VISITS {
            return false;
        }
        let is_bounded = self.gauge.is_bounded();
        let may_be_thinned =
            || self.gauge.left().map_or(is_bounded, |left| left >= THINNING * tree.len() as u32);
        !self.is_full(tree) || may_be_thinned()
    }

    fn goes_on(&self, tree: &Tree<B>) -> bool {
        if !self.may_grow(tree) {
            return false;
        }
        let Some(share) = self.gauge.share() else { return true };
        let elapsed = self.gauge.elapsed();
        elapsed < share || (elapsed < share.mul_f64(OVERTIME) && !tree.is_settled())
    }

    fn is_full(&self, tree: &Tree<B>) -> bool {
        tree.len() >= self.champion.most_nodes
    }
}

impl<B: Bits> Champion<B> {
    /// How the tree of a thread is searched.
    fn taste_of(&self, thread: usize) -> Taste {
        match thread.checked_sub(1) {
            None => self.taste,
            Some(number) => {
                let more = CURIOSITY[number % CURIOSITY.len()];
                Taste { curiosity: self.taste.curiosity * more, ..self.taste }
            }
        }
    }

    /// The most visited move, or at lower levels any that is hardly worse than the best.
    fn choose(&mut self, candidates: &[Candidate]) -> Candidate {
        let order = |a: &&Candidate, b: &&Candidate| {
            (a.visits, a.chance).partial_cmp(&(b.visits, b.chance)).unwrap_or(std::cmp::Ordering::Equal)
        };
        let best = *candidates.iter().max_by(order).expect("the search went on until it had a move");
        if self.level.slack == 0.0 {
            return best;
        }
        let good: Vec<&Candidate> =
            candidates.iter().filter(|other| other.chance >= best.chance - self.level.slack).collect();
        *good[self.dice.below(good.len() as u32) as usize]
    }
}

/// The moves of the root as all trees see them.
fn together<B: Bits>(trees: &[Tree<B>]) -> Vec<Candidate> {
    let mut all = trees[0].candidates();
    let mut places: HashMap<Shot, usize> =
        all.iter().enumerate().map(|(at, candidate)| (candidate.mv, at)).collect();
    for candidate in trees[1..].iter().flat_map(Tree::candidates) {
        let at = *places.entry(candidate.mv).or_insert(all.len());
        let Some(known) = all.get_mut(at) else {
            all.push(candidate);
            continue;
        };
        let visits = known.visits + candidate.visits;
        if visits > 0 {
            let sum = known.chance * known.visits as f32 + candidate.chance * candidate.visits as f32;
            *known = Candidate { chance: sum / visits as f32, visits, ..*known };
        }
    }
    all
}

fn report_of<B: Bits>(game: &Amazons<B>, tree: &Tree<B>, nodes: u64, gauge: &Gauge) -> Report {
    let line = tree.line();
    let pv: Vec<_> = line.iter().map(|&mv| game.pack(mv)).collect();
    Report { depth: line.len() as u32, score: score_of(tree.chance()), nodes, elapsed: gauge.elapsed(), pv }
}

/// A move that fills separated regions, and by how many moves that wins or loses.
fn fill<B: Bits>(game: &Amazons<B>, state: &State<B>, gauge: &Gauge) -> Option<Thought> {
    let own = longest(game, state, gauge)?;
    let mut turned = *state;
    turned.side = !state.side;
    let other = longest(game, &turned, gauge).map_or(0, |filling| filling.n_moves);
    let mv: Shot = own.mv;
    let score = Score::of(100 * (own.n_moves as i32 - other as i32));
    Some(Thought {
        mv: game.pack(mv),
        score: Some(score),
        depth: own.n_moves,
        nodes: u64::from(own.n_moves),
        pv: vec![game.pack(mv)],
    })
}

/// The longest filling that there is time to find.
fn longest<B: Bits>(game: &Amazons<B>, state: &State<B>, gauge: &Gauge) -> Option<Filling> {
    let [mut n_nodes, most] = FILLING_NODES;
    loop {
        let filling = filling::longest(game, state, n_nodes)?;
        let may_go_on = match gauge.share() {
            Some(share) => gauge.elapsed() < share.mul_f64(FILLING_SHARE),
            None => n_nodes < most,
        };
        if filling.is_longest || !may_go_on || gauge.is_over() {
            return Some(filling);
        }
        n_nodes *= 2;
    }
}

fn evaluations_of(depth: u32) -> u64 {
    DEPTH_UNIT << (2 * depth.saturating_sub(1)).min(40)
}

/// A chance of winning on the scale of scores.
fn score_of(chance: f32) -> Score {
    let chance = chance.clamp(0.001, 0.999);
    Score::of((POINTS_PER_ODDS * (chance / (1.0 - chance)).ln()) as i32)
}
