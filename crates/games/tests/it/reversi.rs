//! Reversi: the fast rules against the slow ones, the two kernels against each other, and its texts.

use agon_games::bits::{Bits, Wide};
use agon_games::board::Board;
use agon_games::catalog::{OpenError, ReadBoard, Table};
use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::reversi::{Reversi, Setup, State, Turn, file, othello, transcript};
use agon_games::shape::Shape;
use agon_games::side::Side;

use crate::reference::reversi::Slow;

fn slow_of<B: Bits>(game: &Reversi<B>, state: &State<B>) -> Slow {
    let owner = |cell| (0..2).find(|&side| state.discs[side].has(cell));
    let discs = (0..game.board().n_cells()).map(owner).collect();
    Slow { board: game.board().clone(), discs, side: game.side(state).index() }
}

/// Plays a random game in both rule books and compares them at every turn.
fn agree<B: Bits>(game: &Reversi<B>, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut state = game.start();
    let mut slow = slow_of(game, &state);
    loop {
        let context = format!("seed {seed}: {}", game.position_text(&state));
        assert_eq!(slow, slow_of(game, &state), "{context}: position");
        let expected = slow.placements(slow.side);
        assert_eq!(state.moves.cells().collect::<Vec<_>>(), expected, "{context}: moves");
        let is_over = expected.is_empty() && slow.is_over();
        assert_eq!(game.outcome(&state).is_some(), is_over, "{context}: end");
        if is_over {
            return;
        }
        let turn = game.random_move(&state, &mut dice);
        let changed: Vec<usize> = game.trace(&state, turn).changed;
        match turn {
            Turn::Disc(cell) => {
                assert_eq!(changed, slow.turned(slow.side, cell.into()), "{context}: {turn:?} turns");
                slow.play(Some(cell.into()));
            }
            Turn::Pass => slow.play(None),
        }
        state = game.play(&state, turn);
    }
}

/// A board of this size with discs thrown on it, so that lines of every length and place occur.
fn scattered(cols: usize, rows: usize, shape: Shape, holes: u32, dice: &mut Dice) -> Setup {
    let board = Board::of_shape(shape, cols, rows).unwrap();
    let holes: Vec<usize> = (0..board.n_cells()).filter(|_| dice.below(100) < holes).collect();
    let board = board.with_holes(holes);
    let mut discs = [Vec::new(), Vec::new()];
    for cell in board.open_cells() {
        match dice.below(9) {
            0..=2 => discs[0].push(cell),
            3..=6 => discs[1].push(cell),
            _ => {}
        }
    }
    let side = Side::from_index(dice.below(2) as usize);
    Setup { board, discs, side }
}

fn check_against_reference<B: Bits>(sizes: &[(usize, usize)], rounds: u64) {
    for &(cols, rows) in sizes {
        for shape in [Shape::Square, Shape::Torus] {
            for seed in 0..rounds {
                let mut dice = Dice::new(seed);
                let holes = [0, 0, 6, 20][seed as usize % 4];
                let setup = scattered(cols, rows, shape, holes, &mut dice);
                agree(&Reversi::<B>::new(setup), seed);
                if let Ok(setup) = Setup::standard(Board::of_shape(shape, cols, rows).unwrap()) {
                    agree(&Reversi::<B>::new(setup), seed);
                }
            }
        }
    }
}

#[test]
fn the_fast_rules_agree_with_the_slow_ones() {
    check_against_reference::<u64>(&[(2, 2), (2, 6), (4, 4), (6, 4), (5, 7), (8, 8), (16, 4)], 12);
    check_against_reference::<u128>(&[(10, 10), (9, 11), (4, 20)], 8);
    check_against_reference::<Wide<4>>(&[(16, 16), (12, 14)], 3);
    check_against_reference::<Wide<8>>(&[(22, 22), (32, 16)], 3);
}

#[test]
fn the_kernel_for_8x8_agrees_with_the_one_for_any_board() {
    let setup = Setup::standard(Board::of_shape(Shape::Square, 8, 8).unwrap()).unwrap();
    let game = Reversi::<u64>::new(setup);
    assert!(game.is_othello());
    let plain = game.clone().without_hand_written_kernel();
    let mut dice = Dice::new(64);
    for _ in 0..40_000 {
        let (own, mask) = (dice.word(), dice.word() | dice.word());
        let other = !own & mask;
        let expected = plain.placements(own, other);
        assert_eq!(othello::moves(own, other), expected, "{own:#x} {other:#x}");
        assert_eq!(othello::plain::moves(own, other), expected, "{own:#x} {other:#x}");
        let cell = dice.below(64) as usize;
        let (own, other) = (own & !(1 << cell), other & !(1 << cell));
        let expected = plain.flips(own, other, cell);
        assert_eq!(othello::flips(own, other, cell), expected, "{own:#x} {other:#x} {cell}");
        assert_eq!(othello::plain::flips(own, other, cell), expected, "{own:#x} {other:#x} {cell}");
    }
    for depth in 1..=7 {
        assert_eq!(game.perft(&game.start(), depth), agon_games::perft::count(&plain, &plain.start(), depth));
    }
}

#[test]
fn the_smallest_board_is_over_at_once() {
    for spec in ["reversi/2", "reversi/2?shape=torus"] {
        let start = Table::open(spec, None).unwrap().start();
        assert_eq!(start.outcome(), Some(agon_games::side::Outcome::Draw), "{spec}");
        assert!(start.moves().is_empty(), "{spec}");
    }
}

struct Files(&'static str);

impl ReadBoard for Files {
    fn read(&self, _: &str) -> Result<String, String> {
        Ok(self.0.to_owned())
    }
}

#[test]
fn boards_with_holes_and_board_files() {
    let open = |spec: &str, position: Option<&str>, text| -> Result<String, OpenError> {
        Table::open_with(spec, position, &Files(text)).map(|table| table.start_text())
    };
    let good = [
        ("reversi/6?shape=h", None, "", "__##__/__##__/__OX__/__XO__/__##__/__##__ X"),
        ("reversi/4x6", None, "", "____/____/_OX_/_XO_/____/____ X"),
        ("reversi?board=a", None, "wrap\n....\n....\n....\n....\n", "____/_OX_/_XO_/____ X"),
        ("reversi?board=a", None, "#...\n....\n....\n....\n", "#___/_OX_/_XO_/____ X"),
        ("reversi?board=a", Some("OX_/___/___ X"), "...\n...\n...\n", "OX_/___/___ X"),
        ("reversi/4", Some("#___/_OX_/_XO_/____ O"), "", "#___/_OX_/_XO_/____ O"),
    ];
    for (spec, position, text, expected) in good {
        assert_eq!(open(spec, position, text).as_deref(), Ok(expected), "{spec}");
    }
    let bad = [
        ("reversi/7", "no reversi board of 7x7: sides are even numbers from 2 to 10"),
        ("reversi/12", "no reversi board of 12x12: sides are even numbers from 2 to 10"),
        ("reversi/8x5", "no reversi board of 8x5: sides are even numbers from 2 to 10"),
        (
            "reversi/6?shape=donut",
            "the start puts a disc on row 3, column 4, which is a hole: give a start with --position",
        ),
        (
            "reversi/8?shape=eight",
            "the start puts a disc on row 4, column 5, which is a hole: give a start with --position",
        ),
        (
            "reversi?board=a",
            "a board of 3x2 has no middle for the first four discs: give a start with --position",
        ),
    ];
    for (spec, expected) in bad {
        assert_eq!(open(spec, None, "...\n...\n").unwrap_err().to_string(), expected, "{spec}");
    }
}

#[test]
fn moves_as_text() {
    let table = Table::open("reversi/8", None).unwrap();
    let start = table.start();
    for text in ["f5", "F5", " f5 ", "e6", "c4", "d3"] {
        assert!(start.parse_move(text).is_ok(), "{text}");
    }
    let bad = [
        ("", "`` is not a move of reversi: write a cell, such as a1, or `pass`"),
        ("f", "`f` is not a move of reversi: write a cell (a1 to h8) or `pass`"),
        ("f9", "`f9` is not a move of reversi: write a cell (a1 to h8) or `pass`"),
        ("i5", "`i5` is not a move of reversi: write a cell (a1 to h8) or `pass`"),
        ("5f", "`5f` is not a move of reversi: write a cell (a1 to h8) or `pass`"),
        ("f0", "`f0` is not a move of reversi: write a cell (a1 to h8) or `pass`"),
        ("f5d6", "`f5d6` is not a move of reversi: nothing may follow `f5`, but `d6` does"),
        ("f-5", "`f-5` is not a move of reversi: write a cell (a1 to h8) or `pass`"),
        ("é5", "`é5` is not a move of reversi: write a cell (a1 to h8) or `pass`"),
        ("passe", "`passe` is not a move of reversi: write a cell (a1 to h8) or `pass`"),
        ("pass", "`pass` is not legal here: there are moves, such as d3: only a side without one passes"),
        ("PA", "`PA` is not legal here: there are moves, such as d3: only a side without one passes"),
        ("d4", "`d4` is not legal here: d4 is taken"),
        ("a1", "`a1` is not legal here: a disc on a1 would turn none"),
    ];
    for (text, expected) in bad {
        assert_eq!(start.parse_move(text).unwrap_err().to_string(), expected, "{text}");
    }
    let over = Table::open("reversi/4", Some("XXXX/XXXX/XXXX/XXX_ O")).unwrap().start();
    assert_eq!(over.parse_move("d4").unwrap_err().to_string(), "`d4` is not legal here: the game is over");
    let stuck = Table::open("reversi/4", Some("_XO#/____/____/____ O")).unwrap().start();
    assert!(stuck.parse_move("a1").is_ok());
    let stuck = Table::open("reversi/4", Some("_XO#/____/____/____ X")).unwrap().start();
    assert_eq!(stuck.moves().len(), 1);
    for text in ["pass", "PASS", "pa", "PS", "--"] {
        assert!(stuck.parse_move(text).is_ok(), "{text}");
    }
    let expected = "`a1` is not legal here: no disc can be placed: write `pass`";
    assert_eq!(stuck.parse_move("a1").unwrap_err().to_string(), expected);
    let expected = "`d1` is not legal here: d1 is a hole of the board";
    assert_eq!(stuck.parse_move("d1").unwrap_err().to_string(), expected);
}

#[test]
fn positions_as_text() {
    let word = "---------------------------OX------XO---------------------------";
    let table = Table::open("reversi/8", Some(&format!("{word} X"))).unwrap();
    assert_eq!(table.start_text(), Table::open("reversi/8", None).unwrap().start_text());
    assert_eq!(Table::open("reversi/8", Some(&format!("{word} O"))).unwrap().start().side(), Side::Second);
    let bad8 = [
        (word.to_owned(), "position, character 66: after the rows comes who is to move: `X` or `O`"),
        (format!("{word}- X"), "position, character 65: more than 64 cells"),
        (
            format!("{} X", &word[1..]),
            "position, character 64: 63 of 64 cells: the rest is missing, or rows joined by `/`",
        ),
        (format!("{word} B"), "position, character 66: after the rows comes who is to move: `X` or `O`"),
        (word.replace('X', "*") + " X", "position, character 29: `*` is not a cell: use `X`, `O` or `-`"),
    ];
    for (text, expected) in bad8 {
        assert_eq!(Table::open("reversi/8", Some(&text)).unwrap_err().to_string(), expected, "{text}");
    }
    let bad4 = [
        ("", "position, character 1: row 1 has 0 of 4 cells: the rest is missing"),
        ("____/_OX_/_XO_/____", "position, character 21: after the rows comes who is to move: `X` or `O`"),
        ("____/_OX_/_XO_/____ Z", "position, character 21: after the rows comes who is to move: `X` or `O`"),
        ("____/_OX_/_XO_ X", "position, character 15: 3 of 4 rows: the rest is missing"),
        ("____/_OX_/_XO_/____/____ X", "position, character 20: more than 4 rows: the board has 4"),
        ("____/_OX/_XO_/____ X", "position, character 9: row 2 has 3 of 4 cells: the rest is missing"),
        ("____/_OX__/_XO_/____ X", "position, character 10: row 2 is longer than the board's 4 columns"),
        ("____/_OY_/_XO_/____ X", "position, character 8: `Y` is not a cell: use one of `XO_#`"),
        ("4/_OX_/_XO_/____ X", "position, character 1: `4` is not a cell: use one of `XO_#`"),
    ];
    for (text, expected) in bad4 {
        assert_eq!(Table::open("reversi/4", Some(text)).unwrap_err().to_string(), expected, "{text}");
    }
}

#[test]
fn transcripts() {
    let setup = Setup::standard(Board::of_shape(Shape::Square, 4, 4).unwrap()).unwrap();
    let game = Reversi::<u64>::new(setup);
    for seed in 0..300 {
        let (mut dice, mut state, mut turns) = (Dice::new(seed), game.start(), Vec::new());
        while game.outcome(&state).is_none() {
            turns.push(game.random_move(&state, &mut dice));
            state = game.play(&state, turns[turns.len() - 1]);
        }
        let text = transcript::write(&game, &turns);
        assert_eq!(transcript::read(&game, &game.start(), &text).as_ref(), Ok(&turns), "seed {seed}: {text}");
        let spelt: Vec<String> = turns.iter().map(|&turn| game.move_text(turn).to_uppercase()).collect();
        let spelt = spelt.join(" ");
        assert_eq!(
            transcript::read(&game, &game.start(), &spelt).as_ref(),
            Ok(&turns),
            "seed {seed}: {spelt}"
        );
    }
    let bad = [
        ("z9", "transcript, move 1: `z9` is not a move of reversi: write a cell (a1 to d4) or `pass`"),
        ("b1a1d4", "transcript, move 3: `d4` is not legal here: a disc on d4 would turn none"),
        (
            "b1pass",
            "transcript, move 2: `pass` is not legal here: there are moves, such as a1: only a side without one passes",
        ),
        ("b", "transcript, move 1: `b` is not a move of reversi: write a cell (a1 to d4) or `pass`"),
        ("é", "transcript, move 1: `é` is not a move of reversi: write a cell (a1 to d4) or `pass`"),
    ];
    for (text, expected) in bad {
        let error = transcript::read(&game, &game.start(), text).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

/// A position file of a data file: its name says whether it is good; a bad one says why.
#[test]
fn position_files() {
    let cases = include_str!("../data/reversi-files.txt").split("=== ").skip(1);
    let (mut good, mut bad) = (0, 0);
    for case in cases {
        let (head, text) = case.split_once('\n').unwrap();
        let text = text.replace("\\t", "\t").replace("\\r", "\r");
        match (head.split_once(": "), file::read(&text)) {
            (Some(("good", position)), Ok(setup)) => {
                good += 1;
                let game = Reversi::<u128>::new(setup.clone());
                assert_eq!(game.position_text(&game.start()), position, "{text}");
                assert_eq!(file::read(&file::write(&setup)), Ok(setup), "{text}");
            }
            (Some(("bad", expected)), Err(error)) => {
                bad += 1;
                assert_eq!(error.to_string(), expected, "{text}");
            }
            (_, found) => panic!("{head}: {text:?}: {found:?}"),
        }
    }
    assert!(good >= 20 && bad >= 40, "{good} good and {bad} bad files");
}
