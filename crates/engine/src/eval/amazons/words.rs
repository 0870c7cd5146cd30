//! Boards in the words that the rules use, row after row without gaps: works everywhere, and is the way for
//! boards that do not fit the [rows](super::rows) of vectors, and for machines without them. From every cell of
//! a set, in each of the eight directions, free cells are filled by doubling: steps of 1, 2, 4, 8 cells, each
//! over lanes that are known to be free that far.

use agon_games::amazons::State;
use agon_games::bits::Bits;
use agon_games::direction::Direction;
use agon_games::topology::Topology;

use super::field::{Field, Pair, Two, add};

/// Enough doublings for a line of 512 cells.
const MOST_LEVELS: usize = 9;

/// What the fills of one board need.
#[derive(Clone, Debug)]
pub(super) struct Words<B> {
    cols: u32,
    rows: u32,
    /// Doublings that lead from end to end of every line.
    levels: usize,
    grid: B,
    first_col: B,
    last_col: B,
    /// Per level, on a wrapped board: the columns that pass the right or the left edge.
    past_right: [B; MOST_LEVELS],
    past_left: [B; MOST_LEVELS],
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

/// A board in words.
#[derive(Clone, Copy)]
pub(super) struct Grid<'a, B, const WRAPS: bool>(pub(super) &'a Words<B>);

/// Per direction and level: the cells that a piece can come to over free cells from so many steps back.
pub(super) type Lanes<B> = [[B; MOST_LEVELS]; 8];

/// Rows down and columns right of each direction.
const STEPS: [(i32, i32); 8] = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];

impl<B: Bits> Words<B> {
    pub(super) fn new(topology: &Topology<B>) -> Self {
        let board = topology.board();
        let (cols, rows) = (board.cols(), board.rows());
        let columns =
            |wanted: &dyn Fn(usize) -> bool| B::of((0..board.n_cells()).filter(|cell| wanted(cell % cols)));
        let far = |level: usize| (1 << level) % cols;
        let around = |cell| Around {
            near: topology.near(cell),
            two: Direction::ALL.map(|d| {
                let two = topology.next(cell, d).and_then(|next| topology.next(next, d));
                two.map_or(B::EMPTY, B::cell)
            }),
        };
        // A diagonal of a wrapped rectangle may pass through every cell.
        let longest = if board.wraps() && cols != rows { board.n_cells() } else { cols.max(rows) };
        Self {
            cols: cols as u32,
            rows: rows as u32,
            levels: longest.next_power_of_two().trailing_zeros() as usize,
            grid: B::of(0..board.n_cells()),
            first_col: columns(&|col| col == 0),
            last_col: columns(&|col| col == cols - 1),
            past_right: std::array::from_fn(|level| columns(&|col| col + far(level) >= cols)),
            past_left: std::array::from_fn(|level| columns(&|col| col < far(level))),
            around: (0..board.n_cells()).map(around).collect(),
        }
    }
}

impl<B: Bits, const WRAPS: bool> Grid<'_, B, WRAPS> {
    /// The empty cells and the queens of a position.
    #[inline(always)]
    pub(super) fn load(self, state: &State<B>) -> (B, Two<B>) {
        let own = state.side.index();
        (state.empty, Two([state.queens[own], state.queens[1 - own]]))
    }
}

impl<B: Bits, const WRAPS: bool> Field for Grid<'_, B, WRAPS> {
    type Pair = Two<B>;
    type Lanes = Lanes<B>;

    #[inline(always)]
    fn lanes(self, empty: B) -> Lanes<B> {
        let mut lanes = [[B::EMPTY; MOST_LEVELS]; 8];
        for (lane, (down, right)) in lanes.iter_mut().zip(STEPS) {
            lane[0] = match right {
                1 if !WRAPS => empty.minus(self.0.first_col),
                -1 if !WRAPS => empty.minus(self.0.last_col),
                _ => empty,
            };
            for level in 1..self.0.levels {
                lane[level] = lane[level - 1] & self.moved(lane[level - 1], down, right, level - 1);
            }
        }
        lanes
    }

    #[inline(always)]
    fn queen_moves(self, sets: Two<B>, lanes: &Lanes<B>) -> Two<B> {
        sets.each(|set| if set.is_empty() { set } else { self.queen_moves_of(set, lanes) })
    }

    #[inline(always)]
    fn king_moves(self, sets: Two<B>) -> Two<B> {
        sets.each(|set| {
            let wide = set | self.beside(set, 1) | self.beside(set, -1);
            wide | self.moved(wide, 1, 0, 0) | self.moved(wide, -1, 0, 0)
        })
    }

    #[inline(always)]
    fn each_queen(
        self,
        empty: B,
        queens: Two<B>,
        reached: Two<B>,
        lanes: &Lanes<B>,
        mut see: impl FnMut(usize, u32),
    ) {
        let counts = self.neighbours(empty);
        let goals = Two([empty; 2]) & reached.swapped();
        for side in 0..2 {
            for from in queens.0[side].cells() {
                see(side, self.activity(from, lanes, goals.0[side], &counts));
            }
        }
    }
}

impl<B: Bits, const WRAPS: bool> Grid<'_, B, WRAPS> {
    #[inline(never)]
    fn queen_moves_of(self, set: B, lanes: &Lanes<B>) -> B {
        let mut reached = set;
        for (lane, (down, right)) in lanes.iter().zip(STEPS) {
            let mut filled = set;
            for level in 0..self.0.levels {
                filled |= self.moved(filled, down, right, level) & lane[level];
            }
            reached |= filled;
        }
        reached
    }

    /// How many of the eight neighbours of each place are in the set, as a binary number whose digits are
    /// sets, the lowest first.
    #[inline(always)]
    fn neighbours(self, set: B) -> [B; 4] {
        let [right, left] = [self.beside(set, 1), self.beside(set, -1)];
        let pair = [right ^ left, right & left];
        let row = [pair[0] ^ set, pair[1] | pair[0] & set];
        let [above, below] = [-1, 1].map(|down| row.map(|digit| self.moved(digit, down, 0, 0)));
        // Two numbers of two digits from the rows above and below, one from beside.
        let (one, carry) = add(above[0], below[0], pair[0]);
        let (two, over) = add(above[1], below[1], pair[1]);
        [one, two ^ carry, over ^ (two & carry), over & two & carry]
    }

    /// Four times the activity of a queen.
    #[inline(always)]
    fn activity(self, from: usize, lanes: &Lanes<B>, goals: B, counts: &[B; 4]) -> u32 {
        let around = &self.0.around[from];
        let two = around.two.iter().zip(lanes).fold(B::EMPTY, |two, (cell, lane)| two | *cell & lane[1]);
        let free = |set: B| -> u32 { (0..4).map(|digit| (set & counts[digit]).count() << digit).sum() };
        2 * free(around.near & goals) + free(two & goals)
    }

    /// The set moved one column.
    #[inline(always)]
    fn beside(self, set: B, right: i32) -> B {
        if WRAPS {
            self.moved(set, 0, right, 0)
        } else if right > 0 {
            set.minus(self.0.last_col).up(1)
        } else {
            set.minus(self.0.first_col).down(1)
        }
    }

    /// The set moved `2^level` steps. On a flat board cells that pass the left or right edge come out on
    /// the other side: lanes are made without them.
    #[inline(always)]
    fn moved(self, set: B, down: i32, right: i32, level: usize) -> B {
        if WRAPS {
            return self.around(set, down, right, level);
        }
        let by = (down * self.0.cols as i32 + right) * (1 << level);
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
        let Words { cols, rows, .. } = *self.0;
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
