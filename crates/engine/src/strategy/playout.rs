//! Games played to the end, or part of the way, to see how they go: random, greedy or not at all.

use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::side::{Outcome, Side};

use crate::eval::{Evaluator, look};
use crate::gauge::Purse;
use crate::score::Score;

/// How a leaf is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playout {
    /// By a game of random moves.
    Random,
    /// By a game of moves that look best at once.
    Greedy,
    /// By the evaluation, without playing.
    Evaluated,
}

/// A way to judge positions: by playing on for at most `cut` plies, then by evaluation.
#[derive(Clone, Debug)]
pub struct Judge<'a, G: Game, E> {
    pub(super) game: &'a G,
    pub(super) eval: &'a E,
    pub(super) playout: Playout,
    pub(super) cut: u32,
    pub(super) scale: f32,
}

/// The part of a game that a score promises to win: 1 is a sure win, 0.5 even.
#[inline(always)]
pub fn promise(score: Score, scale: f32) -> f32 {
    1.0 / (1.0 + (-score.get() as f32 / scale).exp())
}

/// The score that promises this part of a game.
pub fn score_of(promise: f32, scale: f32) -> Score {
    let promise = promise.clamp(0.000_1, 0.999_9);
    Score::of(((promise / (1.0 - promise)).ln() * scale) as i32)
}

/// 1 for a win of the side, 0.5 for a draw, 0 for a loss.
#[inline(always)]
pub fn part_won(sign: i32) -> f32 {
    (sign + 1) as f32 * 0.5
}

/// A random game from a state, of at most `cut` plies: where it led, and after how many. The one loop of all
/// playouts, compiled once per game.
#[inline(never)]
pub fn random_game<G: Game>(
    game: &G,
    state: &G::State,
    cut: u32,
    dice: &mut Dice,
) -> (G::State, Option<Outcome>, u32) {
    let (mut state, mut n_plies) = (*state, 0);
    loop {
        let outcome = game.outcome(&state);
        if outcome.is_some() || n_plies == cut {
            return (state, outcome, n_plies);
        }
        state = game.play(&state, game.playout_move(&state, dice));
        n_plies += 1;
    }
}

/// What came of a leaf.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// What part of the game the side may expect.
    pub part_won: f32,
    /// Whether the game was over there already.
    pub is_final: bool,
}

impl<G: Game, E: Evaluator<G>> Judge<'_, G, E> {
    /// What `side` may expect from a state. Pays for every ply played.
    pub fn judge(&self, state: &G::State, side: Side, dice: &mut Dice, purse: &mut Purse<'_>) -> Verdict {
        let (end, outcome, n_plies) = match self.playout {
            Playout::Random => random_game(self.game, state, self.cut, dice),
            Playout::Greedy => self.greedy_game(state, dice),
            Playout::Evaluated => random_game(self.game, state, 0, dice),
        };
        purse.use_up(n_plies);
        let part_won = match outcome {
            Some(outcome) => part_won(outcome.sign_for(side)),
            None => self.evaluated(&end, side),
        };
        Verdict { part_won, is_final: outcome.is_some() && n_plies == 0 }
    }

    fn evaluated(&self, state: &G::State, side: Side) -> f32 {
        let score = Score::of(self.eval.value(self.game, state, &self.eval.begin(self.game, state)));
        promise(if self.game.side(state) == side { score } else { -score }, self.scale)
    }

    /// A game in which each move is the best-looking of a few random ones: looking at all of them would take
    /// longer than it is worth.
    fn greedy_game(&self, state: &G::State, dice: &mut Dice) -> (G::State, Option<Outcome>, u32) {
        let (mut state, mut n_plies) = (*state, 0);
        loop {
            let outcome = random_game(self.game, &state, 0, dice).1;
            if outcome.is_some() || n_plies == self.cut {
                return (state, outcome, n_plies);
            }
            let memo = self.eval.begin(self.game, &state);
            let mut best = None;
            for _ in 0..GREEDY_TRIES {
                let mv = self.game.playout_move(&state, dice);
                let score = look(self.game, self.eval, &state, &memo, mv);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, mv));
                }
            }
            let (_, mv) = best.expect("at least one move was tried");
            (state, n_plies) = (self.game.play(&state, mv), n_plies + 1);
        }
    }
}

/// How many random moves a greedy playout chooses from.
const GREEDY_TRIES: u32 = 4;
