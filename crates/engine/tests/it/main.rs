//! The engine's integration tests, one module per subject.

mod catalog;
mod solve_reversi;
