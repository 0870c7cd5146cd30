//! GRhino's ending: it searches to the last disc, for the result alone at first and then for the score. Our solver
//! proves what can be reached, and of the moves that reach it the first in GRhino's order is played. So the result is
//! the best that there is, as GRhino's is. Where every move loses, or where a game ends with cells empty, which we give
//! to the winner and GRhino to nobody, GRhino may choose another move than this; the result is the same.

use std::sync::atomic::AtomicBool;

use agon_engine::othello::{Judge, Memory};
use agon_engine::solve::reversi::endgame::Solver;
use agon_engine::solve::reversi::guide::Guide;
use agon_engine::solve::reversi::table::Table;

use super::position::Position;

/// All cells of the board.
const OPEN: u64 = !0;
/// What the solver remembers, in MiB: enough for 20 empty cells.
const TABLE_MIB: usize = 16;
const GUIDE_MIB: usize = 8;

/// How GRhino looks at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// Win, draw or loss.
    Result,
    /// As many discs as can be.
    Score,
}

/// The solver, with what it remembers from move to move.
pub(crate) struct Ending {
    table: Table,
    judge: Judge,
    memory: Memory,
    /// Nobody ever stops it.
    stop: AtomicBool,
}

impl Ending {
    pub(crate) fn new() -> Self {
        let (table, judge) = (Table::new(TABLE_MIB), Judge::of(OPEN));
        Self { table, judge, memory: Memory::new(GUIDE_MIB), stop: AtomicBool::new(false) }
    }

    /// A move that is proved to reach the best; none when there is no move.
    pub(crate) fn best(&self, position: Position, aim: Aim) -> Option<u32> {
        let mut solver = Solver::new(OPEN, &self.table, &self.stop).guided_by(self.guide());
        let wanted = match aim {
            Aim::Score => self.score(&mut solver, position)?,
            Aim::Result => match solver.score(position.discs, -1, 1)? {
                0 => 0,
                won if won > 0 => 1,
                _ => return position.in_order().next(),
            },
        };
        let mut reaches = |cell: &u32| {
            let reply = solver.score(position.after(*cell).discs, -wanted, -wanted + 1);
            reply.is_some_and(|reply| reply <= -wanted)
        };
        position.in_order().find(|cell| reaches(cell))
    }

    /// The score with best play, around what a short search expects.
    fn score(&self, solver: &mut Solver<'_>, position: Position) -> Option<i32> {
        let guess = self.guide().guess(position.discs, position.n_empty());
        let mut cells: Vec<u32> = position.in_order().collect();
        cells.sort_by_key(|&cell| position.after(cell).moves().count_ones());
        if cells.is_empty() { None } else { solver.best(position.discs, &mut cells, guess, &mut |_, _| {}) }
    }

    fn guide(&self) -> Guide<'_> {
        Guide::new(&self.judge, OPEN, &self.memory, &self.stop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_engine::othello::Discs;
    use agon_games::dice::Dice;

    /// The score by trying everything.
    fn plain(discs: Discs) -> i32 {
        let moves = discs.moves();
        if moves == 0 {
            let is_over = discs.passed().moves() == 0;
            return if is_over { discs.final_score() } else { -plain(discs.passed()) };
        }
        let cells = (0..64).filter(|cell| moves >> cell & 1 != 0);
        cells.map(|cell| -plain(discs.after(cell, discs.flips(cell)))).max().unwrap_or(0)
    }

    #[test]
    fn its_moves_reach_the_best() {
        let (ending, mut dice) = (Ending::new(), Dice::new(5));
        for game in 0..20 {
            let mut position = Position::start();
            while position.n_empty() > 7 && !position.is_over() {
                let moves: Vec<u32> = position.in_order().collect();
                let at = dice.below(moves.len() as u32) as usize;
                position = moves.get(at).map_or(position.passed(), |&cell| position.after(cell));
            }
            if position.moves() == 0 {
                continue;
            }
            let (score, worth) = (plain(position.discs), |cell| -plain(position.after(cell).discs));
            let first =
                |reaches: &dyn Fn(i32) -> bool| position.in_order().find(|&cell| reaches(worth(cell)));
            assert_eq!(ending.best(position, Aim::Score), first(&|value| value >= score), "game {game}");
            let result = ending.best(position, Aim::Result);
            assert_eq!(result, first(&|value| value.signum() >= score.signum()), "game {game}");
        }
    }
}
