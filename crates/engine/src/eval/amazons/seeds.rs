//! The evaluations that students gave their first players: moves counted, targets by their distance, open
//! directions, blocked queens. All from the view of the side to move, in moves or steps.

use agon_games::amazons::{Amazons, State};
use agon_games::bits::Bits;
use agon_games::direction::Direction;
use agon_games::side::Side;

/// Own moves less `k` times the other's.
pub(super) fn mobility<B: Bits>(game: &Amazons<B>, state: &State<B>, k: f32) -> f32 {
    let [own, other] = both(state, |side| game.mobility(state, side) as f32);
    own - k * other
}

/// Every target counts as much as it is far away; the other's `k` times. To this, `k2` for each open
/// direction.
pub(super) fn distance<B: Bits>(game: &Amazons<B>, state: &State<B>, k: f32, k2: f32) -> f32 {
    let [own, other] = both(state, |side| {
        let all = reaches(game, state, side);
        let (steps, open) = all.fold((0, 0), |sum, reach| (sum.0 + reach.steps, sum.1 + reach.open));
        (steps as f32, open as f32)
    });
    own.0 - k * other.0 + k2 * (own.1 - other.1)
}

/// Each queen's targets by distance, times one and a tenth for each open direction; both sums weighted by how
/// many more queens are blocked on the other side.
pub(super) fn blocked<B: Bits>(game: &Amazons<B>, state: &State<B>) -> f32 {
    let [own, other] = both(state, |side| {
        reaches(game, state, side).fold((0.0, 0.0), |(sum, blocked), reach| {
            let value = reach.steps as f32 * (1.0 + 0.1 * reach.open as f32);
            (sum + value, blocked + f32::from(u8::from(reach.open == 0)))
        })
    });
    let total = state.queens[state.side.index()].count().max(1) as f32;
    let edge = (other.1 - own.1) / total;
    (1.0 + edge) * own.0 - (1.0 - edge) * other.0
}

/// What one queen can do.
struct Reach {
    /// Its targets, each counted by its distance.
    steps: u32,
    /// Directions in which it can go.
    open: u32,
}

fn reaches<B: Bits>(game: &Amazons<B>, state: &State<B>, side: Side) -> impl Iterator<Item = Reach> {
    state.queens[side.index()].cells().map(|from| {
        let mut reach = Reach { steps: 0, open: 0 };
        for direction in Direction::ALL {
            let far = game.topology().slide_along(from, direction, state.empty).count();
            reach.steps += far * (far + 1) / 2;
            reach.open += u32::from(far > 0);
        }
        reach
    })
}

/// Something of the side to move, then of the other.
fn both<B, T>(state: &State<B>, of: impl Fn(Side) -> T) -> [T; 2] {
    [of(state.side), of(!state.side)]
}
