//! Amazons: queens that slide and shoot. [`Setup`] says where they begin, [`Amazons`] has the rules on a
//! board of any shape.

mod notation;
mod rules;
mod setup;

pub use rules::{Amazons, Shot, State};
pub use setup::{Setup, SetupError};
