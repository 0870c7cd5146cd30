//! Referee, players, bouts, tournaments, ratings and the store.

pub mod house;
pub mod identity;
pub mod job;
pub mod openings;
pub mod queue;
pub mod runner;
pub mod schedule;
pub mod stats;
pub mod store;
pub mod venue;
