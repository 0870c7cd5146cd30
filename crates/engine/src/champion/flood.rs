//! The champion of Flood: a proof where one can be had in a part of the time, else alpha-beta on components with
//! the race for territory as its evaluation. Lower levels look less far and mistake what they see.
//!
//! How it was measured: `docs/champions/flood.md`.

mod chances;
mod graph;
mod guess;
mod level;
mod memory;
mod race;
mod search;
mod value;

use std::sync::Arc;
use std::thread;

use agon_games::bits::Bits;
use agon_games::dice::Dice;
use agon_games::flood::{Flood, Paint, State};
use agon_games::game::Game;

use self::chances::Chances;
use self::guess::Weights;
use self::level::Level;
use self::memory::Memory;
use self::search::{Ahead, Line};
use self::value::Value;
use crate::catalog::BuildError;
use crate::engine::{Report, Strategy, Thought};
use crate::gauge::Gauge;
use crate::params::{Kind, Param, Params};
use crate::playable::Playable;
use crate::score::Score;
use crate::solve::flood::Prover;
use crate::turn::{Search, Timed};

/// Its parameters.
pub const PARAMS: &[Param] = &[
    Param {
        name: "level",
        kind: Kind::Integer(1, 10),
        default: "10",
        about: "from a beginner, 1, to all that it can do, 10",
    },
    Param { name: "tt", kind: Kind::Integer(1, 4096), default: "32", about: "memory in MiB" },
    Param {
        name: "prove",
        kind: Kind::Switch,
        default: "yes",
        about: "whether it looks for proofs before it looks for good moves",
    },
    Param {
        name: "threads",
        kind: Kind::Integer(1, 256),
        default: "1",
        about: "threads that search together where nothing is proved",
    },
];

/// The part of a move's time, or of its nodes, that goes into a proof at most.
const PROOF_PART: f64 = 0.4;
/// And the part by which chances of a game that is not won are found, or not looked for any longer.
const CHANCES_PART: f64 = 0.75;

/// When this part of the cells is taken, the rest is proved or as good as decided.
const DECIDED: f64 = 0.6;
/// Plies until then, for a board that would have a single component: they grow with the width, the components with its square.
const PLIES_PER_ROOT: f64 = 1.75;

/// Some games stay open for longer.
const FEWEST_PLIES: f64 = 8.0;

/// The champion for this board.
pub fn build<B: Bits>(
    game: &Arc<Flood<B>>,
    params: &Params,
    seed: u64,
) -> Result<Box<dyn Strategy<Flood<B>>>, BuildError> {
    let mib = params.integer("tt") as usize;
    let memory = Arc::new(Memory::new(mib.div_ceil(2)));
    let ahead = |_| Ahead::new(game, memory.clone(), Weights::TUNED);
    Ok(Box::new(Timed::new(Champion {
        level: Level::of(params.integer("level")),
        prover: params.is_on("prove").then(|| Prover::new(game, mib.div_ceil(2))),
        ahead: (0..params.integer("threads")).map(ahead).collect(),
        dice: Dice::new(seed),
    })))
}

struct Champion<B> {
    level: Level,
    prover: Option<Prover<B>>,
    /// One for each thread.
    ahead: Vec<Ahead<B>>,
    dice: Dice,
}

impl<B: Bits> Search<Flood<B>> for Champion<B> {
    fn search(
        &mut self,
        game: &Flood<B>,
        state: &State<B>,
        depth: Option<u32>,
        gauge: &Gauge,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        if let Level::Beginner { depth: own, noise } = self.level {
            let depth = depth.map_or(own, |depth| depth.min(own));
            return self.mistaken(game, state, depth, noise, gauge);
        }
        let proved = match depth {
            Some(_) => None,
            None => self.proof(game, state, gauge),
        };
        match proved {
            Some((1, mv)) => known(game, state, Value::won(1), mv, gauge),
            Some((sign, mv)) => self.hold_out(game, state, (sign, mv), gauge, report),
            None => self.deepen(game, state, depth, gauge, report),
        }
    }

    /// Zones grow by their borders: what is taken grows with the square of the plies.
    fn plies_of_thought(&self, game: &Flood<B>, state: &State<B>) -> u32 {
        let components = game.components();
        let n_cells: u32 = components.all().iter().map(|component| u32::from(component.size)).sum();
        let taken = f64::from(state.sizes[0] + state.sizes[1]) / f64::from(n_cells.max(1));
        let plies = PLIES_PER_ROOT * (components.len() as f64).sqrt() * (1.0 - (taken / DECIDED).sqrt());
        plies.max(FEWEST_PLIES).round() as u32
    }

    /// What was proved and seen stays true: the game is the same.
    fn new_game(&mut self) {}
}

impl<B: Bits> Champion<B> {
    /// Who wins, if that can be proved in a part of the time, and the move for it.
    fn proof(&mut self, game: &Flood<B>, state: &State<B>, gauge: &Gauge) -> Option<(i32, Paint)> {
        let prover = self.prover.as_ref()?;
        let n_most = gauge.n_left().map(|nodes| (nodes as f64 * PROOF_PART) as u64);
        let most = gauge.share().map(|share| share.mul_f64(PROOF_PART));
        let n_free = game.components().len() as u32 - (state.zones[0] | state.zones[1]).count();
        if n_free > worth_trying(most.map(|most| most.as_micros() as u64), n_most) {
            return None;
        }
        let is_up = |stride: u64, nodes: u64| {
            gauge.pay(stride as u32) == 0
                || n_most.is_some_and(|most| nodes >= most)
                || most.is_some_and(|most| gauge.elapsed() >= most)
        };
        prover.sign(game, state, &is_up)
    }

    /// A move in a game that is proved drawn or lost: one after which the other side may go wrong, else one that keeps the
    /// draw or looks best.
    fn hold_out(
        &mut self,
        game: &Flood<B>,
        state: &State<B>,
        (sign, safe): (i32, Paint),
        gauge: &Gauge,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let value = if sign < 0 { Value::won(-1) } else { Value::DRAWN };
        let n_least = gauge.n_left().map(|nodes| (nodes as f64 * (1.0 - CHANCES_PART)) as u64);
        let most = gauge.share().map(|share| share.mul_f64(CHANCES_PART));
        let is_up = |stride: u64| {
            gauge.pay(stride as u32) == 0
                || gauge.n_left().zip(n_least).is_some_and(|(left, least)| left <= least)
                || most.is_some_and(|most| gauge.elapsed() >= most)
        };
        let chance = self.prover.as_ref().and_then(|prover| {
            Chances { game, prover, ahead: &mut self.ahead[0], gauge, is_up: &is_up }.best(state, sign)
        });
        match chance {
            Some(chance) => known(game, state, value, chance, gauge),
            None if sign == 0 => known(game, state, value, safe, gauge),
            None => {
                let thought = self.deepen(game, state, None, gauge, report);
                Thought { score: Some(score_of(game, state, value)), ..thought }
            }
        }
    }

    /// Looks one ply farther each time, as long as there is time, with the help of other threads, which share the memory.
    fn deepen(
        &mut self,
        game: &Flood<B>,
        state: &State<B>,
        depth: Option<u32>,
        gauge: &Gauge,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let most = depth.unwrap_or(u32::MAX).min(2 * game.components().len() as u32 + 2);
        let (first, others) = self.ahead.split_first_mut().expect("there is one thread at least");
        let mut thought = thread::scope(|scope| {
            for (number, ahead) in (1..).zip(others) {
                scope.spawn(move || {
                    let mut line = ahead.line(game, state, gauge);
                    // Every second one is a ply ahead.
                    let mut values = (1 + number % 2..=most).map_while(|depth| line.search(depth));
                    values.any(|(value, _)| value.is_decided());
                });
            }
            let thought = lead(first.line(game, state, gauge), most, gauge, report);
            gauge.end();
            thought
        });
        thought.nodes = gauge.n_spent();
        thought
    }

    /// The best of all moves after each was valued, and the value mistaken by up to `noise` cells.
    fn mistaken(
        &mut self,
        game: &Flood<B>,
        state: &State<B>,
        depth: u32,
        noise: u32,
        gauge: &Gauge,
    ) -> Thought {
        let mut moves = Vec::new();
        game.candidates(state, &mut moves);
        let mut line = self.ahead[0].line(game, state, gauge);
        let mut best = (i32::MIN, moves[0], Value::DRAWN);
        for &mv in &moves {
            let value = line.value_of(mv, depth.saturating_sub(1));
            let seen = value.points() + 2 * self.dice.below(100 * noise + 1) as i32 - 100 * noise as i32;
            if seen > best.0 {
                best = (seen, mv, value);
            }
        }
        let mv = game.pack(best.1);
        let score = Some(score_of(game, state, best.2));
        Thought { mv, score, depth, nodes: gauge.n_spent(), pv: vec![mv] }
    }
}

/// A move whose value is proved.
fn known<B: Bits>(game: &Flood<B>, state: &State<B>, value: Value, mv: Paint, gauge: &Gauge) -> Thought {
    let (score, mv) = (score_of(game, state, value), game.pack(mv));
    Thought { mv, score: Some(score), depth: 0, nodes: gauge.n_spent(), pv: vec![mv] }
}

/// The search of the thread that decides.
fn lead<B: Bits>(
    mut line: Line<'_, B>,
    most_depth: u32,
    gauge: &Gauge,
    report: &mut dyn FnMut(&Report),
) -> Thought {
    let (game, state) = (line.game, line.root);
    let mut thought = Thought::blind(game.pack(line.first_move()));
    for depth in 1..=most_depth {
        let Some((value, mv)) = line.search(depth) else {
            // What a search found before it was broken off was tried after the best move of the one before it.
            if let Some(mv) = line.best_so_far() {
                let mv = game.pack(mv);
                (thought.mv, thought.pv) = (mv, vec![mv]);
            }
            break;
        };
        let score = score_of(game, state, value);
        // In a lost game, what looked best before the loss was seen is the better try.
        if value.is_lost() && depth > 1 {
            thought.score = Some(score);
            break;
        }
        let mv = game.pack(mv);
        let (nodes, elapsed) = (gauge.n_spent(), gauge.elapsed());
        thought = Thought { mv, score: Some(score), depth, nodes, pv: vec![mv] };
        report(&Report { depth, score, nodes, elapsed, pv: vec![mv] });
        if value.is_decided() || !gauge.may_deepen() {
            break;
        }
    }
    thought
}

/// Free components up to which a proof may succeed, found by trying: 10x10 boards of seven colours begin with
/// about 75 and took a median of half a million nodes, and two components less make it about a fifth cheaper.
fn worth_trying(micros: Option<u64>, nodes: Option<u64>) -> u32 {
    match micros.into_iter().chain(nodes).min() {
        Some(nodes) => 24 + 3 * nodes.max(1).ilog2(),
        None => u32::MAX,
    }
}

fn score_of<B: Bits>(game: &Flood<B>, state: &State<B>, value: Value) -> Score {
    let plies = game.plies_left(state);
    if value.is_won() {
        Score::win_in(plies)
    } else if value.is_lost() {
        Score::loss_in(plies)
    } else {
        Score::of(value.points())
    }
}
