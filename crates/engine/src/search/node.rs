//! One node of the search, in numbered steps.
// CITE: D. Knuth, R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6(4), 1975.
// CITE: T. Marsland, M. Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14(4), 1982 (PVS).
// CITE: M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 18(2), 1995.

use agon_games::game::Game;

use super::claims::Claims;
use super::order::Cursor;
use super::table::{Bound, Known};
use super::{Parallel, Searcher};
use crate::eval::Evaluator;
use crate::score::{Score, Window};

/// Nodes this shallow are not worth sharing out among threads.
const LEAST_SPLIT_DEPTH: u32 = 3;
/// Late moves are reduced from this depth on, and from this move on.
const LEAST_REDUCED_DEPTH: u32 = 3;
const FIRST_REDUCED: u32 = 3;
/// From this depth on a shallow search may stand for a deep one.
const LEAST_CUT_DEPTH: u32 = 3;

/// What the table says about a node.
struct Recalled<G: Game> {
    key: Option<(u64, usize)>,
    score: Option<Score>,
    mv: Option<G::Move>,
}

/// The best of the moves tried so far.
pub(super) struct Best<G: Game> {
    pub(super) score: Score,
    pub(super) mv: Option<G::Move>,
}

impl<G: Game, E: Evaluator<G>> Searcher<'_, G, E> {
    /// The score of a state for its side to move, looking `depth` plies ahead: exact inside the window, a
    /// bound outside. Means nothing once the search is stopped.
    pub(super) fn node(
        &mut self,
        state: &G::State,
        memo: &E::Memo,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Score {
        // 1. Every node is paid for.
        self.pay();
        if self.is_stopped {
            return Score::DRAW;
        }
        let game = self.shared.game;
        if !window.is_null() {
            self.work.frames[ply as usize].line.clear();
        }

        // 2. A finished game speaks for itself.
        if let Some(outcome) = game.outcome(state) {
            return Score::ended(outcome.sign_for(game.side(state)), ply);
        }

        // 3. At the horizon the evaluation speaks.
        if depth == 0 {
            self.saw_horizon = true;
            return Score::of(self.shared.eval.value(game, state, memo));
        }

        // 4. One ply before it there is nothing to remember or to sort.
        if depth == 1 {
            let first = self.hint(state, ply);
            return self.frontier(state, memo, ply, window, first);
        }

        // 5. The table may know the score, or at least a move.
        let recalled = self.recall(state, depth, ply, window);
        if let Some(score) = recalled.score {
            return score;
        }

        // 6. A shallow search may make it all but certain.
        if let Some(score) = self.probable_cut(state, memo, depth, ply, window) {
            return score;
        }

        // 7. Moves, the most promising first.
        let mut cursor = Cursor::new(self.hint(state, ply).or(recalled.mv));
        let mut inner = window;
        let mut best = Best { score: -Score::INFINITY, mv: None };
        let shared_key = recalled.key.filter(|_| self.shared.claims.concern(depth)).map(|(key, _)| key);
        if shared_key.is_some() {
            self.work.frames[ply as usize].put_off.clear();
        }
        while let Some((mv, nth)) = self.next_free(state, memo, depth, ply, &mut cursor, shared_key) {
            let claim = shared_key.map(|key| Claims::name(key, game.pack(mv), depth));
            claim.into_iter().for_each(|name| self.shared.claims.claim(name));
            let score = self.child(state, memo, mv, depth, ply, inner, nth);
            claim.into_iter().for_each(|name| self.shared.claims.release(name));
            if self.is_stopped {
                return Score::DRAW;
            }
            self.is_on_hint = false;
            self.weigh(&mut best, &mut inner, mv, score, ply);
            if best.score >= inner.beta {
                break;
            }
            if nth == 0 && self.may_split(depth, ply) {
                self.split(state, memo, depth, ply, &mut inner, &mut best, &mut cursor);
                if self.is_stopped {
                    return Score::DRAW;
                }
                break;
            }
        }

        // 8. What was found is remembered.
        if best.score >= window.beta
            && let Some(mv) = best.mv
        {
            self.work.reward(game.side(state), game.pack(mv), ply as usize, depth);
        }
        self.remember(recalled.key, depth, ply, window, &best);
        best.score
    }

    /// A bound that a shallow search makes all but certain: it ends far outside a null window.
    #[inline(always)]
    fn probable_cut(
        &mut self,
        state: &G::State,
        memo: &E::Memo,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Option<Score> {
        let confidence = self.shared.tactics.probable_cuts?;
        let is_open = !window.alpha.is_decided() && !window.beta.is_decided();
        if depth < LEAST_CUT_DEPTH || !window.is_null() || !is_open {
            return None;
        }
        let (game, eval) = (self.shared.game, self.shared.eval);
        let deviation = eval.deviation(game, state)?;
        let shallow = shallow(depth);
        let margin = confidence * deviation / 100 * (3 + (depth - shallow) as i32) / 5;
        // Only the side on which the position seems to be is worth asking about.
        let is_high = Score::of(eval.value(game, state, memo)) >= window.beta;
        let bound = if is_high { window.beta.plus(margin) } else { window.alpha.plus(-margin + 1) };
        let score = self.node(state, memo, shallow, ply, Window { alpha: bound.plus(-1), beta: bound });
        let is_cut = !self.is_stopped && (score >= bound) == is_high;
        is_cut.then_some(if is_high { window.beta } else { window.alpha })
    }

    /// The next move to try and how many are listed before it. In a node that threads share, by its key, moves after
    /// the first that another thread searches right now are put off until there are no others.
    #[inline(always)]
    fn next_free(
        &mut self,
        state: &G::State,
        memo: &E::Memo,
        depth: u32,
        ply: u32,
        cursor: &mut Cursor<G>,
        shared_key: Option<u64>,
    ) -> Option<(G::Move, u32)> {
        while let Some(mv) = self.next_move(state, memo, ply as usize, cursor) {
            let nth = cursor.count();
            let Some(key) = shared_key.filter(|_| nth > 0) else { return Some((mv, nth)) };
            if !self.shared.claims.has(Claims::name(key, self.shared.game.pack(mv), depth)) {
                return Some((mv, nth));
            }
            self.work.frames[ply as usize].put_off.push_back((mv, nth));
        }
        shared_key.and_then(|_| self.work.frames[ply as usize].put_off.pop_front())
    }

    /// Takes note of a move's score: it may be the best, and raise what the side to move already has.
    #[inline(always)]
    pub(super) fn weigh(
        &mut self,
        best: &mut Best<G>,
        window: &mut Window,
        mv: G::Move,
        score: Score,
        ply: u32,
    ) {
        if score <= best.score {
            return;
        }
        best.score = score;
        if score > window.alpha {
            if !window.is_null() {
                self.work.extend_line(ply as usize, mv);
            }
            window.alpha = score;
            best.mv = Some(mv);
        }
    }

    /// The score of a move for the side that makes it.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the registers of the inner loop")]
    pub(super) fn child(
        &mut self,
        state: &G::State,
        memo: &E::Memo,
        mv: G::Move,
        depth: u32,
        ply: u32,
        window: Window,
        n_tried: u32,
    ) -> Score {
        let (game, eval, tactics) = (self.shared.game, self.shared.eval, &self.shared.tactics);
        let after = game.play(state, mv);
        let memo = eval.after(game, memo, state, mv, &after);
        if n_tried == 0 || !tactics.null_windows {
            return -self.node(&after, &memo, depth - 1, ply + 1, -window);
        }
        let null = window.null();
        let may_reduce = tactics.reductions && eval.is_quiet(game, state, mv);
        let less = if may_reduce { reduction(depth, n_tried) } else { 0 };
        let mut score = -self.node(&after, &memo, depth - 1 - less, ply + 1, -null);
        if less > 0 && score > window.alpha {
            score = -self.node(&after, &memo, depth - 1, ply + 1, -null);
        }
        if score > window.alpha && score < window.beta {
            score = -self.node(&after, &memo, depth - 1, ply + 1, -window);
        }
        score
    }

    /// The move of the last deepening's best line, while this search is on it.
    #[inline(always)]
    fn hint(&self, state: &G::State, ply: u32) -> Option<G::Move> {
        if !self.is_on_hint {
            return None;
        }
        let mv = *self.hint_line.get(ply as usize)?;
        self.shared.game.is_legal(state, mv).then_some(mv)
    }

    #[inline(always)]
    fn may_split(&self, depth: u32, ply: u32) -> bool {
        let Parallel::Levels(n_levels) = self.shared.tactics.parallel else { return false };
        ply < n_levels && depth >= LEAST_SPLIT_DEPTH && self.shared.crew.has_idle()
    }

    /// Asks the table; at the root only for a move.
    #[inline(always)]
    fn recall(&mut self, state: &G::State, depth: u32, ply: u32, window: Window) -> Recalled<G> {
        let mut recalled = Recalled { key: None, score: None, mv: None };
        let Some(table) = self.shared.table else { return recalled };
        let game = self.shared.game;
        let (key, turn) = match self.shared.symmetries {
            Some(symmetries) => symmetries.key(game, state),
            None => (game.hash(state), 0),
        };
        recalled.key = Some((key, turn));
        let Some(known) = table.probe(key) else { return recalled };
        recalled.mv = known.mv.and_then(|mv| game.unpack(mv));
        if turn != 0 {
            recalled.mv = recalled.mv.map(|mv| self.turned_back(mv, turn));
        }
        recalled.mv = recalled.mv.filter(|&mv| game.is_legal(state, mv));
        let is_enough = known.depth == depth || (known.depth > depth && self.shared.tactics.deeper_answers);
        if is_enough && ply > 0 {
            let score = known.score.from_root(ply);
            let answers = match known.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if answers {
                self.saw_horizon = true;
                recalled.score = Some(score);
            }
        }
        recalled
    }

    #[inline(always)]
    fn remember(&self, key: Option<(u64, usize)>, depth: u32, ply: u32, window: Window, best: &Best<G>) {
        let (Some(table), Some((key, turn))) = (self.shared.table, key) else { return };
        let bound = if best.score >= window.beta {
            Bound::Lower
        } else if best.score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let game = self.shared.game;
        let mv = best.mv.map(|mv| if turn == 0 { mv } else { self.turned(mv, turn) });
        let mv = mv.map(|mv| game.pack(mv));
        table.store(key, Known { mv, score: best.score.from_here(ply), bound, depth });
    }

    fn turned(&self, mv: G::Move, turn: usize) -> G::Move {
        let symmetries = self.shared.symmetries.expect("moves are turned where there are symmetries");
        symmetries.turned(self.shared.game, mv, turn)
    }

    fn turned_back(&self, mv: G::Move, turn: usize) -> G::Move {
        let symmetries = self.shared.symmetries.expect("moves are turned where there are symmetries");
        symmetries.turned_back(self.shared.game, mv, turn)
    }
}

/// The depth of the search that stands for a deep one: about half, the same side to move at the end.
const fn shallow(depth: u32) -> u32 {
    if depth < 5 { depth - 2 } else { (depth / 2) & !1 | (depth & 1) }
}

/// How many plies less deep a late move is searched when it changes little at once: one, and one more for the late
/// ones of many, the deeper the more. Others are never reduced: a capture of Ataxx looked at one ply less deep cost
/// two games in three.
// CITE: E. Heinz, "Scalable search in computer chess", 2000, chapter on selective search; the shape is ours.
#[inline(always)]
const fn reduction(depth: u32, n_tried: u32) -> u32 {
    if depth < LEAST_REDUCED_DEPTH || n_tried < FIRST_REDUCED {
        return 0;
    }
    let late = (n_tried + 1).ilog2();
    let less = (depth.ilog2() + 1) * late / 4;
    if less + 1 > depth - 1 { depth - 2 } else { less }
}
