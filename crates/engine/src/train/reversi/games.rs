//! Games of a judge against itself from random openings. The last cells are solved, so that every score is
//! what the position before them is worth with best play.

use std::sync::atomic::AtomicBool;

use agon_games::dice::Dice;

use crate::othello::midgame::{INFINITY, Searcher};
use crate::othello::{Discs, Judge, Memory};
use crate::solve::reversi::endgame::Solver;
use crate::solve::reversi::table::Table;

/// A position and the score that the side to move reached, in discs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The position.
    pub discs: Discs,
    /// The score, empty cells going to the winner.
    pub score: i8,
}

/// How games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlay {
    /// Decides the openings.
    pub seed: u64,
    /// Plies to look ahead.
    pub depth: u32,
    /// From how many empty cells on positions are solved.
    pub exact: u32,
    /// How many games are played at once.
    pub threads: usize,
}

/// The start of Othello, black to move.
pub const START: Discs = Discs { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

impl SelfPlay {
    /// Plays the games with these numbers; equal numbers give equal games.
    pub fn play(&self, judge: &Judge, games: std::ops::Range<u64>) -> Vec<Sample> {
        let numbers: Vec<u64> = games.collect();
        let share = numbers.len().div_ceil(self.threads.max(1)).max(1);
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                numbers.chunks(share).map(|part| scope.spawn(move || self.play_part(judge, part))).collect();
            let parts = workers.into_iter().map(|worker| worker.join().expect("self-play does not panic"));
            parts.flatten().collect()
        })
    }

    fn play_part(&self, judge: &Judge, games: &[u64]) -> Vec<Sample> {
        let (memory, table) = (Memory::new(1), Table::new(4));
        let mut samples = Vec::new();
        for &game in games {
            memory.clear();
            self.play_game(judge, &memory, &table, game, &mut samples);
        }
        samples
    }

    fn play_game(&self, judge: &Judge, memory: &Memory, table: &Table, game: u64, samples: &mut Vec<Sample>) {
        let mut dice = Dice::new(self.seed ^ game.wrapping_mul(0xA24B_AED4_963E_E407));
        let Some(mut discs) = random_opening(&mut dice) else { return };
        let never = AtomicBool::new(false);
        let mut searcher = Searcher::new(judge, u64::MAX, memory, &never);
        // Positions on the way, each with whose turn it was; their score is the first exact one.
        let (mut way, mut turn, mut score) = (Vec::new(), false, None);
        loop {
            let empty = !(discs.own | discs.other);
            let moves = discs.moves();
            if moves == 0 {
                discs = discs.passed();
                turn = !turn;
                if discs.moves() == 0 {
                    let lead = discs.lead();
                    score.get_or_insert((turn, lead + lead.signum() * empty.count_ones() as i32));
                    break;
                }
                continue;
            }
            if empty.count_ones() <= self.exact {
                let exact = Solver::new(u64::MAX, table, &never).score(discs, -64, 64).unwrap_or(0);
                samples.push(Sample { discs, score: exact as i8 });
                score.get_or_insert((turn, exact));
            } else {
                way.push((turn, discs));
            }
            let depth = if empty.count_ones() <= self.exact { 1 } else { self.depth };
            let cell = best_move(&mut searcher, discs, moves, depth);
            discs = discs.after(cell, discs.flips(cell));
            turn = !turn;
        }
        if let Some((side, score)) = score {
            let seen = |turn: bool| if turn == side { score } else { -score };
            samples.extend(way.into_iter().map(|(turn, discs)| Sample { discs, score: seen(turn) as i8 }));
        }
    }
}

/// A few random plies, more than a few in some games; none when the game is over so soon.
fn random_opening(dice: &mut Dice) -> Option<Discs> {
    let mut discs = START;
    let plies = 4 + dice.below(12) + if dice.below(4) == 0 { dice.below(20) } else { 0 };
    for _ in 0..plies {
        let mut moves = discs.moves();
        if moves == 0 {
            discs = discs.passed();
            moves = discs.moves();
        }
        if moves == 0 {
            return None;
        }
        let mut n = dice.below(moves.count_ones());
        while n > 0 {
            moves &= moves - 1;
            n -= 1;
        }
        let cell = moves.trailing_zeros();
        discs = discs.after(cell, discs.flips(cell));
    }
    Some(discs)
}

fn best_move(searcher: &mut Searcher<'_>, discs: Discs, moves: u64, depth: u32) -> u32 {
    let node = searcher.node(discs);
    let (mut best, mut chosen, mut left) = (-INFINITY, 0, moves);
    while left != 0 {
        let cell = left.trailing_zeros();
        left &= left - 1;
        let child = searcher.after(&node, cell);
        let score = -searcher.value(&child, depth - 1, -INFINITY, -best);
        if score > best {
            (best, chosen) = (score, cell);
        }
    }
    chosen
}
