//! The board of Flood with cells of one colour contracted: a component is a connected set of cells of one
//! colour, and never changes until a zone takes it whole. There are never more components than cells.

use super::setup::{HOLE, Setup};
use crate::bits::Bits;
use crate::board::Board;
use crate::direction::Direction;
use crate::zobrist::Keys;

/// A connected set of cells of one colour.
#[derive(Clone, Copy, Debug)]
pub struct Component<B> {
    /// The components that touch it.
    pub near: B,
    /// How many cells it has.
    pub size: u16,
    /// Its colour when the game begins.
    pub colour: u8,
    /// The colours, as bits, of the components that touch it.
    pub near_colours: u8,
    /// Mixed into the hash of a state where it is part of the first or the second zone.
    pub keys: [u64; 2],
}

/// The graph of components.
#[derive(Clone, Debug)]
pub struct Components<B> {
    all: Vec<Component<B>>,
    of_cell: Vec<Option<u16>>,
    of_colour: [B; 8],
}

impl<B: Bits> Components<B> {
    /// The components of a setup; the word must be wide enough for them.
    pub fn new(setup: &Setup) -> Self {
        let of_cell = labels(&setup.board, &setup.cells);
        let n = count(&of_cell);
        assert!(n <= B::BITS, "{n} components in a word of {}", B::BITS);
        let keys = Keys::new(0xF100_D000, 2, n);
        let mut all = (0..n)
            .map(|at| Component {
                near: B::EMPTY,
                size: 0,
                colour: 0,
                near_colours: 0,
                keys: [keys.of(0, at), keys.of(1, at)],
            })
            .collect::<Vec<_>>();
        let mut of_colour = [B::EMPTY; 8];
        for cell in setup.board.open_cells() {
            let Some(at) = of_cell[cell].map(usize::from) else { continue };
            all[at].size += 1;
            all[at].colour = setup.cells[cell];
            of_colour[usize::from(setup.cells[cell])] |= B::cell(at);
            for direction in Direction::STRAIGHT {
                let Some(to) = setup.board.neighbour(cell, direction) else { continue };
                if let Some(near) = of_cell[to].map(usize::from).filter(|&near| near != at) {
                    all[at].near |= B::cell(near);
                    all[at].near_colours |= 1 << setup.cells[to];
                }
            }
        }
        Self { all, of_cell, of_colour }
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none: never, on a board with cells.
    pub const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// One of them.
    #[inline(always)]
    pub fn get(&self, component: usize) -> &Component<B> {
        &self.all[component]
    }

    /// All of them.
    #[inline(always)]
    pub fn all(&self) -> &[Component<B>] {
        &self.all
    }

    /// Those of one colour, below 8.
    #[inline(always)]
    pub fn of_colour(&self, colour: usize) -> B {
        self.of_colour[colour]
    }

    /// The component that a cell belongs to; none for a hole.
    pub fn of_cell(&self, cell: usize) -> Option<usize> {
        self.of_cell[cell].map(usize::from)
    }

    /// The cells of a set of components.
    pub fn cells_of(&self, set: B) -> impl Iterator<Item = usize> + '_ {
        let is_in = move |label: &Option<u16>| label.is_some_and(|at| set.has(at.into()));
        self.of_cell.iter().enumerate().filter(move |(_, label)| is_in(label)).map(|(cell, _)| cell)
    }

    /// How many cells a set of components has.
    pub fn size_of(&self, set: B) -> u16 {
        set.cells().map(|at| self.all[at].size).sum()
    }
}

/// How many components a setup has.
pub(super) fn n_components(setup: &Setup) -> usize {
    count(&labels(&setup.board, &setup.cells))
}

fn count(labels: &[Option<u16>]) -> usize {
    labels.iter().flatten().max().map_or(0, |&last| usize::from(last) + 1)
}

/// The component of each cell, numbered in the order of their first cells.
fn labels(board: &Board, colours: &[u8]) -> Vec<Option<u16>> {
    let mut labels = vec![None; colours.len()];
    let mut next = 0;
    for cell in board.open_cells() {
        if labels[cell].is_none() {
            for joined in connected(board, colours, cell) {
                labels[joined] = Some(next);
            }
            next += 1;
        }
    }
    labels
}

/// The cells connected to one by cells of its colour, itself included.
pub(super) fn connected(board: &Board, colours: &[u8], from: usize) -> Vec<usize> {
    debug_assert_ne!(colours[from], HOLE, "a hole has no colour");
    let mut found = vec![from];
    let mut seen = vec![false; colours.len()];
    seen[from] = true;
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        next += 1;
        for direction in Direction::STRAIGHT {
            if let Some(to) = board.neighbour(cell, direction)
                && !seen[to]
                && colours[to] == colours[from]
            {
                seen[to] = true;
                found.push(to);
            }
        }
    }
    found
}
