//! Clocks: what a player may spend, as the command line says it, and the booking of what it did spend. Time comes
//! in as a number; nothing here looks at a watch.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use agon_engine::budget::{Budget, Time};
use thiserror::Error;

/// A move may take so much longer than the time of a `move=` clock before it counts as late: being woken up and
/// being heard take a while. Scheduling noise on a busy machine was below 10 ms.
const GRACE: Duration = Duration::from_millis(20);

/// How long a foreign player may take for a move under a clock that counts something else than time: long enough
/// never to matter in a game, short enough that a hanging player ends.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a player may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// So much for all moves of a game, and so much back after each.
    Game(Duration, Duration),
    /// So much for each move.
    Move(Duration),
    /// So many nodes for each move.
    Nodes(u64),
    /// So many plies for each move.
    Depth(u32),
    /// So many instructions of WebAssembly for each move.
    Fuel(u64),
}

/// A text that is no clock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a clock: write 10s, 5s+100ms, move=200ms, nodes=10000, depth=4 or fuel=1G")]
pub struct ClockError(pub String);

impl Default for Clock {
    fn default() -> Clock {
        Clock::Game(Duration::from_secs(10), Duration::ZERO)
    }
}

impl Clock {
    /// Whether time is measured: if not, games repeat exactly.
    pub fn is_timed(self) -> bool {
        matches!(self, Clock::Game(..) | Clock::Move(_))
    }

    /// What each player has at the start.
    pub fn at_start(self) -> Duration {
        match self {
            Clock::Game(total, _) => total,
            Clock::Move(time) => time,
            Clock::Nodes(_) | Clock::Depth(_) | Clock::Fuel(_) => PATIENCE,
        }
    }

    /// How long a player with so much left may be silent before its flag has fallen.
    pub fn longest(self, left: Duration) -> Duration {
        match self {
            Clock::Game(..) => left,
            Clock::Move(time) => time + GRACE,
            Clock::Nodes(_) | Clock::Depth(_) | Clock::Fuel(_) => PATIENCE,
        }
    }

    /// What is left after a move that took `used`; none if the flag fell.
    pub fn after(self, left: Duration, used: Duration) -> Option<Duration> {
        match self {
            _ if used > self.longest(left) => None,
            Clock::Game(_, increment) => Some(left - used + increment),
            _ => Some(left),
        }
    }

    /// What is gained by each move.
    pub fn increment(self) -> Duration {
        match self {
            Clock::Game(_, increment) => increment,
            _ => Duration::ZERO,
        }
    }

    /// Sets the limits for a move of a built-in player who has `left` left. Fuel means nothing to a built-in
    /// player: ten thousand of it buy one node, so that games repeat there too.
    pub fn limit(self, budget: &mut Budget, left: Duration) {
        match self {
            Clock::Game(_, increment) => {
                budget.time = Some(Time { remaining: Some(left), increment, movetime: None });
            }
            Clock::Move(time) => budget.time = Some(Time { movetime: Some(time), ..Time::default() }),
            Clock::Nodes(nodes) => budget.nodes = Some(nodes),
            Clock::Depth(depth) => budget.depth = Some(depth),
            Clock::Fuel(fuel) => budget.nodes = Some((fuel / 10_000).max(1)),
        }
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |time: &Duration| {
            let us = time.as_micros();
            match (us % 1_000_000, us % 1_000) {
                (0, _) => format!("{}s", us / 1_000_000),
                (_, 0) => format!("{}ms", us / 1_000),
                _ => format!("{us}us"),
            }
        };
        match self {
            Clock::Game(total, increment) if increment.is_zero() => f.write_str(&time(total)),
            Clock::Game(total, increment) => write!(f, "{}+{}", time(total), time(increment)),
            Clock::Move(each) => write!(f, "move={}", time(each)),
            Clock::Nodes(n) => write!(f, "nodes={n}"),
            Clock::Depth(n) => write!(f, "depth={n}"),
            Clock::Fuel(n) => write!(f, "fuel={n}"),
        }
    }
}

impl FromStr for Clock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Clock, ClockError> {
        let clock = match text.split_once('=') {
            Some(("move", time)) => duration(time).filter(|time| !time.is_zero()).map(Clock::Move),
            Some(("nodes", n)) => count(n).map(Clock::Nodes),
            Some(("depth", n)) => count(n).and_then(|n| n.try_into().ok()).map(Clock::Depth),
            Some(("fuel", n)) => count(n).map(Clock::Fuel),
            Some(_) => None,
            None => {
                let (total, increment) = text.split_once('+').unwrap_or((text, "0s"));
                let total = duration(total).filter(|time| !time.is_zero());
                total.zip(duration(increment)).map(|(total, increment)| Clock::Game(total, increment))
            }
        };
        clock.ok_or_else(|| ClockError(text.to_owned()))
    }
}

fn duration(text: &str) -> Option<Duration> {
    let units = [("ms", 1e-3), ("us", 1e-6), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("", 1.0)];
    let (number, unit) = units.iter().find_map(|(word, unit)| Some((text.strip_suffix(word)?, unit)))?;
    let is_plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let seconds = number.parse::<f64>().ok().filter(|_| is_plain)? * unit;
    let time = Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_secs() < 10_000_000)?;
    // Clocks are printed and kept in whole microseconds.
    Some(Duration::from_micros(time.as_micros() as u64))
}

fn count(text: &str) -> Option<u64> {
    let units = [("k", 1_000), ("M", 1_000_000), ("G", 1_000_000_000), ("", 1)];
    let (number, unit) = units.iter().find_map(|(word, unit)| Some((text.strip_suffix(word)?, unit)))?;
    number.parse::<u64>().ok()?.checked_mul(*unit).filter(|&n| n > 0)
}
