//! Mutated input for parsers: texts that mean something, edited at random. Other crates' fuzz tests use this
//! file too.

use agon_games::dice::Dice;

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

/// Runs one target on mutants of its corpus.
pub(crate) fn fuzz(texts: impl IntoIterator<Item = impl Into<String>>, mut target: impl FnMut(&str)) {
    let (runs, seed) = (number("AGON_FUZZ_RUNS", 20_000), number("AGON_FUZZ_SEED", 1));
    let corpus = Corpus::new(texts);
    let mut dice = Dice::new(seed);
    for _ in 0..runs {
        let text = corpus.mutant(&mut dice);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| target(&text)));
        assert!(outcome.is_ok(), "AGON_FUZZ_SEED={seed}: panic on {text:?}");
    }
}
