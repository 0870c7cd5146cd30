//! What positions are worth, for others to learn from: exact where few cells are empty, else what a short
//! search sees that ends in later stages of the game, which have been learned before.

use std::sync::atomic::AtomicBool;
use std::thread;

use crate::othello::midgame::{INFINITY, Searcher};
use crate::othello::{Discs, Judge, Memory};
use crate::solve::reversi::endgame::Solver;
use crate::solve::reversi::table::Table;

/// How positions are valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Valuer {
    /// Plies to look ahead; four at least reach the next stage.
    pub look: u32,
    /// From how many empty cells on positions are solved.
    pub exact: u32,
    /// How many positions are valued at once.
    pub threads: usize,
}

/// Positions that are valued with one memory, which then forgets them: so values are the same however many
/// threads there are.
pub const TOGETHER: usize = 64;

impl Valuer {
    /// The value of each position for the side to move, in hundredths of a disc.
    pub fn values(&self, judge: &Judge, positions: &[Discs]) -> Vec<i16> {
        let n_lots = positions.len().div_ceil(TOGETHER);
        let share = n_lots.div_ceil(self.threads.max(1)).max(1) * TOGETHER;
        thread::scope(|scope| {
            let workers: Vec<_> = positions
                .chunks(share)
                .map(|part| scope.spawn(move || self.values_of_part(judge, part)))
                .collect();
            let parts = workers.into_iter().map(|worker| worker.join().expect("valuing does not panic"));
            parts.flatten().collect()
        })
    }

    fn values_of_part(&self, judge: &Judge, positions: &[Discs]) -> Vec<i16> {
        let (never, memory, table) = (AtomicBool::new(false), Memory::new(1), Table::new(4));
        let mut searcher = Searcher::new(judge, u64::MAX, &memory, &never);
        let mut solver = Solver::new(u64::MAX, &table, &never);
        let mut values = Vec::with_capacity(positions.len());
        for lot in positions.chunks(TOGETHER) {
            memory.clear();
            values.extend(lot.iter().map(|&discs| {
                if (!(discs.own | discs.other)).count_ones() <= self.exact {
                    let score = solver.score(discs, -64, 64).expect("nobody stops the solver");
                    return 100 * score as i16;
                }
                let node = searcher.node(discs);
                // A shorter search first says which moves the longer one tries first.
                searcher.value(&node, self.look / 2, -INFINITY, INFINITY);
                searcher.value(&node, self.look, -INFINITY, INFINITY) as i16
            }));
        }
        values
    }
}
