//! Learning to judge Othello positions: games of the judge against itself give positions with scores, a
//! least-squares fit gives weights, and the better judge plays the next generation.

pub mod fit;
pub mod games;
mod run;

pub use fit::{Fit, fit};
pub use games::{Sample, SelfPlay};
pub use run::{Config, Run};
