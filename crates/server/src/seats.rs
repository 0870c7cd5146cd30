//! Who sits where: names, the secret of each human seat, and the clock they share.

use std::time::Duration;

use agon_games::side::Side;
use serde::Serialize;

use crate::casual::Sitter;

/// One seat of a game.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Seat {
    /// The name shown.
    pub(crate) name: String,
    /// What was asked for, empty for people.
    pub(crate) spec: String,
    /// `human` or `engine`.
    pub(crate) kind: &'static str,
    /// What a person must show to move here.
    #[serde(skip)]
    pub(crate) token: Option<String>,
}

impl Seat {
    /// A seat for a person, with a fresh secret.
    pub(crate) fn human(name: &str) -> Self {
        Self { name: name.to_owned(), spec: String::new(), kind: "human", token: Some(secret()) }
    }

    /// A seat as it was kept.
    pub(crate) fn again(sitter: &Sitter) -> Self {
        let kind = if sitter.token.is_some() { "human" } else { "engine" };
        Self { name: sitter.name.clone(), spec: sitter.spec.clone(), kind, token: sitter.token.clone() }
    }

    /// A seat for a built-in player.
    pub(crate) fn engine(spec: &str) -> Self {
        Self { name: spec.to_owned(), spec: spec.to_owned(), kind: "engine", token: None }
    }

    /// A seat for a player of the ladder.
    pub(crate) fn player(name: &str, spec: &str) -> Self {
        Self { name: name.to_owned(), spec: spec.to_owned(), kind: "engine", token: None }
    }

    pub(crate) fn is_human(&self) -> bool {
        self.token.is_some()
    }
}

/// The side whose secret this is.
pub(crate) fn side_of(seats: &[Seat; 2], token: &str) -> Option<Side> {
    let holds = |seat: &Seat| seat.token.as_deref().is_some_and(|secret| same(secret, token));
    Side::BOTH.into_iter().find(|side| holds(&seats[side.index()]))
}

/// Compares secrets in a time that does not tell how much of them agrees.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// 128 bits that nobody can guess.
pub(crate) fn secret() -> String {
    crate::token::hex::<16>()
}

/// A clock for people: so much for the game, so much back per move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    pub(crate) base: Duration,
    pub(crate) increment: Duration,
}

impl Allowance {
    /// Reads `300s+3s`; none for no limit.
    pub(crate) fn parse(text: &str) -> Result<Option<Self>, String> {
        if text.is_empty() {
            return Ok(None);
        }
        let wrong = || format!("`{text}` is not a clock: write 300s or 300s+3s");
        let seconds = |part: &str| {
            let number = part.strip_suffix('s').and_then(|digits| digits.parse::<u64>().ok());
            number.filter(|&seconds| seconds <= 86_400).map(Duration::from_secs).ok_or_else(wrong)
        };
        let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
        Ok(Some(Self { base: seconds(base)?, increment: seconds(increment)? }))
    }
}
