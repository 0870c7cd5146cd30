//! Where games are played. Each worker has a venue of its own, which keeps tables and players between games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use agon_games::record::Record;

use crate::job::Leg;

/// Plays games, one at a time.
///
/// What a player does wrong ends the game and is in the record. Once `halt` is set the game is to be broken off
/// soon, and recorded as such.
pub trait Venue: Send {
    /// Plays one game of a pair.
    fn play(&mut self, leg: Leg<'_>, halt: &Arc<AtomicBool>) -> Result<Record, VenueError>;

    /// Takes back a record that nobody needs any longer, to write the next one on.
    fn hand_back(&mut self, _: Record) {}
}

/// Makes the venue of each worker.
pub trait Venues: Sync {
    /// The venue of the worker with this number.
    fn open(&self, worker: usize) -> Box<dyn Venue>;
}

impl<F: Fn(usize) -> Box<dyn Venue> + Sync> Venues for F {
    fn open(&self, worker: usize) -> Box<dyn Venue> {
        self(worker)
    }
}

/// Why a game could not even begin.
#[derive(Debug, thiserror::Error)]
pub enum VenueError {
    /// The game or position does not exist.
    #[error(transparent)]
    Table(#[from] agon_games::catalog::OpenError),
    /// The player does not exist.
    #[error(transparent)]
    Player(#[from] agon_engine::catalog::BuildError),
    /// The opening does not fit the game.
    #[error("opening: {0}")]
    Opening(#[from] agon_games::game::MoveError),
    /// The clock makes no sense.
    #[error(transparent)]
    Clock(#[from] crate::clock::ClockError),
    /// Anything else that a player of another kind needs and does not get.
    #[error("{0}")]
    Other(String),
}
