//! Games of a judge against itself, for positions to learn from: random openings, then short searches with a random
//! move now and then. Beside each position of a game lies another, a random move or two after it: a search meets such
//! positions all the time, and good players never.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use agon_games::dice::Dice;

use super::fit::Sample;
use super::value::{Valuer, best_move};
use crate::othello::midgame::Searcher;
use crate::othello::{Discs, Judge, Memory};
use crate::solve::reversi::endgame::Solver;
use crate::solve::reversi::table::Table;

/// How games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// Decides the openings.
    pub seed: u64,
    /// Plies to look ahead.
    pub depth: u32,
    /// How many games are played at once.
    pub threads: usize,
}

/// The start of Othello, black to move.
pub const START: Discs = Discs { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
/// In a hundred moves, how many are random.
const WHIMS: u32 = 5;
/// Positions with fewer discs are not worth learning.
const FEWEST: u32 = 7;

/// Who sits at a game: it plays both sides, and writes down what it sees.
trait Scribe {
    /// Writes down a position of the game and the one beside it.
    fn note(&mut self, discs: Discs, beside: Option<Discs>);
    /// The move to play.
    fn best(&mut self, discs: Discs) -> u32;
}

/// Writes positions down, to be valued later.
struct Plain<'a, 'b> {
    searcher: Searcher<'a>,
    depth: u32,
    positions: &'b mut Vec<Discs>,
}

impl Scribe for Plain<'_, '_> {
    fn note(&mut self, discs: Discs, beside: Option<Discs>) {
        self.positions.push(discs);
        self.positions.extend(beside);
    }

    fn best(&mut self, discs: Discs) -> u32 {
        best_move(&mut self.searcher, discs, self.depth).1
    }
}

/// Values each position at once, and plays the move that is best by that.
struct Valuing<'a, 'b> {
    valuer: &'b Valuer,
    searcher: Searcher<'a>,
    solver: &'b mut Solver<'a>,
    samples: &'b mut Vec<Sample>,
    /// The last position of the game.
    last: Option<Sample>,
}

impl Valuing<'_, '_> {
    fn value(&mut self, discs: Discs) -> Sample {
        self.valuer.value(self.solver, &mut self.searcher, discs)
    }
}

impl Scribe for Valuing<'_, '_> {
    fn note(&mut self, discs: Discs, beside: Option<Discs>) {
        let sample = self.value(discs);
        self.last = Some(sample);
        self.samples.push(sample);
        if let Some(beside) = beside {
            let sample = self.value(beside);
            self.samples.push(sample);
        }
    }

    fn best(&mut self, discs: Discs) -> u32 {
        let known = self.last.filter(|last| last.discs == discs);
        known.unwrap_or_else(|| self.value(discs)).best.into()
    }
}

impl SelfPlay {
    /// The positions of the games with these numbers, and those beside them; equal numbers give equal games.
    pub fn play(&self, judge: &Judge, games: Range<u64>) -> Vec<Discs> {
        self.share_out(games, |part, positions| {
            let (never, memory) = (AtomicBool::new(false), Memory::new(1));
            for &game in part {
                memory.clear();
                let searcher = Searcher::new(judge, u64::MAX, &memory, &never);
                self.play_game(game, &mut Plain { searcher, depth: self.depth, positions: &mut *positions });
            }
        })
    }

    /// The same with what each position is worth; the moves are the best by that.
    pub fn play_valued(&self, judge: &Judge, valuer: &Valuer, games: Range<u64>) -> Vec<Sample> {
        self.share_out(games, |part, samples| {
            let (never, memory, table) = (AtomicBool::new(false), Memory::new(1), Table::new(4));
            let mut solver = Solver::new(u64::MAX, &table, &never);
            for &game in part {
                memory.clear();
                let searcher = Searcher::new(judge, u64::MAX, &memory, &never);
                let (solver, samples) = (&mut solver, &mut *samples);
                self.play_game(game, &mut Valuing { valuer, searcher, solver, samples, last: None });
            }
        })
    }

    /// What the games with these numbers bring, in their order, each thread with a part of them.
    fn share_out<T: Send>(&self, games: Range<u64>, play: impl Fn(&[u64], &mut Vec<T>) + Sync) -> Vec<T> {
        let numbers: Vec<u64> = games.collect();
        let share = numbers.len().div_ceil(self.threads.max(1)).max(1);
        let play = &play;
        std::thread::scope(|scope| {
            let workers: Vec<_> = numbers
                .chunks(share)
                .map(|part| {
                    scope.spawn(move || {
                        let mut found = Vec::new();
                        play(part, &mut found);
                        found
                    })
                })
                .collect();
            let parts = workers.into_iter().map(|worker| worker.join().expect("self-play does not panic"));
            parts.flatten().collect()
        })
    }

    fn play_game(&self, game: u64, scribe: &mut impl Scribe) {
        let mut dice = Dice::new(self.seed ^ game.wrapping_mul(0xA24B_AED4_963E_E407));
        // A few random plies, more than a few in some games.
        let n_random = 2 + dice.below(10) + if dice.below(4) == 0 { dice.below(16) } else { 0 };
        let (mut discs, mut n_played) = (START, 0);
        loop {
            let mut moves = discs.moves();
            if moves == 0 {
                discs = discs.passed();
                moves = discs.moves();
                if moves == 0 {
                    return;
                }
            }
            if (discs.own | discs.other).count_ones() >= FEWEST {
                scribe.note(discs, beside(discs, &mut dice));
            }
            let is_random = n_played < n_random || dice.below(100) < WHIMS;
            let cell = match is_random {
                true => one_of(moves, &mut dice),
                false => scribe.best(discs),
            };
            discs = discs.after(cell, discs.flips(cell));
            n_played += 1;
        }
    }
}

/// The position after a random move or two, if there is something to choose in it.
fn beside(mut discs: Discs, dice: &mut Dice) -> Option<Discs> {
    for _ in 0..=dice.below(2) {
        let moves = discs.moves();
        if moves == 0 {
            return None;
        }
        let cell = one_of(moves, dice);
        discs = discs.after(cell, discs.flips(cell));
    }
    (discs.moves() != 0).then_some(discs)
}

fn one_of(mut moves: u64, dice: &mut Dice) -> u32 {
    for _ in 0..dice.below(moves.count_ones()) {
        moves &= moves - 1;
    }
    moves.trailing_zeros()
}
