//! Games of Amazons that the champion's search plays against itself, a fixed number of evaluations a move, on boards
//! of several sizes in turn. They end where the regions are separated: then the fillings are counted. All that the
//! search looked at often enough at the root is learned from, and some queen moves at random that it would not have
//! looked at: an evaluation has to tell good from poor, not only who wins.

use agon_games::amazons::{Amazons, Shot, State};
use agon_games::bits::Bits;
use agon_games::catalog::{AnyGame, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::side::Side;

use super::sample::Sample;
use crate::champion::amazons::filling;
use crate::champion::amazons::tree::{Seen, Taste, Tree};
use crate::eval::amazons::{Judge, Weights};

/// The boards that games are played on, in turn.
const BOARDS: [&str; 8] = [
    "amazons/10",
    "amazons/8",
    "amazons/10",
    "amazons/9?shape=donut",
    "amazons/8",
    "amazons/10",
    "amazons/8",
    "amazons/6",
];
/// How the search goes about it, whatever the champion came to do since.
const TASTE: Taste = Taste {
    curiosity: 0.6,
    breadth: 0.5,
    doubt: 0.1,
    first_look: 0.45,
    least_look: 10,
    full_look: 8,
    arrow_gain: 0.3,
    experience: 0.0,
    afresh: 0,
};
/// Random plies before a game, one of these.
const OPENINGS: [u32; 10] = [0, 1, 2, 3, 4, 5, 6, 8, 10, 14];
/// One move in so many is not the best but one of those that were looked at.
const STRAYING: u32 = 20;
/// Queen moves of each position that are looked into whatever they promise.
const AT_RANDOM: u32 = 3;
/// How often a position must have been looked at to be learned from.
const N_VISITS: u32 = 20;
/// What counts as known of the positions of the game itself: this much the outcome, the rest what the search said.
const OUTCOME: f32 = 0.2;
/// Positions of a region that its filling looks at when a game is counted.
const FILLING_NODES: u32 = 20_000;

/// The dice of a numbered game.
fn dice(seed: u64, number: u64) -> Dice {
    Dice::new(seed ^ 1 << 56 ^ number.wrapping_mul(0x9E6C_63D0_876A_9A55))
}

/// What is learned from a numbered game of these weights against themselves.
pub(super) fn lesson(seed: u64, number: u64, weights: &Weights, n_evaluations: u32) -> Vec<Sample> {
    let mut dice = dice(seed, number);
    let table = Table::open(BOARDS[number as usize % BOARDS.len()], None).expect("the boards exist");
    match table.game() {
        AnyGame::Amazons64(game) => on(game, &mut dice, weights, n_evaluations),
        AnyGame::Amazons128(game) => on(game, &mut dice, weights, n_evaluations),
        _ => unreachable!("boards of at most 128 cells"),
    }
}

fn on<B: Bits>(game: &Amazons<B>, dice: &mut Dice, weights: &Weights, n_evaluations: u32) -> Vec<Sample> {
    let judge = Judge::new(game).with_weights(weights.clone());
    let mut state = opening(game, dice);
    let mut tree = None::<Tree<B>>;
    let mut noted = Vec::new();
    while game.outcome(&state).is_none() && !filling::is_separated(game, &state) {
        let next = match tree.take() {
            Some(tree) => tree.over(game, &state),
            None => Tree::new(state, TASTE),
        };
        let grown = tree.insert(next);
        let mut n_spent = 0;
        while n_spent < n_evaluations || !grown.has_a_move() {
            n_spent += grown.grow(game, &judge).max(1);
        }
        let mv = choose(grown, dice);
        for _ in 0..AT_RANDOM {
            let queen_moves = grown.queen_moves();
            let queen_move = queen_moves[dice.below(queen_moves.len() as u32) as usize];
            for _ in 0..N_VISITS + 4 {
                grown.look_into(game, &judge, queen_move);
            }
        }
        noted.extend(grown.seen(N_VISITS).into_iter().map(|seen| (is_played(&seen, mv), seen)));
        state = game.play(&state, mv);
    }
    let winner = winner(game, &state);
    let sample = |(is_played, seen): (bool, Seen<B>)| {
        let outcome = f32::from(u8::from(seen.state.side == winner));
        let chance = if is_played { seen.chance + OUTCOME * (outcome - seen.chance) } else { seen.chance };
        Sample::new(&judge.counts(&seen.state), seen.has_arrow, chance)
    };
    noted.into_iter().map(sample).collect()
}

fn opening<B: Bits>(game: &Amazons<B>, dice: &mut Dice) -> State<B> {
    let n_plies = OPENINGS[dice.below(OPENINGS.len() as u32) as usize];
    let mut state = game.start();
    for _ in 0..n_plies {
        if game.outcome(&state).is_none() {
            state = game.play(&state, game.random_move(&state, dice));
        }
    }
    state
}

/// The move that was looked at most, now and then another by how often it was looked at.
fn choose<B: Bits>(tree: &Tree<B>, dice: &mut Dice) -> Shot {
    let candidates = tree.candidates();
    let best = candidates
        .iter()
        .max_by(|a, b| a.visits.cmp(&b.visits).then_with(|| a.chance.total_cmp(&b.chance)))
        .expect("the search went on until it had a move");
    if dice.below(STRAYING) > 0 {
        return best.mv;
    }
    let mut left = dice.below(candidates.iter().map(|candidate| candidate.visits).sum());
    for candidate in &candidates {
        match left.checked_sub(candidate.visits) {
            Some(less) => left = less,
            None => return candidate.mv,
        }
    }
    best.mv
}

fn is_played<B>(seen: &Seen<B>, mv: Shot) -> bool {
    let (queen, arrow) = seen.cells;
    queen == [mv.from, mv.to] && arrow.is_none_or(|arrow| arrow == mv.arrow)
}

/// Who wins a game that is over or separated.
fn winner<B: Bits>(game: &Amazons<B>, state: &State<B>) -> Side {
    let moves_of = |side: Side| {
        let turned = State { side, ..*state };
        filling::longest(game, &turned, FILLING_NODES).map_or(0, |filling| filling.n_moves)
    };
    if moves_of(state.side) > moves_of(!state.side) { state.side } else { !state.side }
}
