//! Queen moves of whole sets at once. From every cell of a set, in each of the eight directions, free cells
//! are filled by doubling: steps of 1, 2, 4, 8 cells, each over lanes that are known to be free that far.
//! The lanes depend on the position alone and serve every fill of an evaluation.
//!
//! On 10x10 the width is a constant of the code, so that every shift is one or two instructions.

use agon_games::bits::Bits;
use agon_games::topology::Topology;

/// Enough doublings for a board 512 cells long.
const MOST_LEVELS: usize = 9;

/// What the fills of one board need.
#[derive(Clone, Debug)]
pub(super) struct Fills<B> {
    cols: u32,
    rows: u32,
    /// Doublings that lead from edge to edge.
    levels: usize,
    wraps: bool,
    grid: B,
    first_col: B,
    last_col: B,
    /// Per level, on a wrapped board: the columns that pass the right or the left edge.
    past_right: [B; MOST_LEVELS],
    past_left: [B; MOST_LEVELS],
}

/// Something to do with fills whose width, levels and wrapping are constants.
pub(super) trait Filler<B> {
    type Out;
    fn run<const COLS: u32, const LEVELS: usize, const WRAPS: bool>(
        self,
        grid: Grid<'_, B, COLS, LEVELS, WRAPS>,
    ) -> Self::Out;
}

/// A board whose geometry the compiler knows; `COLS` is 0 where it does not.
#[derive(Clone, Copy)]
pub(super) struct Grid<'a, B, const COLS: u32, const LEVELS: usize, const WRAPS: bool>(&'a Fills<B>);

/// Per direction and level: the cells that a piece can come to over free cells from so many steps back.
pub(super) type Lanes<B, const LEVELS: usize> = [[B; LEVELS]; 8];

/// Rows down and columns right of each direction.
const STEPS: [(i32, i32); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

impl<B: Bits> Fills<B> {
    pub(super) fn new(topology: &Topology<B>) -> Self {
        let board = topology.board();
        let (cols, rows) = (board.cols(), board.rows());
        let columns =
            |wanted: &dyn Fn(usize) -> bool| B::of((0..board.n_cells()).filter(|cell| wanted(cell % cols)));
        let far = |level: usize| (1 << level) % cols;
        Self {
            cols: cols as u32,
            rows: rows as u32,
            levels: cols.max(rows).next_power_of_two().trailing_zeros() as usize,
            wraps: board.wraps(),
            grid: B::of(0..board.n_cells()),
            first_col: columns(&|col| col == 0),
            last_col: columns(&|col| col == cols - 1),
            past_right: std::array::from_fn(|level| columns(&|col| col + far(level) >= cols)),
            past_left: std::array::from_fn(|level| columns(&|col| col < far(level))),
        }
    }

    /// Runs with the constants of this board. Each line here is another copy of the code: only 10x10 has its
    /// own.
    #[inline]
    pub(super) fn with<F: Filler<B>>(&self, filler: F) -> F::Out {
        if B::BITS == 128 && (self.cols, self.rows) == (10, 10) {
            return match self.wraps {
                false => filler.run::<10, 4, false>(Grid(self)),
                true => filler.run::<10, 4, true>(Grid(self)),
            };
        }
        match self.wraps {
            false => filler.run::<0, MOST_LEVELS, false>(Grid(self)),
            true => filler.run::<0, MOST_LEVELS, true>(Grid(self)),
        }
    }
}

impl<B: Bits, const COLS: u32, const LEVELS: usize, const WRAPS: bool> Grid<'_, B, COLS, LEVELS, WRAPS> {
    #[inline(always)]
    const fn cols(self) -> u32 {
        if COLS == 0 { self.0.cols } else { COLS }
    }

    #[inline(always)]
    const fn rows(self) -> u32 {
        if COLS == 0 { self.0.rows } else { COLS }
    }

    #[inline(always)]
    const fn levels(self) -> usize {
        if COLS == 0 { self.0.levels } else { LEVELS }
    }

    /// The lanes of a position.
    #[inline(always)]
    pub(super) fn lanes(self, empty: B) -> Lanes<B, LEVELS> {
        let mut lanes = [[B::EMPTY; LEVELS]; 8];
        each_direction::<COLS>(|d| {
            let (down, right) = STEPS[d];
            lanes[d][0] = match right {
                1 if !WRAPS => empty.minus(self.0.first_col),
                -1 if !WRAPS => empty.minus(self.0.last_col),
                _ => empty,
            };
            for level in 1..self.levels() {
                let half = lanes[d][level - 1];
                lanes[d][level] = half & self.moved(half, down, right, level - 1);
            }
        });
        lanes
    }

    /// The set and the cells one queen move from it.
    #[inline(never)]
    pub(super) fn queen_moves(self, set: B, lanes: &Lanes<B, LEVELS>) -> B {
        let mut reached = set;
        each_direction::<COLS>(|d| {
            let (down, right) = STEPS[d];
            let mut filled = set;
            for level in 0..self.levels() {
                filled |= self.moved(filled, down, right, level) & lanes[d][level];
            }
            reached |= filled;
        });
        reached
    }

    /// The set and all places that touch it, corners and holes included.
    #[inline(always)]
    pub(super) fn spread(self, set: B) -> B {
        if WRAPS {
            let wide = set | self.moved(set, 0, 1, 0) | self.moved(set, 0, -1, 0);
            return wide | self.moved(wide, 1, 0, 0) | self.moved(wide, -1, 0, 0);
        }
        let right = set.minus(self.0.last_col).up(1);
        let left = set.minus(self.0.first_col).down(1);
        let wide = set | right | left;
        wide | wide.up(self.cols()) | wide.down(self.cols())
    }

    /// How many of the eight neighbours of each place are in the set, as a binary number whose digits are
    /// sets, the lowest first.
    #[inline(always)]
    pub(super) fn neighbours(self, set: B) -> [B; 4] {
        let [right, left] = if WRAPS {
            [self.moved(set, 0, 1, 0), self.moved(set, 0, -1, 0)]
        } else {
            [set.minus(self.0.last_col).up(1), set.minus(self.0.first_col).down(1)]
        };
        let pair = [right ^ left, right & left];
        let row = [pair[0] ^ set, pair[1] | pair[0] & set];
        let [above, below] = [-1, 1].map(|down| row.map(|digit| self.vertical(digit, down)));
        // Two numbers of two digits from the rows above and below, one from beside.
        let (one, carry) = add(above[0], below[0], pair[0]);
        let (two, over) = add(above[1], below[1], pair[1]);
        [one, two ^ carry, over ^ (two & carry), over & two & carry]
    }

    #[inline(always)]
    fn vertical(self, set: B, down: i32) -> B {
        if WRAPS {
            self.moved(set, down, 0, 0)
        } else if down > 0 {
            set.up(self.cols())
        } else {
            set.down(self.cols())
        }
    }

    /// The set moved `2^level` steps. On a flat board cells that pass the left or right edge come out on
    /// the other side: lanes are made without them.
    #[inline(always)]
    fn moved(self, set: B, down: i32, right: i32, level: usize) -> B {
        if WRAPS {
            return self.around(set, down, right, level);
        }
        let by = (down * self.cols() as i32 + right) * (1 << level);
        if by.unsigned_abs() as usize >= B::BITS {
            B::EMPTY
        } else if by > 0 {
            set.up(by.unsigned_abs())
        } else {
            set.down(by.unsigned_abs())
        }
    }

    #[inline(always)]
    fn around(self, mut set: B, down: i32, right: i32, level: usize) -> B {
        let (cols, rows) = (self.cols(), self.rows());
        let (by_col, by_row) = ((1 << level) % cols, (1 << level) % rows * cols);
        if right != 0 && by_col != 0 {
            let past = if right > 0 { self.0.past_right[level] } else { self.0.past_left[level] };
            let (stay, pass) = (set.minus(past), set & past);
            set = if right > 0 {
                stay.up(by_col) | pass.down(cols - by_col)
            } else {
                stay.down(by_col) | pass.up(cols - by_col)
            };
        }
        if down != 0 && by_row != 0 {
            let back = cols * rows - by_row;
            set = if down > 0 {
                set.up(by_row) & self.0.grid | set.down(back)
            } else {
                set.down(by_row) | set.up(back) & self.0.grid
            };
        }
        set
    }
}

/// Calls with 0 to 7: one after the other where the geometry is known, so that every shift becomes a constant;
/// in a loop where it is not.
#[inline(always)]
fn each_direction<const COLS: u32>(mut body: impl FnMut(usize)) {
    if COLS == 0 {
        return (0..8).for_each(body);
    }
    body(0);
    body(1);
    body(2);
    body(3);
    body(4);
    body(5);
    body(6);
    body(7);
}

/// The sum of three digits, and what is carried.
#[inline(always)]
fn add<B: Bits>(a: B, b: B, c: B) -> (B, B) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}
