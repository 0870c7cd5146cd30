//! Counting lines of Blobwar. The last two plies are counted together, one landing cell at a time, without
//! playing them: what a landing takes from the opponent's replies is the same for every blob that lands
//! there, and what the jumper's own cell gives back is counted for all jumpers at once.

use super::rules::{Blobwar, Hop, QUIET_LIMIT, State};
use crate::bits::Bits;
use crate::game::Game;

impl<B: Bits> Blobwar<B> {
    /// Lines of exactly `depth` plies.
    pub(super) fn count_lines(&self, state: &State<B>, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.n_moves(state),
            2 => self.count_two(state),
            _ => {
                let mut total = 0;
                self.each_move(state, |mv| total += self.count_lines(&self.play(state, mv), depth - 1));
                total
            }
        }
    }

    /// Hands over every legal move without a list.
    #[inline(always)]
    fn each_move(&self, state: &State<B>, mut visit: impl FnMut(Hop)) {
        if self.is_over(state) {
            return;
        }
        let (own, empty) = (state.own(), self.empty(state));
        if !self.can_move(own, empty) {
            return visit(Hop::Pass);
        }
        for to in (self.topology.spread(own) & empty).cells() {
            visit(Hop::Duplicate { to: to as u16 });
        }
        for from in own.cells() {
            for to in (self.topology.ring(from) & empty).cells() {
                visit(Hop::Jump { from: from as u16, to: to as u16 });
            }
        }
    }

    /// Lines of two plies.
    fn count_two(&self, state: &State<B>) -> u64 {
        let (own, their, empty) = (state.own(), state.their(), self.empty(state));
        let is_near_the_limit = state.quiet + 1 >= QUIET_LIMIT;
        if is_near_the_limit || own.is_empty() || their.is_empty() || !self.can_move(own, empty) {
            return self.count_two_by_playing(state, |_| true);
        }
        // How many of their blobs are two steps from each cell, as a binary number whose digits are sets.
        let mut facing = [B::EMPTY; 5];
        for cell in their.cells() {
            let mut carry = self.topology.ring(cell);
            for digit in &mut facing {
                let next = *digit & carry;
                *digit ^= carry;
                carry = next;
            }
        }
        let their_jumps = self.n_jumps(their, empty);
        let beside = self.topology.spread(own) & empty;
        let within = self.topology.spread(self.topology.spread(own)) & empty;
        let mut total = 0;
        for to in within.cells() {
            let converted = self.topology.near(to) & their;
            let left = their ^ converted;
            let jumpers = self.topology.ring(to) & own;
            let (mut lost, mut hidden) = ((self.topology.ring(to) & their).count(), 0);
            for cell in converted.cells() {
                let ring = self.topology.ring(cell);
                lost += (ring & empty).count();
                hidden += (ring & jumpers).count();
            }
            let reach = self.topology.spread(left);
            let replies = their_jumps - lost + (reach & empty).minus(B::cell(to)).count();
            if replies == 0 {
                total += self.count_two_by_playing(state, |mv| match mv {
                    Hop::Duplicate { to: cell } | Hop::Jump { to: cell, .. } => usize::from(cell) == to,
                    Hop::Pass => false,
                });
                continue;
            }
            let ways = jumpers.count() + u32::from(beside.has(to));
            let regained: u32 = (0..5).map(|digit| (jumpers & facing[digit]).count() << digit).sum();
            total += u64::from(ways * replies + regained - hidden + (jumpers & reach).count());
        }
        total
    }

    /// Lines of two plies whose first is wanted, the plain way.
    #[cold]
    fn count_two_by_playing(&self, state: &State<B>, is_wanted: impl Fn(Hop) -> bool) -> u64 {
        let mut total = 0;
        self.each_move(state, |mv| {
            if is_wanted(mv) {
                total += self.n_moves(&self.play(state, mv));
            }
        });
        total
    }
}
