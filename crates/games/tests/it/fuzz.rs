//! Every parser against mutated input: whatever comes in, an answer or an error comes out, and what was
//! accepted means the same when it is printed and read again. A round takes seconds; `AGON_FUZZ_RUNS` (runs
//! per parser) makes it as long as one likes, `AGON_FUZZ_SEED` makes it different.

use agon_games::board::Board;
use agon_games::catalog::Table;
use agon_games::dice::Dice;
use agon_games::record::Record;
use agon_games::spec::GameSpec;

/// Texts to start from and characters that mean something to some parser.
struct Corpus {
    texts: Vec<String>,
    tokens: &'static [&'static str],
}

const TOKENS: &[&str] = &[
    "/",
    "?",
    "&",
    "=",
    "x",
    "X",
    "O",
    "o",
    "_",
    "-",
    "#",
    "*",
    "Q",
    "q",
    ".",
    "0",
    "1",
    "9",
    "10",
    "99",
    "512",
    "4294967296",
    "18446744073709551616",
    " ",
    "\n",
    "\t",
    "w",
    "b",
    ":",
    "shape",
    "torus",
    "wrap\n",
    "pass",
    "0000",
    "a1",
    "j10",
    "z99",
    "é",
    "\u{0}",
    "\u{202e}",
    "💥",
    "--",
    "+",
    "1e9",
];

impl Corpus {
    fn new(texts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { texts: texts.into_iter().map(Into::into).collect(), tokens: TOKENS }
    }

    /// A text of the corpus after a few random edits.
    fn mutant(&self, dice: &mut Dice) -> String {
        let pick = |dice: &mut Dice| &self.texts[dice.below(self.texts.len() as u32) as usize];
        let mut text: Vec<char> = pick(dice).chars().collect();
        for _ in 0..=dice.below(5) {
            let at = dice.below(text.len() as u32 + 1) as usize;
            let end = (at + dice.below(6) as usize).min(text.len());
            match dice.below(6) {
                0 => drop(text.drain(at..end)),
                1 | 2 => {
                    let token = self.tokens[dice.below(self.tokens.len() as u32) as usize];
                    drop(text.splice(at..end.min(at + 1), token.chars()));
                }
                3 => {
                    let copy: Vec<char> = text[at..end].to_vec();
                    drop(text.splice(at..at, copy));
                }
                4 => {
                    let other: Vec<char> = pick(dice).chars().collect();
                    let from = dice.below(other.len() as u32 + 1) as usize;
                    text.truncate(at);
                    text.extend(&other[from..]);
                }
                _ if at < text.len() => {
                    text[at] = char::from_u32(dice.below(0x250)).unwrap_or(' ');
                }
                _ => {}
            }
        }
        text.into_iter().take(4_000).collect()
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Runs one target on mutants of its corpus; every thousandth is left as it is.
fn fuzz(texts: impl IntoIterator<Item = impl Into<String>>, mut target: impl FnMut(&str)) {
    let (runs, seed) = (number("AGON_FUZZ_RUNS", 20_000), number("AGON_FUZZ_SEED", 1));
    let corpus = Corpus::new(texts);
    let mut dice = Dice::new(seed);
    for _ in 0..runs {
        let text = corpus.mutant(&mut dice);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| target(&text)));
        assert!(outcome.is_ok(), "AGON_FUZZ_SEED={seed}: panic on {text:?}");
    }
}

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
