//! GRhino's second term: who will play last where. Empty cells that touch, diagonally too, are an area; small areas
//! that black cannot enter count against black, and an odd number of areas with an odd number of cells is good for
//! whoever is to move. It takes white to be able to enter every area, and so does this.

use super::position::Position;

/// Areas of more cells than this count by their number of cells alone.
const SMALL: u32 = 8;
/// What an area of one cell, of another odd number and of an even number of cells is worth to white when black cannot enter it.
const CLOSED: [i32; 3] = [8, 4, 1];
/// What the odd areas are worth.
const LAST_MOVE: i32 = 4;

/// The term from black's side; nothing where the empty cells are one area or none.
pub(crate) fn parity(position: Position) -> i32 {
    let empty = !(position.black() | position.white());
    let first = area(empty);
    if first == empty {
        return 0;
    }
    let black_discs = if position.is_black { position.discs } else { position.discs.passed() };
    let black_moves = black_discs.moves();
    let (mut left, mut score, mut n_odd) = (empty, 0, 0);
    while left != 0 {
        let area = area(left);
        left &= !area;
        let size = area.count_ones();
        let is_odd = size % 2 == 1;
        if size > SMALL || area & black_moves != 0 {
            n_odd += u32::from(is_odd);
        } else {
            score -= CLOSED[if size == 1 {
                0
            } else if is_odd {
                1
            } else {
                2
            }];
        }
    }
    let is_for_black = (n_odd % 2 == 1) == position.is_black;
    score + if is_for_black { LAST_MOVE } else { -LAST_MOVE }
}

/// The area that the first of these cells belongs to.
#[inline(always)]
fn area(cells: u64) -> u64 {
    let mut area = cells & cells.wrapping_neg();
    loop {
        let next = touched(area) & cells;
        if next == area {
            return area;
        }
        area = next;
    }
}

/// These cells and those that touch them.
#[inline(always)]
const fn touched(cells: u64) -> u64 {
    const NOT_A: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    const NOT_H: u64 = 0x7F7F_7F7F_7F7F_7F7F;
    let rows = cells | (cells << 1 & NOT_A) | (cells >> 1 & NOT_H);
    rows | rows << 8 | rows >> 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_engine::othello::Discs;

    /// Full of black discs but for these white ones and empty cells.
    fn position(white: &[u32], empty: &[u32], is_black: bool) -> Position {
        let set = |cells: &[u32]| cells.iter().fold(0_u64, |set, cell| set | 1 << cell);
        let (white, black) = (set(white), !set(white) & !set(empty));
        let discs = Discs { own: black, other: white };
        let position = Position { discs, is_black: true };
        if is_black { position } else { position.passed() }
    }

    #[test]
    fn one_area_counts_nothing() {
        assert_eq!(parity(position(&[], &[0, 1, 9], true)), 0);
        assert_eq!(parity(position(&[], &[0, 9, 18, 27], false)), 0);
    }

    #[test]
    fn areas_that_black_cannot_enter_count_against_black() {
        // a1 and h8, then a1 and g8 h8, then a1 with a2 and b2, and h8: no white disc to turn anywhere.
        assert_eq!(parity(position(&[], &[0, 63], true)), -8 - 8 - 4);
        assert_eq!(parity(position(&[], &[0, 62, 63], true)), -8 - 1 - 4);
        assert_eq!(parity(position(&[], &[0, 8, 9, 63], false)), -4 - 8 + 4);
    }

    #[test]
    fn odd_areas_that_are_open_are_good_for_the_side_to_move() {
        // Black can play a1 over b1, and h8 over g8 in the second.
        assert_eq!(parity(position(&[1], &[0, 63], true)), -8 + 4);
        assert_eq!(parity(position(&[1], &[0, 63], false)), -8 - 4);
        assert_eq!(parity(position(&[1, 62], &[0, 63], true)), -4);
        assert_eq!(parity(position(&[1, 62], &[0, 63], false)), 4);
    }

    #[test]
    fn large_areas_count_when_they_are_odd() {
        // The first row but h1 and a cell of the second, nine, and then eight, beside h8.
        let nine = [0, 1, 2, 3, 4, 5, 6, 8, 9, 63];
        assert_eq!(parity(position(&[], &nine, true)), -8 + 4);
        let even = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 63];
        assert_eq!(parity(position(&[], &even, true)), -8 - 4);
    }
}
