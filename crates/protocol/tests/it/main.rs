//! One binary for the crate's tests: each module is a language.

mod botzone;
mod gtp;
mod host;
mod layout;
mod lines;
mod nboard;
mod school;
mod ugi;
