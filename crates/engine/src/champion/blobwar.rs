//! The champion of Blobwar and Ataxx: a selective search with a table, guided by a network that learned from
//! its own games. On boards that the network does not cover, a census of blobs and landings takes its place, whose
//! weights were learned on boards of many kinds.

mod crowds;
mod lanes;
mod memory;
pub mod net;
mod order;
mod search;
pub mod tuning;
pub mod weights;

use std::sync::Arc;
use std::thread;

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, Hop, State};
use agon_games::dice::Dice;
use agon_games::game::{Game, PackedMove};

use crate::budget::Budget;
use crate::catalog::BuildError;
use crate::champion::learned;
use crate::engine::{Report, Strategy, Thought};
use crate::eval::Evaluator;
use crate::eval::blobwar::census::Census;
use crate::eval::blobwar::{self as eval, Eval};
use crate::gauge::{Gauge, Purse};
use crate::params::{Kind, Param, Params};
use crate::playable::Playable;
use crate::score::{Score, Window};
use crate::timekeeper::Timekeeper;

use memory::Memory;
use net::Net;
use order::Workspace;
use search::{MAX_PLY, Searcher};
use tuning::Tuning;
use weights::Weights;

/// Its parameters.
pub const PARAMS: &[Param] = &[
    Param {
        name: "level",
        kind: Kind::Integer(1, 10),
        default: "10",
        about: "from beginner to full strength",
    },
    Param { name: "tt", kind: Kind::Integer(1, 4096), default: "32", about: "MiB of memory for its table" },
    Param {
        name: "eval",
        kind: Kind::Choice(&["learned", "shape"]),
        default: "learned",
        about: "what it values positions with, where the board allows",
    },
    Param {
        name: "threads",
        kind: Kind::Integer(1, 256),
        default: "1",
        about: "threads that search together, at level 10",
    },
    learned::PARAM,
    Param {
        name: "above",
        kind: Kind::Integer(0, 10_000),
        default: "90",
        about: "so far above its window a shallow node is not searched, in hundredths of a blob per ply",
    },
    Param {
        name: "below",
        kind: Kind::Integer(0, 10_000),
        default: "110",
        about: "what a landing may gain besides what it converts, per ply, before it is left out",
    },
    Param {
        name: "late",
        kind: Kind::Integer(1, 1000),
        default: "3",
        about: "moves that a shallow node tries, besides",
    },
    Param {
        name: "late-step",
        kind: Kind::Integer(0, 1000),
        default: "3",
        about: "so many more times the square of the depth",
    },
    Param {
        name: "short-above",
        kind: Kind::Integer(0, 10_000),
        default: "120",
        about: "so far above the window a short search stands for the whole one",
    },
    Param {
        name: "renown",
        kind: Kind::Integer(1, 1_000_000),
        default: "3000",
        about: "what a late move must be known for elsewhere to be searched a ply deeper",
    },
];

/// The numbers of its search.
fn tuning_by(params: &Params) -> Tuning {
    let number = |name| params.integer(name) as i32;
    Tuning {
        above: number("above"),
        below: number("below"),
        late: number("late"),
        late_step: number("late-step"),
        short_above: number("short-above"),
        renown: number("renown"),
        ..Tuning::default()
    }
}

/// The champion for this board.
pub fn build<B: Bits>(
    game: &Arc<Blobwar<B>>,
    params: &Params,
    seed: u64,
) -> Result<Box<dyn Strategy<Blobwar<B>>>, BuildError> {
    let (level, tt) = (params.integer("level") as u32, params.integer("tt") as usize);
    let (is_learned, weights) = (params.text("eval") == "learned", params.text("weights"));
    if is_learned && net::covers(game.board()) {
        let champion = learned(game, learned::of_blobwar(weights)?, tt, level, seed);
        let champion = champion.with_tuning(tuning_by(params));
        return Ok(Box::new(champion.with_threads(params.integer("threads") as usize, tt)));
    }
    let eval = match is_learned {
        true => Eval::Census(Census::new(game, &learned::of_wide_blobwar(weights)?)),
        false => by_hand(game),
    };
    let champion = Champion::new(game, eval, tt, level, seed).with_tuning(tuning_by(params));
    Ok(Box::new(champion.with_threads(params.integer("threads") as usize, tt)))
}

/// The hand-made evaluation, for every board.
pub fn by_hand<B: Bits>(game: &Blobwar<B>) -> Eval<B> {
    let entry = eval::ALL.iter().find(|entry| entry.name == eval::DEFAULT);
    let params = Params::defaults(entry.expect("the default is listed").params);
    eval::build(game, eval::DEFAULT, &params).expect("it suits every board")
}

/// The champion with these weights, on a board that [`net::covers`] accepts.
pub fn learned<B: Bits>(
    game: &Blobwar<B>,
    weights: Arc<Weights>,
    mebibytes: usize,
    level: u32,
    seed: u64,
) -> Champion<Net> {
    Champion::new(game, Net::new(weights, game.board()), mebibytes, level, seed)
}

/// A searching player.
pub struct Champion<E> {
    eval: E,
    level: Level,
    tuning: Tuning,
    memory: Memory,
    /// One for each thread.
    work: Vec<Workspace>,
    keeper: Timekeeper,
    dice: Dice,
}

/// How strong it plays.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Level {
    /// Plies to look ahead.
    depth: u32,
    /// Positions to visit.
    nodes: Option<u64>,
    /// How far a move may fall below the best, in hundredths of a blob, and still be played.
    slack: i32,
}

impl Level {
    /// The levels, each about three to one against the one below; `docs/champions/blobwar.md` has the matches.
    const fn new(level: u32) -> Self {
        let (depth, nodes, slack) = match level {
            0 | 1 => (2, None, 55),
            2 => (2, None, 30),
            3 => (64, Some(800), 0),
            4 => (64, Some(1_050), 0),
            5 => (64, Some(1_500), 0),
            6 => (64, Some(2_300), 0),
            7 => (64, Some(3_800), 0),
            8 => (64, Some(6_500), 0),
            9 => (64, Some(12_000), 0),
            _ => (MAX_PLY as u32 - 2, None, 0),
        };
        Self { depth, nodes, slack }
    }
}

impl<E> Champion<E> {
    /// A player with this evaluation and a table of this many MiB; it is at full strength at level 10.
    pub fn new<B: Bits>(game: &Blobwar<B>, eval: E, mebibytes: usize, level: u32, seed: u64) -> Self {
        Self {
            eval,
            level: Level::new(level),
            tuning: Tuning::default(),
            memory: Memory::new(mebibytes, 1),
            work: vec![Workspace::new(game.board().n_cells())],
            keeper: Timekeeper::default(),
            dice: Dice::new(seed),
        }
    }

    /// The same player with other numbers in its search.
    pub const fn with_tuning(mut self, tuning: Tuning) -> Self {
        self.tuning = tuning;
        self
    }

    /// The same player on so many threads, if it is at full strength, with a table of this many MiB.
    fn with_threads(mut self, n_threads: usize, mebibytes: usize) -> Self {
        let n_threads = if self.level == Level::new(10) { n_threads.max(1) } else { 1 };
        if n_threads > 1 {
            self.memory = Memory::new(mebibytes, n_threads);
            self.work = vec![self.work[0].clone(); n_threads];
        }
        self
    }

    /// A smaller table, for many quick games.
    pub(crate) fn with_buckets(mut self, n_buckets: usize) -> Self {
        self.memory = Memory::small(n_buckets);
        self
    }
}

impl<B: Bits, E: Evaluator<Blobwar<B>>> Strategy<Blobwar<B>> for Champion<E> {
    fn think(
        &mut self,
        game: &Blobwar<B>,
        state: &State<B>,
        budget: &Budget,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        if let [only] = moves[..] {
            return Thought::blind(game.pack(only));
        }
        let mut budget = budget.clone();
        if let Some(most) = self.level.nodes {
            budget.nodes = Some(budget.nodes.map_or(most, |given| given.min(most)));
        }
        let depth = budget.depth.map_or(self.level.depth, |depth| depth.min(self.level.depth));
        let deadlines = self.keeper.begin(&budget, game.plies_left(state));
        let gauge = Gauge::new(&budget, deadlines);
        let thought = if self.level.slack > 0 {
            self.choose_loosely(game, state, &moves, depth, &gauge)
        } else {
            self.deepen(game, state, depth, &gauge, report)
        };
        self.keeper.end(&budget, &deadlines);
        // Stopped before one ply was complete: the move that wins most at once.
        thought.unwrap_or_else(|| {
            let best = moves.iter().max_by_key(|&&mv| self.eval.urgency(game, state, mv));
            Thought::blind(game.pack(*best.expect("a game that is not over has moves")))
        })
    }

    fn new_game(&mut self) {
        self.memory.wipe();
        self.keeper.new_game();
        self.work.iter_mut().for_each(|work| *work = Workspace::new(work.n_cells()));
    }
}

impl<E> Champion<E> {
    /// Looks deeper and deeper, the last best line first, with the help of other threads, which share the table.
    fn deepen<B: Bits>(
        &mut self,
        game: &Blobwar<B>,
        state: &State<B>,
        max_depth: u32,
        gauge: &Gauge,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Thought>
    where
        E: Evaluator<Blobwar<B>>,
    {
        self.memory.age();
        self.work.iter_mut().for_each(Workspace::fade);
        let max_depth = max_depth.min(MAX_PLY as u32 - 2);
        let (eval, memory, tuning) = (&self.eval, &self.memory, &self.tuning);
        let searcher = |thread, work| Searcher {
            game,
            eval,
            memory: memory.shelf(thread),
            purse: Purse::new(gauge),
            work,
            tuning,
            is_stopped: false,
        };
        let (first, others) = self.work.split_first_mut()?;
        let mut found = thread::scope(|scope| {
            for (number, work) in (1..).zip(others) {
                scope.spawn(move || help(&mut searcher(number, work), state, max_depth, number));
            }
            let found = lead(&mut searcher(0, first), state, max_depth, gauge, report);
            gauge.end();
            found
        });
        if let Some(found) = &mut found {
            found.nodes = gauge.n_spent();
        }
        found
    }

    /// A move at random among those that are not much worse than the best.
    fn choose_loosely<B: Bits>(
        &mut self,
        game: &Blobwar<B>,
        state: &State<B>,
        moves: &[Hop],
        depth: u32,
        gauge: &Gauge,
    ) -> Option<Thought>
    where
        E: Evaluator<Blobwar<B>>,
    {
        self.memory.age();
        self.work.iter_mut().for_each(Workspace::fade);
        let mut scores = Vec::new();
        for &mv in moves {
            let after = game.play(state, mv);
            let mut searcher = Searcher {
                game,
                eval: &self.eval,
                memory: self.memory.shelf(0),
                purse: Purse::new(gauge),
                work: &mut self.work[0],
                tuning: &self.tuning,
                is_stopped: false,
            };
            let score = -searcher.root(&after, depth as i32 - 1, Window::FULL);
            searcher.purse.settle();
            if searcher.is_stopped {
                break;
            }
            scores.push((score, mv));
        }
        let best = scores.iter().map(|&(score, _)| score).max()?;
        // A win on the spot is never missed, a loss on the spot never chosen.
        let slack = if best.is_decided() { 0 } else { self.level.slack };
        scores.retain(|&(score, _)| score >= best.plus(-slack));
        let (score, mv) = scores[self.dice.below(scores.len() as u32) as usize];
        let mv = game.pack(mv);
        Some(Thought { mv, score: Some(score), depth, nodes: gauge.n_spent(), pv: vec![mv] })
    }
}

/// The search of the thread that decides.
fn lead<B: Bits, E: Evaluator<Blobwar<B>>>(
    searcher: &mut Searcher<'_, B, E>,
    state: &State<B>,
    max_depth: u32,
    gauge: &Gauge,
    report: &mut dyn FnMut(&Report),
) -> Option<Thought> {
    let mut found: Option<Thought> = None;
    let mut score = Score::DRAW;
    for depth in 1..=max_depth {
        let whole = searcher.root_near(state, depth as i32, score);
        searcher.purse.settle();
        let line: Vec<PackedMove> = searcher.work.lines[0].iter().map(|&mv| searcher.game.pack(mv)).collect();
        let Some(whole) = whole else {
            // A line found in a search that was broken off is at least as good as the last: its move was
            // tried first.
            if let (Some(found), Some(&mv)) = (&mut found, line.first()) {
                (found.mv, found.pv) = (mv, line);
            }
            break;
        };
        score = whole;
        let nodes = gauge.n_spent();
        report(&Report { depth, score, nodes, elapsed: gauge.elapsed(), pv: line.clone() });
        if let Some(&mv) = line.first() {
            found = Some(Thought { mv, score: Some(score), depth, nodes, pv: line });
        }
        if score.is_decided() || !gauge.may_deepen() {
            break;
        }
    }
    found
}

/// The search of another thread, for what it leaves in the table: every second one is a ply ahead.
fn help<B: Bits, E: Evaluator<Blobwar<B>>>(
    searcher: &mut Searcher<'_, B, E>,
    state: &State<B>,
    max_depth: u32,
    number: usize,
) {
    let mut score = Score::DRAW;
    for depth in 1 + number as u32 % 2..=max_depth {
        match searcher.root_near(state, depth as i32, score) {
            Some(whole) => score = whole,
            None => break,
        }
    }
    searcher.purse.settle();
}
