//! Moves of whole sets in rows. Queen moves are filled by doubling: steps of 1, 2, 4, 8, 16 cells, each over
//! lanes that are known to be free that far.

use super::plane::{Plane, Ring};

/// Where rows and columns come back, if they do.
#[derive(Clone, Copy)]
pub(in crate::eval::amazons) struct Edge<'a, const WRAPS: bool>(pub(in crate::eval::amazons) &'a Ring);

/// Per direction and level: the cells that a piece can come to over free cells from so many steps back.
pub(in crate::eval::amazons) struct Lanes<P, const LEVELS: usize> {
    pub(in crate::eval::amazons) free: [[P; LEVELS]; 8],
    /// Levels above this have no lane.
    n_levels: usize,
}

/// Calls a macro with the number of each direction, its rows down and its columns right.
macro_rules! each_direction {
    ($do:ident) => {
        $do!(0, -1, 0);
        $do!(1, -1, 1);
        $do!(2, 0, 1);
        $do!(3, 1, 1);
        $do!(4, 1, 0);
        $do!(5, 1, -1);
        $do!(6, 0, -1);
        $do!(7, -1, -1);
    };
}

impl<const WRAPS: bool> Edge<'_, WRAPS> {
    /// The set moved `2^LEVEL` steps; on a wrapped board it may come to lie beside the board too.
    #[inline(always)]
    pub(in crate::eval::amazons) fn moved<P: Plane, const DOWN: i32, const RIGHT: i32, const LEVEL: usize>(
        self,
        set: P,
    ) -> P {
        let beside = match (RIGHT, WRAPS) {
            (1, false) => set.right::<LEVEL>(),
            (1, true) => set.right_around::<LEVEL>(self.0),
            (-1, false) => set.left::<LEVEL>(),
            (-1, true) => set.left_around::<LEVEL>(self.0),
            _ => set,
        };
        match (DOWN, WRAPS) {
            (1, false) => beside.down::<LEVEL>(),
            (1, true) => beside.down_around::<LEVEL>(self.0),
            (-1, false) => beside.up::<LEVEL>(),
            (-1, true) => beside.up_around::<LEVEL>(self.0),
            _ => beside,
        }
    }

    #[inline(always)]
    pub(in crate::eval::amazons) fn lanes<P: Plane, const LEVELS: usize>(self, empty: P) -> Lanes<P, LEVELS> {
        let mut lanes = Lanes { free: [[empty; LEVELS]; 8], n_levels: 1 };
        self.double::<P, LEVELS, 0, 1>(&mut lanes);
        self.double::<P, LEVELS, 1, 2>(&mut lanes);
        self.double::<P, LEVELS, 2, 3>(&mut lanes);
        self.double::<P, LEVELS, 3, 4>(&mut lanes);
        lanes
    }

    /// Lanes of level `NEXT`, if those of the level before are not all empty.
    #[inline(always)]
    fn double<P: Plane, const LEVELS: usize, const LEVEL: usize, const NEXT: usize>(
        self,
        lanes: &mut Lanes<P, LEVELS>,
    ) {
        if NEXT >= LEVELS || lanes.n_levels != NEXT {
            return;
        }
        let mut any = P::nothing();
        macro_rules! lane {
            ($d:literal, $down:literal, $right:literal) => {
                let half = lanes.free[$d][LEVEL];
                let whole = half & self.moved::<P, $down, $right, LEVEL>(half);
                lanes.free[$d][NEXT] = whole;
                any = any | whole;
            };
        }
        each_direction!(lane);
        lanes.n_levels += usize::from(!any.is_nothing());
    }

    /// The set and the cells one queen move from it.
    #[inline(always)]
    pub(in crate::eval::amazons) fn queen_moves<P: Plane, const LEVELS: usize>(
        self,
        set: P,
        lanes: &Lanes<P, LEVELS>,
    ) -> P {
        let mut reached = set;
        macro_rules! direction {
            ($d:literal, $down:literal, $right:literal) => {
                let lane = &lanes.free[$d];
                let mut filled = set | self.moved::<P, $down, $right, 0>(set) & lane[0];
                if LEVELS > 1 && lanes.n_levels > 1 {
                    filled = filled | self.moved::<P, $down, $right, 1>(filled) & lane[1 % LEVELS];
                }
                if LEVELS > 2 && lanes.n_levels > 2 {
                    filled = filled | self.moved::<P, $down, $right, 2>(filled) & lane[2 % LEVELS];
                }
                if LEVELS > 3 && lanes.n_levels > 3 {
                    filled = filled | self.moved::<P, $down, $right, 3>(filled) & lane[3 % LEVELS];
                }
                if LEVELS > 4 && lanes.n_levels > 4 {
                    filled = filled | self.moved::<P, $down, $right, 4>(filled) & lane[4 % LEVELS];
                }
                reached = reached | filled;
            };
        }
        each_direction!(direction);
        reached
    }

    /// The set and all places that touch it.
    #[inline(always)]
    pub(in crate::eval::amazons) fn king_moves<P: Plane>(self, set: P) -> P {
        let wide = set | self.moved::<P, 0, 1, 0>(set) | self.moved::<P, 0, -1, 0>(set);
        wide | self.moved::<P, 1, 0, 0>(wide) | self.moved::<P, -1, 0, 0>(wide)
    }

    /// How many of the eight neighbours of each place are in the set, as a binary number whose digits are
    /// sets, the lowest first.
    #[inline(always)]
    pub(in crate::eval::amazons) fn neighbours<P: Plane>(self, set: P) -> [P; 4] {
        let [right, left] = [self.moved::<P, 0, 1, 0>(set), self.moved::<P, 0, -1, 0>(set)];
        let pair = [right ^ left, right & left];
        let row = [pair[0] ^ set, pair[1] | pair[0] & set];
        let above = row.map(|digit| self.moved::<P, -1, 0, 0>(digit));
        let below = row.map(|digit| self.moved::<P, 1, 0, 0>(digit));
        let add = |a: P, b: P, c: P| (a ^ b ^ c, a & b | (a ^ b) & c);
        // Two numbers of two digits from the rows above and below, one from beside.
        let (one, carry) = add(above[0], below[0], pair[0]);
        let (two, over) = add(above[1], below[1], pair[1]);
        [one, two ^ carry, over ^ (two & carry), over & two & carry]
    }
}
