//! Ataxx bots of other people's crates behind the UAI protocol: `agon-rivals minimax | mcts | tiles [MILLISECONDS]`.
//! Each uses the time it is given, those that know no time as much work as fits in it. With a time of their own they
//! can be given a clock that is long enough never to punish how roughly they keep it. And a double of GRhino for Reversi
//! behind GTP, `agon-rivals grhino [SEED]`, with `grhino-check`, which compares it with GRhino itself.

mod board_game_bots;
mod grhino;
mod minimax_bot;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

use grhino::check::{self, Part};
use grhino::{Double, Level, gtp};

/// A bot that answers a position of Ataxx with a move, both as UAI writes them.
trait Bot {
    fn name(&self) -> &'static str;
    fn choose(&mut self, fen: &str, time: Duration) -> String;
}

/// What a bot leaves of the arena's time for the way there and back.
const MARGIN: Duration = Duration::from_millis(3);

/// Where a game begins that nobody has said anything else about.
const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";

const USAGE: &str = "usage: agon-rivals minimax | mcts | tiles [MILLISECONDS]
       agon-rivals grhino [SEED]
       agon-rivals grhino-check [middle | ending | book] N [LEVEL] [SEED]
       agon-rivals grhino-check games < GAMES";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["grhino", ref rest @ ..] => double(rest),
        ["grhino-check", ref rest @ ..] => check(rest),
        [name, ref rest @ ..] => ataxx(name, rest),
        [] => None,
    };
    match done {
        Some(Ok(true)) => ExitCode::SUCCESS,
        Some(Ok(false)) => ExitCode::FAILURE,
        Some(Err(error)) => {
            eprintln!("agon-rivals: {error}");
            ExitCode::FAILURE
        }
        None => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// What came of a command: whether it found what it should, or what is wrong; none for words that make no sense.
type Done = Option<Result<bool, String>>;

fn ataxx(name: &str, words: &[&str]) -> Done {
    let own_time = match words {
        [] => None,
        [word, ..] => Some(Duration::from_millis(word.parse().ok()?)),
    };
    let bot: Box<dyn Bot> = match name {
        "minimax" => Box::new(minimax_bot::Parallel::new()),
        "mcts" => Box::new(board_game_bots::Mcts::new()),
        "tiles" => Box::new(board_game_bots::Tiles),
        _ => return None,
    };
    Some(converse(bot, own_time).map(|()| true).map_err(|error| error.to_string()))
}

fn double(words: &[&str]) -> Done {
    let seed = words.first().map_or(Some(1), |word| word.parse().ok())?;
    let played = Double::load(Level::FULL, seed).and_then(|double| {
        gtp::converse(double, io::stdin().lock(), io::stdout().lock()).map_err(|error| error.to_string())
    });
    Some(played.map(|()| true))
}

fn check(words: &[&str]) -> Done {
    let (part, numbers) = match words {
        ["games"] => return Some(check::replay(io::stdin().lock())),
        ["middle", rest @ ..] => (Part::Middle, rest),
        ["ending", rest @ ..] => (Part::Ending, rest),
        ["book", rest @ ..] => (Part::Book, rest),
        rest => (Part::Middle, rest),
    };
    let numbers: Option<Vec<u32>> = numbers.iter().map(|word| word.parse().ok()).collect();
    let (n, level, seed) = match numbers?[..] {
        [n] => (n, 5, 1),
        [n, level] => (n, level, 1),
        [n, level, seed] => (n, level, seed),
        _ => return None,
    };
    Some(check::compare(part, n, Level::of(level)?, seed.into()))
}

fn converse(mut bot: Box<dyn Bot>, own_time: Option<Duration>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut fen = START.to_owned();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "uai" => writeln!(out, "id name {}\nuaiok", bot.name())?,
            "isready" => writeln!(out, "readyok")?,
            "position" => fen = rest.trim_start_matches("fen ").replace("startpos", START),
            "go" => {
                let time = own_time.unwrap_or_else(|| movetime(rest));
                writeln!(out, "bestmove {}", bot.choose(&fen, time))?;
            }
            "quit" => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

/// The time for one move: `movetime`, or a thirtieth of the shorter clock.
fn movetime(go: &str) -> Duration {
    let words: Vec<&str> = go.split_whitespace().collect();
    let number = |key: &str| {
        let at = words.iter().position(|word| *word == key)?;
        words.get(at + 1)?.parse::<u64>().ok()
    };
    let clock = || Some(number("btime")?.min(number("wtime")?) / 30);
    let time = Duration::from_millis(number("movetime").or_else(clock).unwrap_or(100));
    time.saturating_sub(MARGIN).max(Duration::from_millis(1))
}
