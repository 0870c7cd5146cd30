//! The `agon` program as its users meet it: real processes, their output and their exit codes.

#![allow(unreachable_pub, clippy::unwrap_used, reason = "a test has no outside, and fails by panicking")]

mod archives;
mod arena;
mod bad_files;
mod broker;
mod browser;
mod docs;
mod encrypted;
mod fleet;
mod help;
mod hostile;
mod matches;
mod perft;
mod play;
mod program;
mod refusals;
mod remote;
mod repeats;
mod reversi;
mod screen;
mod serving;
mod shell;
mod show;
mod solve;
mod survival;
mod templates;
mod tournaments;
mod train;
mod tune;
mod uniform;
