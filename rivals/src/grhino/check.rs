//! The double against GRhino itself, move by move: `agon-rivals grhino-check [middle | ending | book] N [LEVEL] [SEED]` asks
//! both about N positions of games that wander about, and `grhino-check games` reads games that GRhino has played, one
//! a line, its colour and then all moves: `white c4 e3 ...`.

use std::io::{self, BufRead};
use std::time::{Duration, Instant};

use agon_games::dice::Dice;

use super::position::{Position, cell_text, parse_cell};
use super::real::Real;
use super::{Double, Game, Level};

/// What is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Positions that GRhino searches to a fixed depth.
    Middle,
    /// Positions that GRhino searches to the end.
    Ending,
    /// Games by the book.
    Book,
}

/// Random moves that every game begins with, and one in how many later moves is random too.
const N_RANDOM: u32 = 8;
const RANDOM_ONCE_IN: u32 = 3;
/// How far the games look ahead for the others.
const GLANCE: u32 = 2;
/// The most empty cells of a position that is asked about.
const MOST_EMPTY: u32 = 52;

/// Asks both about so many positions. Whether all answers agree.
pub(crate) fn compare(part: Part, n: u32, level: Level, seed: u64) -> Result<bool, String> {
    let mut double = Double::load(level, seed)?;
    let mut real = Real::start(level)?;
    let mut dice = Dice::new(seed);
    let (mut n_same, mut times) = (0, [Vec::new(), Vec::new()]);
    for number in 1..=n {
        let game = match part {
            Part::Middle => Game::from(double.wander(&mut dice, level.result_from + 1..MOST_EMPTY + 1)),
            Part::Ending => Game::from(double.wander(&mut dice, 1..level.result_from + 1)),
            Part::Book => double.by_the_book(&mut dice),
        };
        let (theirs, their_time) = timed(|| real.choose(&game))?;
        let (ours, our_time) = timed(|| Ok(double.choices(&game, part)))?;
        n_same += u32::from(ours.contains(&theirs));
        let position = game.position;
        let verdict = if ours.contains(&theirs) { "same" } else { "DIFFERENT" };
        let names = ours.iter().map(|&cell| cell_text(cell)).collect::<Vec<_>>().join(" or ");
        println!(
            "{number}: {} {} to move, {} empty: GRhino {} in {} ms, double {names} in {} ms, {} leaves: {verdict}",
            position.text(),
            position.colour(),
            position.n_empty(),
            cell_text(theirs),
            their_time.as_millis(),
            our_time.as_millis(),
            double.search.take_leaves(),
        );
        times[0].push(their_time);
        times[1].push(our_time);
    }
    let [theirs, ours] = times.map(|times| mean(&times));
    let number = level.number;
    println!(
        "level {number}, seed {seed}: {n_same} of {n} the same; mean ms a position: GRhino {theirs:.0}, double {ours:.1}"
    );
    Ok(n_same == n)
}

/// Reads games and compares every move of GRhino's before the ending. Whether all agree.
pub(crate) fn replay(input: impl BufRead) -> Result<bool, String> {
    let mut double = Double::load(Level::FULL, 0)?;
    let (mut n_book, mut n_same, mut n_different, mut n_ending) = (0, 0, 0, [0; 2]);
    for line in input.lines() {
        let line = line.map_err(|error: io::Error| error.to_string())?;
        let mut words = line.split_whitespace();
        let is_black = words.next() == Some("black");
        let mut game = Game::start();
        for word in words.filter(|word| *word != "pass") {
            let cell = parse_cell(word).filter(|cell| game.position.moves() >> cell & 1 != 0);
            let cell = cell.ok_or_else(|| format!("`{word}` is no move of the game `{line}`"))?;
            if game.position.is_black == is_black {
                let by_book = game.moves.as_ref().map(|moves| double.book.choices(moves)).unwrap_or_default();
                let is_ending = game.position.n_empty() <= Level::FULL.result_from;
                if by_book.contains(&cell) {
                    n_book += 1;
                } else {
                    let ours = double.choose(&game);
                    let is_same = ours == Some(cell) && by_book.is_empty();
                    match is_ending {
                        true => n_ending[usize::from(is_same)] += 1,
                        false if is_same => n_same += 1,
                        false => {
                            n_different += 1;
                            let ours = ours.map(cell_text).unwrap_or_default();
                            println!(
                                "{} {}: GRhino {word}, double {ours}",
                                game.position.text(),
                                game.position.colour()
                            );
                        }
                    }
                }
            }
            game.play(cell);
        }
    }
    let [ending_different, ending_same] = n_ending;
    println!(
        "middle game: {n_same} the same, {n_different} different; by the book: {n_book}; ending: {ending_same} the same, {ending_different} different"
    );
    Ok(n_different == 0)
}

impl Double {
    /// Every move that it may choose: one, but for the book.
    fn choices(&mut self, game: &Game, part: Part) -> Vec<u32> {
        match &game.moves {
            Some(moves) if part == Part::Book => self.book.choices(moves),
            _ => self.choose(game).into_iter().collect(),
        }
    }

    /// A position of a game that wanders about, with so many empty cells and a move to choose.
    fn wander(&mut self, dice: &mut Dice, n_empty: std::ops::Range<u32>) -> Position {
        let wanted = n_empty.start + dice.below(n_empty.end - n_empty.start);
        loop {
            let mut game = Game::start();
            while game.position.n_empty() > wanted && !game.position.is_over() {
                let n_played = 60 - game.position.n_empty();
                let is_random = n_played < N_RANDOM || dice.below(RANDOM_ONCE_IN) == 0;
                let moves: Vec<u32> = game.position.in_order().collect();
                let random = moves[dice.below(moves.len() as u32) as usize];
                let best = if is_random { None } else { self.search.best(game.position, GLANCE) };
                game.play(best.unwrap_or(random));
            }
            if game.position.moves().count_ones() > 1 {
                return game.position;
            }
        }
    }

    /// A game that has followed the book for a while.
    fn by_the_book(&mut self, dice: &mut Dice) -> Game {
        let mut game = Game::start();
        let n_moves = 1 + dice.below(20);
        while let Some(choice) = game.moves.as_ref().and_then(|moves| self.book.choose(moves, dice)) {
            let mut longer = game.clone();
            longer.play(choice);
            let goes_on = longer.moves.as_ref().is_some_and(|moves| !self.book.choices(moves).is_empty());
            if !goes_on || longer.position.n_empty() < 60 - n_moves {
                break;
            }
            game = longer;
        }
        game
    }
}

fn timed<T>(job: impl FnOnce() -> Result<T, String>) -> Result<(T, Duration), String> {
    let begun = Instant::now();
    Ok((job()?, begun.elapsed()))
}

/// In milliseconds.
fn mean(times: &[Duration]) -> f64 {
    times.iter().sum::<Duration>().as_secs_f64() * 1000.0 / times.len().max(1) as f64
}
