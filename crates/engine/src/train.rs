//! Learning from self-play. Everything here is deterministic under a seed, whatever the number of threads.

pub mod blobwar;
pub mod reversi;
