//! One file per command: its arguments, its help, and what it does.

pub mod graph;
pub mod perft;
pub mod serve;
pub mod show;
