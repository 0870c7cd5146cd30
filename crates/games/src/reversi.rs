//! Reversi: discs that turn what they enclose; 8x8 is Othello. [`Setup`] says where the discs begin,
//! [`Reversi`] has the rules on a board of any shape, [`othello`] the same for 8x8 by hand.

pub mod file;
mod lines;
mod notation;
pub mod othello;
mod rules;
mod setup;
pub mod transcript;

pub use rules::{Reversi, State, Turn};
pub use setup::{Setup, SetupError};
