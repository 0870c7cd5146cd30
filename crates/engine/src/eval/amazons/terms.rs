//! What Lieberum's evaluation is made of: who comes first to each cell, by queen and by king moves, how
//! clearly, how open the game still is, and how shut in each queen is.
//!
//! CITE: J. Lieberum, "An evaluation function for the game of Amazons", Theoretical Computer Science 349
//! (2005).

use agon_games::amazons::{Amazons, State};
use agon_games::bits::Bits;
use agon_games::direction::Direction;

use super::fill::{Filler, Fills, Grid, Lanes};

/// Queen distances that differ by this much or more add nothing to `openness`: 2^-8 of a cell.
const MEMORY: usize = 8;
/// King distances count as clear when they differ by this much.
const CLEAR: usize = 6;

/// The terms of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Terms {
    /// Cells that the side to move reaches in fewer queen moves, less those that the other does.
    pub queen_lead: i32,
    /// Cells that both reach in the same number of queen moves.
    pub queen_ties: i32,
    /// As `queen_lead`, by king moves.
    pub king_lead: i32,
    /// As `queen_ties`, by king moves.
    pub king_ties: i32,
    /// Lieberum's c1: nearness of all cells by queen moves, 2 * (2^-own - 2^-other) each.
    pub queen_nearness: f32,
    /// Lieberum's c2: differences of king distances, a sixth of a cell per move, at most one cell.
    pub king_nearness: f32,
    /// Lieberum's w: 2^-|difference of queen distances| over the cells that both reach. 0: the regions are
    /// separated.
    pub openness: f32,
    /// How shut in the other's queens are, less how shut in one's own are.
    pub freedom: f32,
}

/// Computes the terms on one board.
#[derive(Clone, Debug)]
pub struct Judge<B> {
    fills: Fills<B>,
    around: Vec<Around<B>>,
}

/// The places around a cell.
#[derive(Clone, Debug)]
struct Around<B> {
    /// One step away.
    near: B,
    /// Two steps away, by direction.
    two: [B; 8],
}

impl<B: Bits> Judge<B> {
    /// For the positions of this game.
    pub fn new(game: &Amazons<B>) -> Self {
        let topology = game.topology();
        let around = |cell| Around {
            near: topology.near(cell),
            two: Direction::ALL.map(|d| {
                let two = topology.next(cell, d).and_then(|next| topology.next(next, d));
                two.map_or(B::EMPTY, B::cell)
            }),
        };
        Self { fills: Fills::new(topology), around: (0..topology.n_cells()).map(around).collect() }
    }

    /// All terms of a position.
    pub fn terms(&self, state: &State<B>) -> Terms {
        self.fills.with(AllTerms { around: &self.around, state })
    }

    /// `queen_lead` and `queen_ties` alone.
    pub fn territory(&self, state: &State<B>) -> [i32; 2] {
        self.fills.with(Territory { state })
    }
}

struct Territory<'a, B> {
    state: &'a State<B>,
}

impl<B: Bits> Filler<B> for Territory<'_, B> {
    type Out = [i32; 2];

    #[inline(never)]
    fn run<const COLS: u32, const LEVELS: usize, const WRAPS: bool>(
        self,
        grid: Grid<'_, B, COLS, LEVELS, WRAPS>,
    ) -> [i32; 2] {
        let state = self.state;
        let lanes = grid.lanes(state.empty);
        let mut race = Race::new(state);
        let (mut lead, mut ties) = (0, 0);
        while race.goes_on() {
            race.step(|set| grid.queen_moves(set, &lanes));
            lead += race.lead();
            ties += race.ties();
        }
        [lead, ties]
    }
}

struct AllTerms<'a, B> {
    around: &'a [Around<B>],
    state: &'a State<B>,
}

impl<B: Bits> Filler<B> for AllTerms<'_, B> {
    type Out = Terms;

    #[inline(never)]
    fn run<const COLS: u32, const LEVELS: usize, const WRAPS: bool>(
        self,
        grid: Grid<'_, B, COLS, LEVELS, WRAPS>,
    ) -> Terms {
        let Self { around, state } = self;
        let lanes = grid.lanes(state.empty);
        let mut terms = Terms::default();
        let reached = queens_race(grid, &lanes, state, &mut terms);
        kings_race(grid, state, &mut terms);
        let counts = grid.neighbours(state.empty);
        let second = lanes.map(|lane| lane[1]);
        let shut_in = |side: usize| {
            let goals = state.empty & reached[1 - side];
            let queens = queens(state)[side].cells();
            queens.map(|from| penalty(activity(&around[from], &second, goals, &counts))).sum::<f32>()
        };
        terms.freedom = shut_in(1) - shut_in(0);
        terms
    }
}

/// The queens of the side to move, then the other's.
#[inline(always)]
fn queens<B: Bits>(state: &State<B>) -> [B; 2] {
    let own = state.side.index();
    [state.queens[own], state.queens[1 - own]]
}

/// Both sides spreading over the empty cells, one move at a time.
struct Race<B> {
    empty: B,
    /// All that each side has reached, its queens included.
    reached: [B; 2],
    /// What each reached with its last move.
    new: [B; 2],
}

impl<B: Bits> Race<B> {
    #[inline(always)]
    fn new(state: &State<B>) -> Self {
        let queens = queens(state);
        Self { empty: state.empty, reached: queens, new: queens }
    }

    #[inline(always)]
    fn goes_on(&self) -> bool {
        !(self.new[0] | self.new[1]).is_empty()
    }

    /// One move of both, `spread` telling what a set reaches.
    #[inline(always)]
    fn step(&mut self, spread: impl Fn(B) -> B) {
        for side in 0..2 {
            let left = self.empty.minus(self.reached[side]);
            let ends = self.new[side].is_empty() || left.is_empty();
            self.new[side] = if ends { B::EMPTY } else { spread(self.new[side]) & left };
        }
        for side in 0..2 {
            self.reached[side] |= self.new[side];
        }
    }

    /// Cells reached first in the last move, less those that the other reached first.
    #[inline(always)]
    fn lead(&self) -> i32 {
        let first = |side: usize| self.new[side].minus(self.reached[1 - side]).count() as i32;
        first(0) - first(1)
    }

    #[inline(always)]
    fn ties(&self) -> i32 {
        (self.new[0] & self.new[1]).count() as i32
    }
}

/// The terms by queen moves; returns what each side reaches at all.
#[inline(always)]
fn queens_race<B: Bits, const COLS: u32, const LEVELS: usize, const WRAPS: bool>(
    grid: Grid<'_, B, COLS, LEVELS, WRAPS>,
    lanes: &Lanes<B, LEVELS>,
    state: &State<B>,
    terms: &mut Terms,
) -> [B; 2] {
    let mut race = Race::new(state);
    // What each side reached in its last moves; move `n` is at `n % MEMORY`.
    let mut past = [[B::EMPTY; 2]; MEMORY];
    let (mut nearness, mut openness) = (0, 0);
    let mut n_moves = 0;
    loop {
        race.step(|set| grid.queen_moves(set, lanes));
        if !race.goes_on() {
            break;
        }
        terms.queen_lead += race.lead();
        let ties = race.ties();
        terms.queen_ties += ties;
        let counts = race.new.map(|set| set.count() as i32);
        nearness += (counts[0] - counts[1]) * (1 << 16 >> n_moves.min(30));
        openness += ties << MEMORY;
        for ago in 1..MEMORY.min(n_moves + 1) {
            let old = past[(n_moves - ago) % MEMORY];
            let late = race.new[0] & old[1] | race.new[1] & old[0];
            openness += (late.count() as i32) << (MEMORY - ago);
        }
        past[n_moves % MEMORY] = race.new;
        n_moves += 1;
    }
    terms.queen_nearness = nearness as f32 / (1 << 16) as f32;
    terms.openness = openness as f32 / (1 << MEMORY) as f32;
    race.reached
}

/// The terms by king moves.
#[inline(always)]
fn kings_race<B: Bits, const COLS: u32, const LEVELS: usize, const WRAPS: bool>(
    grid: Grid<'_, B, COLS, LEVELS, WRAPS>,
    state: &State<B>,
    terms: &mut Terms,
) {
    let mut race = Race::new(state);
    // What each side had reached in its last moves; move `n` is at `n % CLEAR`.
    let mut past = [race.reached; CLEAR];
    let (mut clear, mut n_moves) = (0, 0);
    // A cell that one side reached and the other has not yet is ahead by one more move each time, until it
    // is clear.
    let mut moves_ahead = |race: &Race<B>, old: [B; 2]| {
        let ahead = |side: usize| race.reached[side].minus(old[side] | race.reached[1 - side]).count() as i32;
        clear += ahead(0) - ahead(1);
    };
    loop {
        race.step(|set| grid.spread(set));
        if !race.goes_on() {
            break;
        }
        terms.king_lead += race.lead();
        terms.king_ties += race.ties();
        moves_ahead(&race, past[n_moves % CLEAR]);
        past[n_moves % CLEAR] = race.reached;
        n_moves += 1;
    }
    for later in 0..CLEAR - 1 {
        moves_ahead(&race, past[(n_moves + later) % CLEAR]);
    }
    terms.king_nearness = clear as f32 / CLEAR as f32;
}

/// How free a queen is: the cells one and two steps away that it can go to and that the rival can reach,
/// each with its free neighbours, the farther ones at half weight.
#[inline(always)]
fn activity<B: Bits>(around: &Around<B>, second: &[B; 8], goals: B, counts: &[B; 4]) -> f32 {
    let mut two = B::EMPTY;
    for (cell, lane) in around.two.iter().zip(second) {
        two |= *cell & *lane;
    }
    let free = |set: B| -> u32 { (0..4).map(|digit| (set & counts[digit]).count() << digit).sum() };
    (2 * free(around.near & goals) + free(two & goals)) as f32 / 4.0
}

/// What a queen of this activity costs its side, in cells.
#[inline(always)]
fn penalty(activity: f32) -> f32 {
    if activity <= 5.0 { 7.0 - 0.4 * activity } else { 85.0 / (12.0 + activity) }
}
