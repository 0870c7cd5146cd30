//! Referee, players, bouts, tournaments, ratings and the store.

pub mod job;
pub mod queue;
pub mod schedule;
pub mod stats;
pub mod store;
