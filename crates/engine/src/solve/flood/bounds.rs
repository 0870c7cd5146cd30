//! Bounds on how a game of Flood can end, from what each zone can still reach. They hold whatever both sides
//! do, passes included.

use agon_games::bits::Bits;
use agon_games::flood::{Flood, State};
use agon_games::side::Side;
use agon_games::spec::FloodRules;

/// The tables that bounds are computed with.
#[derive(Clone, Debug)]
pub(crate) struct Bounds<B> {
    near: Vec<B>,
    of_colour: Vec<B>,
    /// The sizes of the components in binary: the components whose size has the digit 1, 2, 4 and so on.
    digits: Vec<B>,
    /// The components whose colour each side may play.
    takes: [B; 2],
    is_strict: bool,
}

impl<B: Bits> Bounds<B> {
    pub(crate) fn new(game: &Flood<B>) -> Self {
        let all = game.components().all();
        let which = |is_in: &dyn Fn(usize) -> bool| B::of((0..all.len()).filter(|&at| is_in(at)));
        let largest = all.iter().map(|component| component.size).max().unwrap_or(1);
        let digits = (0..u16::BITS - largest.leading_zeros())
            .map(|digit| which(&|at| all[at].size >> digit & 1 != 0))
            .collect();
        let allowed = game.terms().allowed;
        Self {
            near: all.iter().map(|component| component.near).collect(),
            of_colour: (0..game.terms().colours.into()).map(|c| game.components().of_colour(c)).collect(),
            digits,
            takes: Side::BOTH.map(|side| which(&|at| allowed[side.index()] >> all[at].colour & 1 != 0)),
            is_strict: game.terms().rules == FloodRules::Strict,
        }
    }

    /// The components whose colour a side may play.
    #[inline(always)]
    pub(crate) const fn takes(&self, side: usize) -> B {
        self.takes[side]
    }

    /// How many cells a set of components has.
    #[inline(always)]
    pub(crate) fn size(&self, set: B) -> i32 {
        let digit = |(place, &of): (usize, &B)| (set & of).count() << place;
        self.digits.iter().enumerate().map(digit).sum::<u32>() as i32
    }

    /// The components of `within` that are connected to those of `from` inside it.
    #[inline(always)]
    fn connected(&self, from: B, within: B) -> B {
        let mut new = from & within;
        let mut seen = new;
        while !new.is_empty() {
            let near = new.cells().fold(B::EMPTY, |near, at| near | self.near[at]);
            new = (near & within).minus(seen);
            seen |= new;
        }
        seen
    }

    /// Two numbers between which the final lead of the side to move lies. They are as sharp as they can be
    /// made where that settles whether the lead is at least `beta` or at most `alpha`.
    ///
    /// A zone never grows beyond what it can reach now. Where only one zone reaches, it will take all that it
    /// can, but for what lies behind the colour that the other ends with.
    #[inline(always)]
    pub(crate) fn lead(&self, state: &State<B>, alpha: i32, beta: i32) -> (i32, i32) {
        let (s, o) = (state.side.index(), (!state.side).index());
        let free = !(state.zones[0] | state.zones[1]);
        let own = self.connected(state.reach[s], free & self.takes[s]);
        let other = self.connected(state.reach[o], free & self.takes[o]);
        let now = i32::from(state.sizes[s]) - i32::from(state.sizes[o]);
        let (own_most, other_most) = (self.size(own), self.size(other));
        let (mut low, mut high) = (now - other_most, now + own_most);
        let (own_alone, other_alone) = (own.minus(other), other.minus(own));
        if low < beta && !own_alone.is_empty() && low + self.size(own_alone) >= beta {
            low += self.surely(state, s, own_alone, other);
        }
        if high > alpha && !other_alone.is_empty() && high - self.size(other_alone) <= alpha {
            high -= self.surely(state, o, other_alone, own);
        }
        if self.is_strict && other.is_empty() {
            // The other zone keeps its size and its colour for ever.
            low = now + self.surely(state, s, own, other);
            high = low;
        }
        if state.passes > 0 {
            // A pass ends the game at once.
            high = high.max(now);
        }
        (low, high)
    }

    /// What a side takes in the end of a region that the other never reaches: at the end, nothing of it touches
    /// the zone but the colour that the other has then, which is its colour now or one that it can reach.
    fn surely(&self, state: &State<B>, side: usize, region: B, others: B) -> i32 {
        let taken = |region: B| self.size(self.connected(state.reach[side], region));
        let mut least = taken(region);
        for (colour, &of) in self.of_colour.iter().enumerate() {
            let is_last = others.meets(of) || usize::from(state.colours[1 - side]) == colour;
            if is_last && region.meets(of) {
                least = least.min(taken(region.minus(of)));
            }
        }
        least
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use agon_games::catalog::{AnyGame, Table};
    use agon_games::game::Game;

    use super::*;

    fn lead(game: &Flood<u64>, state: &State<u64>, seen: &mut HashMap<State<u64>, i32>) -> i32 {
        if let Some(&lead) = seen.get(state) {
            return lead;
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let value = |mv| -lead(game, &game.play(state, mv), seen);
        let (s, o) = (state.side.index(), (!state.side).index());
        let now = i32::from(state.sizes[s]) - i32::from(state.sizes[o]);
        let best = moves.into_iter().map(value).max().unwrap_or(now);
        seen.insert(*state, best);
        best
    }

    /// Every position of small games: the value lies between the bounds, whatever they were sharpened for.
    #[test]
    fn bounds_hold() {
        for seed in 0..200 {
            let rules = if seed % 2 == 0 { "seed" } else { "strict" };
            let forbidden = seed % 3;
            let spec = format!("flood/4x3?colours=4&seed={seed}&rules={rules}&forbidden={forbidden}");
            let table = Table::open(&spec, None).unwrap();
            let AnyGame::Flood64(game) = table.game() else { panic!("{spec}: a small board") };
            let mut seen = HashMap::new();
            lead(game, &game.start(), &mut seen);
            let bounds = Bounds::new(game);
            for (state, value) in seen.iter().filter(|(state, _)| game.outcome(state).is_none()) {
                for window in [(-1, 1), (value - 1, value + 1), (*value, value + 1), (value - 1, *value)] {
                    let (low, high) = bounds.lead(state, window.0, window.1);
                    let context = format!("{spec}: {} {window:?}", game.position_text(state));
                    assert!(low <= *value && *value <= high, "{context}: {low} {value} {high}");
                }
            }
        }
    }
}
