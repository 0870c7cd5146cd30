//! The champion of Flood: a proof where one can be had in a part of the time, else alpha-beta on components with
//! the race for territory as its evaluation. Lower levels look less far and mistake what they see.
//!
//! How it was measured: `docs/champions/flood.md`.

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
/// And the part by which it is proved that a move keeps a draw, or another one is played.
const KEPT_PART: f64 = 0.8;
/// Nodes after which a search in a game that is not won goes no deeper: what sees farther fears what a player who errs does
/// not find.
const NATURAL_NODES: u64 = 1500;

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
        natural: Ahead::new(game, Arc::new(Memory::new(1)), Weights::TUNED),
        dice: Dice::new(seed),
    })))
}

struct Champion<B> {
    level: Level,
    prover: Option<Prover<B>>,
    /// One for each thread.
    ahead: Vec<Ahead<B>>,
    /// For games that are proved drawn or lost, with a memory that knows nothing of it.
    natural: Ahead<B>,
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
            Some((sign, mv)) => self.play_on(game, state, (sign, mv), gauge),
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

    /// A move in a game that is proved drawn or lost: what a short search that does not know it would play. The other side may
    /// not know it either, and errs sooner in a game that goes on as if it were open. A draw is kept.
    fn play_on(
        &mut self,
        game: &Flood<B>,
        state: &State<B>,
        (sign, safe): (i32, Paint),
        gauge: &Gauge,
    ) -> Thought {
        let last = gauge.n_spent() + NATURAL_NODES;
        let line = self.natural.line(game, state, gauge);
        // What it thinks of the game is not told: that is proved.
        let natural = lead(line, deepest(game), gauge, &|| gauge.n_spent() >= last, &mut |_| {}).mv;
        let is_kept = |mv: &Paint| sign < 0 || self.keeps_draw(game, state, *mv, gauge);
        let mv = game.unpack(natural).filter(is_kept).unwrap_or(safe);
        let value = if sign < 0 { Value::won(-1) } else { Value::DRAWN };
        known(game, state, value, mv, gauge)
    }

    /// Whether a drawn game is proved in time to be drawn after this move.
    fn keeps_draw(&self, game: &Flood<B>, state: &State<B>, mv: Paint, gauge: &Gauge) -> bool {
        let next = game.play(state, mv);
        if game.outcome(&next).is_some() {
            return next.sizes[0] == next.sizes[1];
        }
        let n_least = gauge.n_left().map(|nodes| (nodes as f64 * (1.0 - KEPT_PART)) as u64);
        let most = gauge.share().map(|share| share.mul_f64(KEPT_PART));
        let is_up = |stride: u64, _| {
            gauge.pay(stride as u32) == 0
                || gauge.n_left().zip(n_least).is_some_and(|(left, least)| left <= least)
                || most.is_some_and(|most| gauge.elapsed() >= most)
        };
        let proved = self.prover.as_ref().and_then(|prover| prover.sign(game, &next, &is_up));
        proved.is_some_and(|(sign, _)| sign == 0)
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
        let most = depth.unwrap_or(u32::MAX).min(deepest(game));
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
            let is_enough = || !gauge.may_deepen();
            let thought = lead(first.line(game, state, gauge), most, gauge, &is_enough, report);
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

/// No game lasts longer than so many plies.
fn deepest<B: Bits>(game: &Flood<B>) -> u32 {
    2 * game.components().len() as u32 + 2
}

/// The search that decides, one ply farther each time until that is enough.
fn lead<B: Bits>(
    mut line: Line<'_, B>,
    most_depth: u32,
    gauge: &Gauge,
    is_enough: &dyn Fn() -> bool,
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
        if value.is_decided() || is_enough() {
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

#[cfg(test)]
mod tests {
    use agon_games::catalog::{AnyGame, Table};

    use super::*;

    /// Every drawn position of a random game: what is played keeps the draw. How many were there?
    fn check(game: &Flood<u64>, seed: u64) -> u32 {
        let judge = Prover::new(game, 1);
        let ahead = || Ahead::new(game, Arc::new(Memory::new(1)), Weights::TUNED);
        let mut champion = Champion {
            level: Level::of(10),
            prover: Some(Prover::new(game, 1)),
            ahead: vec![ahead()],
            natural: ahead(),
            dice: Dice::new(seed),
        };
        let sign = |state: &State<u64>| judge.sign(game, state, &|_, _| false).expect("nobody stops it").0;
        let (mut state, mut dice, mut n_drawn) = (game.start(), Dice::new(seed), 0);
        while game.outcome(&state).is_none() {
            if sign(&state) == 0 {
                let thought = champion.search(game, &state, None, &Gauge::endless(), &mut |_| {});
                let next = game.play(&state, game.unpack(thought.mv).expect("it is a move"));
                let is_drawn = match game.outcome(&next) {
                    Some(_) => next.sizes[0] == next.sizes[1],
                    None => sign(&next) == 0,
                };
                assert!(is_drawn, "seed {seed}: {}", game.position_text(&state));
                n_drawn += 1;
            }
            state = game.play(&state, game.random_move(&state, &mut dice));
        }
        n_drawn
    }

    #[test]
    fn draws_are_kept() {
        let mut n_drawn = 0;
        for seed in 0..40 {
            let spec = format!("flood/6x5?colours=5&seed={seed}");
            let table = Table::open(&spec, None).unwrap();
            let AnyGame::Flood64(game) = table.game() else { panic!("{spec}: a small board") };
            n_drawn += check(game, seed);
        }
        assert!(n_drawn > 10, "{n_drawn} drawn positions");
    }
}
