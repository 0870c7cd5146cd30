//! Search, evaluation and the catalogue of strategies. Every strategy is written once, generically, and
//! plays all four games on every board.
//!
//! Start with [`catalog::build`] for a player by name, with its types erased; with [`playable::Playable`] for
//! what a game brings along to be played; with [`eval::Evaluator`] to write an evaluation.

#![forbid(unsafe_code)]

pub mod budget;
pub mod catalog;
pub mod champion;
pub mod checksum;
pub mod engine;
pub mod eval;
pub mod gauge;
mod odds;
pub mod othello;
pub mod params;
pub mod playable;
pub mod score;
pub mod search;
pub mod solve;
pub mod strategy;
pub mod timekeeper;
pub mod train;
pub mod turn;
