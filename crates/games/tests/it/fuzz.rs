//! Every parser against mutated input: whatever comes in, an answer or an error comes out, and what was
//! accepted means the same when it is printed and read again. A round takes seconds; `AGON_FUZZ_RUNS` (runs
//! per parser) makes it as long as one likes, `AGON_FUZZ_SEED` makes it different.

use agon_games::board::Board;
use agon_games::catalog::Table;
use agon_games::dice::Dice;
use agon_games::game::Game;
use agon_games::record::Record;
use agon_games::reversi::{Reversi, Setup, file, transcript};
use agon_games::shape::Shape;
use agon_games::spec::GameSpec;

use crate::corpus::fuzz;

const SPECS: &[&str] = &[
    "amazons",
    "amazons/9?shape=donut&setup=school",
    "amazons/6x5",
    "amazons/22?shape=square",
    "blobwar/8?map=cross",
    "blobwar/9?shape=donut&rules=ataxx",
    "ataxx",
    "flood/12?shape=torus&colours=7&seed=3&colouring=symmetric",
    "flood/8x7?colours=6&forbidden=02:5&rules=strict",
    "flood/15?shape=h&forbidden=2",
    "reversi/10",
    "reversi/8?board=some/file.txt",
];

/// Games to fuzz the positions and moves of: every kind, a spread of words and shapes.
fn tables() -> Vec<Table> {
    [
        "amazons/5",
        "amazons/10",
        "amazons/12?shape=eight",
        "ataxx",
        "blobwar/9?shape=donut",
        "flood/6?colours=4",
        "flood/16?shape=torus",
        "reversi/4",
        "reversi/8",
        "reversi/10",
    ]
    .iter()
    .map(|spec| Table::open(spec, None).unwrap())
    .collect()
}

#[test]
fn specs() {
    fuzz(SPECS.iter().copied(), |text| {
        if let Ok(spec) = text.parse::<GameSpec>() {
            let again: GameSpec = spec.to_string().parse().unwrap_or_else(|error| panic!("{spec}: {error}"));
            assert_eq!(again, spec, "{text}");
        }
    });
}

#[test]
fn tables_of_specs() {
    fuzz(SPECS.iter().copied(), |text| {
        if let Ok(table) = Table::open(text, None) {
            let again = Table::open(&table.spec().to_string(), Some(&table.start_text()));
            assert_eq!(again.map(|again| again.start_text()), Ok(table.start_text()), "{text}");
        }
    });
}

#[test]
fn boards() {
    let texts = [
        "...\n...\n...\n",
        "wrap\n.....\n.#.#.\n.....\n.....\n.....",
        "..xx....\n........\n........\n........",
    ];
    fuzz(texts, |text| {
        if let Ok(board) = Board::parse(text) {
            assert_eq!(Board::parse(&board.to_text()), Ok(board), "{text:?}");
        }
    });
}

#[test]
fn positions() {
    for table in tables() {
        let spec = table.spec().to_string();
        let mut texts = vec![table.start_text()];
        let mut dice = Dice::new(7);
        let mut position = table.start();
        while !position.is_over() && texts.len() < 200 {
            let mv = position.random_move(&mut dice);
            assert!(position.play(mv));
            texts.push(position.text());
        }
        fuzz(texts, |text| {
            if let Ok(table) = Table::open(&spec, Some(text)) {
                let start = table.start();
                assert_eq!(start.is_over(), start.moves().is_empty(), "{spec}: {text}");
                assert_eq!(start.n_moves(), start.moves().len() as u64, "{spec}: {text}");
                let again = Table::open(&table.spec().to_string(), Some(&start.text()));
                assert_eq!(again.map(|again| again.start_text()), Ok(start.text()), "{spec}: {text}");
                play_on(start);
            }
        });
    }
}

/// A few moves from a position that somebody typed.
fn play_on(mut position: agon_games::catalog::Position) {
    let mut dice = Dice::new(position.hash());
    for _ in 0..4 {
        if position.is_over() {
            return;
        }
        let mv = position.playout_move(&mut dice);
        assert!(position.play(mv), "{position:?}");
    }
}

#[test]
fn moves() {
    for table in tables() {
        let start = table.start();
        let texts: Vec<String> = start.moves().into_iter().map(|mv| start.move_text(mv)).collect();
        fuzz(texts, |text| {
            if let Ok(mv) = start.parse_move(text) {
                assert!(start.is_legal(mv), "{text}");
                assert_eq!(start.parse_move(&start.move_text(mv)), Ok(mv), "{text}");
            }
        });
    }
}

#[test]
fn records() {
    let record = r#"{"version":1,"game":"reversi/4","start":"____/_OX_/_XO_/____ X","players":[{"name":"a","spec":"random"},{"name":"b","spec":"random"}],"moves":[{"move":"a2","us":12,"score":0.5}],"winner":null,"ending":"aborted","tally":[4,1]}"#;
    fuzz([record], |text| {
        if let Ok(record) = serde_json::from_str::<Record>(text) {
            let json = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
        }
    });
}

#[test]
fn reversi_files() {
    let start = Setup::standard(Board::of_shape(Shape::Square, 4, 4).unwrap()).unwrap();
    let texts =
        [file::write(&start), "# a comment\nO\n_ _ _ _\n_ X O _\n\n_ O X _ # more\n____\n".to_owned()];
    fuzz(texts, |text| {
        if let Ok(setup) = file::read(text) {
            let again = file::read(&file::write(&setup)).unwrap();
            assert_eq!((again.side, again.discs), (setup.side, setup.discs), "{text:?}");
        }
    });
}

#[test]
fn transcripts() {
    let board = Board::of_shape(Shape::Square, 8, 8).unwrap();
    let game = Reversi::<u64>::new(Setup::standard(board).unwrap());
    let start = game.start();
    fuzz(["f5d6c3d3c4f4f6f3e6e7", "f5 f6 E6 f4 -- e3", "f5d6c4pass"], |text| {
        if let Ok(turns) = transcript::read(&game, &start, text) {
            let written = transcript::write(&game, &turns);
            assert_eq!(transcript::read(&game, &start, &written), Ok(turns), "{text:?}");
        }
    });
}
