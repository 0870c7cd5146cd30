//! Boards as graphs and the rules of Amazons, Blobwar, Flood and Reversi on any of them: fast, exact, and
//! without clock, input, output or randomness of their own.
//!
//! Start with [`catalog::Table`] for a game with its types erased, or with [`game::Game`] and one of the
//! games for code that must be fast.

#![forbid(unsafe_code)]

pub mod amazons;
pub mod bits;
pub mod blobwar;
pub mod board;
pub mod catalog;
pub mod dice;
pub mod direction;
pub mod flood;
pub mod game;
pub mod graph;
pub mod grid_text;
pub mod nearest;
pub mod perft;
pub mod record;
pub mod reversi;
pub mod shape;
pub mod side;
pub mod spec;
pub mod square;
pub mod symmetry;
pub mod topology;
pub mod zobrist;
