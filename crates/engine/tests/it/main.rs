//! The engine's integration tests, one module per subject.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod amazons_champion;
mod amazons_eval;
mod amazons_solve;
mod catalog;
mod census_blobwar;
mod census_reversi;
mod champion_blobwar;
mod champion_flood;
mod champion_reversi;
mod clock;
mod depths;
mod learning_reversi;
mod params;
mod players;
mod positions;
mod races;
mod scores;
mod signatures;
mod solve_blobwar;
mod solve_flood;
mod solve_reversi;
mod stages;
mod table;
mod tactics;
mod values;
