//! Learning to judge Othello positions: games of the judge against itself give positions, exact endings and short
//! searches give their values, a network learns these, and the better judge plays the next generation.

pub mod book;
pub mod fit;
pub mod games;
pub mod model;
mod run;
pub mod value;

pub use book::{BookConfig, BookRun};
pub use fit::Sample;
pub use games::SelfPlay;
pub use run::{Config, Run};
pub use value::Valuer;
