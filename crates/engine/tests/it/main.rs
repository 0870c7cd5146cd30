//! The engine's integration tests, one module per subject.

mod amazons_eval;
mod catalog;
mod solve_reversi;
