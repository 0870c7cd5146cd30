//! One file per command: its arguments, its help, and what it does.

pub mod analyse;
pub mod annotate;
pub mod backup;
pub mod bench;
pub mod bestmove;
pub mod check;
pub mod completions;
pub mod export;
pub mod graph;
pub mod match_;
pub mod new;
pub mod perft;
pub mod play;
pub mod players;
pub mod replay;
pub mod report;
pub mod serve;
pub mod show;
pub mod solve;
pub mod submit;
pub mod sweep;
pub mod tour;
pub mod tournament;
pub mod train;
pub mod ugi;
pub mod verify;
