//! The rules of Flood on components. A state is two zones with what they touch; a move costs one step per
//! component that joins.

use super::components::Components;
use super::setup::{Setup, Terms};
use crate::bits::Bits;
use crate::board::Board;
use crate::dice::Dice;
use crate::direction::Direction;
use crate::game::{Game, MoveError, PackedMove, Piece, PositionError, Trace};
use crate::side::{Outcome, Side};
use crate::spec::FloodRules;
use crate::symmetry::Symmetry;
use crate::zobrist::{Keys, SECOND_TO_MOVE};

/// Flood on one board with one colouring.
#[derive(Clone, Debug)]
pub struct Flood<B> {
    board: Board,
    terms: Terms,
    starts: [usize; 2],
    components: Components<B>,
    start: State<B>,
    /// One key per zone and colour.
    colour_keys: Keys,
    symmetries: Vec<Symmetry>,
}

/// A position of Flood. The components are those of the colours that the game began with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<B> {
    /// The components of each zone.
    pub zones: [B; 2],
    /// Every component that touches a component of the zone, taken or not.
    pub reach: [B; 2],
    /// Kept up to date by play.
    pub hash: u64,
    /// The cells of each zone.
    pub sizes: [u16; 2],
    /// The colour of each zone.
    pub colours: [u8; 2],
    /// The colours, as bits, of the free components that touch each zone.
    pub touched: [u8; 2],
    /// Whose turn it is.
    pub side: Side,
    /// Passes just played, 0 to 2.
    pub passes: u8,
}

/// A move: the zone takes a colour, or the turn is skipped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Paint {
    /// Take this colour.
    Colour(u8),
    /// Skip the turn.
    Pass,
}

const PASS_BITS: u32 = 8;
const PASSES: [u64; 3] = [0, 0x9FB2_1C65_1E98_DF25, 0xD6E8_FEB8_6659_FD93];

impl<B: Bits> Flood<B> {
    /// The game that begins with this setup; the word must be wide enough for its components.
    pub fn new(setup: Setup) -> Self {
        let components = Components::new(&setup);
        let empty = State {
            zones: [B::EMPTY; 2],
            reach: [B::EMPTY; 2],
            hash: 0,
            sizes: [0; 2],
            colours: [0; 2],
            touched: [0; 2],
            side: Side::First,
            passes: 0,
        };
        let keeps = |symmetry: &Symmetry| {
            setup.starts.iter().all(|&start| symmetry.cell(start) == start)
                && (0..setup.cells.len()).all(|cell| setup.cells[cell] == setup.cells[symmetry.cell(cell)])
        };
        let mut game = Self {
            terms: setup.terms,
            starts: setup.starts,
            start: empty,
            colour_keys: Keys::new(0xF100_DC01, 2, 8),
            symmetries: Symmetry::all(&setup.board).into_iter().filter(keeps).collect(),
            components,
            board: setup.board.clone(),
        };
        let zones = game.zones_of(&setup);
        let colours = setup.starts.map(|start| setup.cells[start]);
        game.start = game.state(zones, colours, setup.side, setup.passes);
        game
    }

    /// The graph that the game is played on.
    #[inline(always)]
    pub const fn components(&self) -> &Components<B> {
        &self.components
    }

    /// What was agreed.
    #[inline(always)]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The components that have a cell in each zone of a setup.
    pub(super) fn zones_of(&self, setup: &Setup) -> [B; 2] {
        setup.zones().map(|zone| B::of(zone.into_iter().filter_map(|cell| self.components.of_cell(cell))))
    }

    /// The state with these zones, everything else worked out from scratch.
    pub(super) fn state(&self, zones: [B; 2], colours: [u8; 2], side: Side, passes: u8) -> State<B> {
        let components = &self.components;
        let reach =
            zones.map(|zone| zone.cells().fold(B::EMPTY, |reach, at| reach | components.get(at).near));
        let mut hash = PASSES[usize::from(passes)];
        if side == Side::Second {
            hash ^= SECOND_TO_MOVE;
        }
        for s in 0..2 {
            hash ^= self.colour_keys.of(s, colours[s].into());
            hash ^= zones[s].cells().fold(0, |hash, at| hash ^ components.get(at).keys[s]);
        }
        let sizes = zones.map(|zone| components.size_of(zone));
        let free = !(zones[0] | zones[1]);
        let touched = reach.map(|reach| self.colours_in(reach & free));
        State { zones, reach, hash, sizes, colours, touched, side, passes }
    }

    /// The free components that touch the zone.
    #[inline(always)]
    pub fn frontier(&self, state: &State<B>, side: Side) -> B {
        state.reach[side.index()].minus(state.zones[0] | state.zones[1])
    }

    /// The free components that would join the zone if it took the colour, below 8.
    #[inline(always)]
    pub fn joining(&self, state: &State<B>, side: Side, colour: u8) -> B {
        self.frontier(state, side) & self.components.of_colour(colour.into())
    }

    /// The colours, as bits, that the side could play if it were its turn.
    #[inline(always)]
    pub fn playable(&self, state: &State<B>, side: Side) -> u8 {
        let (s, other) = (side.index(), (!side).index());
        let theirs = 1 << state.colours[other];
        let colours = state.touched[s] & self.terms.allowed[s];
        let clash = colours & theirs != 0
            && (self.terms.rules == FloodRules::Strict || state.reach[s].meets(state.zones[other]));
        if clash { colours & !theirs } else { colours }
    }

    /// Whether the side to move may pass, the game not being over.
    #[inline(always)]
    fn may_pass(&self, playable: u8) -> bool {
        playable == 0 || self.terms.rules == FloodRules::Seed
    }

    /// The colours of a set of components, as bits.
    #[inline(always)]
    fn colours_in(&self, set: B) -> u8 {
        let met = |colour| u8::from(self.components.of_colour(colour).meets(set)) << colour;
        (0..8).fold(0, |bits, colour| bits | met(colour))
    }

    #[inline(always)]
    fn take(&self, state: &State<B>, colour: u8) -> State<B> {
        let (s, other) = (state.side.index(), (!state.side).index());
        let joined = self.joining(state, state.side, colour);
        let mut next = *state;
        let mut met = 0;
        for at in joined.cells() {
            let component = self.components.get(at);
            next.reach[s] |= component.near;
            next.sizes[s] += component.size;
            next.hash ^= component.keys[s];
            met |= component.near_colours;
        }
        next.zones[s] |= joined;
        next.hash ^= self.colour_keys.of(s, state.colours[s].into()) ^ self.colour_keys.of(s, colour.into());
        next.colours[s] = colour;
        // What the zone touched besides is still there; of the colours that it met, some may be all taken.
        let free = !(next.zones[0] | next.zones[1]);
        let frontier = next.reach[s] & free;
        let mut news = met & !state.touched[s];
        next.touched[s] &= !(1 << colour);
        while news != 0 {
            let new = news.trailing_zeros() as usize;
            next.touched[s] |= u8::from(self.components.of_colour(new).meets(frontier)) << new;
            news &= news - 1;
        }
        // The other zone can only have lost components of this one colour.
        if !(next.reach[other] & free).meets(self.components.of_colour(colour.into())) {
            next.touched[other] &= !(1 << colour);
        }
        next
    }

    #[inline(always)]
    fn any_move(&self, state: &State<B>, dice: &mut Dice) -> Paint {
        let mut playable = self.playable(state, state.side);
        if playable == 0 {
            return Paint::Pass;
        }
        for _ in 0..dice.below(playable.count_ones()) {
            playable &= playable - 1;
        }
        Paint::Colour(playable.trailing_zeros() as u8)
    }
}

impl<B: Bits> Game for Flood<B> {
    type State = State<B>;
    type Move = Paint;

    const NAME: &'static str = "flood";
    const DIRECTIONS: &'static [Direction] = &Direction::STRAIGHT;

    fn board(&self) -> &Board {
        &self.board
    }

    fn start(&self) -> State<B> {
        self.start
    }

    fn starts(&self) -> [Vec<usize>; 2] {
        self.starts.map(|start| vec![start])
    }

    #[inline(always)]
    fn side(&self, state: &State<B>) -> Side {
        state.side
    }

    #[inline(always)]
    fn hash(&self, state: &State<B>) -> u64 {
        state.hash
    }

    #[inline(always)]
    fn outcome(&self, state: &State<B>) -> Option<Outcome> {
        let is_over = state.passes > 1 || Side::BOTH.iter().all(|&side| self.playable(state, side) == 0);
        is_over.then(|| Outcome::by_count(state.sizes[0].into(), state.sizes[1].into()))
    }

    fn moves(&self, state: &State<B>, moves: &mut Vec<Paint>) {
        if self.outcome(state).is_some() {
            return;
        }
        let playable = self.playable(state, state.side);
        moves.extend((0..8).filter(|colour| playable >> colour & 1 != 0).map(Paint::Colour));
        if self.may_pass(playable) {
            moves.push(Paint::Pass);
        }
    }

    fn n_moves(&self, state: &State<B>) -> u64 {
        if self.outcome(state).is_some() {
            return 0;
        }
        let playable = self.playable(state, state.side);
        u64::from(playable.count_ones()) + u64::from(self.may_pass(playable))
    }

    fn is_legal(&self, state: &State<B>, mv: Paint) -> bool {
        let playable = self.playable(state, state.side);
        let fits = match mv {
            Paint::Colour(colour) => colour < 8 && playable >> colour & 1 != 0,
            Paint::Pass => self.may_pass(playable),
        };
        fits && self.outcome(state).is_none()
    }

    #[inline(always)]
    fn play(&self, state: &State<B>, mv: Paint) -> State<B> {
        let (mut next, passes) = match mv {
            Paint::Colour(colour) => (self.take(state, colour), 0),
            Paint::Pass => (*state, state.passes + 1),
        };
        next.hash ^= PASSES[usize::from(state.passes)] ^ PASSES[usize::from(passes)] ^ SECOND_TO_MOVE;
        next.passes = passes;
        next.side = !state.side;
        next
    }

    /// A colour that makes the zone grow; a pass only where there is none.
    fn random_move(&self, state: &State<B>, dice: &mut Dice) -> Paint {
        self.any_move(state, dice)
    }

    #[inline(always)]
    fn playout_move(&self, state: &State<B>, dice: &mut Dice) -> Paint {
        self.any_move(state, dice)
    }

    fn tally(&self, state: &State<B>) -> [u32; 2] {
        state.sizes.map(u32::from)
    }

    fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    fn turned(&self, state: &State<B>, symmetry: &Symmetry) -> State<B> {
        let turn = |zone: B| {
            let images = self.components.cells_of(zone).map(|cell| symmetry.cell(cell));
            B::of(images.filter_map(|cell| self.components.of_cell(cell)))
        };
        self.state(state.zones.map(turn), state.colours, state.side, state.passes)
    }

    fn turned_move(&self, mv: Paint, _: &Symmetry) -> Paint {
        mv
    }

    #[inline(always)]
    fn pack(&self, mv: Paint) -> PackedMove {
        PackedMove(match mv {
            Paint::Colour(colour) => colour.into(),
            Paint::Pass => PASS_BITS,
        })
    }

    fn unpack(&self, packed: PackedMove) -> Option<Paint> {
        match packed.0 {
            PASS_BITS => Some(Paint::Pass),
            colour if colour < u32::from(self.terms.colours) => Some(Paint::Colour(colour as u8)),
            _ => None,
        }
    }

    fn move_text(&self, mv: Paint) -> String {
        super::notation::write_move(mv)
    }

    fn parse_move(&self, state: &State<B>, text: &str) -> Result<Paint, MoveError> {
        self.read_move(state, text)
    }

    fn position_text(&self, state: &State<B>) -> String {
        self.write_position(state)
    }

    fn parse_position(&self, text: &str) -> Result<State<B>, PositionError> {
        self.read_position(text)
    }

    fn piece(&self, state: &State<B>, cell: usize) -> Piece {
        let Some(at) = self.components.of_cell(cell) else { return Piece::Hole };
        match Side::BOTH.into_iter().find(|side| state.zones[side.index()].has(at)) {
            Some(side) => Piece::Colour(state.colours[side.index()], Some(side)),
            None => Piece::Colour(self.components.get(at).colour, None),
        }
    }

    /// The cells that join the zone.
    fn trace(&self, state: &State<B>, mv: Paint) -> Trace {
        let joined = match mv {
            Paint::Colour(colour) if colour < 8 => self.joining(state, state.side, colour),
            _ => B::EMPTY,
        };
        Trace { changed: self.components.cells_of(joined).collect(), ..Trace::default() }
    }
}
