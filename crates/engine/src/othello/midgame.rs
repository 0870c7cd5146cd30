//! The midgame search: principal variation search with a table, ordered by the judge, with probable cuts: a
//! shallow search that ends far outside the window stands for the deep one.

mod leaves;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::discs::Discs;
use super::judge::Judge;
use super::memory::{Memory, Opinion};
use super::patterns::Indices;
use leaves::Sketch;

/// Above every value.
pub const INFINITY: i32 = 30_000;
/// What a disc is worth.
pub const DISC: i32 = 100;
/// From this depth on, positions are looked up and remembered.
const IN_TABLE: u32 = 2;
/// From this depth on, they are remembered for good, where memory is far and slow.
const FAR: u32 = 4;
/// Slots for what is nearer the leaves: as many as a processor's own cache holds beside the rest.
const N_NEAR: usize = 1 << 12;
/// From this depth on, the judge's view may cut without a search.
const BY_VIEW: u32 = 2;
/// From this depth on, it is a shallow search that may cut.
const BY_SEARCH: u32 = 4;
/// In place of a view that nobody has asked for.
const UNSEEN: i32 = i32::MIN;

/// To this depth, the shallow searches that may cut are not cut short themselves, unless the searcher nests.
const WITHOUT_NESTING: u32 = 9;
/// What a reply that a move leaves the opponent counts against it when moves are ordered, in hundredths of a disc.
const PER_REPLY: i32 = 60;

/// The corners of the grid.
const CORNERS: u64 = 0x8100_0000_0000_0081;

/// Positions visited between two looks at the clock.
const UNCHECKED: u64 = 500;

/// When to give up a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The moment to stop.
    pub deadline: Option<Instant>,
    /// Positions to visit.
    pub nodes: Option<u64>,
}

/// A position with what the judge keeps about it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The discs.
    pub discs: Discs,
    /// Where the side to move can place a disc; on boards with holes also where none can be placed.
    moves: u64,
    indices: Indices,
    /// What the judge thinks of it; [`UNSEEN`] while it was not asked.
    view: i32,
    /// Whether the side to move is digit 2 of the groups.
    is_second: bool,
}

/// One thread's search.
#[derive(Debug)]
pub struct Searcher<'a> {
    judge: &'a Judge,
    open: u64,
    memory: &'a Memory,
    /// What is remembered of shallow searches.
    near: Memory,
    stop: &'a AtomicBool,
    /// When to give up.
    pub limits: Limits,
    /// Whether shallow searches may cut; how many standard deviations outside the window they must be, in
    /// hundredths. 0 is never.
    pub confidence: i32,
    /// Whether the judge's view may cut too, without a search, two and three plies before the leaves.
    pub cuts_by_view: bool,
    /// Whether shallow searches are cut short by still shallower ones, however near the leaves they begin.
    pub nests: bool,
    /// Positions visited.
    pub nodes: u64,
    /// From how many positions on the limits are looked at again.
    next_check: u64,
    is_stopped: bool,
    /// The children of all positions on the way to the current one.
    children: Vec<Child>,
}

/// A move by its place in the list of children, and how promising it is.
#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    at: u32,
    value: i32,
}

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
struct Child {
    cell: u32,
    node: Node,
}

impl<'a> Searcher<'a> {
    /// A searcher for the board with these cells.
    pub fn new(judge: &'a Judge, open: u64, memory: &'a Memory, stop: &'a AtomicBool) -> Self {
        Self {
            judge,
            open,
            memory,
            near: Memory::with_slots(N_NEAR),
            stop,
            limits: Limits::default(),
            confidence: 0,
            cuts_by_view: false,
            nests: false,
            nodes: 0,
            next_check: 0,
            is_stopped: false,
            children: Vec::new(),
        }
    }

    /// A position to search.
    pub fn node(&self, discs: Discs) -> Node {
        let indices = self.judge.indices(discs);
        Node { discs, moves: discs.moves(), indices, view: UNSEEN, is_second: false }
    }

    /// Whether the last search was stopped before its end.
    pub const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// The value after looking `depth` plies ahead, in hundredths of a disc; meaningless when stopped.
    pub fn value(&mut self, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.search(node, depth, alpha, beta)
    }

    /// The same where a value is expected: the window around it is widened only as far as it must.
    pub fn value_near(&mut self, node: &Node, depth: u32, guess: i32, surprise: i32) -> i32 {
        let (mut alpha, mut beta) = (guess - surprise, guess + surprise);
        loop {
            let value = self.search(node, depth, alpha, beta);
            if self.is_stopped || (alpha < value && value < beta) {
                return value;
            }
            if value <= alpha {
                alpha = if alpha > guess - 4 * surprise { guess - 4 * surprise } else { -INFINITY };
            } else {
                beta = if beta < guess + 4 * surprise { guess + 4 * surprise } else { INFINITY };
            }
        }
    }

    /// What the judge thinks of a position without looking ahead, in hundredths of a disc.
    pub fn view(&self, node: &Node) -> i32 {
        self.judged(node)
    }

    /// The position after a move.
    #[inline(always)]
    pub fn after(&self, node: &Node, cell: u32) -> Node {
        let flips = node.discs.flips(cell);
        let moves = node.discs.after(cell, flips).moves();
        self.child(node, &Sketch { cell, value: 0, flips, moves })
    }

    #[inline(always)]
    fn child(&self, node: &Node, &Sketch { cell, flips, moves, .. }: &Sketch) -> Node {
        let indices = self.judge.moved(&node.indices, cell, flips, node.is_second);
        let discs = node.discs.after(cell, flips);
        Node { discs, moves, indices, view: UNSEEN, is_second: !node.is_second }
    }

    #[inline(always)]
    fn judged(&self, node: &Node) -> i32 {
        self.judge.value(node.discs, node.moves, &node.indices, node.is_second)
    }

    fn search(&mut self, node: &Node, depth: u32, alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.judged(node);
        }
        // 1. Stop in time.
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        if self.is_stopped {
            return alpha;
        }
        // 2. Moves, a pass, or the end. Memory is far: it is asked before anything else is worked out.
        let discs = node.discs;
        let known = if depth >= IN_TABLE { self.memory_of(depth).find(discs) } else { None };
        let empty = self.open & !(discs.own | discs.other);
        let moves = node.moves & empty;
        if moves == 0 {
            let replies = discs.passed().moves();
            if replies & empty == 0 {
                let lead = discs.lead();
                return DISC * (lead + lead.signum() * empty.count_ones() as i32);
            }
            let (discs, is_second) = (discs.passed(), !node.is_second);
            let passed = Node { discs, moves: replies, view: UNSEEN, is_second, ..*node };
            return -self.search(&passed, depth, -beta, -alpha);
        }
        if depth == 1 {
            return self.last_ply(node, moves, beta);
        }
        // 3. What the table knows.
        let mut hint = 64;
        if let Some(known) = known {
            hint = known.best.into();
            let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
            // Without probable cuts a search is to find what plain minimax finds, whatever was searched before.
            let is_deep_enough = match self.confidence {
                0 => u32::from(known.depth) == depth,
                _ => u32::from(known.depth) >= depth,
            };
            if is_deep_enough {
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
            }
        }
        // 4. A look or a shallow search far outside the window.
        if self.confidence > 0
            && depth >= if self.cuts_by_view { BY_VIEW } else { BY_SEARCH }
            && beta - alpha == 1
            && depth < empty.count_ones()
            && let Some(cut) = self.probable_cut(node, depth, alpha, beta)
        {
            return cut;
        }
        if depth == 2 {
            return self.second_ply(node, moves, hint, [alpha, beta]);
        }
        // 5. The moves in order, all but the first with a null window unless they surprise. What the table says was
        // best is tried before the others are worked out at all.
        let first_child = self.children.len();
        let mut list = [Candidate::default(); 34];
        let (mut n_moves, mut is_listed) = (0, false);
        if hint < 64 && moves >> hint & 1 != 0 {
            self.children.push(Child { cell: hint, node: self.after(node, hint) });
            n_moves = 1;
        }
        let (mut best, mut best_cell, mut floor) = (-INFINITY, 64, alpha);
        let mut at = 0;
        loop {
            if at == n_moves {
                if is_listed {
                    break;
                }
                is_listed = true;
                n_moves = self.order(node, moves, n_moves, &mut list);
                continue;
            }
            let place = if is_listed { pick(&mut list[..n_moves], at) } else { 0 };
            let Child { cell, node: child } = self.children[first_child + place];
            let mut score = 0;
            if at > 0 && beta - floor > 1 {
                score = -self.search(&child, depth - 1, -floor - 1, -floor);
            }
            if at == 0 || beta - floor == 1 || (score > floor && score < beta) {
                score = -self.search(&child, depth - 1, -beta, -floor);
            }
            if self.is_stopped {
                break;
            }
            if score > best {
                (best, best_cell) = (score, cell as u8);
                if score >= beta {
                    break;
                }
                floor = floor.max(score);
            }
            at += 1;
        }
        self.children.truncate(first_child);
        if self.is_stopped {
            return alpha;
        }
        // 6. Remember.
        self.remember(discs, depth, [alpha, beta], best, best_cell);
        best
    }

    #[inline(always)]
    fn remember(&self, discs: Discs, depth: u32, [alpha, beta]: [i32; 2], value: i32, best: u8) {
        let lower = if value > alpha { value } else { -INFINITY } as i16;
        let upper = if value < beta { value } else { INFINITY } as i16;
        self.memory_of(depth).store(discs, Opinion { lower, upper, depth: depth as u8, best });
    }

    #[inline(always)]
    const fn memory_of(&self, depth: u32) -> &Memory {
        if depth < FAR { &self.near } else { self.memory }
    }

    /// Appends the moves to the list but for the one that was tried already, if there is one: the last of the children.
    fn order(&mut self, node: &Node, moves: u64, n_tried: usize, list: &mut [Candidate; 34]) -> usize {
        let empty = self.open & !(node.discs.own | node.discs.other);
        let tried = if n_tried > 0 { 1 << self.children[self.children.len() - 1].cell } else { 0 };
        let (mut left, mut n_moves) = (moves & !tried, n_tried);
        while left != 0 {
            let cell = left.trailing_zeros();
            left &= left - 1;
            let mut child = self.after(node, cell);
            let value = if child.discs.own == 0 {
                INFINITY - 1
            } else {
                child.view = self.judged(&child);
                by_replies(child.moves & empty) - child.view
            };
            self.children.push(Child { cell, node: child });
            list[n_moves] = Candidate { at: n_moves as u32, value };
            n_moves += 1;
        }
        let n_before = n_before(moves, tried);
        list[n_tried..n_tried + n_before].rotate_left(n_before.min(1));
        n_moves
    }

    /// The bound that a shallow search makes all but certain, or near the leaves what the judge thinks without any.
    // CITE: M. Buro, ProbCut: an effective selective extension of the alpha-beta algorithm, 1995.
    fn probable_cut(&mut self, node: &Node, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let n_discs = (node.discs.own | node.discs.other).count_ones();
        let view = if node.view == UNSEEN { self.judged(node) } else { node.view };
        let confidence = self.confidence;
        if depth < BY_SEARCH {
            let margin = confidence * deviation(0, depth, n_discs) / 100;
            let high = (view >= beta + margin).then_some(beta);
            return high.or((view <= alpha - margin).then_some(alpha));
        }
        if depth <= WITHOUT_NESTING && !self.nests {
            self.confidence = 0;
        }
        let mut cut = None;
        for shallow in steps(depth).into_iter().flatten() {
            let margin = confidence * deviation(shallow, depth, n_discs) / 100;
            if view > beta - margin / 2 && beta + margin < 64 * DISC {
                let bound = beta + margin;
                if self.search(node, shallow, bound - 1, bound) >= bound {
                    cut = Some(beta);
                    break;
                }
            }
            if view < alpha + margin / 2 && alpha - margin > -64 * DISC {
                let bound = alpha - margin;
                if self.search(node, shallow, bound, bound + 1) <= bound {
                    cut = Some(alpha);
                    break;
                }
            }
        }
        self.confidence = confidence;
        if self.is_stopped { None } else { cut }
    }

    fn check_limits(&mut self) {
        let soon = self.nodes + UNCHECKED;
        self.next_check = self.limits.nodes.map_or(soon, |most| soon.min(most));
        self.is_stopped |= self.stop.load(Relaxed)
            || self.limits.nodes.is_some_and(|most| self.nodes >= most)
            || self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
    }
}

/// How deep the shallow searches are that may stand for one of this depth, the shallowest first.
const fn steps(depth: u32) -> [Option<u32>; 2] {
    let odd = depth % 2;
    let half = if depth < 6 { depth - 2 } else { depth / 4 * 2 + odd };
    let quarter = half / 4 * 2 + odd;
    match depth {
        0..8 => [Some(odd), Some(half)],
        _ if quarter < 2 => [Some(quarter + 2), Some(half)],
        _ => [Some(quarter), Some(half)],
    }
}

/// How far a search of depth `shallow` is from one of depth `deep`: the standard deviation in hundredths of a
/// disc, measured on 85 to 142 positions of self-play for every eight discs, depths to 10.
fn deviation(shallow: u32, deep: u32, n_discs: u32) -> i32 {
    /// With 40 discs on the board, of a search two plies deeper.
    const BY_DEPTH: [i32; 11] = [270, 270, 236, 225, 212, 200, 188, 176, 168, 160, 154];
    /// In hundredths of that, for every further ply.
    const PER_PLY: i32 = 12;
    /// In hundredths of that, for every eight discs.
    const BY_DISCS: [i32; 9] = [40, 44, 51, 60, 78, 100, 128, 165, 165];
    let further = deep.saturating_sub(shallow + 2) as i32;
    let base = BY_DEPTH[(shallow as usize).min(10)] * (100 + PER_PLY * further) / 100;
    let (at, part) = ((n_discs / 8) as usize, (n_discs % 8) as i32);
    let scale = (BY_DISCS[at] * (8 - part) + BY_DISCS[(at + 1).min(8)] * part) / 8;
    base * scale / 100
}

/// How many moves come before the one that was tried first, none if none was. The first of them takes its place among
/// equals, as if the two had been exchanged: so learning finds, bit for bit, what it found when all moves were listed at once.
#[inline(always)]
const fn n_before(moves: u64, tried: u64) -> usize {
    (moves & tried.saturating_sub(1)).count_ones() as usize
}

/// What the replies that a move leaves count against it; corners count twice.
#[inline(always)]
const fn by_replies(replies: u64) -> i32 {
    -((replies.count_ones() + (replies & CORNERS).count_ones()) as i32) * PER_REPLY
}

/// The place of the most promising move from `at` on, which is moved there.
#[inline(always)]
fn pick(list: &mut [Candidate], at: usize) -> usize {
    let mut best = at;
    for i in at + 1..list.len() {
        if list[i].value > list[best].value {
            best = i;
        }
    }
    list.swap(at, best);
    list[at].at as usize
}
