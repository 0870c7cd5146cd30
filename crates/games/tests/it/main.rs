//! The rules as their users see them.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod bad_input;
mod corpus;
mod flood;
mod fuzz;
mod laws;
mod perft;
mod reference;
mod reversi;
mod topology;
