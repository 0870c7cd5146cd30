//! How often an address may ask for something: a bucket each that fills with time. A browser of one person never
//! meets a limit; a program that tries a thousand tokens does at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use axum::http::StatusCode;

use crate::refusal::Refusal;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A token that was wrong.
    WrongToken,
    /// A new game.
    NewGame,
    /// Any other request that changes something.
    Change,
    /// A search of ours that a guest asked for.
    Thinking,
}

impl Kind {
    /// How many at once, and how many more in a second.
    const fn rate(self) -> (f64, f64) {
        match self {
            Self::WrongToken => (10.0, 10.0 / 60.0),
            Self::NewGame => (40.0, 1.0),
            Self::Change => (400.0, 40.0),
            Self::Thinking => (20.0, 0.5),
        }
    }
}

/// Addresses remembered; beyond, full buckets are forgotten.
const MOST: usize = 20_000;

/// The buckets of everybody.
#[derive(Default)]
pub(crate) struct Limits(Mutex<HashMap<(Kind, IpAddr), Bucket>>);

#[derive(Clone, Copy)]
struct Bucket {
    level: f64,
    at: Instant,
}

impl Limits {
    /// Takes one; refused when there is none.
    pub(crate) fn take(&self, kind: Kind, who: IpAddr) -> Result<(), Refusal> {
        self.draw(kind, who, 1.0)
    }

    /// Refused when there is none to take; takes nothing.
    pub(crate) fn peek(&self, kind: Kind, who: IpAddr) -> Result<(), Refusal> {
        self.draw(kind, who, 0.0)
    }

    fn draw(&self, kind: Kind, who: IpAddr, amount: f64) -> Result<(), Refusal> {
        let (most, per_second) = kind.rate();
        let now = Instant::now();
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            buckets.retain(|(kind, _), bucket| {
                let (most, per_second) = kind.rate();
                bucket.level + now.duration_since(bucket.at).as_secs_f64() * per_second < most
            });
        }
        let bucket = buckets.entry((kind, network(who))).or_insert(Bucket { level: most, at: now });
        bucket.level = most.min(bucket.level + now.duration_since(bucket.at).as_secs_f64() * per_second);
        bucket.at = now;
        if bucket.level < 1.0 {
            let seconds = ((1.0 - bucket.level) / per_second).ceil() as u64;
            let words = format!("too many requests: wait {seconds} s");
            return Err(Refusal::new(StatusCode::TOO_MANY_REQUESTS, words).retry_after(seconds));
        }
        bucket.level -= amount;
        Ok(())
    }
}

/// One household has as many addresses of the new kind as it likes: they count together.
fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => v4.into(),
            None => std::net::Ipv6Addr::from_bits(v6.to_bits() & !0 << 64).into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_wrong_tokens_and_no_more() {
        let limits = Limits::default();
        let who = IpAddr::from([192, 0, 2, 1]);
        for _ in 0..10 {
            assert!(limits.take(Kind::WrongToken, who).is_ok());
        }
        assert!(limits.take(Kind::WrongToken, who).is_err());
        assert!(limits.peek(Kind::WrongToken, who).is_err());
        assert!(limits.take(Kind::WrongToken, IpAddr::from([192, 0, 2, 2])).is_ok());
    }

    #[test]
    fn neighbours_of_the_new_kind_count_together() {
        let [a, b, c] =
            ["2001:db8::1", "2001:db8::2", "2001:db8:1::1"].map(|text| network(text.parse().unwrap()));
        assert_eq!(a, b);
        assert_ne!(a, c);
        assert_eq!(network("::ffff:192.0.2.1".parse().unwrap()), IpAddr::from([192, 0, 2, 1]));
    }
}
