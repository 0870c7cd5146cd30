//! The endgame solver against a search without its tricks: no table, no stable discs, no parity, no last cells by
//! hand, no vectors.

use std::sync::atomic::AtomicBool;

use agon_games::dice::Dice;
use agon_games::reversi::othello::plain;

use super::endgame::Solver;
use super::last::final_score;
use super::table::Table;
use crate::othello::Discs;

const START: Discs = Discs { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };
/// The board of 8x8, of 6x6, and one with holes.
const BOARDS: [u64; 3] = [u64::MAX, 0x007E_7E7E_7E7E_7E00, !(1 << 18 | 1 << 21 | 1 << 44)];

fn cells(set: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |cell| set >> cell & 1 != 0)
}

fn moves(discs: Discs, open: u64) -> u64 {
    plain::moves(discs.own, discs.other) & open
}

fn after(discs: Discs, cell: u32) -> Discs {
    discs.after(cell, plain::flips(discs.own, discs.other, cell as usize))
}

/// Whether the side to move reaches this score.
fn reaches(discs: Discs, open: u64, score: i32) -> bool {
    let ours = moves(discs, open);
    if ours == 0 {
        if moves(discs.passed(), open) != 0 {
            return !reaches(discs.passed(), open, 1 - score);
        }
        let n_empty = (open & !(discs.own | discs.other)).count_ones() as i32;
        return final_score(discs.lead(), n_empty) >= score;
    }
    let mut children: Vec<Discs> = cells(ours).map(|cell| after(discs, cell)).collect();
    children.sort_by_key(|&child| moves(child, open).count_ones());
    children.into_iter().any(|child| !reaches(child, open, 1 - score))
}

/// A position of random play with this many empty cells, if the game lasts so long.
fn random(open: u64, seed: u64, n_empty: u32) -> Option<Discs> {
    let (mut dice, mut discs) = (Dice::new(seed), START);
    while (open & !(discs.own | discs.other)).count_ones() > n_empty {
        let choices: Vec<u32> = cells(moves(discs, open)).collect();
        discs = match choices[..] {
            [] if moves(discs.passed(), open) == 0 => return None,
            [] => discs.passed(),
            _ => after(discs, choices[dice.below(choices.len() as u32) as usize]),
        };
    }
    Some(discs)
}

#[test]
fn scores_are_those_of_a_search_without_tricks() {
    let (never, mut n_checked) = (AtomicBool::new(false), 0);
    for open in BOARDS {
        let table = Table::new(1);
        let mut solver = Solver::new(open, &table, &never);
        for (n_empty, n_seeds) in [(7, 20), (8, 30), (9, 30), (10, 20), (11, 20), (12, 10), (13, 4), (14, 2)]
        {
            for seed in 0..n_seeds {
                let Some(discs) = random(open, seed, n_empty) else { continue };
                let context = format!("{n_empty} empty cells of {open:x}, seed {seed}: {discs:?}");
                let score = solver.score(discs, -64, 64).expect("nobody stops it");
                assert!(reaches(discs, open, score), "{context}: {score} is too much");
                assert!(!reaches(discs, open, score + 1), "{context}: {score} is too little");
                // A window that the score is outside of gives a bound.
                for alpha in [score - 3, score, score + 2] {
                    let bound = solver.score(discs, alpha, alpha + 1).expect("nobody stops it");
                    let holds = if bound > alpha { bound <= score } else { bound >= score };
                    assert!(holds, "{context}: {score}, but {bound} from {alpha} on");
                }
                n_checked += 1;
            }
        }
    }
    assert!(n_checked > 300, "most games of random play go on for so long: {n_checked}");
}
