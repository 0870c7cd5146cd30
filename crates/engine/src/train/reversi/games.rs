//! Games of a judge against itself, for positions to learn from: random openings, then short searches with a random
//! move now and then. Beside each position of a game lies another, a random move or two after it: a search meets such
//! positions all the time, and good players never.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use agon_games::dice::Dice;

use super::fit::Sample;
use super::value::{Appraiser, Tools, Valuer, best_move};
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

/// How games are played whose moves are the best by the values of their positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValuedPlay {
    /// Decides the openings.
    pub seed: u64,
    /// How positions are valued, and how many games are played at once.
    pub valuer: Valuer,
}

/// The start of Othello, black to move.
pub const START: Discs = Discs { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
/// In a hundred moves, how many are random.
const WHIMS: u32 = 5;
/// Positions with fewer discs are not worth learning.
const FEWEST: u32 = 7;

impl SelfPlay {
    /// The positions of the games with these numbers, and those beside them; equal numbers give equal games.
    pub fn play(&self, judge: &Judge, games: Range<u64>) -> Vec<Discs> {
        in_parts(games, self.threads, |games| self.play_part(judge, games))
    }

    fn play_part(&self, judge: &Judge, games: &[u64]) -> Vec<Discs> {
        let (memory, never) = (Memory::new(1), AtomicBool::new(false));
        let mut positions = Vec::new();
        for &game in games {
            memory.clear();
            let mut searcher = Searcher::new(judge, u64::MAX, &memory, &never);
            play_game(self.seed, game, |turn| {
                positions.extend(turn.matter.into_iter().flatten());
                turn.whim.unwrap_or_else(|| best_move(&mut searcher, turn.discs, self.depth).1)
            });
        }
        positions
    }
}

impl ValuedPlay {
    /// The same with what each position is worth.
    pub fn play(&self, judge: &Judge, games: Range<u64>) -> Vec<Sample> {
        in_parts(games, self.valuer.threads, |games| self.play_part(judge, games))
    }

    fn play_part(&self, judge: &Judge, games: &[u64]) -> Vec<Sample> {
        let (tools, mut samples) = (Tools::new(), Vec::new());
        for &game in games {
            let mut appraiser = Appraiser::new(self.valuer, judge, &tools);
            play_game(self.seed, game, |turn| {
                let [own, beside] = turn.matter.map(|discs| discs.map(|discs| appraiser.value(discs)));
                samples.extend([own, beside].into_iter().flatten());
                let best = || own.unwrap_or_else(|| appraiser.value(turn.discs)).best.into();
                turn.whim.unwrap_or_else(best)
            });
        }
        samples
    }
}

/// What `play` makes of the games with these numbers, some on each thread.
fn in_parts<T: Send>(games: Range<u64>, threads: usize, play: impl Fn(&[u64]) -> Vec<T> + Sync) -> Vec<T> {
    let numbers: Vec<u64> = games.collect();
    let share = numbers.len().div_ceil(threads.max(1)).max(1);
    let play = &play;
    std::thread::scope(|scope| {
        let workers: Vec<_> = numbers.chunks(share).map(|part| scope.spawn(move || play(part))).collect();
        let parts = workers.into_iter().map(|worker| worker.join().expect("self-play does not panic"));
        parts.flatten().collect()
    })
}

/// A position of a game, whose move is to be chosen.
struct Turn {
    discs: Discs,
    /// What is to be learned here: the position, if it has discs enough, and what lies beside it.
    matter: [Option<Discs>; 2],
    /// The move, where chance has chosen it.
    whim: Option<u32>,
}

/// Plays a game.
fn play_game(seed: u64, game: u64, mut choose: impl FnMut(&Turn) -> u32) {
    let mut dice = Dice::new(seed ^ game.wrapping_mul(0xA24B_AED4_963E_E407));
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
        let matter = match (discs.own | discs.other).count_ones() >= FEWEST {
            true => [Some(discs), beside(discs, &mut dice)],
            false => [None; 2],
        };
        let is_random = n_played < n_random || dice.below(100) < WHIMS;
        let whim = if is_random { Some(one_of(moves, &mut dice)) } else { None };
        let cell = choose(&Turn { discs, matter, whim });
        discs = discs.after(cell, discs.flips(cell));
        n_played += 1;
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
