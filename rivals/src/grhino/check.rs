//! The double against GRhino itself, move by move: `agon-rivals grhino-check [middle | ending | book] N [LEVEL] [SEED]` asks
//! both about N positions of games that wander about, and `grhino-check games` reads games that GRhino has played, one
//! a line, its colour and then all moves, a bar behind those that were given as the opening: `white c4 e3 | f6 ...`.

use std::io::BufRead;
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
/// The most and the fewest empty cells of a position that is asked about.
const MOST_EMPTY: u32 = 52;
const FEWEST_EMPTY: u32 = 4;

/// Asks both about so many positions. Whether all answers agree.
pub(crate) fn compare(part: Part, n: u32, level: Level, seed: u64) -> Result<bool, String> {
    let mut double = Double::load(level, seed)?;
    let mut real = Real::start(level)?;
    let mut dice = Dice::new(seed);
    let (mut n_same, mut times) = (0, [Vec::new(), Vec::new()]);
    for number in 1..=n {
        let game = match part {
            Part::Middle => Game::from(double.wander(&mut dice, level.result_from + 1..MOST_EMPTY + 1)),
            Part::Ending => Game::from(double.wander(&mut dice, FEWEST_EMPTY..level.result_from + 1)),
            Part::Book => double.by_the_book(&mut dice),
        };
        let (theirs, their_time) = timed(|| real.choose(&game))?;
        let (ours, our_time) = timed(|| Ok(double.choices(&game, part)))?;
        n_same += u32::from(ours.contains(&theirs));
        let position = game.position;
        let verdict = if ours.contains(&theirs) { "same" } else { "DIFFERENT" };
        let names = ours.iter().map(|&cell| cell_text(cell)).collect::<Vec<_>>().join(" or ");
        println!(
            "{number}: {} {} to move, {} empty: GRhino {} in {} ms, double {names} in {} ms: {verdict}",
            position.text(),
            position.colour(),
            position.n_empty(),
            cell_text(theirs),
            their_time.as_millis(),
            our_time.as_millis(),
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

/// What came of moves of GRhino's in games.
#[derive(Default)]
struct Tally {
    by_book: u32,
    middle: [u32; 2],
    ending: [u32; 2],
}

/// Reads games and compares every move that GRhino chose. Whether all before the ending agree.
pub(crate) fn replay(input: impl BufRead) -> Result<bool, String> {
    let mut double = Double::load(Level::FULL, 0)?;
    let mut tally = Tally::default();
    for line in input.lines() {
        double.replay(&line.map_err(|error| error.to_string())?, &mut tally)?;
    }
    let Tally { by_book, middle, ending } = tally;
    println!("by the book: {by_book}");
    for (part, [different, same]) in [("middle game", middle), ("ending", ending)] {
        println!("{part}: {same} the same, {different} different");
    }
    Ok(middle[0] == 0)
}

impl Double {
    /// Compares the moves of one game.
    fn replay(&mut self, line: &str, tally: &mut Tally) -> Result<(), String> {
        let (given, played) = line.split_once('|').unwrap_or(("", line));
        let mut words = given.split_whitespace().chain(played.split_whitespace());
        let is_black = words.next() == Some("black");
        let n_given = given.split_whitespace().count().saturating_sub(1);
        let mut game = Game::start();
        for (ply, word) in words.enumerate().filter(|(_, word)| *word != "pass") {
            let cell = parse_cell(word).filter(|cell| game.position.moves() >> cell & 1 != 0);
            let cell = cell.ok_or_else(|| format!("`{word}` is no move of the game `{line}`"))?;
            if ply >= n_given && game.position.is_black == is_black {
                self.count(&game, cell, tally);
            }
            game.play(cell);
        }
        Ok(())
    }

    /// Compares one move of GRhino's.
    fn count(&mut self, game: &Game, theirs: u32, tally: &mut Tally) {
        let by_book = game.moves.as_ref().map(|moves| self.book.choices(moves)).unwrap_or_default();
        if by_book.contains(&theirs) {
            tally.by_book += 1;
            return;
        }
        let ours = self.choose(game);
        let is_same = ours == Some(theirs);
        let is_ending = game.position.n_empty() <= self.level.result_from;
        let counts = if is_ending { &mut tally.ending } else { &mut tally.middle };
        counts[usize::from(is_same)] += 1;
        if !is_same {
            let (position, ours) = (game.position, ours.map(cell_text).unwrap_or_default());
            let (text, colour, theirs) = (position.text(), position.colour(), cell_text(theirs));
            println!("{text} {colour} to move, {} empty: GRhino {theirs}, double {ours}", position.n_empty());
        }
    }

    /// Every move that it may choose: one, but for the book.
    fn choices(&mut self, game: &Game, part: Part) -> Vec<u32> {
        match &game.moves {
            Some(moves) if part == Part::Book => self.book.choices(moves),
            _ => self.choose(game).into_iter().collect(),
        }
    }

    /// A position of a game that wanders about, with so many empty cells and a move to choose.
    fn wander(&mut self, dice: &mut Dice, n_empty: std::ops::Range<u32>) -> Position {
        loop {
            let wanted = n_empty.start + dice.below(n_empty.end - n_empty.start);
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
