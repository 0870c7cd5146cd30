//! Players of every kind behind one door: [`Player`]. In our process, in a process of their own, or a person; a
//! player's failure is a [`Fault`] that ends its game, never an error of ours.

pub mod botzone;
pub mod built_in;
pub mod command;
pub mod compile;
pub mod contest;
pub mod custody;
mod delay;
pub mod gtp;
pub mod hosted;
pub mod human;
mod line_process;
pub mod nboard;
mod nursery;
mod options;
mod pace;
mod packets;
mod process;
mod program_file;
pub mod spec;
pub mod tcp;
mod translate;
pub mod ugi;
mod waiting;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_games::catalog::{Position, Table};
use agon_games::game::PackedMove;
use agon_games::graph::Numbering;
use agon_games::side::Side;
use thiserror::Error;

use crate::clock::Clock;
use crate::referee::{Fault, Opinion};

/// What a player is told before a game.
#[derive(Debug, Clone)]
pub struct Seat {
    /// The game and the position that it begins with.
    pub table: Table,
    /// The moves that were played for both sides before anybody is asked; the history begins with them.
    pub opening: Arc<[PackedMove]>,
    /// Which side it plays.
    pub side: Side,
    /// The clock of the game.
    pub clock: Clock,
    /// Where its chance comes from.
    pub seed: u64,
    /// How vertices are numbered for players that see a graph.
    pub numbering: Numbering,
    /// Set from outside when the game is to be broken off.
    pub halt: Arc<AtomicBool>,
}

impl Seat {
    /// The position in which play begins: the table's start after the opening.
    pub fn first_position(&self) -> Position {
        let mut position = self.table.start();
        for &mv in self.opening.iter() {
            let is_legal = position.play(mv);
            debug_assert!(is_legal, "the referee has played the opening already");
        }
        position
    }

    /// Whether the game is to be broken off.
    pub fn is_halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }
}

/// A question.
#[derive(Debug)]
pub struct Turn<'a> {
    /// The position.
    pub position: &'a Position,
    /// Every move since the start, the opening's and passes included.
    pub history: &'a [PackedMove],
    /// What is left on both clocks.
    pub left: [Duration; 2],
    /// When the flag falls.
    pub deadline: Instant,
}

/// An answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The move.
    pub choice: Choice,
    /// What the player said about it.
    pub opinion: Opinion,
    /// When the first word of the question was handed over, or had, where that is known better than by when it was asked.
    pub asked: Option<Instant>,
    /// When it was given, where that is known better than by when it was heard.
    pub at: Option<Instant>,
}

/// A move, not yet looked at by the referee.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// In the games' own form.
    Move(PackedMove),
    /// As text.
    Text(String),
    /// In a form that names no move.
    Nonsense(String),
    /// The player gives up.
    Resign,
    /// The player wants its last move and the opponent's taken back; only people may.
    Undo,
}

impl Reply {
    /// A move without an opinion.
    pub fn of(choice: Choice) -> Reply {
        Reply { choice, opinion: Opinion::default(), asked: None, at: None }
    }
}

/// How a player introduced itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Introduction {
    /// The name it gave, if any.
    pub name: Option<String>,
    /// How it is locked in, if it is.
    pub isolation: Option<String>,
}

/// Why a player did not come to the table.
#[derive(Debug, Clone, Error)]
pub enum StartError {
    /// It is no player, or not one for this game: nobody's loss, a message for whoever asked.
    #[error("{0}")]
    Refused(String),
    /// It came and failed.
    #[error("{}: {}", .0.ending.name(), .0.reason)]
    Fault(Fault),
}

impl From<Fault> for StartError {
    fn from(fault: Fault) -> StartError {
        StartError::Fault(fault)
    }
}

/// Someone who plays.
pub trait Player: Send {
    /// Takes a seat. Called once per game; a player that was kept from the last game starts afresh.
    fn start(&mut self, seat: &Seat) -> Result<Introduction, StartError>;

    /// Chooses a move, or fails; must come back by the deadline, give or take a wake-up.
    fn choose(&mut self, seat: &Seat, turn: &Turn<'_>) -> Result<Reply, Fault>;

    /// The game is over. What goes wrong from here on is told but changes no result.
    fn finish(&mut self, seat: &Seat) -> Option<Fault>;

    /// Sends home a player that was kept from game to game. The fault is its bad end, if it had one.
    fn dismiss(&mut self) -> Option<Fault> {
        None
    }

    /// How it was locked in, where that is known only once it has been asked.
    fn isolation(&self) -> Option<String> {
        None
    }

    /// Whether this player is our own, and so never late by its own doing.
    fn is_trusted(&self) -> bool {
        false
    }

    /// What the player printed for itself, as far as it was kept.
    fn log(&mut self) -> String {
        String::new()
    }
}
