//! The rules as their users see them.

mod laws;
mod perft;
