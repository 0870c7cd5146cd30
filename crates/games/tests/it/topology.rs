//! Bitboards against the board that they were made from: every table and every step of a set must say what
//! walking from cell to cell says.

use agon_games::bits::{Bits, Wide};
use agon_games::board::Board;
use agon_games::dice::Dice;
use agon_games::direction::Direction;
use agon_games::shape::Shape;
use agon_games::topology::Topology;

fn check<B: Bits>(board: &Board, context: &str) {
    let topology = Topology::<B>::new(board.clone());
    let mut dice = Dice::new(board.n_cells() as u64);
    assert_eq!(topology.open(), B::of(board.open_cells()), "{context}: cells");
    for cell in board.open_cells() {
        let touching = B::of(Direction::ALL.into_iter().filter_map(|d| board.neighbour(cell, d)));
        assert_eq!(topology.near(cell), touching.minus(B::cell(cell)), "{context}: near {cell}");
        for direction in Direction::ALL {
            assert_eq!(topology.line(cell, direction), B::of(board.line(cell, direction)), "{context}");
            assert_eq!(topology.next(cell, direction), board.neighbour(cell, direction), "{context}");
        }
    }
    for _ in 0..40 {
        let set = B::of(board.open_cells().filter(|_| dice.below(4) == 0));
        for direction in Direction::ALL {
            let moved = B::of(set.cells().filter_map(|cell| board.neighbour(cell, direction)));
            assert_eq!(topology.step(set, direction), moved, "{context}: {set:?} {direction:?}");
        }
        let reached = set.cells().fold(set, |all, cell| all | topology.near(cell));
        assert_eq!(topology.reach(set), reached, "{context}: reach of {set:?}");
        check_slides(&topology, board, &mut dice, context);
    }
}

fn check_slides<B: Bits>(topology: &Topology<B>, board: &Board, dice: &mut Dice, context: &str) {
    let share = dice.below(10);
    let empty = B::of(board.open_cells().filter(|_| dice.below(10) <= share));
    for from in board.open_cells() {
        let mut all = B::EMPTY;
        for direction in Direction::ALL {
            let free = board.line(from, direction).take_while(|&cell| empty.has(cell));
            let along = B::of(free);
            assert_eq!(
                topology.slide_along(from, direction, empty),
                along,
                "{context}: {from} {direction:?}"
            );
            all |= along;
        }
        assert_eq!(topology.slide(from, empty), all, "{context}: slide from {from}");
    }
}

fn check_all_words(board: &Board, context: &str) {
    let n_cells = board.n_cells();
    if n_cells <= 64 {
        check::<u64>(board, context);
    }
    if n_cells <= 128 {
        check::<u128>(board, context);
    }
    if n_cells <= 256 {
        check::<Wide<4>>(board, context);
    }
    check::<Wide<8>>(board, context);
}

#[test]
fn every_shape_in_every_word_that_holds_it() {
    for shape in Shape::ALL {
        for width in [3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 20, 21, 22] {
            if let Ok(board) = Board::of_shape(shape, width, width) {
                check_all_words(&board, &format!("{shape} of {width}"));
            }
        }
    }
}

#[test]
fn rectangles_flat_and_wrapped() {
    for (cols, rows) in [(6, 5), (5, 6), (8, 7), (11, 5), (5, 13), (32, 16), (3, 100)] {
        for shape in [Shape::Square, Shape::Torus] {
            let board = Board::of_shape(shape, cols, rows).unwrap();
            check_all_words(&board, &format!("{shape} of {cols}x{rows}"));
        }
    }
}

#[test]
fn boards_of_random_holes() {
    let mut dice = Dice::new(4);
    for round in 0..30 {
        let (cols, rows) = (3 + dice.below(12), 3 + dice.below(12));
        let mut text = String::from(if round % 2 == 0 { "wrap\n" } else { "" });
        for _ in 0..rows {
            text.extend((0..cols).map(|_| if dice.below(5) == 0 { '#' } else { '.' }));
            text.push('\n');
        }
        let board = Board::parse(&text).unwrap();
        assert_eq!(board.to_text(), text);
        check_all_words(&board, &text);
    }
}
