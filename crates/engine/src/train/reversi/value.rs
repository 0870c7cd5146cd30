//! What positions are worth and which move is best, for others to learn from: exact where few cells are empty, else
//! what a short search sees that ends in a later band of the game, which has been learned before.

use std::sync::atomic::AtomicBool;
use std::thread;

use super::fit::Sample;
use crate::othello::midgame::{INFINITY, Searcher};
use crate::othello::{Discs, Judge, Memory};
use crate::solve::reversi::endgame::Solver;
use crate::solve::reversi::table::Table;

/// How positions are valued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Valuer {
    /// Plies to look ahead, two more where fewer than [`LATE`] cells are empty.
    pub look: u32,
    /// From how many empty cells on positions are solved.
    pub exact: u32,
    /// How many positions are valued at once.
    pub threads: usize,
}

/// Positions that are valued with one memory, which then forgets them: so values are the same however many
/// threads there are.
pub const TOGETHER: usize = 64;
/// With fewer empty cells than this, values change more from move to move, and a longer look pays.
pub const LATE: u32 = 22;
/// How far outside the window a shallow search must end to cut, in hundredths of its standard deviation.
const CONFIDENCE: i32 = 150;
/// How far from the value of the depth before the next one is expected, at first.
const SURPRISE: i32 = 300;

impl Valuer {
    const fn look_from(&self, n_empty: u32) -> u32 {
        if n_empty < LATE { self.look + 2 } else { self.look }
    }

    /// Which band a position with so many empty cells belongs to: what is solved, and then so that every search ends in
    /// the band before, or earlier.
    pub const fn band(&self, n_empty: u32) -> u32 {
        let late = self.exact + self.look + 2;
        match n_empty {
            _ if n_empty <= self.exact => 0,
            _ if n_empty <= late && n_empty < LATE => 1,
            _ => 2 + n_empty.saturating_sub(late + 1) / self.look,
        }
    }

    /// The positions, which all have moves, with what they are worth to the side to move and its best move.
    pub fn values(&self, judge: &Judge, positions: &[Discs]) -> Vec<Sample> {
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

    fn values_of_part(&self, judge: &Judge, positions: &[Discs]) -> Vec<Sample> {
        let (tools, mut samples) = (Tools::new(), Vec::with_capacity(positions.len()));
        for lot in positions.chunks(TOGETHER) {
            let mut appraiser = Appraiser::new(*self, judge, &tools);
            samples.extend(lot.iter().map(|&discs| appraiser.value(discs)));
        }
        samples
    }
}

/// What searches and proofs remember, one after the other.
pub(super) struct Tools {
    never: AtomicBool,
    memory: Memory,
    table: Table,
}

impl Tools {
    pub(super) fn new() -> Self {
        Self { never: AtomicBool::new(false), memory: Memory::new(1), table: Table::new(4) }
    }
}

/// Values positions one after the other.
pub(super) struct Appraiser<'a> {
    valuer: Valuer,
    searcher: Searcher<'a>,
    solver: Solver<'a>,
}

impl<'a> Appraiser<'a> {
    /// One that remembers nothing of what was searched before.
    pub(super) fn new(valuer: Valuer, judge: &'a Judge, tools: &'a Tools) -> Self {
        tools.memory.clear();
        Self {
            valuer,
            searcher: Searcher::new(judge, u64::MAX, &tools.memory, &tools.never),
            solver: Solver::new(u64::MAX, &tools.table, &tools.never),
        }
    }

    /// A position that has moves, with what it is worth and its best move.
    pub(super) fn value(&mut self, discs: Discs) -> Sample {
        let n_empty = (!(discs.own | discs.other)).count_ones();
        let (value, best) = if n_empty <= self.valuer.exact {
            let mut cells = moves(discs);
            let score = self.solver.best(discs, &mut cells, None, &mut |_, _| {});
            (100 * score.expect("nobody stops the solver"), cells[0])
        } else {
            best_move(&mut self.searcher, discs, self.valuer.look_from(n_empty))
        };
        Sample { discs, value: value as i16, best: best as u8 }
    }
}

/// The moves of a position.
fn moves(discs: Discs) -> Vec<u32> {
    let all = discs.moves();
    (0..64).filter(|cell| all >> cell & 1 != 0).collect()
}

/// What a position is worth after looking so many plies ahead, with probable cuts, and the move that reaches it.
pub(super) fn best_move(searcher: &mut Searcher<'_>, discs: Discs, depth: u32) -> (i32, u32) {
    (searcher.confidence, searcher.cuts_by_view, searcher.nests) = (CONFIDENCE, true, true);
    let node = searcher.node(discs);
    let mut cells: Vec<(i32, u32)> =
        moves(discs).into_iter().map(|cell| (-searcher.view(&searcher.after(&node, cell)), cell)).collect();
    cells.sort_by_key(|&(value, _)| -value);
    // Every second depth: values of odd and even ones differ.
    for depth in (2 - depth % 2..=depth).step_by(2) {
        let guess = cells[0].0;
        let mut best = -INFINITY;
        for at in 0..cells.len() {
            let child = searcher.after(&node, cells[at].1);
            let value = if at == 0 {
                -searcher.value_near(&child, depth - 1, -guess, SURPRISE)
            } else {
                let probe = -searcher.value(&child, depth - 1, -best - 1, -best);
                if probe > best { -searcher.value(&child, depth - 1, -INFINITY, -best) } else { probe }
            };
            cells[at].0 = value;
            if value > best {
                best = value;
                cells[..=at].rotate_right(1);
            }
        }
    }
    cells[0]
}
