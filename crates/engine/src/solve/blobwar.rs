//! Exact values of Blobwar positions: 1 is a win of the side to move, 0 a draw, -1 a loss. Claims such as "the
//! side to move can at least draw" are proved deeper and deeper; what lies behind the horizon never counts for
//! a claim, so whatever is proved holds without limit of depth.

use std::collections::HashMap;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, Hop, State};
use agon_games::game::{Game, PackedMove};
use agon_games::side::Side;

use super::{Answer, Limits, Progress, Solution};
use crate::eval::blobwar::urgency;

/// No game is longer: every duplication fills a cell for good or converts, and a hundred plies without one
/// end it. A claim that is not proved at this depth is not proved at all.
const MAX_DEPTH: u32 = 400;

/// The value of a position. `report` hears whenever more is proved, and after every depth.
pub fn solve<B: Bits>(
    game: &Blobwar<B>,
    state: &State<B>,
    limits: &Limits,
    report: &mut dyn FnMut(&Progress),
) -> Answer {
    let begun = Instant::now();
    let mut prover = Prover::new(game, limits, begun);
    let mut progress = Progress { lower: -1, upper: 1, settled: (0, 1), nodes: 0, elapsed: begun.elapsed() };
    if let Some(outcome) = game.outcome(state) {
        let score = outcome.sign_for(state.side);
        return Answer::Solved(Solution { score, line: Vec::new(), nodes: 1, elapsed: begun.elapsed() });
    }
    for depth in 1..=MAX_DEPTH {
        for least in [0, 1] {
            let own = Claim { side: state.side, least };
            if progress.lower < least && progress.upper >= least && prover.holds(state, own, depth) {
                progress.lower = least;
            }
            let their = Claim { side: !state.side, least };
            if progress.upper > -least && progress.lower <= -least && prover.holds(state, their, depth) {
                progress.upper = -least;
            }
        }
        (progress.nodes, progress.elapsed) = (prover.nodes, begun.elapsed());
        if prover.is_stopped {
            break;
        }
        progress.settled.0 = usize::from(progress.lower == progress.upper);
        report(&progress);
        if progress.lower == progress.upper {
            let line = prover.line(state, progress.lower, depth);
            let (nodes, elapsed) = (prover.nodes, begun.elapsed());
            return Answer::Solved(Solution { score: progress.lower, line, nodes, elapsed });
        }
    }
    Answer::Unknown(progress)
}

/// "This side gets at least this much", whoever is to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Claim {
    side: Side,
    least: i32,
}

/// What is known about a claim in a position.
#[derive(Clone, Copy)]
enum Known {
    /// It holds.
    Proved,
    /// It is not proved within this depth.
    Open(u32),
}

struct Prover<'a, B> {
    game: &'a Blobwar<B>,
    limits: &'a Limits,
    begun: Instant,
    known: HashMap<(State<B>, Claim), Known>,
    most_known: usize,
    nodes: u64,
    is_stopped: bool,
}

impl<'a, B: Bits> Prover<'a, B> {
    fn new(game: &'a Blobwar<B>, limits: &'a Limits, begun: Instant) -> Self {
        // An entry takes its key, its value and the map's own room.
        let most_known = (limits.mib.max(1) << 20) / (2 * size_of::<(State<B>, Claim)>() + 16);
        Self { game, limits, begun, known: HashMap::new(), most_known, nodes: 0, is_stopped: false }
    }

    /// Whether the claim is proved within so many plies. False says nothing.
    fn holds(&mut self, state: &State<B>, claim: Claim, depth: u32) -> bool {
        self.nodes += 1;
        if self.nodes & 0xFFF == 0 {
            let is_late = self.limits.time.is_some_and(|time| self.begun.elapsed() >= time);
            self.is_stopped |= is_late || self.limits.stop.load(Relaxed);
        }
        if self.is_stopped {
            return false;
        }
        if let Some(outcome) = self.game.outcome(state) {
            return outcome.sign_for(claim.side) >= claim.least;
        }
        if depth == 0 {
            return false;
        }
        // The number of the move plays no part in the rules.
        let key = (State { number: 0, ..*state }, claim);
        match self.known.get(&key) {
            Some(Known::Proved) => return true,
            Some(Known::Open(searched)) if *searched >= depth => return false,
            _ => {}
        }
        let is_claimant = state.side == claim.side;
        let moves = self.ordered(state);
        let mut follows = |&mv: &Hop| self.holds(&self.game.play(state, mv), claim, depth - 1);
        let is_proved =
            if is_claimant { moves.iter().any(&mut follows) } else { moves.iter().all(&mut follows) };
        if !self.is_stopped && (self.known.len() < self.most_known || self.known.contains_key(&key)) {
            self.known.insert(key, if is_proved { Known::Proved } else { Known::Open(depth) });
        }
        is_proved && !self.is_stopped
    }

    /// The moves, what wins most at once first.
    fn ordered(&self, state: &State<B>) -> Vec<Hop> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        moves.sort_by_cached_key(|&mv| -urgency(self.game, state, mv));
        moves
    }

    /// Best play: every move keeps the value, as far as that is proved at the depth of the proof.
    fn line(&mut self, state: &State<B>, score: i32, depth: u32) -> Vec<PackedMove> {
        let (mut state, mut score, mut line) = (*state, score, Vec::new());
        for left in (0..depth).rev() {
            if self.game.outcome(&state).is_some() {
                break;
            }
            let moves = self.ordered(&state);
            let claim = Claim { side: state.side, least: score };
            let keeps = |prover: &mut Self, mv: Hop| {
                score == -1 || prover.holds(&prover.game.play(&state, mv), claim, left)
            };
            let Some(mv) = moves.into_iter().find(|&mv| keeps(self, mv)) else { break };
            line.push(self.game.pack(mv));
            state = self.game.play(&state, mv);
            score = -score;
        }
        line
    }
}
