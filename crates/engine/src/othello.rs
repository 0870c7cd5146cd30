//! Othello's own engine room: positions of flat boards up to 8x8 in two machine words, without the types of
//! the general rules. The endgame solver and the champion of Reversi live on it.

pub mod book;
mod broad;
pub mod discs;
pub mod judge;
pub mod memory;
pub mod midgame;
pub mod patterns;
pub mod weights;
pub mod weights_file;

pub use book::Book;
pub use discs::{Discs, Grid};
pub use judge::Judge;
pub use memory::Memory;
pub use patterns::Patterns;
pub use weights::Weights;
