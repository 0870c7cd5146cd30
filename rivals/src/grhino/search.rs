//! GRhino's middle game: the value of a fixed depth, and of the moves that have it the first in GRhino's order. GRhino
//! finds it by plain alpha-beta; here a table, deepening, move ordering and null windows find the same value sooner.
//! Nothing that could change a value is used. On the way: a pass takes no depth, and a position at depth 0 is judged even
//! if its side to move has to pass.

use agon_engine::othello::Discs;

use super::parity::parity;
use super::patterns::Patterns;
use super::position::Position;
use super::table::{Known, NONE, Table};

/// GRhino's first window: no value counts beyond it.
const LIMIT: i32 = 999;
/// What a game that is over is worth to its winner, and a side without discs to the other.
const WON: i32 = 998;
/// From this depth on positions are looked up and remembered.
const IN_TABLE: u32 = 2;
/// From this depth on moves are ordered by what they are worth at once.
const BY_VALUE: u32 = 3;
/// From this depth on children are looked up before any is searched.
const LOOK_AHEAD: u32 = 3;
/// What a reply of the opponent counts in the order of moves.
const PER_REPLY: i32 = 3;
/// Cells to try first at the last ply, best first: corners, the middle, edges, beside corners.
const LAST_PLY: [u64; 4] =
    [0x8100_0000_0000_0081, 0x003C_7E7E_7E7E_3C00, 0x3C00_8181_8181_003C, 0x42C3_0000_0000_C342];

/// The search, with what it remembers from move to move.
pub(crate) struct Search {
    patterns: Patterns,
    table: Table,
}

/// A move on its way to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    key: i32,
    cell: u32,
    child: Position,
}

const NOBODY: Position = Position { discs: Discs { own: 0, other: 0 }, is_black: false };

/// The moves of a position, best first.
struct Candidates {
    list: [Candidate; 34],
    n: usize,
}

impl Search {
    pub(crate) fn new(patterns: Patterns) -> Self {
        Self { patterns, table: Table::new() }
    }

    /// GRhino's move at this depth; none when there is no move.
    pub(crate) fn best(&mut self, position: Position, depth: u32) -> Option<u32> {
        let value = self.value(position, depth)?;
        // Every move that is worth as much would do, and GRhino keeps the first that it meets.
        position.in_order().find(|&cell| {
            let child = position.after(cell);
            -self.search(child, depth - 1, -value, -value + 1) >= value
        })
    }

    /// The value of the best move, found depth by depth; none when there is no move.
    fn value(&mut self, position: Position, depth: u32) -> Option<i32> {
        let mut moves: Vec<u32> = position.in_order().collect();
        let mut best = None;
        for depth in (1..=depth).filter(|shallow| shallow % 2 == depth % 2) {
            let (mut alpha, mut best_at) = (-LIMIT - 1, 0);
            for (at, &cell) in moves.iter().enumerate() {
                let child = position.after(cell);
                let mut found = LIMIT;
                if at > 0 {
                    found = -self.search(child, depth - 1, -alpha - 1, -alpha);
                }
                if found > alpha {
                    found = -self.search(child, depth - 1, -LIMIT - 1, -alpha);
                }
                if found > alpha {
                    (alpha, best_at) = (found, at);
                }
            }
            moves.get(best_at)?;
            moves[..=best_at].rotate_right(1);
            best = Some(alpha);
        }
        best
    }

    /// The value for the side to move, exact between the bounds, else a bound itself.
    fn search(&mut self, position: Position, depth: u32, alpha: i32, beta: i32) -> i32 {
        // 1. Leaves and passes.
        if depth == 0 {
            return self.judge(position);
        }
        let moves = position.moves();
        if moves == 0 {
            let passed = position.passed();
            let is_over = passed.moves() == 0;
            return if is_over { over(position) } else { -self.search(passed, depth, -beta, -alpha) };
        }
        if depth < IN_TABLE {
            return self.last_ply(position, moves, alpha, beta);
        }
        // 2. What the table knows.
        let (mut alpha, mut beta, mut hint) = (alpha, beta, NONE);
        let mut known =
            Known { lower: -LIMIT as i16 - 1, upper: LIMIT as i16 + 1, depth: depth as u8, best: NONE };
        if let Some(found) = self.table.find(position) {
            (hint, known.best) = (found.best, found.best);
            if u32::from(found.depth) == depth {
                known = found;
                if i32::from(known.lower) >= beta || known.lower == known.upper {
                    return i32::from(known.lower);
                }
                if i32::from(known.upper) <= alpha {
                    return i32::from(known.upper);
                }
                (alpha, beta) = (alpha.max(i32::from(known.lower)), beta.min(i32::from(known.upper)));
            }
        }
        // 3. The moves, and whether the table has one that is good enough.
        let mut candidates = Candidates { list: [Candidate { key: 0, cell: 0, child: NOBODY }; 34], n: 0 };
        if let Some(value) = self.list(&mut candidates, position, moves, depth, beta, hint) {
            known.lower = known.lower.max(value as i16);
            self.table.store(position, known);
            return value;
        }
        // 4. One after the other, all but the first with a null window first.
        let (mut best, mut best_cell, mut low) = (-LIMIT - 1, NONE, alpha);
        for at in 0..candidates.n {
            let Candidate { cell, child, .. } = candidates.pick(at);
            let mut value = low + 1;
            let is_null = beta - low == 1;
            if at > 0 && !is_null {
                value = -self.search(child, depth - 1, -low - 1, -low);
            }
            if at == 0 || is_null || (value > low && value < beta) {
                value = -self.search(child, depth - 1, -beta, -low);
            }
            if value > best {
                (best, best_cell) = (value, cell as u8);
                low = low.max(value);
                if low >= beta {
                    break;
                }
            }
        }
        // 5. What is remembered.
        if best > alpha {
            known.lower = known.lower.max(best as i16);
        }
        if best < beta {
            known.upper = known.upper.min(best as i16);
        }
        known.best = best_cell;
        self.table.store(position, known);
        best
    }

    /// Lists the moves with what they promise. A value when the table says that one of them reaches beta.
    fn list(
        &self,
        candidates: &mut Candidates,
        position: Position,
        moves: u64,
        depth: u32,
        beta: i32,
        hint: u8,
    ) -> Option<i32> {
        let mut left = moves;
        while left != 0 {
            let cell = left.trailing_zeros();
            left &= left - 1;
            let child = position.after(cell);
            if depth >= LOOK_AHEAD {
                let known = self.table.find(child).filter(|known| u32::from(known.depth) == depth - 1);
                if let Some(known) = known.filter(|known| -i32::from(known.upper) >= beta) {
                    return Some(-i32::from(known.upper));
                }
            }
            let is_hint = cell == u32::from(hint);
            let mut key = if is_hint { i32::MAX } else { -PER_REPLY * child.moves().count_ones() as i32 };
            if depth >= BY_VALUE && !is_hint {
                key -= self.judge(child);
            }
            candidates.list[candidates.n] = Candidate { key, cell, child };
            candidates.n += 1;
        }
        None
    }

    /// One ply before the leaves: good cells first, nothing remembered.
    fn last_ply(&self, position: Position, moves: u64, alpha: i32, beta: i32) -> i32 {
        let (mut best, mut alpha) = (-LIMIT - 1, alpha);
        for cells in LAST_PLY {
            let mut left = moves & cells;
            while left != 0 {
                let value = -self.judge(position.after(left.trailing_zeros()));
                left &= left - 1;
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= beta {
                    return best;
                }
            }
        }
        best
    }

    /// What a position is worth to the side to move without any search.
    fn judge(&self, position: Position) -> i32 {
        if position.discs.own == 0 || position.discs.other == 0 {
            return over(position);
        }
        let value = self.patterns.value(position.black(), position.white()) + parity(position);
        let value = value.clamp(-LIMIT, LIMIT);
        if position.is_black { value } else { -value }
    }
}

impl Candidates {
    /// The best of those that are left, moved to this place.
    fn pick(&mut self, at: usize) -> Candidate {
        let best = (at..self.n).max_by_key(|&i| self.list[i].key).unwrap_or(at);
        self.list.swap(at, best);
        self.list[at]
    }
}

/// A game that is over, for the side to move.
fn over(position: Position) -> i32 {
    WON * position.discs.lead().signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grhino::patterns;
    use agon_games::dice::Dice;

    /// The value by looking at everything.
    fn plain(search: &Search, position: Position, depth: u32) -> i32 {
        if depth == 0 {
            return search.judge(position);
        }
        let values = position.in_order().map(|cell| -plain(search, position.after(cell), depth - 1));
        match values.max() {
            Some(best) => best,
            None if position.is_over() => over(position),
            None => -plain(search, position.passed(), depth),
        }
    }

    #[test]
    fn it_plays_the_first_of_the_best_moves() {
        let mut search = Search::new(patterns::tests::made_up());
        let mut dice = Dice::new(7);
        for game in 0..12 {
            let mut position = Position::start();
            while !position.is_over() {
                let moves: Vec<u32> = position.in_order().collect();
                if moves.is_empty() {
                    position = position.passed();
                    continue;
                }
                let depth = 1 + dice.below(4);
                let best = plain(&search, position, depth);
                let worth = |&cell: &u32| -plain(&search, position.after(cell), depth - 1) == best;
                let wanted = moves.iter().copied().find(worth);
                let (text, colour) = (position.text(), position.colour());
                assert_eq!(
                    search.best(position, depth),
                    wanted,
                    "game {game}: {text} {colour}, depth {depth}"
                );
                position = position.after(moves[dice.below(moves.len() as u32) as usize]);
            }
        }
    }
}
