//! Learning from self-play. Everything here is deterministic under a seed, whatever the number of threads. A
//! [`Run`] is a run of any game that has something to learn; it can be written down and taken up again.

pub mod amazons;
pub mod blobwar;
mod crew;
mod lesson;
pub mod reversi;
pub mod wide;

pub use lesson::Lesson;

use agon_games::spec::Kind;
use thiserror::Error;

use crate::catalog::BuildError;
use crate::champion::blobwar::weights as network;
use crate::champion::learned;
use crate::eval::blobwar::weights as wide_blobwar;
use crate::eval::mixture;
use crate::eval::reversi::weights as wide_reversi;

/// A run of learning, of any game that has something to learn.
#[derive(Clone, Debug)]
pub enum Run {
    /// The weights of the Amazons champion.
    Amazons(Box<amazons::Run>),
    /// The network of the Blobwar champion.
    Blobwar(Box<blobwar::Run>),
    /// The network of the Reversi champion.
    Reversi(Box<reversi::Run>),
    /// What the champion of Blobwar or Reversi knows of boards that its network does not cover.
    Wide(Box<wide::Run>),
}

/// What a run is told; the rest is its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Decides everything that is drawn.
    pub seed: u64,
    /// How many generations; the game's own number if none is given.
    pub generations: Option<u32>,
    /// How many games each has; the game's own number if none is given.
    pub games: Option<u32>,
    /// Whether Blobwar or Reversi learns for boards that its network does not cover.
    pub is_wide: bool,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// The generation that is being played, counted from 1.
    pub generation: u32,
    /// What it is busy with,
    pub task: Task,
    /// how much of that is done: games, or positions,
    pub done: usize,
    /// and how much there is to do.
    pub of: usize,
    /// At the end of a generation: what it brought.
    pub lesson: Option<Lesson>,
    /// Whether the run is over.
    pub is_done: bool,
}

/// What a run is busy with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    /// Games.
    Play,
    /// What their positions are worth.
    Value,
    /// Learning that.
    Learn,
}

impl Progress {
    const fn of_games(generation: u32, done: u32, of: u32) -> Self {
        let (done, of) = (done as usize, of as usize);
        Self { generation: generation + 1, task: Task::Play, done, of, lesson: None, is_done: false }
    }
}

impl Task {
    /// What is counted.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Play => "games",
            Self::Value => "positions valued",
            Self::Learn => "positions learned",
        }
    }
}

/// A game whose champion has learned nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("nothing to train in {game}: {why}")]
pub struct NothingToLearn {
    game: &'static str,
    why: &'static str,
}

/// A file that no run can be taken up from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("not a run of {0} learning, or one of another version: begin a new one")]
pub struct ResumeError(&'static str);

/// Bytes that are no weights of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(transparent)]
pub enum WeightsError {
    /// Of Amazons.
    Amazons(#[from] crate::eval::amazons::weights::WeightsError),
    /// Of Blobwar.
    Blobwar(#[from] network::WeightsError),
    /// Of Reversi.
    Reversi(#[from] crate::othello::network_file::WeightsError),
    /// Of Blobwar or Reversi, for boards of any size.
    Wide(#[from] mixture::WeightsError),
}

/// Why a run cannot go on from weights.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FromError {
    /// Of a game whose runs begin anew.
    #[error("{0} learns from nothing each time: only the network of blobwar goes on from weights")]
    Anew(String),
    /// A file that holds none.
    #[error(transparent)]
    Weights(#[from] BuildError),
}

/// Whether a game has something to learn.
pub fn can_learn(kind: Kind) -> Result<(), NothingToLearn> {
    let why = match kind {
        Kind::Amazons | Kind::Blobwar | Kind::Reversi => return Ok(()),
        Kind::Flood => "its champion counts cells and proves the rest; amazons, blobwar and reversi learn",
    };
    Err(NothingToLearn { game: kind.name(), why })
}

impl Run {
    /// A run from nothing.
    pub fn new(kind: Kind, plan: &Plan) -> Result<Self, NothingToLearn> {
        let games = |usual: u32| plan.games.unwrap_or(usual).max(1);
        let generations = |usual: u32| plan.generations.unwrap_or(usual);
        let seed = plan.seed;
        if plan.is_wide
            && let Some(usual) = wide::Config::usual(kind)
        {
            let (generations, games) = (generations(usual.generations), games(usual.games));
            let run = wide::Run::new(kind, wide::Config { seed, generations, games, ..usual });
            return Ok(Self::Wide(Box::new(run.expect("a game with a usual run has one"))));
        }
        Ok(match kind {
            Kind::Amazons => {
                let usual = amazons::Config::default();
                let (generations, games) = (generations(usual.generations), games(usual.games));
                Self::Amazons(Box::new(amazons::Run::new(amazons::Config {
                    seed,
                    generations,
                    games,
                    ..usual
                })))
            }
            Kind::Blobwar => {
                let usual = blobwar::Config::default();
                let (generations, games) = (generations(usual.generations), games(usual.games));
                Self::Blobwar(Box::new(blobwar::Run::new(blobwar::Config {
                    seed,
                    generations,
                    games,
                    ..usual
                })))
            }
            Kind::Reversi => {
                let usual = reversi::Config::default();
                let (generations, games) = (generations(usual.generations), games(usual.games));
                Self::Reversi(Box::new(reversi::Run::new(reversi::Config {
                    seed,
                    generations,
                    games,
                    ..usual
                })))
            }
            Kind::Flood => return Err(can_learn(kind).expect_err("flood has nothing to learn")),
        })
    }

    /// A run that goes on from weights: a file of them, or `shipped`.
    pub fn going_on(kind: Kind, plan: &Plan, weights: &str) -> Result<Self, FromError> {
        if kind != Kind::Blobwar || plan.is_wide {
            let wide = if plan.is_wide { " --wide" } else { "" };
            return Err(FromError::Anew(format!("{}{wide}", kind.name())));
        }
        let usual = blobwar::Config::default();
        let config = blobwar::Config {
            seed: plan.seed,
            generations: plan.generations.unwrap_or(usual.long_stage),
            games: plan.games.unwrap_or(usual.games).max(1),
            ..usual
        };
        Ok(Self::Blobwar(Box::new(blobwar::Run::going_on(config, &*learned::of_blobwar(weights)?))))
    }

    /// The run of this game that was written down.
    pub fn read(kind: Kind, bytes: &[u8]) -> Result<Self, ResumeError> {
        match kind {
            _ if wide::Run::is_one(kind, bytes) => Ok(Self::Wide(Box::new(wide::Run::read(kind, bytes)?))),
            Kind::Amazons => Ok(Self::Amazons(Box::new(amazons::Run::read(bytes)?))),
            Kind::Blobwar => Ok(Self::Blobwar(Box::new(blobwar::Run::read(bytes)?))),
            Kind::Reversi => Ok(Self::Reversi(Box::new(reversi::Run::read(bytes)?))),
            Kind::Flood => Err(ResumeError(kind.name())),
        }
    }

    /// The run as bytes, to be taken up later.
    pub fn write(&self) -> Vec<u8> {
        match self {
            Self::Amazons(run) => run.write(),
            Self::Blobwar(run) => run.write(),
            Self::Reversi(run) => run.write(),
            Self::Wide(run) => run.write(),
        }
    }

    /// Plays the next games on so many threads, and learns when a generation is complete.
    pub fn step(&mut self, n_threads: usize) -> Progress {
        match self {
            Self::Amazons(run) => run.step(n_threads),
            Self::Blobwar(run) => run.step(n_threads),
            Self::Reversi(run) => run.step(n_threads),
            Self::Wide(run) => run.step(n_threads),
        }
    }

    /// Learns from the generation as far as it was played.
    pub fn close(&mut self, n_threads: usize) -> Progress {
        match self {
            Self::Amazons(run) => run.close(n_threads),
            Self::Blobwar(run) => run.close(n_threads),
            Self::Reversi(run) => run.close(n_threads),
            Self::Wide(run) => run.close(n_threads),
        }
    }

    /// Whether all generations are over.
    pub const fn is_done(&self) -> bool {
        match self {
            Self::Amazons(run) => run.is_done(),
            Self::Blobwar(run) => run.is_done(),
            Self::Reversi(run) => run.is_done(),
            Self::Wide(run) => run.is_done(),
        }
    }

    /// What each generation brought.
    pub fn lessons(&self) -> &[Lesson] {
        match self {
            Self::Amazons(run) => run.lessons(),
            Self::Blobwar(run) => run.lessons(),
            Self::Reversi(run) => run.lessons(),
            Self::Wide(run) => run.lessons(),
        }
    }

    /// Goes on to so many generations instead.
    pub const fn set_generations(&mut self, generations: u32) {
        match self {
            Self::Amazons(run) => run.config_mut().generations = generations,
            Self::Blobwar(run) => run.config_mut().generations = generations,
            Self::Reversi(run) => run.config_mut().generations = generations,
            Self::Wide(run) => run.config_mut().generations = generations,
        }
    }

    /// The seed that decides everything that is drawn.
    pub const fn seed(&self) -> u64 {
        match self {
            Self::Amazons(run) => run.config().seed,
            Self::Blobwar(run) => run.config().seed,
            Self::Reversi(run) => run.config().seed,
            Self::Wide(run) => run.config().seed,
        }
    }

    /// What the last lesson was learned from.
    pub const fn matter(&self) -> &'static str {
        "positions"
    }

    /// What the last lesson's errors are measured in.
    pub const fn unit(&self) -> &'static str {
        match self {
            Self::Amazons(_) => "log-loss",
            Self::Blobwar(_) | Self::Wide(_) => "squared share of a win",
            Self::Reversi(_) => "discs",
        }
    }

    /// The file of what the run has learned, for `champion:weights=FILE`.
    pub fn weights(&self) -> Vec<u8> {
        match self {
            Self::Amazons(run) => run.weights().write(),
            Self::Blobwar(run) => run.weights().write(),
            Self::Reversi(run) => run.weights(),
            Self::Wide(run) => run.weights().write(),
        }
    }
}

/// Whether these bytes are whole weights of the game.
pub fn check_weights(kind: Kind, bytes: &[u8]) -> Result<(), WeightsError> {
    match kind {
        Kind::Amazons => drop(crate::eval::amazons::Weights::read(bytes)?),
        Kind::Reversi if wide_reversi::FORMAT.is_one(bytes) => drop(wide_reversi::FORMAT.read(bytes)?),
        Kind::Reversi => drop(crate::othello::network_file::read::<1>(bytes)?),
        _ if wide_blobwar::FORMAT.is_one(bytes) => drop(wide_blobwar::FORMAT.read(bytes)?),
        _ => drop(network::Weights::read(bytes)?),
    }
    Ok(())
}
