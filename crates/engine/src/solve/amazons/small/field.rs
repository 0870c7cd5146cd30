//! Small boards in one word. Rows lie `S` bits apart, one bit more than they are wide, so that nothing runs
//! over an edge. The side to move is always "me"; a cell that is neither empty nor a queen is a wall.

/// A position seen by the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Field<const S: u32> {
    /// Queens of the side to move.
    pub(super) me: u64,
    /// Queens of the other side.
    pub(super) you: u64,
    /// Empty cells.
    pub(super) empty: u64,
}

impl<const S: u32> Field<S> {
    /// The same, seen by the other side.
    pub(super) const fn turned(self) -> Self {
        Self { me: self.you, you: self.me, empty: self.empty }
    }

    /// Calls for every position after a move, until told to stop: with the other side to move there.
    pub(super) fn each_move(&self, mut found: impl FnMut(Self) -> bool) -> bool {
        for queen in cells(self.me) {
            for to in cells(slide::<S>(queen, self.empty)) {
                let (you, left) = (self.me ^ queen ^ to, self.empty ^ to | queen);
                for arrow in cells(slide::<S>(to, left)) {
                    if found(Self { me: self.you, you, empty: left ^ arrow }) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// The cells of a set, each as a set of its own.
pub(super) fn cells(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

/// A line of up to eight cells, filled in three doubling steps.
macro_rules! line {
    ($from:ident, $empty:ident, $shift:tt, $by:expr) => {{
        let (mut line, mut open) = ($from, $empty);
        line |= open & (line $shift $by);
        open &= open $shift $by;
        line |= open & (line $shift (2 * $by));
        open &= open $shift (2 * $by);
        line | open & (line $shift (4 * $by))
    }};
}

/// Where a queen on any of the cells comes in one move; the cells themselves are not empty.
#[inline]
pub(super) fn slide<const S: u32>(from: u64, empty: u64) -> u64 {
    (line!(from, empty, <<, 1)
        | line!(from, empty, >>, 1)
        | line!(from, empty, <<, S)
        | line!(from, empty, >>, S)
        | line!(from, empty, <<, (S - 1))
        | line!(from, empty, >>, (S - 1))
        | line!(from, empty, <<, (S + 1))
        | line!(from, empty, >>, (S + 1)))
        & empty
}

/// A set and its neighbours, those beside the board included.
#[inline]
pub(super) const fn spread<const S: u32>(set: u64) -> u64 {
    let row = set | set << 1 | set >> 1;
    row | row << S | row >> S
}

/// The seeds and all of `within` that hangs together with them.
#[inline]
pub(super) const fn flood<const S: u32>(seeds: u64, within: u64) -> u64 {
    let mut all = seeds;
    loop {
        let wider = spread::<S>(all) & within | all;
        if wider == all {
            return all;
        }
        all = wider;
    }
}
