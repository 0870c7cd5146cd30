//! Games of an evaluation against itself, on any board: random openings, then short searches with a random move now and
//! then. Where a game asks for it, beside each position lies another, a random move or two after it: a search meets such
//! positions all the time, and good players never.

use agon_games::dice::Dice;
use agon_games::side::Side;

use super::sample::Sample;
use crate::budget::Budget;
use crate::engine::Strategy;
use crate::eval::Evaluator;
use crate::playable::Playable;
use crate::strategy::{DepthFirst, Settings};
use crate::turn::Timed;

/// How the games are played.
pub(super) struct Habits {
    /// Random plies before a game: so many, and up to so many more.
    pub(super) opening: [u32; 2],
    /// One move in so many is any legal one.
    pub(super) straying: u32,
    /// A game that one side is sure to win, by so many points, is not played to its end.
    pub(super) decided: i32,
    /// Whether the position that decides a game is learned from.
    pub(super) learns_the_end: bool,
    /// Whether positions beside the game are valued too.
    pub(super) looks_beside: bool,
}

/// A game that has not ended by then is left out.
const MOST_PLIES: usize = 700;

/// What is learned from a game; `sample` counts a position that the search has valued.
pub(super) fn play<G: Playable, E: Evaluator<G>>(
    game: &G,
    eval: E,
    habits: &Habits,
    n_nodes: u64,
    dice: &mut Dice,
    sample: impl Fn(&G::State, i32) -> Sample,
) -> Vec<Sample> {
    let settings = Settings { table_mebibytes: 1, ..Settings::STRONG };
    let mut player = Timed::new(DepthFirst::new(game, eval, settings));
    let mut think = |state: &G::State| player.think(game, state, &Budget::nodes(n_nodes), &mut |_| {});
    let mut state = game.start();
    for _ in 0..habits.opening[0] + dice.below(habits.opening[1] + 1) {
        if game.outcome(&state).is_some() {
            return Vec::new();
        }
        state = game.play(&state, game.random_move(&state, dice));
    }
    let mut samples: Vec<(Side, Sample)> = Vec::new();
    let mut beside: Vec<Sample> = Vec::new();
    for _ in 0..MOST_PLIES {
        if let Some(outcome) = game.outcome(&state) {
            return settle(samples, beside, |side| outcome.sign_for(side));
        }
        let thought = think(&state);
        let side = game.side(&state);
        if let Some(score) = thought.score {
            let is_decided = score.is_decided() || score.get().abs() >= habits.decided;
            if !is_decided || habits.learns_the_end {
                samples.push((side, sample(&state, score.get())));
            }
            if is_decided {
                let sign = score.get().signum();
                return settle(samples, beside, |other| if other == side { sign } else { -sign });
            }
        }
        if habits.looks_beside
            && let Some(other) = stray(game, &state, dice)
        {
            beside.extend(think(&other).score.map(|score| sample(&other, score.get())));
        }
        let mv = match dice.below(habits.straying) {
            0 => game.random_move(&state, dice),
            _ => game.unpack(thought.mv).expect("searches play moves of their game"),
        };
        state = game.play(&state, mv);
    }
    Vec::new()
}

/// The position after a random move or two, unless the game is over there.
fn stray<G: Playable>(game: &G, state: &G::State, dice: &mut Dice) -> Option<G::State> {
    let mut state = game.play(state, game.random_move(state, dice));
    if dice.below(2) == 0 && game.outcome(&state).is_none() {
        state = game.play(&state, game.random_move(&state, dice));
    }
    game.outcome(&state).is_none().then_some(state)
}

fn settle(samples: Vec<(Side, Sample)>, beside: Vec<Sample>, sign: impl Fn(Side) -> i32) -> Vec<Sample> {
    let settled =
        samples.into_iter().map(|(side, sample)| Sample { result: Some(sign(side) as i16), ..sample });
    settled.chain(beside).collect()
}
