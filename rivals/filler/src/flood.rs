//! Filler's game in the shape that the champion's search knows: components of one colour, two zones, and moves that name
//! a colour. The words are as wide as filler's board needs, the colours one more than the arena has.

use games::bits::Bits;
use games::side::{Outcome, Side};
use games::spec::FloodRules;
use games::zobrist::{Keys, SECOND_TO_MOVE};

use crate::bridge::Graph;

/// Filler's names of its colours; a move that is none of them has the next number.
pub(crate) const COLOUR_NAMES: [&str; 9] =
    ["red", "green", "yellow", "blue", "magenta", "gray", "cyan", "white", "pink"];

/// What holds for a whole game.
pub(crate) struct Terms {
    pub(crate) colours: u8,
    /// The colours that each player may play, as bits.
    pub(crate) allowed: [u16; 2],
    pub(crate) rules: FloodRules,
}

/// A connected set of cells of one colour.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Component<B> {
    pub(crate) near: B,
    pub(crate) size: u16,
    pub(crate) colour: u8,
    keys: [u64; 2],
}

/// The graph of components.
pub(crate) struct Components<B> {
    all: Vec<Component<B>>,
    of_colour: [B; COLOUR_NAMES.len()],
}

/// One board.
pub(crate) struct Flood<B> {
    components: Components<B>,
    terms: Terms,
    goal: u16,
    colour_keys: Keys,
    start: State<B>,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State<B> {
    pub(crate) zones: [B; 2],
    /// Every component that touches the zone, taken or not.
    pub(crate) reach: [B; 2],
    pub(crate) hash: u64,
    pub(crate) sizes: [u16; 2],
    pub(crate) colours: [u8; 2],
    pub(crate) side: Side,
    pub(crate) passes: u8,
}

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paint {
    Colour(u8),
    /// The colour that the zone has already.
    Pass,
}

/// What a search asks of a game.
pub(crate) trait Game {
    type State;

    fn outcome(&self, state: &Self::State) -> Option<Outcome>;
    fn play(&self, state: &Self::State, mv: Paint) -> Self::State;
}

impl<B: Bits> Components<B> {
    pub(crate) const fn len(&self) -> usize {
        self.all.len()
    }

    #[inline(always)]
    pub(crate) fn get(&self, component: usize) -> &Component<B> {
        &self.all[component]
    }

    pub(crate) fn all(&self) -> &[Component<B>] {
        &self.all
    }

    #[inline(always)]
    pub(crate) const fn of_colour(&self, colour: usize) -> B {
        self.of_colour[colour]
    }
}

impl<B: Bits> Flood<B> {
    /// The game on this graph with these colours; none where it has more components than the word has bits.
    pub(crate) fn new(graph: &Graph, colours: &[i8]) -> Option<Self> {
        let labels = labels(graph, colours);
        let n = labels.iter().flatten().max().map_or(0, |last| last + 1);
        if n > B::BITS || usize::from(graph.n_colours) != COLOUR_NAMES.len() {
            return None;
        }
        let keys = Keys::new(0xF111_E500, 2, n);
        let blank =
            |at| Component { near: B::EMPTY, size: 0, colour: 0, keys: [keys.of(0, at), keys.of(1, at)] };
        let mut all: Vec<Component<B>> = (0..n).map(blank).collect();
        let mut of_colour = [B::EMPTY; COLOUR_NAMES.len()];
        for (cell, &label) in labels.iter().enumerate() {
            let Some(at) = label else { continue };
            all[at].size += 1;
            all[at].colour = colours[cell] as u8;
            of_colour[colours[cell] as usize] |= B::cell(at);
            let near = graph.near[cell].iter().filter_map(|&to| labels[to]).filter(|&to| to != at);
            all[at].near |= B::of(near);
        }
        let zones = graph.origins.map(|origin| B::of(labels[origin]));
        let every = (1 << graph.n_colours) - 1;
        let terms = Terms { colours: graph.n_colours, allowed: [every; 2], rules: FloodRules::Strict };
        let components = Components { all, of_colour };
        let colour_keys = Keys::new(0xF111_E501, 2, COLOUR_NAMES.len());
        let start = start(&components, &colour_keys, zones);
        Some(Self { components, terms, goal: graph.goal, colour_keys, start })
    }

    pub(crate) const fn start(&self) -> State<B> {
        self.start
    }

    pub(crate) const fn components(&self) -> &Components<B> {
        &self.components
    }

    pub(crate) const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The colours, as bits, that gain something: never the opponent's.
    #[inline(always)]
    pub(crate) fn playable(&self, state: &State<B>, side: Side) -> u16 {
        let frontier = state.reach[side.index()].minus(state.zones[0] | state.zones[1]);
        let theirs = state.colours[(!side).index()];
        let gains =
            |&colour: &u8| colour != theirs && self.components.of_colour[usize::from(colour)].meets(frontier);
        (0..self.terms.colours).filter(gains).fold(0, |bits, colour| bits | 1 << colour)
    }

    fn take(&self, state: &State<B>, colour: u8) -> State<B> {
        let s = state.side.index();
        let free = !(state.zones[0] | state.zones[1]);
        let joined = state.reach[s] & free & self.components.of_colour[usize::from(colour)];
        let mut next = *state;
        for at in joined.cells() {
            let component = self.components.get(at);
            next.reach[s] |= component.near;
            next.sizes[s] += component.size;
            next.hash ^= component.keys[s];
        }
        next.zones[s] |= joined;
        next.hash ^= self.colour_keys.of(s, state.colours[s].into()) ^ self.colour_keys.of(s, colour.into());
        next.colours[s] = colour;
        next
    }
}

impl<B: Bits> Game for Flood<B> {
    type State = State<B>;

    /// The end is filler's, more than half of all cells, or that nobody can gain any more.
    #[inline(always)]
    fn outcome(&self, state: &State<B>) -> Option<Outcome> {
        let is_won = state.sizes.iter().any(|&size| size >= self.goal);
        let is_over = is_won || Side::BOTH.iter().all(|&side| self.playable(state, side) == 0);
        is_over.then(|| Outcome::by_count(state.sizes[0].into(), state.sizes[1].into()))
    }

    #[inline(always)]
    fn play(&self, state: &State<B>, mv: Paint) -> State<B> {
        let mut next = match mv {
            Paint::Colour(colour) => self.take(state, colour),
            Paint::Pass => *state,
        };
        next.hash ^= SECOND_TO_MOVE;
        next.side = !state.side;
        next
    }
}

fn start<B: Bits>(components: &Components<B>, colour_keys: &Keys, zones: [B; 2]) -> State<B> {
    let each = |zone: B| zone.cells().map(|at| components.get(at));
    let reach = zones.map(|zone| each(zone).fold(B::EMPTY, |reach, component| reach | component.near));
    let colours = zones.map(|zone| each(zone).map(|component| component.colour).sum());
    let mut hash = 0;
    for s in 0..2 {
        hash ^= colour_keys.of(s, usize::from(colours[s]));
        hash ^= each(zones[s]).fold(0, |hash, component| hash ^ component.keys[s]);
    }
    let sizes = zones.map(|zone| each(zone).map(|component| component.size).sum());
    State { zones, reach, hash, sizes, colours, side: Side::First, passes: 0 }
}

/// The component of each cell, numbered in the order of their first cells.
fn labels(graph: &Graph, colours: &[i8]) -> Vec<Option<usize>> {
    let mut labels = vec![None; colours.len()];
    let mut next = 0;
    for cell in (0..colours.len()).filter(|&cell| colours[cell] >= 0) {
        if labels[cell].is_some() {
            continue;
        }
        labels[cell] = Some(next);
        let mut found = vec![cell];
        while let Some(from) = found.pop() {
            for &to in &graph.near[from] {
                if labels[to].is_none() && colours[to] == colours[cell] {
                    labels[to] = Some(next);
                    found.push(to);
                }
            }
        }
        next += 1;
    }
    labels
}
