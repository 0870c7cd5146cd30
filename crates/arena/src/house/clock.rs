//! The clock of games between our own players: what each may spend, and whether its flag has fallen.

use std::str::FromStr;
use std::time::Duration;

use agon_engine::budget::{Budget, Time};

/// What a player may spend, as given on the command line.
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
}

/// A text that is no clock.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a clock: write 10s, 5s+100ms, move=200ms, nodes=10000 or depth=4")]
pub struct ClockError(String);

impl Clock {
    /// Whether time is measured: if not, games repeat exactly.
    pub fn is_timed(self) -> bool {
        matches!(self, Clock::Game(..) | Clock::Move(_))
    }

    /// Sets the limits for a move of a player who has `remaining` left.
    pub(super) fn limit(self, budget: &mut Budget, remaining: Duration) {
        match self {
            Clock::Game(_, increment) => {
                budget.time = Some(Time { remaining: Some(remaining), increment, movetime: None });
            }
            Clock::Move(time) => {
                budget.time = Some(Time { movetime: Some(time), ..Time::default() });
            }
            Clock::Nodes(nodes) => budget.nodes = Some(nodes),
            Clock::Depth(depth) => budget.depth = Some(depth),
        }
    }

    /// What each player has at the start.
    pub(super) fn at_start(self) -> Duration {
        match self {
            Clock::Game(total, _) => total,
            Clock::Move(time) => time,
            Clock::Nodes(_) | Clock::Depth(_) => Duration::MAX,
        }
    }

    /// What is left after a move that took `used`; none if the flag fell.
    pub(super) fn after(self, remaining: Duration, used: Duration) -> Option<Duration> {
        match self {
            Clock::Game(_, increment) => remaining.checked_sub(used).map(|left| left + increment),
            Clock::Move(time) => (used <= time + GRACE).then_some(time),
            Clock::Nodes(_) | Clock::Depth(_) => Some(remaining),
        }
    }
}

/// A move may take so much longer than its time before it counts as late: waking up takes a while.
const GRACE: Duration = Duration::from_millis(20);

impl FromStr for Clock {
    type Err = ClockError;

    fn from_str(text: &str) -> Result<Clock, ClockError> {
        let wrong = || ClockError(text.to_owned());
        let clock = match text.split_once('=') {
            Some(("move", time)) => duration(time).map(Clock::Move),
            Some(("nodes", n)) => count(n).map(Clock::Nodes),
            Some(("depth", n)) => count(n).and_then(|n| n.try_into().ok()).map(Clock::Depth),
            Some(_) => None,
            None => {
                let (total, increment) = text.split_once('+').unwrap_or((text, "0s"));
                duration(total).zip(duration(increment)).map(|(total, inc)| Clock::Game(total, inc))
            }
        };
        clock.ok_or_else(wrong)
    }
}

fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = match text {
        _ if text.ends_with("ms") => (text.strip_suffix("ms")?, 1e-3),
        _ if text.ends_with("us") => (text.strip_suffix("us")?, 1e-6),
        _ if text.ends_with('s') => (text.strip_suffix('s')?, 1.0),
        _ if text.ends_with('m') => (text.strip_suffix('m')?, 60.0),
        _ => (text, 1.0),
    };
    let seconds = number.parse::<f64>().ok()? * unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| time.as_secs() < 10_000_000)
}

fn count(text: &str) -> Option<u64> {
    let (number, unit) = match text.chars().last()? {
        'k' => (&text[..text.len() - 1], 1_000),
        'M' => (&text[..text.len() - 1], 1_000_000),
        'G' => (&text[..text.len() - 1], 1_000_000_000),
        _ => (text, 1),
    };
    number.parse::<u64>().ok()?.checked_mul(unit).filter(|&n| n > 0)
}
