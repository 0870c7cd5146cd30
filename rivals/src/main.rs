//! Ataxx bots of other people's crates behind the UAI protocol: `agon-rivals minimax | mcts | tiles [MILLISECONDS]`.
//! Each uses the time it is given, those that know no time as much work as fits in it. With a time of their own they
//! can be given a clock that is long enough never to punish how roughly they keep it.

mod board_game_bots;
mod minimax_bot;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::time::Duration;

/// A bot that answers a position of Ataxx with a move, both as UAI writes them.
trait Bot {
    fn name(&self) -> &'static str;
    fn choose(&mut self, fen: &str, time: Duration) -> String;
}

/// What a bot leaves of the arena's time for the way there and back.
const MARGIN: Duration = Duration::from_millis(3);

/// Where a game begins that nobody has said anything else about.
const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";

const USAGE: &str = "usage: agon-rivals minimax | mcts | tiles [MILLISECONDS]";

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_default();
    let own_time = match words.next().map(|word| word.parse()) {
        None => None,
        Some(Ok(milliseconds)) => Some(Duration::from_millis(milliseconds)),
        Some(Err(_)) => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let bot: Box<dyn Bot> = match name.as_str() {
        "minimax" => Box::new(minimax_bot::Parallel::new()),
        "mcts" => Box::new(board_game_bots::Mcts::new()),
        "tiles" => Box::new(board_game_bots::Tiles),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match converse(bot, own_time) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("agon-rivals: {error}");
            ExitCode::FAILURE
        }
    }
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
