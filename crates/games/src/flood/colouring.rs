//! The colours that a game of Flood begins with, and the colours that are forbidden to each player. Both
//! come from the seed alone and are part of what a spec promises: the same spec names the same board for
//! ever, so nothing here may change the order of its throws.

use super::setup::{HOLE, SetupError};
use crate::board::Board;
use crate::dice::Dice;
use crate::direction::Direction;
use crate::spec::{Colouring, FloodOptions, Forbidden};

/// Keeps the throws for forbidden colours apart from those for the board.
const FORBIDDEN_SALT: u64 = 0xF0_4B1D;

/// One colour per cell of the grid, [`HOLE`] where there is none; the two starts differ.
pub(super) fn colours(
    board: &Board,
    starts: [usize; 2],
    options: &FloodOptions,
) -> Result<Vec<u8>, SetupError> {
    let mut dice = Dice::new(options.seed);
    let n = options.colours;
    let mut cells = match options.colouring {
        Colouring::Random => fill(board, |_| dice.below(n.into()) as u8),
        Colouring::Cyclic => fill(board, |cell| (cell % usize::from(n)) as u8),
        Colouring::Blocks => blocks(board, n, &mut dice),
        Colouring::Symmetric => return symmetric(board, starts, n, &mut dice),
    };
    if cells[starts[0]] == cells[starts[1]] {
        // Any other colour, each as likely as the next where the board is drawn; the next one where it is not.
        let by = if options.colouring == Colouring::Cyclic { 0 } else { dice.below(u32::from(n) - 1) as u8 };
        cells[starts[1]] = (cells[starts[1]] + 1 + by) % n;
    }
    Ok(cells)
}

fn fill(board: &Board, mut colour: impl FnMut(usize) -> u8) -> Vec<u8> {
    (0..board.n_cells()).map(|cell| if board.is_open(cell) { colour(cell) } else { HOLE }).collect()
}

/// Squares of one colour, two cells wide on small boards and a sixth of the shorter side on large ones.
fn blocks(board: &Board, n: u8, dice: &mut Dice) -> Vec<u8> {
    let side = (board.cols().min(board.rows()) / 6).max(2);
    let across = board.cols().div_ceil(side);
    let drawn: Vec<u8> =
        (0..across * board.rows().div_ceil(side)).map(|_| dice.below(n.into()) as u8).collect();
    fill(board, |cell| drawn[cell / board.cols() / side * across + cell % board.cols() / side])
}

/// A board that is its own half-turn, the one that exchanges the starts. The starts themselves must differ,
/// so the cells around them have neither of their colours: both zones begin with one cell and see the same
/// board. Two colours do not suffice for that: there, the half-turn also exchanges the colours.
fn symmetric(board: &Board, starts: [usize; 2], n: u8, dice: &mut Dice) -> Result<Vec<u8>, SetupError> {
    let turn = |cell| half_turn(board, starts, cell);
    let fits = (0..board.n_cells()).all(|cell| board.is_open(cell) == board.is_open(turn(cell)));
    if !fits || turn(starts[0]) != starts[1] {
        return Err(SetupError::NotSymmetric);
    }
    let first = dice.below(n.into()) as u8;
    let second = (first + 1 + dice.below(u32::from(n) - 1) as u8) % n;
    let others: Vec<u8> = (0..n).filter(|&colour| n == 2 || (colour != first && colour != second)).collect();
    let beside = |cell| {
        starts.iter().any(|&s| Direction::STRAIGHT.iter().any(|&d| board.neighbour(s, d) == Some(cell)))
    };
    let mut cells = vec![HOLE; board.n_cells()];
    for cell in board.open_cells() {
        if cells[cell] != HOLE {
            continue;
        }
        let colour = if beside(cell) {
            others[dice.below(others.len() as u32) as usize]
        } else {
            dice.below(n.into()) as u8
        };
        cells[turn(cell)] = if n == 2 { 1 - colour } else { colour };
        cells[cell] = colour;
    }
    cells[starts[0]] = first;
    cells[starts[1]] = second;
    Ok(cells)
}

/// Where the half-turn about the middle between the starts takes a cell.
fn half_turn(board: &Board, starts: [usize; 2], cell: usize) -> usize {
    if !board.wraps() {
        return board.n_cells() - 1 - cell;
    }
    let turned = |at: usize, a: usize, b: usize, side: usize| (a + b + side - at) % side;
    let [(row, col), first, second] =
        [cell, starts[0], starts[1]].map(|cell| (cell / board.cols(), cell % board.cols()));
    board.cell(turned(row, first.0, second.0, board.rows()), turned(col, first.1, second.1, board.cols()))
}

/// The colours that each player may play, as bits.
pub(super) fn allowed(options: &FloodOptions) -> [u8; 2] {
    let all = ((1u16 << options.colours) - 1) as u8;
    let mut dice = Dice::new(options.seed ^ FORBIDDEN_SALT);
    let forbidden = match &options.forbidden {
        Forbidden::Given(sets) => sets.each_ref().map(|set| set.iter().fold(0, |bits, c| bits | 1 << c)),
        Forbidden::Drawn(n) => [(); 2].map(|()| {
            let mut colours: Vec<u8> = (0..options.colours).collect();
            dice.shuffle(&mut colours);
            colours.iter().take((*n).into()).fold(0, |bits, c| bits | 1 << c)
        }),
    };
    forbidden.map(|bits: u8| all & !bits)
}
