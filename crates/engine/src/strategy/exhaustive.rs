//! Looking at every line of play to a depth, without leaving any out: the frame of `minimax` and `negamax`,
//! deepened ply by ply under a clock, with the moves of the root shared out among threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use agon_games::game::Game;

use crate::engine::{Report, Thought};
use crate::eval::Evaluator;
use crate::gauge::{Gauge, Purse};
use crate::params::{Kind, Param, Params};
use crate::playable::Playable;
use crate::score::Score;
use crate::search::{DepthPolicy, DepthRule};
use crate::turn::Search;

/// How the values of lines are combined.
pub trait Manner: Send + Sync + 'static {
    /// The score of a state for its side to move, `depth` plies ahead.
    fn score<G: Game, E: Evaluator<G>>(
        walker: &mut Walker<'_, G, E>,
        state: &G::State,
        memo: &E::Memo,
        depth: u32,
        ply: u32,
    ) -> Score;
}

/// A thread that walks lines of play.
pub struct Walker<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) purse: Purse<'a>,
    pub(super) is_stopped: bool,
    /// Whether an unfinished position was evaluated.
    pub(super) saw_horizon: bool,
    lists: Vec<Vec<G::Move>>,
}

impl<'a, G: Game, E: Evaluator<G>> Walker<'a, G, E> {
    /// A walker that pays at this gauge.
    pub fn new(game: &'a G, eval: &'a E, gauge: &'a Gauge) -> Self {
        let purse = Purse::new(gauge);
        Self { game, eval, purse, is_stopped: false, saw_horizon: false, lists: Vec::new() }
    }

    /// Pays for a state, and scores it for its side to move where the line ends.
    #[inline(never)]
    pub(super) fn visit(&mut self, state: &G::State, memo: &E::Memo, depth: u32, ply: u32) -> Option<Score> {
        if !self.purse.spend() {
            self.is_stopped = true;
            return Some(Score::DRAW);
        }
        if let Some(outcome) = self.game.outcome(state) {
            return Some(Score::ended(outcome.sign_for(self.game.side(state)), ply));
        }
        if depth > 0 {
            return None;
        }
        self.saw_horizon = true;
        Some(Score::of(self.eval.value(self.game, state, memo)))
    }

    /// The legal moves, in a list that goes back to [`Self::put_back`].
    pub(super) fn moves(&mut self, state: &G::State) -> Vec<G::Move> {
        let mut moves = self.lists.pop().unwrap_or_default();
        moves.clear();
        self.game.moves(state, &mut moves);
        moves
    }

    pub(super) fn put_back(&mut self, moves: Vec<G::Move>) {
        self.lists.push(moves);
    }
}

/// A player that looks at everything.
pub struct Exhaustive<E, M> {
    eval: E,
    depth: DepthPolicy,
    n_threads: usize,
    manner: std::marker::PhantomData<M>,
}

/// The parameters of these players.
pub(super) const PARAMS: &[Param] = &[
    super::depth_param("4"),
    super::EVAL,
    Param {
        name: "threads",
        kind: Kind::Integer(1, 256),
        default: "1",
        about: "threads that share the moves of the root",
    },
];

impl<E, M> Exhaustive<E, M> {
    pub(super) fn new(eval: E, params: &Params) -> Self {
        Self {
            eval,
            depth: DepthPolicy::new(super::depth_rule(params)),
            n_threads: params.integer("threads") as usize,
            manner: std::marker::PhantomData,
        }
    }

    /// A player of a fixed depth, on one thread.
    pub const fn to_depth(eval: E, depth: u32) -> Self {
        let depth = DepthPolicy::new(DepthRule::Fixed(depth));
        Self { eval, depth, n_threads: 1, manner: std::marker::PhantomData }
    }
}

/// The scores of the root's moves at one depth.
struct Scored {
    scores: Vec<Score>,
    saw_horizon: bool,
    is_stopped: bool,
}

impl<E, M: Manner> Exhaustive<E, M> {
    fn score_all<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        moves: &[G::Move],
        depth: u32,
        gauge: &Gauge,
    ) -> Scored
    where
        E: Evaluator<G>,
    {
        let next = AtomicUsize::new(0);
        let scores = vec![Score::DRAW; moves.len()];
        let all = Mutex::new(Scored { scores, saw_horizon: false, is_stopped: false });
        let work = || {
            let mut walker = Walker::new(game, &self.eval, gauge);
            let memo = self.eval.begin(game, state);
            let mut found = Vec::new();
            while let Some((at, &mv)) =
                Some(next.fetch_add(1, Relaxed)).and_then(|at| Some((at, moves.get(at)?)))
            {
                let after = game.play(state, mv);
                let memo = self.eval.after(game, &memo, state, mv, &after);
                found.push((at, -M::score(&mut walker, &after, &memo, depth - 1, 1)));
                if walker.is_stopped {
                    break;
                }
            }
            walker.purse.settle();
            let mut all = all.lock().expect("no thread panics while it holds the scores");
            found.into_iter().for_each(|(at, score)| all.scores[at] = score);
            all.saw_horizon |= walker.saw_horizon;
            all.is_stopped |= walker.is_stopped;
        };
        thread::scope(|scope| {
            for _ in 1..self.n_threads.min(moves.len()) {
                scope.spawn(work);
            }
            work();
        });
        all.into_inner().expect("no thread panics while it holds the scores")
    }
}

impl<G: Playable, E: Evaluator<G>, M: Manner> Search<G> for Exhaustive<E, M> {
    fn search(
        &mut self,
        game: &G,
        state: &G::State,
        depth: Option<u32>,
        gauge: &Gauge,
        report: &mut dyn FnMut(&Report),
    ) -> Thought {
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let own = self.depth.next(super::width(game), game.plies_played(state));
        let max_depth = depth.map_or(own, |depth| depth.min(own));
        let mut thought = Thought::forced(game.pack(moves[0]));
        for depth in 1..=max_depth {
            let all = self.score_all(game, state, &moves, depth, gauge);
            if all.is_stopped {
                break;
            }
            let best = (0..moves.len()).rev().max_by_key(|&at| all.scores[at]).unwrap_or(0);
            let (mv, score) = (game.pack(moves[best]), all.scores[best]);
            let nodes = gauge.n_spent();
            thought = Thought { mv, score: Some(score), depth, nodes, pv: vec![mv] };
            report(&Report { depth, score, nodes, elapsed: gauge.elapsed(), pv: vec![mv] });
            if score.is_decided() || !all.saw_horizon || !gauge.may_deepen() {
                break;
            }
        }
        thought.nodes = gauge.n_spent();
        self.depth.learn(gauge.elapsed(), gauge.share(), game.board().open_cells().count());
        thought
    }

    fn new_game(&mut self) {
        self.depth.new_game();
    }
}
