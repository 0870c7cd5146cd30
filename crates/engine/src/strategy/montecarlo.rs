//! Plain Monte-Carlo: so many random games for every move, to the end or to a depth; the move that does best
//! is played.
// CITE: B. Bruegmann, "Monte Carlo Go", 1993.

use std::thread;

use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::side::{Outcome, Side};

use crate::catalog::StrategyEntry;
use crate::engine::{Report, Thought};
use crate::gauge::{Gauge, Purse};
use crate::params::{Kind, Param, Params};
use crate::playable::Playable;
use crate::strategy::playout::{part_won, random_game, score_of};
use crate::turn::Search;

pub(super) const ENTRY: StrategyEntry = StrategyEntry {
    name: "montecarlo",
    about: "so many random games for every move",
    params: &[
        Param {
            name: "games",
            kind: Kind::Integer(1, 1_000_000),
            default: "100",
            about: "games for every move",
        },
        Param {
            name: "cut",
            kind: Kind::Integer(0, 100_000),
            default: "0",
            about: "plies after which whoever counts more has won; 0 is the end of the game",
        },
        Param {
            name: "threads",
            kind: Kind::Integer(1, 256),
            default: "1",
            about: "threads that share the games",
        },
    ],
};

/// A player that tries every move in random games.
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    n_games: u32,
    cut: u32,
    n_threads: u32,
    dice: Dice,
}

impl MonteCarlo {
    pub(super) fn new(params: &Params, seed: u64) -> Self {
        Self {
            n_games: params.integer("games") as u32,
            cut: match params.integer("cut") {
                0 => u32::MAX,
                plies => plies as u32,
            },
            n_threads: params.integer("threads") as u32,
            dice: Dice::new(seed),
        }
    }

    /// Plays rounds of one game for every move, as long as the gauge allows: what each move won, and how many
    /// rounds were finished.
    fn rounds<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        n_rounds: u32,
        mut dice: Dice,
        gauge: &Gauge,
    ) -> (Vec<f64>, u32) {
        let mut purse = Purse::new(gauge);
        let mut won = vec![0.0; moves.len()];
        let mut round = vec![0.0; moves.len()];
        let mut n_done = 0;
        'rounds: while n_done < n_rounds {
            for (part, &mv) in round.iter_mut().zip(moves) {
                if !purse.spend() {
                    break 'rounds;
                }
                *part =
                    f64::from(self.play(game, game.play(state, mv), game.side(state), &mut dice, &mut purse));
            }
            won.iter_mut().zip(&round).for_each(|(sum, part)| *sum += part);
            n_done += 1;
        }
        purse.settle();
        (won, n_done)
    }

    /// One random game: the part of it that a side won.
    fn play<G: Game>(
        &self,
        game: &G,
        state: G::State,
        side: Side,
        dice: &mut Dice,
        purse: &mut Purse<'_>,
    ) -> f32 {
        let (end, outcome, n_plies) = random_game(game, &state, self.cut, dice);
        purse.use_up(n_plies);
        let [first, second] = if outcome.is_none() { game.tally(&end) } else { [0; 2] };
        part_won(outcome.unwrap_or(Outcome::by_count(first, second)).sign_for(side))
    }
}

/// Points of a score per unit of log-odds; nothing is evaluated here, so that the scale is free.
const SCALE: f32 = 500.0;

impl<G: Playable> Search<G> for MonteCarlo {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        _: Option<u32>,
        gauge: &Gauge,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let mut moves = Vec::new();
        game.candidates(state, &mut moves);
        let share = self.n_games.div_ceil(self.n_threads);
        let seeds: Vec<Dice> = (0..self.n_threads).map(|_| Dice::new(self.dice.word())).collect();
        let results: Vec<(Vec<f64>, u32)> = thread::scope(|scope| {
            let this = &*self;
            let moves = &moves;
            let (first, others) = seeds.split_first().expect("there is at least one thread");
            let started: Vec<_> = others
                .iter()
                .map(|dice| scope.spawn(|| this.rounds(game, state, moves, share, dice.clone(), gauge)))
                .collect();
            let own = this.rounds(game, state, moves, share, first.clone(), gauge);
            let others = started.into_iter().map(|thread| thread.join().expect("random games do not panic"));
            std::iter::once(own).chain(others).collect()
        });
        let n_rounds: u32 = results.iter().map(|(_, n)| n).sum();
        let total = |at: usize| results.iter().map(|(won, _)| won[at]).sum::<f64>();
        let best = (0..moves.len()).rev().max_by(|&a, &b| total(a).total_cmp(&total(b))).unwrap_or(0);
        let mean = if n_rounds > 0 { total(best) / f64::from(n_rounds) } else { 0.5 };
        let (mv, score) = (game.pack(moves[best]), score_of(mean as f32, SCALE));
        let nodes = gauge.n_spent();
        report(&Report { depth: 1, score, nodes, elapsed: gauge.elapsed(), pv: vec![mv] });
        Thought { mv, score: Some(score), depth: 1, nodes, pv: vec![mv] }
    }

    fn new_game(&mut self) {}
}
