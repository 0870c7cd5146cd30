//! The fleet's tests: one binary, one module per subject. Those with real processes are with the program.

#![allow(unreachable_pub, clippy::unwrap_used, reason = "a test has no outside, and fails by panicking")]

mod simulation;
mod virtual_fleet;
