//! Games of Amazons that the champion's search plays against itself or against other weights, a fixed number of
//! evaluations a move, in turn on 10x10 and on 8x8. They end where the regions are separated: then the fillings
//! are counted.

use agon_games::amazons::{Amazons, Shot, State};
use agon_games::bits::Bits;
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::side::Side;

use super::fit::Sample;
use crate::champion::amazons::filling;
use crate::champion::amazons::tree::{Taste, Tree};
use crate::eval::amazons::{Judge, Weights};

/// The boards that games are played on, in turn.
const BOARDS: [&str; 2] = ["amazons/10", "amazons/8"];
/// Positions of a region that its filling looks at when a game is counted.
const FILLING_NODES: u32 = 20_000;

/// The dice of a numbered game, of one kind of games.
pub(super) fn dice(seed: u64, kind: u64, number: u64) -> Dice {
    Dice::new(seed ^ kind << 56 ^ number.wrapping_mul(0x9E6C_63D0_876A_9A55))
}

/// A game of these weights against themselves from two to six random plies on: its positions, and for each
/// whether the side to move won.
pub(super) fn lesson(number: u64, mut dice: Dice, weights: &Weights, n_evaluations: u32) -> Vec<Sample> {
    /// On a board of either size.
    fn on<B: Bits>(game: &Amazons<B>, dice: &mut Dice, weights: &Weights, n_evaluations: u32) -> Vec<Sample> {
        let judge = Judge::new(game).with_weights(*weights);
        let n_random = 2 + dice.below(5);
        let start = random_plies(game, n_random, dice);
        let mut seen = Vec::new();
        let winner = play(game, [&judge, &judge], start, n_evaluations, |state| {
            let terms = judge.terms(state);
            seen.push((state.side, judge.phase(&terms), terms.values()));
        });
        let sample = |(side, phase, values)| Sample { phase, values, has_won: side == winner };
        seen.into_iter().map(sample).collect()
    }
    match board(number).game() {
        AnyGame::Amazons64(game) => on(game, &mut dice, weights, n_evaluations),
        AnyGame::Amazons128(game) => on(game, &mut dice, weights, n_evaluations),
        _ => unreachable!("boards of at most 128 cells"),
    }
}

/// How many of two games the first weights win against the second, from the same two random plies with colours
/// swapped.
pub(super) fn pair(number: u64, mut dice: Dice, weights: [&Weights; 2], n_evaluations: u32) -> u32 {
    /// On a board of either size.
    fn on<B: Bits>(game: &Amazons<B>, dice: &mut Dice, weights: [&Weights; 2], n_evaluations: u32) -> u32 {
        let [ours, theirs] = weights.map(|weights| Judge::new(game).with_weights(*weights));
        let start = random_plies(game, 2, dice);
        let first = play(game, [&ours, &theirs], start, n_evaluations, |_| {});
        let second = play(game, [&theirs, &ours], start, n_evaluations, |_| {});
        u32::from(first == Side::First) + u32::from(second == Side::Second)
    }
    match board(number).game() {
        AnyGame::Amazons64(game) => on(game, &mut dice, weights, n_evaluations),
        AnyGame::Amazons128(game) => on(game, &mut dice, weights, n_evaluations),
        _ => unreachable!("boards of at most 128 cells"),
    }
}

fn board(number: u64) -> Table {
    Table::open(BOARDS[number as usize % BOARDS.len()], None).expect("the boards exist")
}

fn random_plies<B: Bits>(game: &Amazons<B>, n_plies: u32, dice: &mut Dice) -> State<B> {
    (0..n_plies).fold(game.start(), |state, _| game.play(&state, game.random_move(&state, dice)))
}

/// Plays on until the regions are separated; who wins then. `note` sees every position.
fn play<B: Bits>(
    game: &Amazons<B>,
    judges: [&Judge<B>; 2],
    start: State<B>,
    n_evaluations: u32,
    mut note: impl FnMut(&State<B>),
) -> Side {
    let mut players = judges.map(|judge| Player { judge, n_evaluations, tree: None });
    let mut state = start;
    while game.outcome(&state).is_none() {
        if filling::is_separated(game, &state) {
            return longer_filling(game, &state);
        }
        note(&state);
        let mv = players[state.side.index()].think(game, &state);
        state = game.play(&state, mv);
    }
    // Whoever cannot move has lost.
    !state.side
}

fn longer_filling<B: Bits>(game: &Amazons<B>, state: &State<B>) -> Side {
    let moves_of = |side: Side| {
        let turned = State { side, ..*state };
        filling::longest(game, &turned, FILLING_NODES).map_or(0, |filling| filling.n_moves)
    };
    if moves_of(state.side) > moves_of(!state.side) { state.side } else { !state.side }
}

struct Player<'a, B> {
    judge: &'a Judge<B>,
    n_evaluations: u32,
    tree: Option<Tree<B>>,
}

impl<B: Bits> Player<'_, B> {
    fn think(&mut self, game: &Amazons<B>, state: &State<B>) -> Shot {
        let kept = self.tree.take().and_then(|tree| tree.follow(game, state));
        let mut tree = kept.unwrap_or_else(|| Tree::new(*state, Taste::default()));
        let mut n_spent = 0;
        while n_spent < self.n_evaluations || !tree.has_a_move() {
            n_spent += tree.grow(game, self.judge).max(1);
        }
        let order = |a: f32, b: f32| a.total_cmp(&b);
        let best = tree
            .candidates()
            .into_iter()
            .max_by(|a, b| a.visits.cmp(&b.visits).then_with(|| order(a.chance, b.chance)))
            .expect("the search went on until it had a move");
        self.tree = Some(tree);
        best.mv
    }
}
