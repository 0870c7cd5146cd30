//! The wire: every byte exchanged with players that we did not write. Line protocols are pure parsers and
//! printers, the C interface is a set of layouts, the host's messages are small packets; nothing here does I/O
//! and nothing here knows the rules.

pub mod abi;
pub mod botzone;
pub mod contest;
pub mod gtp;
pub mod host;
pub mod lines;
pub mod nboard;
pub mod school;
pub mod ugi;
