//! Flood: two zones that grow by taking a colour. [`Setup`] says which cell has which colour, [`Flood`] has
//! the rules on the graph of [`Components`]: cells of one colour contracted to a point.

mod colouring;
mod components;
mod notation;
mod rules;
mod setup;

pub use components::{Component, Components};
pub use notation::COLOUR_NAMES;
pub use rules::{Flood, Paint, State};
pub use setup::{HOLE, Setup, SetupError, Terms};
