//! Moves and flips on any board, along the lines of its graph: the kernel that the hand-written one for 8x8
//! must agree with.

use crate::bits::Bits;
use crate::direction::Direction;
use crate::topology::Topology;

/// The tables of one board that finding moves needs besides its topology.
#[derive(Clone, Debug)]
pub(super) struct Lines<B> {
    /// Cells that a line can cross from west to east: all but the first and last column.
    inner: B,
}

impl<B: Bits> Lines<B> {
    pub(super) fn new(topology: &Topology<B>) -> Self {
        let cols = topology.cols();
        let is_inner = |cell: usize| (1..cols - 1).contains(&(cell % cols));
        Self { inner: B::of((0..topology.n_cells()).filter(|&cell| is_inner(cell))) }
    }

    /// The empty cells from which a line of the opponent's discs leads to one of ours.
    #[inline(always)]
    pub(super) fn moves(&self, topology: &Topology<B>, own: B, other: B) -> B {
        let empty = topology.open().minus(own | other);
        let reached = if topology.wraps() {
            Self::reached_by_steps(topology, own, other)
        } else {
            self.reached(topology, own, other)
        };
        reached & empty
    }

    /// On a flat board a direction is a shift. Discs of the first and last column stop lines that go
    /// sideways, so that no shift wraps around.
    #[inline(always)]
    fn reached(&self, topology: &Topology<B>, own: B, other: B) -> B {
        let cols = topology.cols() as u32;
        let inner = other & self.inner;
        let mut reached = B::EMPTY;
        for (by, crossed) in [(1, inner), (cols - 1, inner), (cols, other), (cols + 1, inner)] {
            let (mut up, mut down) = (own.up(by) & crossed, own.down(by) & crossed);
            let (mut run_up, mut run_down) = (up, down);
            while !(up | down).is_empty() {
                up = up.up(by) & crossed;
                down = down.down(by) & crossed;
                run_up |= up;
                run_down |= down;
            }
            reached |= run_up.up(by) | run_down.down(by);
        }
        reached
    }

    fn reached_by_steps(topology: &Topology<B>, own: B, other: B) -> B {
        let mut reached = B::EMPTY;
        for direction in Direction::ALL {
            let mut run = topology.step(own, direction) & other;
            let mut ahead = run;
            while !ahead.is_empty() {
                ahead = (topology.step(ahead, direction) & other).minus(run);
                run |= ahead;
            }
            reached |= topology.step(run, direction);
        }
        reached
    }

    /// The discs that a disc on this empty cell would turn.
    #[inline(always)]
    pub(super) fn flips(&self, topology: &Topology<B>, own: B, other: B, cell: usize) -> B {
        let mut flips = B::EMPTY;
        if !topology.near(cell).meets(other) {
            return flips;
        }
        for direction in Direction::ALL {
            let Some(next) = topology.next(cell, direction) else { continue };
            if !other.has(next) {
                continue;
            }
            let run = topology.slide_along(cell, direction, other);
            if topology.step(run, direction).meets(own) {
                flips |= run;
            }
        }
        flips
    }
}
