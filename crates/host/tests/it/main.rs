//! One binary for the crate's tests: files that are refused, and what C and WebAssembly players are given.
#![allow(unsafe_code, clippy::unwrap_used)]

mod interface;
mod lock;
mod refusal;
mod table;
