//! Tournaments on many machines: a coordinator puts pairs up in NATS JetStream, workers anywhere play them. The
//! only crate that talks to a broker; whoever uses it sees plain functions, as its runtime is its own.

#[cfg(test)]
#[path = "../../cli/tests/it/broker.rs"]
#[allow(unreachable_pub, dead_code, clippy::unwrap_used, reason = "shared with the program's tests")]
mod broker;
mod calibration;
mod coordinator;
mod crew;
mod failure;
mod link;
mod parcels;
mod wire;
mod worker;

pub use calibration::{Calibration, Fairness, fairness};
pub use coordinator::{Coordinator, Undertaking, arena_key, n_ahead, run_key};
pub use failure::FleetError;
pub use link::Access;
pub use worker::{News, Post, work};
