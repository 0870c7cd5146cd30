//! The judge of the champion on boards without learned weights: moves of both sides, the empty cells that more of them may
//! come from, discs that lie open, corners, who may take one next, and the cells around them; discs when the board fills up.
//! The weights are those of the evaluation `balance`, which plays every board.

use super::discs::Discs;
use super::judge::Plain;

/// With so few empty cells it counts whose turn it is when an odd number of them is left.
const LAST: i32 = 12;
/// No value is larger.
const MOST: i32 = 6_300;

impl Plain {
    /// The value for the side to move, in hundredths of a disc.
    pub(super) fn broad_value(&self, discs: Discs) -> i32 {
        let count = |set: u64| set.count_ones() as i32;
        let lead = |set: u64| count(discs.own & set) - count(discs.other & set);
        let empty = self.open & !(discs.own | discs.other);
        let (moves, replies) = (discs.moves() & empty, discs.passed().moves() & empty);
        let n_empty = count(empty);
        let filled = 100 - 100 * n_empty / count(self.open).max(1);
        let mut value = 90 * (count(moves) - count(replies));
        value += 35 * (count(spread(discs.other) & empty) - count(spread(discs.own) & empty));
        value -= 20 * lead(spread(empty));
        value += (filled - 60).max(-10) * lead(self.open);
        let mut corners = self.corners;
        while corners != 0 {
            let corner = corners & corners.wrapping_neg();
            corners ^= corner;
            let near = spread(corner);
            let (diagonal, along) = (near & self.diagonal, near & self.along);
            if corner & empty == 0 {
                value += 900 * lead(corner) + 150 * lead(along);
                continue;
            }
            value -= 350 * lead(diagonal) + 120 * lead(along);
            value += 400 * i32::from(corner & moves != 0) - 300 * i32::from(corner & replies != 0);
        }
        if n_empty <= LAST {
            value += if n_empty % 2 == 1 { 60 } else { -60 };
        }
        value.clamp(-MOST, MOST)
    }
}

/// The set and all places that touch it.
const fn spread(set: u64) -> u64 {
    let wide = set | (set & 0x7F7F_7F7F_7F7F_7F7F) << 1 | (set & 0xFEFE_FEFE_FEFE_FEFE) >> 1;
    wide | wide << 8 | wide >> 8
}

#[cfg(test)]
mod tests {
    use agon_games::board::Board;
    use agon_games::dice::Dice;
    use agon_games::game::Game;
    use agon_games::reversi::{Reversi, Setup};
    use agon_games::shape::Shape;

    use super::*;
    use crate::eval::Evaluator;
    use crate::eval::reversi;
    use crate::othello::Grid;
    use crate::params::Params;

    #[test]
    fn it_values_as_the_evaluation_for_every_board_does() {
        let board = Board::of_shape(Shape::Square, 6, 8).unwrap();
        let game: Reversi<u64> = Reversi::new(Setup::standard(board).unwrap());
        let (grid, eval) =
            (Grid::of(&game).unwrap(), reversi::build(&game, "balance", &Params::defaults(&[])));
        let judge = Plain::new(grid.open);
        for seed in 0..20 {
            let mut dice = Dice::new(seed);
            let mut state = game.start();
            while game.outcome(&state).is_none() {
                let expected = eval.value(&game, &state, &eval.begin(&game, &state));
                assert_eq!(judge.broad_value(grid.discs(&state)), expected.clamp(-MOST, MOST));
                state = game.play(&state, game.random_move(&state, &mut dice));
            }
        }
    }
}
