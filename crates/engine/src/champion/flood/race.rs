//! How many colours each zone is away from every free component, and what every move of a position would change
//! about it. One walk over the graph serves all moves: it finds for every component which colours begin a shortest way
//! to it, and just these bring it nearer. For the position after a move, that zone's distances are known at once.

use agon_games::bits::Bits;
use agon_games::flood::{COLOUR_NAMES, Flood, State};

use super::graph::{ALL, Graph, Queues, Step, Steps, each};
use super::guess::{FAR, Rises, Weights};

/// Colours in tables: as many as vectors hold.
const LANES: usize = COLOUR_NAMES.len().next_multiple_of(8);

/// The graph, and the race in every position from the root to the one that is looked at.
#[derive(Clone, Debug)]
pub(super) struct Race {
    graph: Graph,
    rises: Box<Rises>,
    frames: Vec<Frame>,
    queues: Queues,
}

/// The race in one position.
#[derive(Clone, Debug)]
struct Frame {
    /// For the side to move, with the colours that begin a shortest way.
    own: Steps,
    /// For the other side, with the colours that the side to move can take without cutting every shortest way.
    other: Steps,
    /// Whether what is not reached can never be, by the side to move and by the other.
    is_whole: [bool; 2],
    found: Found,
}

/// What there is to know about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Found {
    /// What the free cells would be worth to the side to move if the other were to move, in hundredths.
    pub(super) sum: i32,
    /// What it is worth to be the first at cells that are as near to both.
    pub(super) ties: i32,
    /// For every colour, the cells that it takes, and what else it is worth in hundredths.
    pub(super) taken: [i32; LANES],
    pub(super) gain: [i32; LANES],
    /// Cells that both sides reach, that only the side to move reaches, and only the other.
    both: i32,
    alone: [i32; 2],
    /// The colours, as bits, that touch the other zone.
    others: u16,
    is_whole: bool,
}

impl Found {
    /// Whether bounds can settle who wins where the side to move is so many cells ahead: what both zones reach is less
    /// than the lead, each zone with all that it alone reaches, or one reaches nothing. Bounds take far longer to ask.
    #[inline(always)]
    pub(super) const fn may_settle(&self, lead: i32) -> bool {
        let (both, [own, other]) = (self.both, self.alone);
        self.is_whole && ((lead + own - other).abs() > both || both + own == 0 || both + other == 0)
    }

    /// Whether the side to move takes away every colour that the other can play.
    #[inline(always)]
    const fn starves(&self, mv: u8) -> bool {
        self.others & !(1 << mv) == 0
    }
}

impl Race {
    pub(super) fn new<B: Bits>(game: &Flood<B>, weights: &Weights) -> Self {
        let graph = Graph::new(game);
        let frames = vec![Frame::default()];
        Self { graph, rises: Box::new(Rises::new(weights)), frames, queues: Queues::new() }
    }

    /// Looks at the root. `takes` are the components whose colour each side may play.
    pub(super) fn begin<B: Bits>(&mut self, state: &State<B>, takes: [B; 2]) {
        let Self { graph, frames, queues, .. } = self;
        let (s, o) = (state.side.index(), (!state.side).index());
        let free = !(state.zones[0] | state.zones[1]);
        let frame = &mut frames[0];
        for (steps, side) in [(&mut frame.own, s), (&mut frame.other, o)] {
            steps[..=graph.len()].fill(Step::default());
            each(free & takes[side], |at| {
                if at < graph.len() {
                    steps[at] = Step::UNREACHED;
                }
            });
        }
        frame.is_whole[1] = graph.walk(&mut frame.other, queues, state.reach[o] & free & takes[o]);
        frame.is_whole[0] = graph.walk(&mut frame.own, queues, state.reach[s] & free & takes[s]);
        for step in &mut frame.other[..graph.len()] {
            *step = Step::new(step.away(), ALL);
        }
        self.finish(0);
    }

    /// Looks at the position that a move leads to from the one that was looked at on the ply before. A pass is no colour.
    pub(super) fn follow<B: Bits>(&mut self, ply: usize, mv: Option<u8>, next: &State<B>, takes: [B; 2]) {
        if self.frames.len() <= ply {
            self.frames.push(Frame::default());
        }
        let n = self.graph.len();
        let [.., before, frame] = &mut self.frames[..=ply] else { unreachable!("the root is on ply 0") };
        let (shift, bit) = mv.map_or((0, 0), |colour| (u32::from(colour), 1));
        let joins = Step::new(1, (bit << shift) as u16);
        let was = before.own[..n].iter().zip(&before.other[..n]);
        for ((own, other), (moved, waited)) in frame.own[..n].iter_mut().zip(&mut frame.other[..n]).zip(was) {
            // One colour nearer where the move begins a shortest way; from 1 that makes it taken.
            let nearer = moved.0 >> shift & bit;
            *other = Step(((moved.0 & 0xFF_0000) - (nearer << 16)) | u32::from(ALL));
            *own = if waited.0 >> 16 == 0 || *moved == joins { Step(0) } else { Step::UNREACHED };
        }
        let s = next.side.index();
        let free = !(next.zones[0] | next.zones[1]);
        let is_whole = self.graph.walk(&mut frame.own, &mut self.queues, next.reach[s] & free & takes[s]);
        frame.is_whole = [is_whole, before.is_whole[0]];
        self.finish(ply);
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

    /// After the walk of the side to move.
    #[inline(always)]
    fn finish(&mut self, ply: usize) {
        let frame = &mut self.frames[ply];
        self.graph.cut(&frame.own, &mut frame.other, &mut self.queues);
        frame.sum_up(&self.graph, &self.rises, self.queues.touching());
    }
}

impl Default for Frame {
    fn default() -> Self {
        let blank = Graph::blank();
        Self { own: blank.clone(), other: blank, is_whole: [true; 2], found: Found::default() }
    }
}

impl Frame {
    /// Sums up what was found.
    fn sum_up(&mut self, graph: &Graph, rises: &Rises, touching: &[u16]) {
        let n = graph.len();
        let (own, other) = (&self.own[..n], &self.other[..n]);
        let [mut both, mut all_own, mut all_other] = [0; 3];
        for ((own, other), &size) in own.iter().zip(other).zip(&graph.sizes) {
            let [own, other] =
                [own, other].map(|step| if step.away().wrapping_sub(1) < FAR { u32::from(size) } else { 0 });
            both += own & other;
            all_own += own;
            all_other += other;
        }
        let (mut sum, mut ties, mut others) = (0, 0, 0);
        let (mut gain, mut cut) = ([0; LANES], [0; LANES]);
        for ((own, other), (&size, &colour)) in
            own.iter().zip(other).zip(graph.sizes.iter().zip(&graph.colours))
        {
            if (own.0 | other.0) >> 16 == 0 {
                continue;
            }
            let size = i32::from(size);
            let rise = rises.of(own.away(), other.away());
            sum += size * i32::from(rise.now);
            ties += size * i32::from(rise.tie);
            others |= u16::from(other.away() == 1) << colour;
            // What is touched is taken by its own colour, and nothing else brings it nearer.
            let (once, nearer) = (size * i32::from(rise.nearer), own.0);
            for lane in 0..LANES {
                gain[lane] += once & (nearer >> lane & 1).cast_signed().wrapping_neg();
            }
            let mut cuts = !other.colours() & ALL;
            while cuts != 0 {
                let lane = cuts.trailing_zeros() as usize;
                let twice = if own.away() == 1 { 0 } else { i32::from(rise.both) - i32::from(rise.nearer) };
                cut[lane] += size * if nearer >> lane & 1 != 0 { twice } else { rise.cut.into() };
                cuts &= cuts - 1;
            }
        }
        let mut taken = [0; LANES];
        for at in touching.iter().map(|&at| usize::from(at)) {
            taken[usize::from(graph.colours[at])] += i32::from(graph.sizes[at]);
        }
        let [both, all_own, all_other] = [both, all_own, all_other].map(u32::cast_signed);
        self.found = Found {
            sum,
            ties,
            taken,
            gain: std::array::from_fn(|lane| gain[lane] + cut[lane]),
            both,
            alone: [all_own - both, all_other - both],
            others,
            is_whole: self.is_whole == [true; 2],
        };
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
        let (mut race, mut dice) = (Race::new(game, &weights), Dice::new(seed));
        let takes = [0, 1].map(|side| bounds.takes(side));
        let (mut n_moves, mut n_right, mut state) = (0, 0, game.start());
        while game.outcome(&state).is_none() {
            let (low, high) = bounds.lead(&state, -1, 1);
            race.begin(&state, takes);
            let here = *race.found(0);
            let is_open = low <= 0 && high >= 0 && low < high;
            assert!(!here.is_whole || here.may_settle(lead(&state)) || is_open, "seed {seed}");
            let playable = game.playable(&state, state.side);
            for mv in (0..8).filter(|mv| playable >> mv & 1 != 0) {
                let next = game.play(&state, Paint::Colour(mv));
                race.begin(&state, takes);
                race.follow(1, Some(mv), &next, takes);
                let (followed, may_end) = (*race.found(1), race.may_end(0, mv, 0));
                race.begin(&next, takes);
                assert!(may_end || game.outcome(&next).is_none(), "seed {seed}");
                if !here.is_whole {
                    // What is far is not followed, and may come into sight only where the race begins anew.
                    continue;
                }
                assert_eq!(followed, *race.found(0), "seed {seed}: {}", game.position_text(&next));
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
