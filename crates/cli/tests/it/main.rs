//! The `agon` program as its users meet it: real processes, their output and their exit codes.

#![allow(unreachable_pub, clippy::unwrap_used, reason = "a test has no outside, and fails by panicking")]

mod help;
mod perft;
mod program;
mod refusals;
mod show;
