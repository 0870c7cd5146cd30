//! The graph of components as the walks of the race need it, and the walks: how far every component is from a zone, by
//! which colours a shortest way begins, and which colours cut the other's.

use agon_games::bits::Bits;
use agon_games::flood::{COLOUR_NAMES, Flood};

use super::guess::FAR;

/// All colours, as bits.
pub(super) const ALL: u16 = (1 << COLOUR_NAMES.len()) - 1;
/// Components, and one that stands for none, at most; more than any board has.
const PLACES: usize = 2048;
/// Neighbours are listed so many at a time.
const CHUNK: usize = 4;
/// Cuts that begin farther from the other zone than this are not looked for.
const LAST_CUT: u8 = 3;
/// Where the side to move is nearer by so many colours, it does not matter by how many.
const SURE: u8 = 3;

/// A component on the way of a zone: how many colours away it is, none where it is in no race, and some colours. In one
/// word, since the walk does little else than to change these.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Step(pub(super) u32);

/// The steps of all components.
pub(super) type Steps = Box<[Step; PLACES]>;

#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// The neighbours of component `n` are in the chunks from `first[n]` to `first[n + 1]`. The last chunk is filled up
    /// with the component that stands for none.
    first: Vec<u32>,
    chunks: Vec<[u16; CHUNK]>,
    pub(super) sizes: Vec<u16>,
    pub(super) colours: Vec<u8>,
    pub(super) n_cells: i32,
}

/// Components to visit.
#[derive(Clone, Debug)]
pub(super) struct Queues {
    walk: Box<[u16; PLACES]>,
    /// So many of the first walk's components touch the zone.
    n_touching: usize,
    /// Components that the side to move can take from the other's ways, by how far they are from the other.
    cuts: [Vec<u16>; 2],
}

impl Step {
    /// Not reached, so far.
    pub(super) const UNREACHED: Self = Self::new(255, 0);

    pub(super) const fn new(away: u8, colours: u16) -> Self {
        Self((away as u32) << 16 | colours as u32)
    }

    #[inline(always)]
    pub(super) const fn away(self) -> u8 {
        (self.0 >> 16) as u8
    }

    #[inline(always)]
    pub(super) const fn colours(self) -> u16 {
        self.0 as u16
    }
}

impl Queues {
    pub(super) fn new() -> Self {
        Self { walk: Box::new([0; PLACES]), n_touching: 0, cuts: Default::default() }
    }

    /// The components that touched the zone of the last walk.
    pub(super) fn touching(&self) -> &[u16] {
        &self.walk[..self.n_touching]
    }
}

impl Graph {
    pub(super) fn new<B: Bits>(game: &Flood<B>) -> Self {
        let all = game.components().all();
        assert!(all.len() < PLACES, "{} components", all.len());
        let none = all.len() as u16;
        let (mut first, mut chunks) = (vec![0], Vec::new());
        for component in all {
            let near: Vec<u16> = component.near.cells().map(|at| at as u16).collect();
            chunks.extend(
                near.chunks(CHUNK).map(|part| {
                    std::array::from_fn::<u16, CHUNK, _>(|n| part.get(n).copied().unwrap_or(none))
                }),
            );
            first.push(chunks.len() as u32);
        }
        Self {
            first,
            chunks,
            sizes: all.iter().map(|component| component.size).collect(),
            colours: all.iter().map(|component| component.colour).collect(),
            n_cells: all.iter().map(|component| i32::from(component.size)).sum(),
        }
    }

    /// The steps of a position that was not looked at.
    pub(super) fn blank() -> Steps {
        Box::new([Step::default(); PLACES])
    }

    /// How many components there are.
    pub(super) fn len(&self) -> usize {
        self.sizes.len()
    }

    #[inline(always)]
    fn near(&self, at: usize) -> &[[u16; CHUNK]] {
        &self.chunks[self.first[at] as usize..self.first[at + 1] as usize]
    }

    /// Finds the distances and the colours that begin a shortest way, the nearest first. Whether nothing is left that can
    /// ever be reached.
    pub(super) fn walk<B: Bits>(&self, steps: &mut Steps, queues: &mut Queues, touching: B) -> bool {
        let queue = &mut queues.walk;
        let mut n = 0;
        each(touching, |at| {
            steps[at % PLACES] = Step::new(1, 1 << self.colours[at]);
            queue[n % PLACES] = at as u16;
            n += 1;
        });
        queues.n_touching = n;
        let mut next = 0;
        while next < n {
            let at = usize::from(queue[next % PLACES]);
            next += 1;
            let reached = steps[at % PLACES].0 + (1 << 16);
            let away = reached & 0xFF_0000;
            if away > u32::from(FAR) << 16 {
                return false;
            }
            for chunk in self.near(at) {
                for &to in chunk {
                    let step = &mut steps[usize::from(to) % PLACES];
                    // A first way there, one more as short, or none that matters.
                    let is_first = step.0 == Step::UNREACHED.0;
                    let base = if is_first { away } else { step.0 };
                    step.0 = if base ^ away < 1 << 16 { base | reached } else { base };
                    queue[n % PLACES] = to;
                    n += usize::from(is_first);
                }
            }
        }
        true
    }

    /// Finds the colours whose taking cuts all shortest ways of the other side, after the walk of the side to move. Where
    /// that side is surely nearer, that changes nothing any more, and so it does behind.
    pub(super) fn cut(&self, own: &Steps, other: &mut Steps, queues: &mut Queues) {
        let near = &queues.walk[..queues.n_touching];
        let [now, next] = &mut queues.cuts;
        let cut_by = |at: usize| if own[at].away() == 1 { 1 << self.colours[at] } else { 0 };
        next.clear();
        for away in 1.. {
            std::mem::swap(now, next);
            next.clear();
            if away <= LAST_CUT {
                now.extend(near.iter().filter(|&&at| other[usize::from(at) % PLACES].away() == away));
            } else if now.is_empty() {
                break;
            }
            for &at in now.iter() {
                for &to in self.near(at.into()).as_flattened() {
                    let (to, behind) = (usize::from(to) % PLACES, other[usize::from(to) % PLACES]);
                    let is_behind = behind.away() == away + 1 && behind.colours() == ALL;
                    if !is_behind || own[to].away() > FAR || own[to].away() + SURE <= away + 1 {
                        continue;
                    }
                    let ways = self.near(to).as_flattened().iter().map(|&at| usize::from(at) % PLACES);
                    let ways = ways.filter(|&at| other[at].away() == away);
                    let left = ways.fold(0, |left, at| left | other[at].colours() & !cut_by(at));
                    if left != ALL {
                        other[to] = Step::new(away + 1, left);
                        next.push(to as u16);
                    }
                }
            }
        }
    }
}

/// Every component of a set.
#[inline(always)]
pub(super) fn each<B: Bits>(mut set: B, mut f: impl FnMut(usize)) {
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
