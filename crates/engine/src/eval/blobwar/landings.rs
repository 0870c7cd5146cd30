//! Moves of Blobwar by what they win: whole boards are added up, bit by bit, to tell how many opposing blobs
//! touch each cell, and the cells that win most are landed on first.

use agon_games::bits::Bits;
use agon_games::blobwar::{Blobwar, Hop, State};
use agon_games::direction::Direction;
use agon_games::game::Game;

/// The most neighbours that a cell has, and so the number of the stage that wins nothing.
const MOST: u32 = 8;

/// Appends the moves that win `MOST - stage` blobs, or the next fewer that some move wins: duplications first.
/// Returns the stage after that.
#[inline(always)]
pub(super) fn stage<B: Bits>(
    game: &Blobwar<B>,
    state: &State<B>,
    mut stage: u32,
    moves: &mut Vec<Hop>,
) -> Option<u32> {
    let topology = game.topology();
    let (own, empty) = (state.own(), game.empty(state));
    let near = topology.spread(own);
    let (beside, landings) = (near & empty, topology.spread(near) & empty);
    if landings.is_empty() {
        game.moves(state, moves);
        return None;
    }
    let counts = neighbours(game, state.their());
    while stage <= MOST {
        let cells = landings & equal(&counts, MOST - stage);
        stage += 1;
        if !cells.is_empty() {
            moves.extend((cells & beside).cells().map(|to| Hop::Duplicate { to: to as u16 }));
            for to in cells.cells() {
                let from = topology.ring(to) & own;
                moves.extend(from.cells().map(|from| Hop::Jump { from: from as u16, to: to as u16 }));
            }
            break;
        }
    }
    (stage <= MOST).then_some(stage)
}

/// How many cells of the set touch each cell, as four boards of binary digits, the lowest first.
#[inline(always)]
pub(super) fn neighbours<B: Bits>(game: &Blobwar<B>, set: B) -> [B; 4] {
    let step = |set, direction| game.topology().step_over(set, direction);
    let (east, west) = (step(set, Direction::E), step(set, Direction::W));
    let beside = [east ^ west, east & west];
    let row = add3(east, set, west);
    let above = row.map(|digit| step(digit, Direction::N));
    let below = row.map(|digit| step(digit, Direction::S));
    let [ones, carried] = add3(above[0], below[0], beside[0]);
    let [twos, fours] = add3(above[1], below[1], beside[1]);
    let [twos, more] = [twos ^ carried, twos & carried];
    [ones, twos, fours ^ more, fours & more]
}

/// The sum of three boards: the digits, and what is carried.
#[inline(always)]
fn add3<B: Bits>(a: B, b: B, c: B) -> [B; 2] {
    let half = a ^ b;
    [half ^ c, a & b | half & c]
}

/// The places where the count is `n`.
#[inline(always)]
fn equal<B: Bits>(digits: &[B; 4], n: u32) -> B {
    let digit = |at: usize| if n >> at & 1 != 0 { digits[at] } else { !digits[at] };
    digit(0) & digit(1) & digit(2) & digit(3)
}
