//! The search of the Blobwar champion: principal variations with a table, and openly selective. Landing cells
//! are the unit of its move generation, since a landing wins the same whoever lands.
// CITE: T. Marsland, M. Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14(4), 1982 (PVS).
// CITE: C. Donninger, "Null move and deep search", ICCA Journal 16(3), 1993.

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, Hop, State};
use agon_games::game::{Game, PackedMove};
use agon_games::topology::Topology;

use super::crowds::Crowds;
use super::memory::Shelf;
use super::order::Workspace;
use super::tuning::Tuning;
use crate::eval::Evaluator;
use crate::gauge::Purse;
use crate::score::{Score, Window};
use crate::search::table::{Bound, Known};

/// How deep a line can get.
pub(super) const MAX_PLY: usize = 128;

/// So many moves of a node are remembered, to be blamed when a later one refutes it.
const N_TRIED: usize = 24;

/// A duplication, and jumps from all around.
const MOST_TO_A_CELL: usize = 17;

/// What a landing wins, in hundredths of a blob: for each that it converts,
const CONVERTED: i32 = 200;
/// and when the one that lands also stays where it was.
const DUPLICATED: i32 = 100;

/// One search of one position.
pub(super) struct Searcher<'a, B: Bits, E> {
    pub(super) game: &'a Blobwar<B>,
    pub(super) eval: &'a E,
    pub(super) memory: Shelf<'a>,
    pub(super) purse: Purse<'a>,
    pub(super) work: &'a mut Workspace,
    pub(super) tuning: &'a Tuning,
    pub(super) is_stopped: bool,
}

/// What a node is searched with.
#[derive(Clone, Copy)]
struct Node {
    depth: i32,
    ply: usize,
    window: Window,
    /// Whether the move before was a null move.
    after_null: bool,
    /// Whether it is searched in place of a deeper search.
    is_short: bool,
}

/// Where a node is in its moves.
struct Cursor {
    /// The table's move, tried before the others are listed.
    first: Option<Hop>,
    /// Where its moves begin in the list of all nodes.
    start: usize,
    is_listed: bool,
}

/// The first window reaches this far to both sides of the last score, in hundredths of a blob.
const ASPIRATION: i32 = 40;

impl<B: Bits, E: Evaluator<Blobwar<B>>> Searcher<'_, B, E> {
    /// The score of the root at a depth, where about this one is expected; none when the search was stopped.
    pub(super) fn root_near(&mut self, state: &State<B>, depth: i32, expected: Score) -> Option<Score> {
        let mut reach = ASPIRATION;
        let mut window = match depth > 3 && !expected.is_decided() {
            true => Window::around(expected, reach),
            false => Window::FULL,
        };
        loop {
            let score = self.root(state, depth, window);
            if self.is_stopped {
                return None;
            }
            if window.holds(score) || window == Window::FULL {
                return Some(score);
            }
            reach *= 4;
            window = if reach > 1000 || score.is_decided() {
                Window::FULL
            } else if score <= window.alpha {
                Window { alpha: score.plus(-reach), ..window }
            } else {
                Window { beta: score.plus(reach), ..window }
            };
        }
    }

    /// The score of the root, exact inside the window.
    pub(super) fn root(&mut self, state: &State<B>, depth: i32, window: Window) -> Score {
        let memo = self.eval.begin(self.game, state);
        self.node(state, || memo, Node { depth, ply: 0, window, after_null: false, is_short: false })
    }

    /// The score of a state for its side to move. Means nothing once the search is stopped.
    fn node(&mut self, state: &State<B>, memo: impl FnOnce() -> E::Memo, node: Node) -> Score {
        let Node { depth, ply, mut window, .. } = node;
        let is_pv = !window.is_null();
        // 1. Every node is paid for.
        if !self.purse.spend() {
            self.is_stopped = true;
            return Score::DRAW;
        }
        if is_pv {
            self.work.lines[ply].clear();
        }

        // 2. A finished game speaks for itself; at the horizon the evaluation speaks.
        if let Some(outcome) = self.game.outcome(state) {
            return Score::ended(outcome.sign_for(state.side), ply as u32);
        }
        if depth <= 0 || ply + 1 >= MAX_PLY {
            return Score::of(self.eval.value(self.game, state, &memo()));
        }

        // 3. The table may know the score, or at least a move.
        let key = self.game.hash(state);
        let known = self.memory.probe(key, depth);
        if let Some(known) = &known
            && !is_pv
            && known.depth as i32 >= depth
            && let Some(score) = answer(known, ply, window)
        {
            return score;
        }

        // 4. Nodes far outside a null window are not worth a search.
        let memo = memo();
        let standing = Score::of(self.eval.value(self.game, state, &memo));
        if !is_pv && !window.beta.is_decided() {
            if depth <= self.tuning.shallow && standing.plus(-self.tuning.above * depth) >= window.beta {
                return standing;
            }
            if let Some(score) = self.null_move(state, &memo, standing, node) {
                return score;
            }
            if let Some(score) = self.short(state, &memo, standing, node) {
                return score;
            }
        }

        // 5. Moves: the table's first, then by what they win and what was good elsewhere.
        let remembered = known.and_then(|known| self.game.unpack(known.mv?));
        let first = remembered.filter(|&mv| self.game.is_legal(state, mv));
        let alpha = window.alpha;
        let mut best = (-Score::INFINITY, None);
        let mut n_tried = 0;
        let mut tried = [Hop::Pass; N_TRIED];
        let start = self.work.n_listed();
        let mut cursor = Cursor { first, start, is_listed: false };
        while let Some(mv) = self.next_move(state, &mut cursor, node, standing, best.0, n_tried) {
            let score = self.child(state, &memo, mv, Node { window, ..node }, n_tried);
            if self.is_stopped {
                self.work.truncate(start);
                return Score::DRAW;
            }
            tried[n_tried.min(N_TRIED - 1)] = mv;
            n_tried += 1;
            if score <= best.0 {
                continue;
            }
            best.0 = score;
            if score > window.alpha {
                best.1 = Some(mv);
                if is_pv {
                    self.work.extend_line(ply, mv, score < window.beta);
                }
                window.alpha = score;
                if score >= window.beta {
                    let (tried, at) = (&tried[..n_tried.min(N_TRIED)], [ply as i32, depth]);
                    self.work.reward(state.side, tried, self.game.pack(mv), at, self.tuning.blame);
                    break;
                }
            }
        }
        self.work.truncate(start);
        if n_tried == 0 {
            // All landings are hopeless: the side keeps what it has.
            best.0 = standing;
        }

        // 6. What was found is remembered.
        self.remember(key, node, alpha, best);
        best.0
    }

    /// The next move to try; none when the rest is not worth it.
    #[inline(always)]
    fn next_move(
        &mut self,
        state: &State<B>,
        cursor: &mut Cursor,
        node: Node,
        standing: Score,
        best: Score,
        n_tried: usize,
    ) -> Option<Hop> {
        if n_tried == 0 && cursor.first.is_some() {
            return cursor.first;
        }
        if !cursor.is_listed {
            cursor.is_listed = true;
            let floor = self.floor(standing, node, best);
            self.list(state, cursor.first, floor, node);
        }
        let is_shallow = node.window.is_null() && node.depth <= self.tuning.shallow;
        if is_shallow && n_tried >= self.tuning.late_at(node.depth) && !best.is_decided() {
            return None;
        }
        let picked = self.work.pick(cursor.start)?;
        Some(self.game.unpack(picked).expect("listed moves are moves of the game"))
    }

    /// A side that is well off even after passing will not be let down by a real move.
    fn null_move(&mut self, state: &State<B>, memo: &E::Memo, standing: Score, node: Node) -> Option<Score> {
        let Node { depth, ply, window, after_null, .. } = node;
        let empties = self.game.empty(state).count();
        if after_null
            || depth < self.tuning.null_depth
            || standing < window.beta
            || empties < self.tuning.null_empty as u32
        {
            return None;
        }
        self.work.note(ply, Hop::Pass);
        let after = self.game.play(state, Hop::Pass);
        let (eval, game) = (self.eval, self.game);
        let memo = || eval.after(game, memo, state, Hop::Pass, &after);
        let less = self.tuning.null_less + depth / 4;
        let null = Node {
            depth: depth - 1 - less,
            ply: ply + 1,
            window: -Window { alpha: window.beta.plus(-1), beta: window.beta },
            after_null: true,
            is_short: false,
        };
        let score = -self.node(&after, memo, null);
        (score >= window.beta && !score.is_decided()).then_some(score)
    }

    /// A search less deep that ends well above the window stands for the whole one.
    // CITE: M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", ICCA Journal 18(2), 1995.
    fn short(&mut self, state: &State<B>, memo: &E::Memo, standing: Score, node: Node) -> Option<Score> {
        let Node { depth, window, after_null, is_short, .. } = node;
        let high = window.beta.plus(self.tuning.short_above);
        if after_null
            || is_short
            || depth < self.tuning.short_depth
            || standing < window.beta
            || high.is_decided()
        {
            return None;
        }
        let window = Window { alpha: high.plus(-1), beta: high };
        let short = Node { depth: depth - self.tuning.short_less, window, is_short: true, ..node };
        let score = self.node(state, || *memo, short);
        (score >= high).then_some(score)
    }

    /// What a landing must convert for its jumps to be worth trying in a shallow node.
    fn floor(&self, standing: Score, node: Node, best: Score) -> i32 {
        let Node { depth, window, .. } = node;
        if depth > self.tuning.shallow || !window.is_null() || window.alpha.is_decided() || best.is_decided()
        {
            return i32::MIN;
        }
        window.alpha.get() - standing.get() - self.tuning.below * depth
    }

    /// Lists the moves but `first`, leaving out those that win less than `floor`.
    fn list(&mut self, state: &State<B>, first: Option<Hop>, floor: i32, node: Node) {
        if node.window.is_null() && node.depth <= self.tuning.one_jump {
            self.list_of::<true>(state, first, floor, node);
        } else {
            self.list_of::<false>(state, first, floor, node);
        }
    }

    /// The same; of all jumps to a cell only the best, or all.
    #[inline(always)]
    fn list_of<const ONE_JUMP: bool>(
        &mut self,
        state: &State<B>,
        first: Option<Hop>,
        floor: i32,
        node: Node,
    ) {
        let (game, topology) = (self.game, self.game.topology());
        let (own, their, empty) = (state.own(), state.their(), game.empty(state));
        let beside = topology.spread(own) & empty;
        let within = topology.spread(topology.spread(own)) & empty;
        let per_cell = if ONE_JUMP { 2 } else { MOST_TO_A_CELL };
        let n_most = per_cell * within.count() as usize + 1;
        let mut list = self.work.begin_list(state.side, first.map(|mv| game.pack(mv)), node.ply, n_most);
        if within.is_empty() {
            list.pass(game.pack(Hop::Pass));
        }
        let [to_duplicate, to_jump] = worthwhile(topology, their, floor);
        let crowds = if ONE_JUMP { Crowds::new(topology, own) } else { Crowds::default() };
        for to in (beside & to_duplicate | within & to_jump).cells() {
            let near = topology.near(to);
            let won = CONVERTED * (near & their).count() as i32;
            let company = (near & own).count() as i32;
            if (beside & to_duplicate).has(to) {
                let gain = won + DUPLICATED + company;
                list.duplicate(to, game.pack(Hop::Duplicate { to: to as u16 }), gain);
            }
            if !to_jump.has(to) {
                continue;
            }
            let mut jump = |from: usize| {
                let left = (topology.near(from) & own).count() as i32;
                let packed = game.pack(Hop::Jump { from: from as u16, to: to as u16 });
                list.jump(from, to, packed, won + company - 4 * left);
            };
            let jumpers = topology.ring(to) & own;
            if !ONE_JUMP {
                jumpers.cells().for_each(jump);
            } else if !jumpers.is_empty() {
                jump(crowds.loneliest(jumpers));
            }
        }
        let n_listed = list.n_listed();
        self.work.keep(n_listed);
    }

    /// The score of a move for the side that makes it.
    #[inline(always)]
    fn child(&mut self, state: &State<B>, memo: &E::Memo, mv: Hop, node: Node, n_tried: usize) -> Score {
        let Node { depth, ply, window, .. } = node;
        self.work.note(ply, mv);
        let after = self.game.play(state, mv);
        let (eval, game) = (self.eval, self.game);
        let memo = || eval.after(game, memo, state, mv, &after);
        let deeper = |depth, window: Window| Node {
            depth,
            ply: ply + 1,
            window: -window,
            after_null: false,
            is_short: false,
        };
        if n_tried == 0 {
            return -self.node(&after, memo, deeper(depth - 1, window));
        }
        let null = window.null();
        let less = if depth >= self.tuning.reduced_depth && n_tried >= self.tuning.reduced_move as usize {
            let quiet = self.tuning.jump_less * i32::from(matches!(mv, Hop::Jump { .. }));
            let renown = self.work.renown(state.side, mv, ply) / self.tuning.renown;
            (self.tuning.reduction(depth, n_tried) + quiet - renown.clamp(-2, 2)).clamp(0, depth - 1)
        } else {
            0
        };
        let mut score = -self.node(&after, memo, deeper(depth - 1 - less, null));
        if less > 0 && score > window.alpha && !self.is_stopped {
            score = -self.node(&after, memo, deeper(depth - 1, null));
        }
        if score > window.alpha && score < window.beta && !self.is_stopped {
            score = -self.node(&after, memo, deeper(depth - 1, window));
        }
        score
    }

    fn remember(&self, key: u64, node: Node, alpha: Score, (score, mv): (Score, Option<Hop>)) {
        let bound = if score >= node.window.beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let mv: Option<PackedMove> = mv.map(|mv| self.game.pack(mv));
        let score = score.from_here(node.ply as u32);
        self.memory.store(key, Known { mv, score, bound, depth: node.depth as u32 });
    }
}

/// The cells where a duplication wins at least so much, and where a jump does.
#[inline(always)]
fn worthwhile<B: Bits>(topology: &Topology<B>, their: B, floor: i32) -> [B; 2] {
    if floor <= 0 {
        return [!B::EMPTY; 2];
    }
    let crowds = Crowds::new(topology, their);
    // No cell has more than eight neighbours.
    let n_converted = |wins: i32| (wins.max(0) as u32).div_ceil(CONVERTED as u32).min(9);
    [floor - DUPLICATED, floor].map(|wins| crowds.at_least(n_converted(wins)))
}

/// The score that an entry settles the window with.
fn answer(known: &Known, ply: usize, window: Window) -> Option<Score> {
    let score = known.score.from_root(ply as u32);
    let settles = match known.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    settles.then_some(score)
}
