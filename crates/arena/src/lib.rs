//! Referee, players, bouts, tournaments, ratings and the store.

pub mod bout;
pub mod check;
pub mod clock;
pub mod export;
pub mod hall;
pub mod identity;
pub mod job;
pub mod openings;
pub mod outward;
pub mod player;
pub mod queue;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod scribe;
pub mod standings;
pub mod stats;
pub mod store;
pub mod summary;
pub mod sweep;
pub mod tournament;
pub mod tune;
pub mod venue;
pub mod verify;
