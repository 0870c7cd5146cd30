//! Referee, players, bouts, tournaments, ratings and the store.

pub mod stats;
