//! How many colours each zone is away from every free component, and what every move of a position would change
//! about it. One walk over the graph serves all moves: it finds for every component which colours begin a shortest way
//! to it, and just these bring it nearer. For the position after a move, that zone's distances are known at once.

use agon_games::bits::Bits;
use agon_games::flood::{COLOUR_NAMES, Flood, State};

use super::guess::{N_SURE, Sure, TIE, Weights};

/// Colours to play before a component is taken: none is in a zone, or may not be played by the side.
const NEVER: u8 = 0;
/// Not reached, so far.
const UNREACHED: Step = Step::new(255, 0);
/// Colours past which no component is followed.
const FAR: u8 = 250;
/// All colours, as bits.
const ALL: u16 = (1 << COLOUR_NAMES.len()) - 1;

/// A component on the way of a zone. In one word, since the walk does little else than to change these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Step(u32);

/// The graph, and the race in every position from the root to the one that is looked at.
#[derive(Clone, Debug)]
pub(super) struct Race {
    graph: Graph,
    weights: Weights,
    frames: Vec<Frame>,
    queue: Vec<u16>,
    /// Components that the side to move can take from the other's ways, by how far they are from the other.
    cuts: [Vec<u16>; 2],
}

#[derive(Clone, Debug)]
struct Graph {
    /// The neighbours of component `n` are from `first[n]` to `first[n + 1]` in `links`.
    first: Vec<u32>,
    links: Vec<u16>,
    sizes: Vec<u16>,
    colours: Vec<u8>,
    n_cells: i32,
}

/// The race in one position.
#[derive(Clone, Debug, Default)]
struct Frame {
    /// For the side to move, with the colours that begin a shortest way.
    own: Vec<Step>,
    /// For the other side, with the colours that the side to move can take without cutting every shortest way.
    other: Vec<Step>,
    found: Found,
}

/// What there is to know about a position, in cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Found {
    /// What both sides reach, by how surely the side to move has it.
    pub(super) both: Sure,
    /// What only the side to move reaches, and only the other.
    pub(super) alone: [i32; 2],
    /// For every colour, what it takes, and what else it is worth in hundredths.
    pub(super) taken: [i32; COLOUR_NAMES.len()],
    pub(super) gain: [i32; COLOUR_NAMES.len()],
    /// The colours, as bits, that touch the other zone.
    others: u16,
}

impl Found {
    /// Whether bounds can settle who wins where the side to move is so many cells ahead: what both zones reach is less
    /// than the lead, each zone with all that it alone reaches, or one reaches nothing. Bounds take far longer to ask.
    #[inline(always)]
    pub(super) fn may_settle(&self, lead: i32) -> bool {
        let (both, [own, other]) = (self.both.iter().sum::<i32>(), self.alone);
        (lead + own - other).abs() > both || both + own == 0 || both + other == 0
    }

    /// Whether the side to move takes away every colour that the other can play.
    #[inline(always)]
    const fn starves(&self, mv: u8) -> bool {
        self.others & !(1 << mv) == 0
    }
}

impl Step {
    const fn new(away: u8, colours: u16) -> Self {
        Self((away as u32) << 16 | colours as u32)
    }

    #[inline(always)]
    const fn away(self) -> u8 {
        (self.0 >> 16) as u8
    }

    #[inline(always)]
    const fn colours(self) -> u16 {
        self.0 as u16
    }

    #[inline(always)]
    const fn is_reached(self) -> bool {
        self.away().wrapping_sub(1) < FAR
    }
}

impl Race {
    pub(super) fn new<B: Bits>(game: &Flood<B>, weights: Weights) -> Self {
        let graph = Graph::new(game);
        let queue = vec![0; graph.sizes.len() + 1];
        Self { graph, weights, frames: vec![Frame::default()], queue, cuts: Default::default() }
    }

    /// Looks at the root. `takes` are the components whose colour each side may play.
    pub(super) fn begin<B: Bits>(&mut self, state: &State<B>, takes: [B; 2]) {
        let (s, o) = (state.side.index(), (!state.side).index());
        let free = !(state.zones[0] | state.zones[1]);
        let fill = |side: usize| {
            let mut steps = vec![Step::new(NEVER, 0); self.graph.sizes.len()];
            each(free & takes[side], |at| {
                if let Some(step) = steps.get_mut(at) {
                    *step = UNREACHED;
                }
            });
            steps
        };
        let (own, other) = (fill(s), fill(o));
        let frame = &mut self.frames[0];
        (frame.own, frame.other) = (own, other);
        self.graph.walk(&mut frame.other, &mut self.queue, state.reach[o] & free & takes[o]);
        let n_near = self.graph.walk(&mut frame.own, &mut self.queue, state.reach[s] & free & takes[s]);
        for step in &mut frame.other {
            *step = Step::new(step.away(), ALL);
        }
        self.finish(0, n_near);
    }

    /// Looks at the position that a move leads to from the one that was looked at on the ply before. A pass is no colour.
    pub(super) fn follow<B: Bits>(&mut self, ply: usize, mv: Option<u8>, next: &State<B>, takes: [B; 2]) {
        if self.frames.len() <= ply {
            let blank = vec![UNREACHED; self.graph.sizes.len()];
            self.frames.push(Frame { own: blank.clone(), other: blank, found: Found::default() });
        }
        let [.., before, frame] = &mut self.frames[..=ply] else { unreachable!("the root is on ply 0") };
        let (shift, bit) = mv.map_or((0, 0), |colour| (u32::from(colour), 1));
        let joins = Step::new(1, (bit << shift) as u16);
        let was = before.own.iter().zip(&before.other);
        for ((own, other), (moved, waited)) in frame.own.iter_mut().zip(&mut frame.other).zip(was) {
            // One colour nearer where the move begins a shortest way; from 1 that makes it taken.
            let nearer = moved.0 >> shift & bit;
            *other = Step(((moved.0 & 0xFF_0000) - (nearer << 16)) | u32::from(ALL));
            *own = if waited.0 >> 16 == 0 || *moved == joins { Step(0) } else { UNREACHED };
        }
        let s = next.side.index();
        let free = !(next.zones[0] | next.zones[1]);
        let n_near = self.graph.walk(&mut frame.own, &mut self.queue, next.reach[s] & free & takes[s]);
        self.finish(ply, n_near);
    }

    /// What was found on a ply.
    #[inline(always)]
    pub(super) fn found(&self, ply: usize) -> &Found {
        &self.frames[ply].found
    }

    /// Whether the game may be over after a move that leads to a zone of so many cells.
    #[inline(always)]
    pub(super) fn may_end(&self, ply: usize, mv: u8, cells: i32) -> bool {
        self.frames[ply].found.starves(mv) || 2 * cells > self.graph.n_cells
    }

    /// After the walk of the side to move, which began with so many components.
    fn finish(&mut self, ply: usize, n_near: usize) {
        let frame = &mut self.frames[ply];
        self.graph.cut(frame, &self.queue[..n_near], &mut self.cuts);
        frame.found = self.graph.sum_up(frame, &self.weights);
    }
}

impl Graph {
    fn new<B: Bits>(game: &Flood<B>) -> Self {
        let all = game.components().all();
        let (mut first, mut links) = (vec![0], Vec::new());
        for component in all {
            links.extend(component.near.cells().map(|at| at as u16));
            first.push(links.len() as u32);
        }
        Self {
            first,
            links,
            sizes: all.iter().map(|component| component.size).collect(),
            colours: all.iter().map(|component| component.colour).collect(),
            n_cells: all.iter().map(|component| i32::from(component.size)).sum(),
        }
    }

    #[inline(always)]
    fn near(&self, at: usize) -> &[u16] {
        &self.links[self.first[at] as usize..self.first[at + 1] as usize]
    }

    /// Finds the distances and the colours that begin a shortest way, the nearest first. The components that touch the
    /// zone stay where the queue begins; so many there are.
    fn walk<B: Bits>(&self, steps: &mut [Step], queue: &mut [u16], touching: B) -> usize {
        let mut n = 0;
        each(touching, |at| {
            steps[at] = Step::new(1, 1 << self.colours[at]);
            queue[n] = at as u16;
            n += 1;
        });
        let n_touching = n;
        let mut next = 0;
        while next < n {
            let at = usize::from(queue[next]);
            next += 1;
            let reached = steps[at].0 + (1 << 16);
            let away = reached & 0xFF_0000;
            if away > u32::from(FAR) << 16 {
                break;
            }
            for &to in self.near(at) {
                let Step(before) = steps[usize::from(to)];
                queue[n] = to;
                n += usize::from(before == UNREACHED.0);
                // A first way there, one more as short, or none that matters.
                let base = if before == UNREACHED.0 { away } else { before };
                let is_short = base ^ away < 1 << 16;
                steps[usize::from(to)] = Step(if is_short { base | reached } else { base });
            }
        }
        n_touching
    }

    /// Finds the colours whose taking cuts all shortest ways of the other side. Where the side to move is nearer by three
    /// colours, that changes nothing any more, and so it does behind.
    fn cut(&self, frame: &mut Frame, near: &[u16], cuts: &mut [Vec<u16>; 2]) {
        let Frame { own, other, .. } = frame;
        let [now, next] = cuts;
        let cut_by = |own: &[Step], at: usize| if own[at].away() == 1 { 1 << self.colours[at] } else { 0 };
        next.clear();
        for away in 1.. {
            std::mem::swap(now, next);
            next.clear();
            if away <= TIE as u8 {
                now.extend(near.iter().filter(|&&at| other[usize::from(at)].away() == away));
            } else if now.is_empty() {
                break;
            }
            for &at in now.iter() {
                for &to in self.near(at.into()) {
                    let (to, behind) = (usize::from(to), other[usize::from(to)]);
                    let is_behind = behind.away() == away + 1 && behind.colours() == ALL;
                    if !is_behind || own[to].away() + (TIE as u8) <= away + 1 {
                        continue;
                    }
                    let ways = self
                        .near(to)
                        .iter()
                        .map(|&at| usize::from(at))
                        .filter(|&at| other[at].away() == away);
                    let left = ways.fold(0, |left, at| left | other[at].colours() & !cut_by(own, at));
                    if left != ALL {
                        other[to] = Step::new(away + 1, left);
                        next.push(to as u16);
                    }
                }
            }
        }
    }

    fn sum_up(&self, frame: &Frame, weights: &Weights) -> Found {
        let rise = weights.rise();
        let mut found = Found::default();
        for (at, (own, other)) in frame.own.iter().zip(&frame.other).enumerate() {
            let (size, colour) = (i32::from(self.sizes[at]), self.colours[at]);
            found.others |= u16::from(other.away() == 1) << colour;
            if !own.is_reached() {
                found.alone[1] += if other.is_reached() { size } else { 0 };
                continue;
            }
            let ahead = if other.is_reached() {
                let ahead = (TIE as i32 + i32::from(other.away()) - i32::from(own.away()))
                    .clamp(-2, N_SURE as i32 - 1);
                found.both[ahead.max(0) as usize] += size;
                ahead
            } else {
                found.alone[0] += size;
                N_SURE as i32 - 1
            };
            let [once, twice, taken] = rise[(ahead + 2) as usize].map(|rise| rise * size);
            let (mut nearer, mut cuts) = (own.colours(), !other.colours() & ALL);
            if own.away() == 1 {
                found.taken[usize::from(colour)] += size;
                found.gain[usize::from(colour)] -= taken;
                cuts &= !nearer;
                nearer = 0;
            }
            if once | twice == 0 {
                continue;
            }
            let mut one = nearer ^ cuts;
            while one != 0 {
                found.gain[one.trailing_zeros() as usize] += once;
                one &= one - 1;
            }
            let mut two = nearer & cuts;
            while two != 0 {
                found.gain[two.trailing_zeros() as usize] += twice;
                two &= two - 1;
            }
        }
        found
    }
}

/// Every component of a set.
#[inline(always)]
fn each<B: Bits>(mut set: B, mut f: impl FnMut(usize)) {
    for base in (0..B::BITS).step_by(64) {
        let mut word = set.low();
        while word != 0 {
            f(base + word.trailing_zeros() as usize);
            word &= word - 1;
        }
        if base + 64 < B::BITS {
            set = set.down(64);
        }
    }
}

#[cfg(test)]
mod tests {
    use agon_games::catalog::{AnyGame, Table};
    use agon_games::dice::Dice;
    use agon_games::flood::Paint;
    use agon_games::game::Game;

    use super::*;
    use crate::solve::flood::Bounds;

    /// Every position of a random game: a move leads to what is found where it leads to, its promise is never too good,
    /// and nothing that the bounds settle is missed. How many promises were there, and how many were right?
    fn check(game: &Flood<u64>, seed: u64) -> [u32; 2] {
        let (weights, bounds) = (Weights::TUNED, Bounds::new(game));
        let (mut race, mut dice) = (Race::new(game, weights), Dice::new(seed));
        let takes = [0, 1].map(|side| bounds.takes(side));
        let (mut n_moves, mut n_right, mut state) = (0, 0, game.start());
        while game.outcome(&state).is_none() {
            let (low, high) = bounds.lead(&state, -1, 1);
            race.begin(&state, takes);
            assert!(race.found(0).may_settle(lead(&state)) || (low <= 0 && high >= 0 && low < high));
            let here = *race.found(0);
            let playable = game.playable(&state, state.side);
            for mv in (0..8).filter(|mv| playable >> mv & 1 != 0) {
                let next = game.play(&state, Paint::Colour(mv));
                race.begin(&state, takes);
                race.follow(1, Some(mv), &next, takes);
                let (followed, may_end) = (*race.found(1), race.may_end(0, mv, 0));
                race.begin(&next, takes);
                assert_eq!(followed, *race.found(0), "seed {seed}: {}", game.position_text(&next));
                assert!(may_end || game.outcome(&next).is_none(), "seed {seed}");
                let (promise, cells) = weights.value_after(&here, &state, mv);
                assert_eq!(cells, i32::from(next.sizes[state.side.index()]), "seed {seed}");
                let value = -weights.value(race.found(0), &next);
                assert!(promise <= value, "seed {seed}: {}", game.position_text(&next));
                n_moves += 1;
                n_right += u32::from(promise == value);
            }
            let mv = game.random_move(&state, &mut dice);
            state = game.play(&state, mv);
        }
        [n_moves, n_right]
    }

    fn lead(state: &State<u64>) -> i32 {
        let [own, other] = [state.side, !state.side].map(|side| i32::from(state.sizes[side.index()]));
        own - other
    }

    #[test]
    fn promises_are_kept() {
        let mut sums = [0; 2];
        for seed in 0..60 {
            let rules = if seed % 2 == 0 { "seed" } else { "strict" };
            let spec = format!("flood/9x7?colours=7&seed={seed}&rules={rules}&forbidden={}", seed % 3);
            let table = Table::open(&spec, None).unwrap();
            let AnyGame::Flood64(game) = table.game() else { panic!("{spec}: a small board") };
            let counts = check(game, seed);
            sums = [0, 1].map(|n| sums[n] + counts[n]);
        }
        let [n_moves, n_right] = sums;
        assert!(10 * n_right >= 8 * n_moves, "{n_right} of {n_moves} promises are kept");
    }
}
