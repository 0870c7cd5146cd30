//! Games of a judge against itself, for positions to learn from: random openings, then short searches with a random
//! move now and then. Beside each position of a game lies another, a random move or two after it: a search meets such
//! positions all the time, and good players never.

use std::sync::atomic::AtomicBool;

use agon_games::dice::Dice;

use super::value::best_move;
use crate::othello::midgame::Searcher;
use crate::othello::{Discs, Judge, Memory};

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

impl SelfPlay {
    /// The positions of the games with these numbers, and those beside them; equal numbers give equal games.
    pub fn play(&self, judge: &Judge, games: std::ops::Range<u64>) -> Vec<Discs> {
        let numbers: Vec<u64> = games.collect();
        let share = numbers.len().div_ceil(self.threads.max(1)).max(1);
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                numbers.chunks(share).map(|part| scope.spawn(move || self.play_part(judge, part))).collect();
            let parts = workers.into_iter().map(|worker| worker.join().expect("self-play does not panic"));
            parts.flatten().collect()
        })
    }

    fn play_part(&self, judge: &Judge, games: &[u64]) -> Vec<Discs> {
        let memory = Memory::new(1);
        let mut positions = Vec::new();
        for &game in games {
            memory.clear();
            self.play_game(judge, &memory, game, &mut positions);
        }
        positions
    }

    fn play_game(&self, judge: &Judge, memory: &Memory, game: u64, positions: &mut Vec<Discs>) {
        let mut dice = Dice::new(self.seed ^ game.wrapping_mul(0xA24B_AED4_963E_E407));
        let never = AtomicBool::new(false);
        let mut searcher = Searcher::new(judge, u64::MAX, memory, &never);
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
                positions.push(discs);
                positions.extend(beside(discs, &mut dice));
            }
            let is_random = n_played < n_random || dice.below(100) < WHIMS;
            let cell = match is_random {
                true => one_of(moves, &mut dice),
                false => best_move(&mut searcher, discs, self.depth).1,
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
