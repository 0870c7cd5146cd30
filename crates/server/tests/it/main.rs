//! The server as browsers and programs see it, over real connections on loopback.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod client;
mod course;
mod guests;
mod play;
mod watch;
