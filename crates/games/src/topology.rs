//! A board as bitboards: steps of whole sets, lines from every cell, neighbourhoods. Built once per game
//! from a [`Board`]; `B` is the word that holds its cells, numbered as on the grid (holes included).

use crate::bits::Bits;
use crate::board::Board;
use crate::direction::Direction;

/// No cell there.
const NOWHERE: u16 = u16::MAX;

/// The tables of one board.
#[derive(Clone, Debug)]
pub struct Topology<B> {
    board: Board,
    cols: u32,
    wraps: bool,
    open: B,
    grid: B,
    first_col: B,
    last_col: B,
    /// Per cell and direction: the cells along that line.
    lines: Vec<[B; 8]>,
    /// Per cell and direction of a wrapped board: the line before and after its numbers turn back at the
    /// edge, each part in order. Empty when some line turns back more than once.
    parts: Vec<[[B; 2]; 8]>,
    /// Per cell and direction: the next playable cell.
    next: Vec<[u16; 8]>,
    near: Vec<B>,
    ring: Vec<B>,
}

impl<B: Bits> Topology<B> {
    /// The tables of a board; the word must be wide enough for it.
    pub fn new(board: Board) -> Self {
        let n_cells = board.n_cells();
        assert!(n_cells <= B::BITS, "a board of {n_cells} cells in a word of {}", B::BITS);
        let cols = board.cols();
        let mut topology = Self {
            cols: cols as u32,
            wraps: board.wraps(),
            open: B::of(board.open_cells()),
            grid: B::of(0..n_cells),
            first_col: B::of((0..board.rows()).map(|row| row * cols)),
            last_col: B::of((0..board.rows()).map(|row| row * cols + cols - 1)),
            lines: Vec::new(),
            parts: Vec::new(),
            next: Vec::new(),
            near: Vec::new(),
            ring: Vec::new(),
            board,
        };
        for cell in 0..n_cells {
            let open = topology.board.is_open(cell);
            let board = &topology.board;
            topology.lines.push(Direction::ALL.map(
                |d| {
                    if open { B::of(board.line(cell, d)) } else { B::EMPTY }
                },
            ));
            topology.next.push(Direction::ALL.map(|d| match board.neighbour(cell, d) {
                Some(to) if open => to as u16,
                _ => NOWHERE,
            }));
            let one = B::cell(cell);
            let near = topology.spread(one);
            let ring = topology.spread(near);
            topology.near.push((near & topology.open).minus(one));
            topology.ring.push((ring & topology.open).minus(near));
        }
        if topology.wraps {
            let parts = |cell| parts_of_lines(&topology.board, cell);
            topology.parts = (0..n_cells).map(parts).collect::<Option<_>>().unwrap_or_default();
        }
        topology
    }

    /// The board that this was made from.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Every playable cell.
    #[inline(always)]
    pub const fn open(&self) -> B {
        self.open
    }

    /// Whether rows and columns wrap around.
    #[inline(always)]
    pub const fn wraps(&self) -> bool {
        self.wraps
    }

    /// Columns of the grid.
    #[inline(always)]
    pub const fn cols(&self) -> usize {
        self.cols as usize
    }

    /// Cells of the grid, holes included.
    #[inline(always)]
    pub const fn n_cells(&self) -> usize {
        self.board.n_cells()
    }

    /// Every cell moved one step; cells that would leave the board or land in a hole are lost.
    #[inline(always)]
    pub fn step(&self, set: B, direction: Direction) -> B {
        self.step_over(set, direction) & self.open
    }

    /// Every cell moved one step, holes or not: only the edge of a flat board loses cells.
    #[inline(always)]
    pub fn step_over(&self, set: B, direction: Direction) -> B {
        match direction {
            Direction::N => self.north(set),
            Direction::S => self.south(set),
            Direction::E => self.east(set),
            Direction::W => self.west(set),
            Direction::NE => self.north(self.east(set)),
            Direction::SE => self.south(self.east(set)),
            Direction::SW => self.south(self.west(set)),
            Direction::NW => self.north(self.west(set)),
        }
    }

    /// The set and all places that touch it, corners and holes included.
    #[inline(always)]
    pub fn spread(&self, set: B) -> B {
        let wide = set | self.east(set) | self.west(set);
        wide | self.north(wide) | self.south(wide)
    }

    /// The playable cells that touch the set or belong to it.
    #[inline(always)]
    pub fn reach(&self, set: B) -> B {
        self.spread(set) & self.open
    }

    /// The playable cells that touch the cell, corners included.
    #[inline(always)]
    pub fn near(&self, cell: usize) -> B {
        self.near[cell]
    }

    /// The playable cells at distance exactly two, corners included, whatever lies between.
    #[inline(always)]
    pub fn ring(&self, cell: usize) -> B {
        self.ring[cell]
    }

    /// The cells along one line, whatever stands on them.
    #[inline(always)]
    pub fn line(&self, cell: usize, direction: Direction) -> B {
        self.lines[cell][direction.index()]
    }

    /// The next playable cell in a direction.
    #[inline(always)]
    pub fn next(&self, cell: usize, direction: Direction) -> Option<usize> {
        let next = self.next[cell][direction.index()];
        (next != NOWHERE).then_some(next as usize)
    }

    /// Where a piece that slides like a queen can go: along each line up to, and without, the first cell
    /// that is not in `empty`.
    #[inline(always)]
    pub fn slide(&self, from: usize, empty: B) -> B {
        if self.wraps {
            return Direction::ALL
                .into_iter()
                .fold(B::EMPTY, |all, direction| all | self.slide_around(from, direction, empty));
        }
        let lines = &self.lines[from];
        let mut reached = B::EMPTY;
        for direction in Direction::ALL {
            let line = lines[direction.index()];
            reached |= if direction.leads_up() {
                line & line.minus(empty).below_lowest()
            } else {
                line & line.minus(empty).above_highest()
            };
        }
        reached
    }

    /// The part of [`Self::slide`] along one line.
    #[inline(always)]
    pub fn slide_along(&self, from: usize, direction: Direction, empty: B) -> B {
        if self.wraps {
            return self.slide_around(from, direction, empty);
        }
        let line = self.lines[from][direction.index()];
        let stops = line.minus(empty);
        line & if direction.leads_up() { stops.below_lowest() } else { stops.above_highest() }
    }

    /// Along one line of a wrapped board: up to the first stop of its first part, or, if that part has none,
    /// to the first of the second.
    #[inline(always)]
    fn slide_around(&self, from: usize, direction: Direction, empty: B) -> B {
        let Some(parts) = self.parts.get(from) else { return self.walk(from, direction, empty) };
        let [first, second] = parts[direction.index()];
        let stops = [first.minus(empty), second.minus(empty)];
        let [near, far] =
            if direction.leads_up() { stops.map(B::below_lowest) } else { stops.map(B::above_highest) };
        let second = if stops[0].is_empty() { second } else { B::EMPTY };
        first & near | second & far
    }

    /// The plain way, for boards whose lines turn back more than once: rectangles that wrap.
    fn walk(&self, from: usize, direction: Direction, empty: B) -> B {
        let mut reached = B::EMPTY;
        let mut at = self.next[from][direction.index()];
        while at != NOWHERE && at as usize != from && empty.has(at as usize) {
            reached |= B::cell(at as usize);
            at = self.next[at as usize][direction.index()];
        }
        reached
    }

    #[inline(always)]
    fn north(&self, set: B) -> B {
        let moved = set.down(self.cols);
        if self.wraps { moved | (set.up(self.n_cells() as u32 - self.cols) & self.grid) } else { moved }
    }

    #[inline(always)]
    fn south(&self, set: B) -> B {
        let moved = set.up(self.cols) & self.grid;
        if self.wraps { moved | set.down(self.n_cells() as u32 - self.cols) } else { moved }
    }

    #[inline(always)]
    fn east(&self, set: B) -> B {
        let moved = set.minus(self.last_col).up(1);
        if self.wraps { moved | (set & self.last_col).down(self.cols - 1) } else { moved }
    }

    #[inline(always)]
    fn west(&self, set: B) -> B {
        let moved = set.minus(self.first_col).down(1);
        if self.wraps { moved | (set & self.first_col).up(self.cols - 1) } else { moved }
    }
}

/// The lines from a cell of a wrapped board, each split where its numbers turn back; none when one line does
/// so twice.
fn parts_of_lines<B: Bits>(board: &Board, cell: usize) -> Option<[[B; 2]; 8]> {
    let mut lines = [[B::EMPTY; 2]; 8];
    if !board.is_open(cell) {
        return Some(lines);
    }
    for direction in Direction::ALL {
        let (mut part, mut last) = (0, cell);
        for next in board.line(cell, direction) {
            part += usize::from((next > last) != direction.leads_up());
            *lines[direction.index()].get_mut(part)? |= B::cell(next);
            last = next;
        }
    }
    Some(lines)
}
