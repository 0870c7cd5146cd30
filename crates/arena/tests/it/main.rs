//! The arena's tests: one binary, one module per subject.

#![allow(clippy::unwrap_used)]

mod coverage;
mod human;
mod kill;
mod outward;
mod referee;
mod report;
mod runner;
mod schedule;
mod stats_golden;
mod store;
mod tournament;
mod verify;
