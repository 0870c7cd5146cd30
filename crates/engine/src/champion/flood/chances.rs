//! Games that are proved not to be won go on: a draw is kept, a loss cannot get worse, and the other side may not know
//! what was proved. The move that leaves it the most ways to go wrong is the best try.

use agon_games::bits::Bits;
use agon_games::flood::{COLOUR_NAMES, Flood, Paint, State};
use agon_games::game::Game;
use agon_games::side::Side;

use super::search::Ahead;
use crate::gauge::Gauge;
use crate::solve::flood::Prover;

/// Replies that look worse by so many hundredths of a cell are a third as likely.
const DOUBT: f64 = 1000.0;
/// A reply whose value could not be proved in time is a mistake this often.
const UNPROVED: f64 = 0.3;

/// Looks for chances in a position of which it is proved whether the side to move draws (0) or loses (-1).
pub(super) struct Chances<'a, B> {
    pub(super) game: &'a Flood<B>,
    pub(super) prover: &'a Prover<B>,
    pub(super) ahead: &'a mut Ahead<B>,
    pub(super) gauge: &'a Gauge,
    /// Whether there is no more time to look for them.
    pub(super) is_up: &'a (dyn Fn(u64) -> bool + Sync),
}

impl<B: Bits> Chances<'_, B> {
    /// The move after which a mistake is likeliest, if there is one after which a mistake is possible.
    pub(super) fn best(&mut self, state: &State<B>, sign: i32) -> Option<Paint> {
        let mut best: Option<(f64, Paint)> = None;
        for mv in self.colours(state) {
            let next = self.game.play(state, mv);
            let is_kept = sign < 0 || self.sign(&next, state.side) == Some(sign);
            if !is_kept || self.game.outcome(&next).is_some() {
                continue;
            }
            let chance = self.of_mistake(&next, sign);
            if chance > best.map_or(0.0, |(most, _)| most) {
                best = Some((chance, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    /// How likely the side to move is to give away what is proved: the other side's result is above `sign` then.
    fn of_mistake(&mut self, state: &State<B>, sign: i32) -> f64 {
        let promises = self.ahead.line(self.game, state, self.gauge).promises();
        let most = promises.iter().map(|(_, promise)| *promise).max().unwrap_or(0);
        let (mut all, mut mistakes) = (0.0, 0.0);
        for (reply, promise) in promises {
            let likely = (f64::from(promise - most) / DOUBT).exp();
            all += likely;
            mistakes += likely
                * match self.sign(&self.game.play(state, reply), !state.side) {
                    // From a loss to a draw is half of what there is to gain.
                    Some(proved) => f64::from((proved - sign).max(0)) / f64::from(1 - sign),
                    None => UNPROVED,
                };
        }
        if all > 0.0 { mistakes / all } else { 0.0 }
    }

    /// Whether a side wins (1), draws or loses (-1), if that is proved in time.
    fn sign(&self, state: &State<B>, side: Side) -> Option<i32> {
        if self.game.outcome(state).is_some() {
            let [own, other] = [side, !side].map(|side| i32::from(state.sizes[side.index()]));
            return Some((own - other).signum());
        }
        if (self.is_up)(0) {
            return None;
        }
        let (sign, _) = self.prover.sign(self.game, state, &|stride, _| (self.is_up)(stride))?;
        Some(if state.side == side { sign } else { -sign })
    }

    /// The colours that can be played: who is not winning has nothing to gain by a pass.
    fn colours(&self, state: &State<B>) -> impl Iterator<Item = Paint> + use<B> {
        let playable = self.game.playable(state, state.side);
        (0..COLOUR_NAMES.len() as u8).filter(move |colour| playable >> colour & 1 != 0).map(Paint::Colour)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use agon_games::catalog::{AnyGame, Table};
    use agon_games::dice::Dice;

    use super::super::guess::Weights;
    use super::super::memory::Memory;
    use super::*;

    /// Every position of a random game that is not won: a chance keeps what is proved, and some reply to it does not. How
    /// many chances were there, in drawn and in lost positions?
    fn check(game: &Flood<u64>, seed: u64) -> [u32; 2] {
        let (prover, gauge, never) = (Prover::new(game, 1), Gauge::endless(), |_| false);
        let mut ahead = Ahead::new(game, Arc::new(Memory::new(1)), Weights::TUNED);
        let (mut state, mut dice, mut counts) = (game.start(), Dice::new(seed), [0; 2]);
        while game.outcome(&state).is_none() {
            let (sign, _) = prover.sign(game, &state, &|_, _| false).expect("nobody stops it");
            if sign < 1 {
                let (ahead, gauge, prover) = (&mut ahead, &gauge, &prover);
                let mut chances = Chances { game, prover, ahead, gauge, is_up: &never };
                if let Some(mv) = chances.best(&state, sign) {
                    let (next, own) = (game.play(&state, mv), state.side);
                    assert_eq!(chances.sign(&next, own), Some(sign), "seed {seed}");
                    let replies: Vec<Paint> = chances.colours(&next).collect();
                    let is_better = |&reply| chances.sign(&game.play(&next, reply), own) > Some(sign);
                    assert!(replies.iter().any(is_better), "seed {seed}: {}", game.position_text(&next));
                    counts[usize::from(sign < 0)] += 1;
                }
            }
            state = game.play(&state, game.random_move(&state, &mut dice));
        }
        counts
    }

    #[test]
    fn chances_keep_what_is_proved() {
        let mut sums = [0; 2];
        for seed in 0..40 {
            let spec = format!("flood/6x5?colours=5&seed={seed}");
            let table = Table::open(&spec, None).unwrap();
            let AnyGame::Flood64(game) = table.game() else { panic!("{spec}: a small board") };
            let counts = check(game, seed);
            sums = [0, 1].map(|n| sums[n] + counts[n]);
        }
        assert!(sums.iter().all(|&n| n > 3), "{sums:?} chances in drawn and in lost positions");
    }
}
