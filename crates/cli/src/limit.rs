//! What a player may spend on one move, as the command line says it, and lines of play as text.

use std::time::Duration;

use agon_engine::budget::Budget;
use agon_games::catalog::Position;
use agon_games::game::PackedMove;

/// The clock of a single move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// So much for the rest of the game, and so much back after each move.
    Game(Duration, Duration),
    /// So much for the move.
    Move(Duration),
    /// So many positions.
    Nodes(u64),
    /// So many plies.
    Depth(u32),
}

impl Limit {
    /// The budget of a search.
    pub fn budget(self) -> Budget {
        match self {
            Self::Game(time, increment) => Budget::clock(time, increment),
            Self::Move(time) => Budget::movetime(time),
            Self::Nodes(nodes) => Budget::nodes(nodes),
            Self::Depth(depth) => Budget::depth(depth),
        }
    }
}

/// Reads `10s`, `5s+100ms`, `move=200ms`, `nodes=10000`, `depth=4`.
pub fn parse(text: &str) -> Result<Limit, String> {
    let limit = match text.split_once('=') {
        Some(("move", time)) => duration(time).map(Limit::Move),
        Some(("nodes", number)) => count(number).map(Limit::Nodes),
        Some(("depth", number)) => number.parse().ok().filter(|&plies| plies > 0).map(Limit::Depth),
        Some(_) => None,
        None => {
            let (total, increment) = text.split_once('+').unwrap_or((text, "0s"));
            time(total).ok().zip(duration(increment)).map(|(time, increment)| Limit::Game(time, increment))
        }
    };
    limit.ok_or_else(|| "write 10s, 5s+100ms, move=200ms, nodes=10000 or depth=4".to_owned())
}

/// Reads a time: `10s`, `200ms`, `5m`; a bare number is in seconds.
pub fn time(text: &str) -> Result<Duration, String> {
    let found = duration(text).or_else(|| duration(&format!("{text}s"))).filter(|time| !time.is_zero());
    found.ok_or_else(|| "write a time, such as 10s, 200ms or 5m".to_owned())
}

fn duration(text: &str) -> Option<Duration> {
    let units = [("ms", 1e-3), ("us", 1e-6), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, unit) = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let seconds = number.parse::<f64>().ok()? * unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_secs() < 10_000_000)
}

fn count(text: &str) -> Option<u64> {
    let units = [("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)];
    let found = units.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?, *unit)));
    let (number, unit) = found.unwrap_or((text, 1));
    number.parse::<u64>().ok()?.checked_mul(unit).filter(|&number| number > 0)
}

/// The moves of a line as text.
pub fn line(position: &Position, moves: &[PackedMove]) -> Vec<String> {
    moves.iter().map(|&mv| position.move_text(mv)).collect()
}
