//! The best move of a position and its score: windows as narrow as can be, around what is expected, go where
//! the last one pointed.

use super::endgame::{INFINITY, Solver};
use crate::othello::Discs;

/// How far the search for the best move has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bracket {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// How many moves the current window has seen.
    pub n_seen: usize,
}

impl Solver<'_> {
    /// The score of a position, and its best move first among `cells`, which are all its moves, the most
    /// promising first. None when the search was stopped: then the first move is the best that is known.
    /// Without a guess the first window is as wide as can be.
    pub fn best(
        &mut self,
        discs: Discs,
        cells: &mut [u32],
        guess: Option<i32>,
        report: &mut dyn FnMut(&Self, &Bracket),
    ) -> Option<i32> {
        self.begin();
        let mut bracket = Bracket { lower: -self.n_cells, upper: self.n_cells, n_seen: 0 };
        let Some(guess) = guess else {
            let all = [bracket.lower, bracket.upper];
            return self.pass_over(discs, cells, all, &mut bracket, report);
        };
        // Scores are as odd or even as the number of cells.
        let mut guess = guess - (guess ^ self.n_cells) % 2;
        loop {
            let floor = (guess - 1).clamp(bracket.lower, bracket.upper - 1);
            let ceiling = (guess + 1).clamp(floor + 1, bracket.upper);
            let score = self.pass_over(discs, cells, [floor, ceiling], &mut bracket, report)?;
            if floor < score && score < ceiling {
                return Some(score);
            }
            // Probable cuts answer with a side of the window, where no score is: it is beyond.
            let is_between = (score ^ self.n_cells) & 1;
            let score = if score >= ceiling { score + is_between } else { score - is_between };
            if score >= ceiling {
                bracket.lower = score;
            } else {
                bracket.upper = score;
            }
            if bracket.lower >= bracket.upper {
                return Some(score);
            }
            guess = score;
        }
    }

    /// All moves within one window; one that is better than its floor comes to the front.
    fn pass_over(
        &mut self,
        discs: Discs,
        cells: &mut [u32],
        [floor, ceiling]: [i32; 2],
        bracket: &mut Bracket,
        report: &mut dyn FnMut(&Self, &Bracket),
    ) -> Option<i32> {
        let (mut best, mut alpha) = (-INFINITY, floor);
        for at in 0..cells.len() {
            // With few empty cells no search looks at the limit on its way: it is looked at between two of them.
            self.is_stopped |= self.all_nodes() >= self.effort.most_nodes;
            if self.is_stopped {
                return None;
            }
            let cell = cells[at];
            let next = discs.after(cell, discs.flips(cell));
            let first_ceiling = if at == 0 { ceiling } else { alpha + 1 };
            let mut score = -self.search(next, -first_ceiling, -alpha);
            if at > 0 && score > alpha && score < ceiling && !self.is_stopped {
                score = -self.search(next, -ceiling, -score + 1);
            }
            if self.is_stopped {
                return None;
            }
            if score > alpha {
                cells[..=at].rotate_right(1);
                alpha = score;
            }
            best = best.max(score);
            bracket.n_seen = at + 1;
            report(self, bracket);
            if best >= ceiling {
                break;
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use agon_games::dice::Dice;

    use super::super::guide::Guide;
    use super::super::table::{PROOF, Table};
    use super::*;
    use crate::othello::{Judge, Memory};

    const START: Discs = Discs { own: 0x0000_0008_1000_0000, other: 0x0000_0010_0800_0000 };

    fn moves(discs: Discs) -> Vec<u32> {
        (0..64).filter(|cell| discs.moves() >> cell & 1 != 0).collect()
    }

    /// A position of random play with this many empty cells and a move.
    fn random(seed: u64, n_empty: u32) -> Option<Discs> {
        let (mut dice, mut discs) = (Dice::new(seed), START);
        while (!(discs.own | discs.other)).count_ones() > n_empty {
            let cells = moves(discs);
            let &cell = cells.get(dice.below(cells.len() as u32) as usize)?;
            discs = discs.after(cell, discs.flips(cell));
        }
        (!moves(discs).is_empty()).then_some(discs)
    }

    #[test]
    fn neither_guesses_nor_probable_cuts_before_it_change_a_proof() {
        let (judge, never) = (Judge::of(u64::MAX), AtomicBool::new(false));
        let mut n_checked = 0;
        for seed in 0..16 {
            let Some(discs) = random(seed, 15) else { continue };
            let expected = Solver::new(u64::MAX, &Table::new(1), &never).score(discs, -64, 64);
            let (table, memory) = (Table::new(1), Memory::new(1));
            let guide = Guide::new(&judge, u64::MAX, &memory, &never);
            let mut solver = Solver::new(u64::MAX, &table, &never).guided_by(guide);
            for (trust, guess) in
                [(8, None), (8, Some(0)), (PROOF, Some(-10)), (PROOF, Some(64)), (PROOF, None)]
            {
                solver.trust = trust;
                let mut cells = moves(discs);
                let score = solver.best(discs, &mut cells, guess, &mut |_, _| {});
                if trust == PROOF {
                    assert_eq!(score, expected, "seed {seed}, guess {guess:?}");
                    let next = discs.after(cells[0], discs.flips(cells[0]));
                    assert_eq!(
                        solver.score(next, -64, 64).map(|score| -score),
                        expected,
                        "seed {seed}: the move"
                    );
                }
            }
            n_checked += 1;
        }
        assert!(n_checked > 8, "most games of random play go on for so long");
    }
}
