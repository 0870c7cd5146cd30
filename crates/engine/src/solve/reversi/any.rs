//! The solver for boards that do not fit the 8x8 grid: large ones and those that wrap around. The same search
//! without the tricks that need the grid.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use agon_games::bits::Bits;
use agon_games::game::{Game, PackedMove};
use agon_games::reversi::{Reversi, State, Turn};

use crate::solve::{Answer, Limits, Progress, Solution};

/// From this many empty cells on, positions are remembered.
const REMEMBERED: u32 = 6;

struct Search<'a, B> {
    game: &'a Reversi<B>,
    limits: &'a Limits,
    begun: Instant,
    /// Lower and upper bounds of positions.
    known: HashMap<([B; 2], bool), (i32, i32)>,
    most_known: usize,
    nodes: u64,
    is_stopped: bool,
}

pub(super) fn solve<B: Bits>(
    game: &Reversi<B>,
    state: &State<B>,
    limits: &Limits,
    report: &mut dyn FnMut(&Progress),
) -> Answer {
    let begun = Instant::now();
    // A remembered position takes about two keys and a half, bounds and the map's own room.
    let most_known = (limits.mib.max(1) << 20) / (3 * size_of::<[B; 2]>() + 32);
    let mut search =
        Search { game, limits, begun, known: HashMap::new(), most_known, nodes: 0, is_stopped: false };
    let n_cells = game.topology().open().count() as i32;
    let moves = search.ordered(state);
    let mut progress = Progress {
        lower: -n_cells,
        upper: n_cells,
        settled: (0, moves.len()),
        nodes: 0,
        elapsed: begun.elapsed(),
    };
    if moves.is_empty() {
        let score = search.final_score(state);
        return Answer::Solved(Solution { score, line: Vec::new(), nodes: 1, elapsed: begun.elapsed() });
    }
    for (at, turn) in moves.into_iter().enumerate() {
        let score = -search.search(&game.play(state, turn), -n_cells, -progress.lower);
        progress.nodes = search.nodes;
        progress.elapsed = begun.elapsed();
        if search.is_stopped {
            return Answer::Unknown(progress);
        }
        progress.lower = progress.lower.max(score);
        progress.settled.0 = at + 1;
        report(&progress);
    }
    let line = search.line(state, progress.lower);
    Answer::Solved(Solution { score: progress.lower, line, nodes: search.nodes, elapsed: begun.elapsed() })
}

impl<B: Bits> Search<'_, B> {
    fn final_score(&self, state: &State<B>) -> i32 {
        let (own, other) = Reversi::own_and_other(state);
        let lead = own.count() as i32 - other.count() as i32;
        let n_empty = self.game.topology().open().minus(own | other).count() as i32;
        lead + lead.signum() * n_empty
    }

    /// The moves, those that leave the opponent the fewest first.
    fn ordered(&self, state: &State<B>) -> Vec<Turn> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves.sort_by_cached_key(|&turn| self.game.play(state, turn).moves.count());
        moves
    }

    fn search(&mut self, state: &State<B>, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes & 0xFFF == 0 {
            let is_late = self.limits.time.is_some_and(|time| self.begun.elapsed() >= time);
            self.is_stopped |= is_late || self.limits.stop.load(Relaxed);
        }
        if self.is_stopped {
            return alpha;
        }
        let moves = self.ordered(state);
        if moves.is_empty() {
            return self.final_score(state);
        }
        let n_discs = state.discs[0].count() + state.discs[1].count();
        let is_remembered = self.game.topology().open().count() - n_discs >= REMEMBERED;
        let key = (state.discs, state.side.index() == 1);
        let (mut alpha, mut beta) = (alpha, beta);
        let known = if is_remembered { self.known.get(&key).copied() } else { None };
        if let Some((lower, upper)) = known {
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
        }
        let (mut best, mut floor) = (i32::MIN, alpha);
        for turn in moves {
            let score = -self.search(&self.game.play(state, turn), -beta, -floor);
            best = best.max(score);
            floor = floor.max(score);
            if self.is_stopped || best >= beta {
                break;
            }
        }
        if is_remembered && !self.is_stopped && (self.known.len() < self.most_known || known.is_some()) {
            let (lower, upper) = known.unwrap_or((i32::MIN, i32::MAX));
            let bounds = if best >= beta {
                (best.max(lower), upper)
            } else if best <= alpha {
                (lower, best.min(upper))
            } else {
                (best, best)
            };
            self.known.insert(key, bounds);
        }
        best
    }

    fn line(&mut self, state: &State<B>, score: i32) -> Vec<PackedMove> {
        let (mut state, mut score, mut line) = (*state, score, Vec::new());
        self.is_stopped = false;
        while self.game.outcome(&state).is_none() && !self.is_stopped {
            let moves = self.ordered(&state);
            let keeps = |search: &mut Self, turn: Turn| {
                search.search(&search.game.play(&state, turn), -score - 1, -score + 1) == -score
            };
            let Some(turn) = moves.into_iter().find(|&turn| keeps(self, turn)) else { break };
            line.push(self.game.pack(turn));
            state = self.game.play(&state, turn);
            score = -score;
        }
        line
    }
}
