//! Othello's own engine room: positions of flat boards up to 8x8 in two machine words, without the types of
//! the general rules. The endgame solver and the champion of Reversi live on it.

pub mod book;
mod broad;
pub mod discs;
pub mod judge;
pub mod memory;
pub mod midgame;
pub mod network;
pub mod network_file;
pub mod patterns;

pub use book::Book;
pub use discs::{Discs, Grid};
pub use judge::Judge;
pub use memory::Memory;
pub use network::Network;
pub use patterns::Patterns;
