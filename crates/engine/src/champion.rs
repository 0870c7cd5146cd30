//! The strongest player of each game that we know how to build: one module per game, free to search in its
//! own way.

pub mod amazons;
pub mod blobwar;
pub mod flood;
pub mod learned;
pub mod reversi;
