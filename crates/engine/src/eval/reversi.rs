//! Evaluations of Reversi: the school's heuristics by discs, corners and the cells beside them, parity,
//! mobility, and a hand-made one that weighs them by how full the board is. All of them know corners as the
//! cells where lines end on every side, whatever the shape of the board. The last one has learned its weights.

pub mod census;
pub mod layout;
pub mod weights;

use agon_games::bits::Bits;
use agon_games::direction::Direction;
use agon_games::game::Game;
use agon_games::reversi::{Reversi, State, Turn};

use crate::eval::mixture::Mixture;
use crate::eval::{EvalEntry, Evaluator};
use crate::params::{Kind, Param, Params};
use census::Census;

/// What searches use when no evaluation is named.
pub const DEFAULT: &str = "balance";

const fn weight(name: &'static str, default: &'static str, about: &'static str) -> Param {
    Param { name, kind: Kind::Integer(-10_000, 10_000), default, about }
}

const CORNER: Param = weight("corner", "500", "what a corner is worth, where a disc is 100");
const BESIDE: Param =
    weight("beside", "-2000", "what a cell beside an empty corner is worth, where a disc is 100");

/// Every evaluation of Reversi.
pub const ALL: &[EvalEntry] = &[
    EvalEntry { name: "discs", about: "own discs less the other's", params: &[] },
    EvalEntry { name: "corners", about: "discs, and corners", params: &[CORNER] },
    EvalEntry {
        name: "edges",
        about: "discs, corners, and the cells beside empty ones to be avoided",
        params: &[CORNER, BESIDE],
    },
    EvalEntry {
        name: "parity",
        about: "discs, corners, the cells beside them, and who will place the last disc",
        params: &[CORNER, BESIDE, weight("last", "500", "what placing the last disc is worth")],
    },
    EvalEntry {
        name: "mobility",
        about: "moves of each side, and corners",
        params: &[
            weight("moves", "100", "what a move is worth"),
            weight("corner", "1500", "what a corner is worth"),
        ],
    },
    EvalEntry {
        name: "balance",
        about: "moves, cells open to attack, corners, the cells beside empty ones, discs at the end",
        params: &[],
    },
    EvalEntry {
        name: "census",
        about: "these, edges, discs that stay and what is around corners, weighed as learned from games on boards of many kinds",
        params: &[],
    },
];

/// What is counted, and what it is worth, where a disc is 100.
#[derive(Clone, Copy, Debug, Default)]
struct Weights {
    discs: i32,
    corner: i32,
    beside: i32,
    last: i32,
    moves: i32,
}

/// An evaluation of Reversi on one board.
#[derive(Clone, Debug)]
pub struct Eval<B> {
    kind: Kinds<B>,
    corners: B,
    beside: B,
    /// Each corner with the cells beside it: diagonally, and along the edges.
    regions: Vec<Region<B>>,
    n_cells: u32,
}

#[derive(Clone, Debug)]
enum Kinds<B> {
    Sum(Weights),
    Balance,
    Census(Census<B>),
}

#[derive(Clone, Debug)]
struct Region<B> {
    corner: B,
    diagonal: B,
    along: B,
}

/// The evaluation of this name, one of [`ALL`].
pub fn build<B: Bits>(game: &Reversi<B>, name: &str, params: &Params) -> Eval<B> {
    let weight = |name| params.integer(name) as i32;
    let discs = Weights { discs: 100, ..Weights::default() };
    let kind = match name {
        "discs" => Kinds::Sum(discs),
        "corners" => Kinds::Sum(Weights { corner: weight("corner"), ..discs }),
        "edges" => Kinds::Sum(Weights { corner: weight("corner"), beside: weight("beside"), ..discs }),
        "parity" => Kinds::Sum(Weights {
            corner: weight("corner"),
            beside: weight("beside"),
            last: weight("last"),
            ..discs
        }),
        "mobility" => {
            let none = Weights::default();
            Kinds::Sum(Weights { corner: weight("corner"), moves: weight("moves"), ..none })
        }
        "balance" => Kinds::Balance,
        "census" => return census(game, weights::shipped()),
        other => unreachable!("evaluation `{other}` is not in the list"),
    };
    Eval::new(game, kind)
}

/// The census with these weights.
pub fn census<B: Bits>(game: &Reversi<B>, weights: &Mixture) -> Eval<B> {
    Eval::new(game, Kinds::Census(Census::new(game, weights)))
}

impl<B: Bits> Eval<B> {
    fn new(game: &Reversi<B>, kind: Kinds<B>) -> Self {
        let regions: Vec<Region<B>> = regions(game).collect();
        let corners = regions.iter().fold(B::EMPTY, |all, region| all | region.corner);
        let near = regions.iter().fold(B::EMPTY, |all, region| all | region.diagonal | region.along);
        let n_cells = game.topology().open().count();
        Self { kind, corners, beside: near.minus(corners), regions, n_cells }
    }

    fn sum(&self, game: &Reversi<B>, state: &State<B>, weights: &Weights) -> i32 {
        let (own, other) = Reversi::own_and_other(state);
        let mut value = weights.discs * lead(own, other)
            + weights.corner * lead(own & self.corners, other & self.corners)
            + self.beside_lead(own, other, weights.beside);
        if weights.moves != 0 {
            value += weights.moves * lead(state.moves, game.placements(other, own));
        }
        if weights.last != 0 {
            let is_ours = !(self.n_cells - own.count() - other.count()).is_multiple_of(2);
            value += if is_ours { weights.last } else { -weights.last };
        }
        value
    }

    /// What discs beside corners that are still empty are worth.
    #[inline(always)]
    fn beside_lead(&self, own: B, other: B, weight: i32) -> i32 {
        if weight == 0 {
            return 0;
        }
        let discs = own | other;
        let open = self.regions.iter().filter(|region| !region.corner.meets(discs));
        let beside = open.fold(B::EMPTY, |all, region| all | region.diagonal | region.along);
        weight * lead(own & beside, other & beside)
    }

    /// Weights found by hand: mobility early, discs only when the board fills up.
    fn balance(&self, game: &Reversi<B>, state: &State<B>) -> i32 {
        let topology = game.topology();
        let (own, other) = Reversi::own_and_other(state);
        let empty = topology.open().minus(own | other);
        let n_empty = empty.count() as i32;
        let their_moves = game.placements(other, own);
        // Early 0, full 100: how far the game has come.
        let filled = 100 - 100 * n_empty / self.n_cells.max(1) as i32;
        let open = topology.spread(empty);
        let mut value = 90 * lead(state.moves, their_moves);
        value += 35 * lead(topology.spread(other) & empty, topology.spread(own) & empty);
        value -= 20 * lead(own & open, other & open);
        value += (filled - 60).max(-10) * lead(own, other);
        for region in &self.regions {
            if region.corner.meets(empty) {
                value -= 350 * lead(own & region.diagonal, other & region.diagonal);
                value -= 120 * lead(own & region.along, other & region.along);
                value += if region.corner.meets(state.moves) { 400 } else { 0 };
                value -= if region.corner.meets(their_moves) { 300 } else { 0 };
            } else {
                let sign = lead(own & region.corner, other & region.corner);
                value += 900 * sign;
                value += 150 * lead(own & region.along, other & region.along);
            }
        }
        if n_empty <= 12 {
            value += if n_empty % 2 == 1 { 60 } else { -60 };
        }
        value
    }
}

/// The difference of two counts.
#[inline(always)]
fn lead<B: Bits>(own: B, other: B) -> i32 {
    own.count() as i32 - other.count() as i32
}

/// Corners are the cells that no line crosses: of each direction and its opposite at most one has a cell.
fn regions<B: Bits>(game: &Reversi<B>) -> impl Iterator<Item = Region<B>> + '_ {
    let topology = game.topology();
    let is_crossed = |cell: usize| {
        let (ahead, behind) = Direction::ALL.split_at(4);
        let both = |(&a, &b): (&Direction, &Direction)| {
            topology.next(cell, a).is_some() && topology.next(cell, b).is_some()
        };
        ahead.iter().zip(behind).any(both)
    };
    let corners = topology.open().cells().filter(move |&cell| !is_crossed(cell));
    corners.map(move |cell| {
        let along = B::of(Direction::STRAIGHT.into_iter().filter_map(|d| topology.next(cell, d)));
        Region { corner: B::cell(cell), diagonal: topology.near(cell).minus(along), along }
    })
}

impl<B: Bits> Evaluator<Reversi<B>> for Eval<B> {
    type Memo = ();

    #[inline(always)]
    fn begin(&self, _: &Reversi<B>, _: &State<B>) {}

    #[inline(always)]
    fn after(&self, _: &Reversi<B>, (): &(), _: &State<B>, _: Turn, _: &State<B>) {}

    #[inline(always)]
    fn value(&self, game: &Reversi<B>, state: &State<B>, (): &()) -> i32 {
        match &self.kind {
            Kinds::Sum(weights) => self.sum(game, state, weights),
            Kinds::Balance => self.balance(game, state),
            Kinds::Census(census) => census.value(game, state),
        }
    }

    #[inline(always)]
    fn deviation(&self, game: &Reversi<B>, state: &State<B>) -> Option<i32> {
        match &self.kind {
            Kinds::Census(census) => Some(census.deviation(game, state)),
            Kinds::Sum(_) | Kinds::Balance => None,
        }
    }

    /// All but corners.
    #[inline(always)]
    fn is_quiet(&self, _: &Reversi<B>, _: &State<B>, turn: Turn) -> bool {
        matches!(turn, Turn::Disc(cell) if !self.corners.has(cell.into()))
    }

    /// Corners, then all but the cells beside them, then those.
    #[inline(always)]
    fn stage(&self, game: &Reversi<B>, state: &State<B>, stage: u32, moves: &mut Vec<Turn>) -> Option<u32> {
        if state.moves.is_empty() {
            game.moves(state, moves);
            return None;
        }
        let late = state.moves & self.beside;
        let discs = |set: B| set.cells().map(|cell| Turn::Disc(cell as u16));
        if stage > 0 {
            moves.extend(discs(late));
            return None;
        }
        moves.extend(discs(state.moves & self.corners));
        moves.extend(discs(state.moves.minus(self.beside | self.corners)));
        (!late.is_empty()).then_some(1)
    }

    /// Corners first, the cells beside empty ones last; else what leaves the opponent the fewest moves.
    #[inline(always)]
    fn urgency(&self, game: &Reversi<B>, state: &State<B>, turn: Turn) -> i32 {
        let Turn::Disc(cell) = turn else { return 0 };
        let (own, other) = Reversi::own_and_other(state);
        let flips = game.flips(own, other, cell.into());
        let disc = B::cell(cell.into());
        let replies = game.placements(other ^ flips, own | flips | disc);
        let place = match (self.corners.meets(disc), self.beside.meets(disc)) {
            (true, _) => 400,
            (_, true) => -200,
            _ => 0,
        };
        place - 100 * (replies.count() + (replies & self.corners).count()) as i32
    }
}
