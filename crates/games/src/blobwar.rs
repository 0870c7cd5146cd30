//! Blobwar, Ataxx on any board: blobs that divide or jump, and convert what they touch. [`Setup`] says where
//! they begin, [`Blobwar`] has the rules, [`maps`] the boards with holes that come with the project.

mod count;
mod leaps;
pub mod maps;
mod notation;
mod rules;
mod setup;

pub use rules::{Blobwar, Hop, QUIET_LIMIT, State};
pub use setup::{Setup, SetupError};
