//! The arena's tests: one binary, one module per subject.

#![allow(clippy::unwrap_used)]

#[path = "../../../games/tests/it/corpus.rs"]
mod corpus;
mod coverage;
mod fuzz;
mod human;
mod kill;
mod openings;
mod outward;
mod referee;
mod report;
mod runner;
mod schedule;
mod stats_golden;
mod store;
mod tournament;
mod verify;
