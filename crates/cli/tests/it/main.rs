//! The `agon` program as its users meet it: real processes, their output and their exit codes.

#![allow(unreachable_pub, clippy::unwrap_used, reason = "a test has no outside, and fails by panicking")]

mod arena;
mod bad_files;
mod docs;
mod help;
mod matches;
mod perft;
mod play;
mod program;
mod refusals;
mod repeats;
mod reversi;
mod screen;
mod shell;
mod show;
mod templates;
mod tournaments;
mod train;
mod uniform;
