//! What the census of Reversi knows of a board: which of its cells lines cross, and the cells around each corner.

use agon_games::bits::Bits;
use agon_games::direction::Direction;
use agon_games::reversi::Reversi;
use agon_games::topology::Topology;

/// One direction of each axis.
const AXES: [Direction; 4] = [Direction::E, Direction::S, Direction::NE, Direction::SE];
/// How many contents the cells around a corner can have, mirror images being one.
pub(super) const N_CONTENTS: usize = 405;
/// The corner, the cell diagonal to it, and two cells along each edge.
const N_AROUND: usize = 6;

/// The lines of a board.
#[derive(Clone, Debug)]
pub struct Layout<B> {
    /// Cells that no line crosses.
    pub(super) corners: B,
    /// Cells that lines of one, two and three axes cross.
    pub(super) rims: [B; 3],
    /// Cells that no line crosses but along this edge: eastward and southward ones, corners among both.
    edges: [B; 2],
    /// For each axis, the cells where none of its lines crosses.
    walls: [B; 4],
    pub(super) around: Vec<Around>,
}

/// The cells around a corner.
#[derive(Clone, Debug)]
pub(super) struct Around {
    cells: [Option<usize>; N_AROUND],
    /// The same as bits of the machine word that begins at the lowest of them, where one is wide enough.
    word: Option<Word>,
}

#[derive(Clone, Debug)]
struct Word {
    lowest: u32,
    mask: u64,
    /// For each set of the cells, in their order on the board, its number in base 3.
    numbers: [u16; 1 << N_AROUND],
}

impl<B: Bits> Layout<B> {
    /// That of this game's board.
    pub fn of(game: &Reversi<B>) -> Self {
        let topology = game.topology();
        let is_crossed = |cell: usize, axis: Direction| {
            topology.next(cell, axis).is_some() && topology.next(cell, axis.opposite()).is_some()
        };
        let where_it_holds =
            |holds: &dyn Fn(usize) -> bool| B::of(topology.open().cells().filter(|&c| holds(c)));
        let crossed_by = |n: usize| {
            where_it_holds(&|cell| AXES.iter().filter(|&&axis| is_crossed(cell, axis)).count() == n)
        };
        let edge = |edge: Direction| {
            where_it_holds(&|cell| AXES.iter().all(|&axis| axis == edge || !is_crossed(cell, axis)))
        };
        let corners = crossed_by(0);
        Self {
            corners,
            rims: [1, 2, 3].map(crossed_by),
            edges: [edge(Direction::E), edge(Direction::S)],
            walls: AXES.map(|axis| where_it_holds(&|cell| !is_crossed(cell, axis))),
            around: corners.cells().map(|corner| Around::of(topology, corner)).collect(),
        }
    }

    /// The cells of edges next to the set, along the edge.
    #[inline(always)]
    pub(super) fn along(&self, topology: &Topology<B>, set: B) -> B {
        let [flat, steep] = self.edges.map(|edge| set & edge);
        let beside = topology.step(flat, Direction::E) | topology.step(flat, Direction::W);
        let above = topology.step(steep, Direction::N) | topology.step(steep, Direction::S);
        beside & self.edges[0] | above & self.edges[1]
    }

    /// Discs that can never be turned: on every axis a wall or another such disc is next to them. There may be more.
    #[inline(always)]
    pub(super) fn stable(&self, topology: &Topology<B>, discs: B) -> B {
        let mut stable = discs & self.corners;
        if stable.is_empty() {
            return stable;
        }
        loop {
            let mut more = discs;
            for (&axis, &wall) in AXES.iter().zip(&self.walls) {
                more &= wall | topology.step(stable, axis) | topology.step(stable, axis.opposite());
            }
            if more.minus(stable).is_empty() {
                return stable;
            }
            stable |= more;
        }
    }
}

impl Around {
    fn of<B: Bits>(topology: &Topology<B>, corner: usize) -> Self {
        let mut ways = Direction::STRAIGHT.into_iter().filter(|&way| topology.next(corner, way).is_some());
        let two_along = |way: Option<Direction>| {
            let first = way.and_then(|way| topology.next(corner, way));
            [first, first.and_then(|first| topology.next(first, way?))]
        };
        let [one, other] = [ways.next(), ways.next()].map(two_along);
        let along = B::of(one.into_iter().chain(other).flatten());
        let diagonal = topology.near(corner).minus(along).cells().next();
        let cells = [Some(corner), diagonal, one[0], one[1], other[0], other[1]];
        Self { cells, word: Word::of(&cells) }
    }

    /// Which of the contents it has.
    #[inline(always)]
    pub(super) fn content<B: Bits>(&self, own: B, other: B) -> usize {
        let number = match &self.word {
            Some(word) => word.number(own) + 2 * word.number(other),
            None => self.number(own) + 2 * self.number(other),
        };
        usize::from(CONTENTS[number])
    }

    /// The number in base 3 of the cells that are in the set.
    fn number<B: Bits>(&self, set: B) -> usize {
        let digits = self.cells.iter().map(|cell| cell.is_some_and(|cell| set.has(cell)));
        digits.rev().fold(0, |number, is_there| 3 * number + usize::from(is_there))
    }
}

impl Word {
    fn of(cells: &[Option<usize>; N_AROUND]) -> Option<Self> {
        let mut sorted: Vec<(usize, u16)> =
            (0..).zip(cells).filter_map(|(at, cell)| cell.map(|cell| (cell, 3_u16.pow(at)))).collect();
        sorted.sort_unstable();
        let lowest = sorted.first()?.0;
        if sorted.last()?.0 - lowest >= 64 {
            return None;
        }
        let mask = sorted.iter().fold(0, |mask, &(cell, _)| mask | 1 << (cell - lowest));
        let worth =
            |set: usize| (0..).zip(&sorted).filter(move |&(at, _)| set >> at & 1 != 0).map(|(_, &(_, w))| w);
        let numbers = std::array::from_fn(|set| worth(set).sum());
        Some(Self { lowest: lowest as u32, mask, numbers })
    }

    #[inline(always)]
    fn number<B: Bits>(&self, set: B) -> usize {
        let bits = extract(set.down(self.lowest).low(), self.mask);
        usize::from(self.numbers[bits as usize % (1 << N_AROUND)])
    }
}

/// The bits of the mask, pushed together.
#[cfg(target_feature = "bmi2")]
#[inline(always)]
fn extract(word: u64, mask: u64) -> u64 {
    safe_arch::population_extract_u64(word, mask)
}

/// The bits of the mask, pushed together.
#[cfg(not(target_feature = "bmi2"))]
#[inline(always)]
const fn extract(word: u64, mut mask: u64) -> u64 {
    let (mut bits, mut at) = (0, 0);
    while mask != 0 {
        bits |= (word >> mask.trailing_zeros() & 1) << at;
        mask &= mask - 1;
        at += 1;
    }
    bits
}

/// For each number in base 3 of the six cells, which of the contents it is.
static CONTENTS: [u16; 729] = contents();

const fn contents() -> [u16; 729] {
    let mut contents = [0; 729];
    let (mut number, mut n) = (0, 0);
    while number < 729 {
        // The digits of the corner and the diagonal cell, then those of one edge, then those of the other.
        let mirrored = number % 9 + 9 * (number / 81) + 81 * (number / 9 % 9);
        if mirrored < number {
            contents[number] = contents[mirrored];
        } else {
            contents[number] = n;
            n += 1;
        }
        number += 1;
    }
    assert!(n as usize == N_CONTENTS);
    contents
}
