//! How the evaluation of Blobwar for boards of any kind is learned: games on boards that the network of the champion
//! cannot see whole, and weights of the census that tell how they went and what the search thought. The first games are
//! valued by hand. A few minutes teach all that there is to learn: the weights are few. Equal seeds give equal weights,
//! whatever the number of threads.

mod fit;
mod games;
mod sample;

use super::crew::share_out;
use super::lesson::{self, Lesson};
use super::{Progress, ResumeError};
use crate::eval::blobwar::weights::Weights;
use fit::Model;
use sample::Sample;

/// What a run is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Decides everything that is drawn.
    pub seed: u64,
    /// Generations to play; the first with the hand-made evaluation.
    pub generations: u32,
    /// Games of a generation.
    pub games: u32,
    /// Positions that the search visits for each move.
    pub nodes: u32,
}

impl Default for Config {
    /// What made the shipped weights.
    fn default() -> Self {
        Self { seed: 1, generations: 5, games: 2_000, nodes: 500 }
    }
}

/// A run of learning.
#[derive(Clone, Debug)]
pub struct Run {
    config: Config,
    generation: u32,
    n_played: u32,
    samples: Vec<Sample>,
    model: Model,
    lessons: Vec<Lesson>,
}

/// Games between two steps.
const STEP: u32 = 40;
/// The part of the result in what is predicted, the rest being what the search thought: in the first generation, whose
/// search was told by hand what positions are worth, and later.
const TRUST: [f32; 2] = [0.4, 0.15];
/// Numbers in a run's file before its samples.
const N_NUMBERS: usize = 6;
const MAGIC: &[u8] = b"AGON-BC-RUN-1\n";

impl Run {
    /// A run from nothing.
    pub fn new(config: Config) -> Self {
        let (samples, lessons) = (Vec::new(), Vec::new());
        Self { config, generation: 0, n_played: 0, samples, model: Model::default(), lessons }
    }

    /// What the run was told.
    pub const fn config(&self) -> &Config {
        &self.config
    }

    pub(in crate::train) const fn config_mut(&mut self) -> &mut Config {
        &mut self.config
    }

    /// Whether all generations are over.
    pub const fn is_done(&self) -> bool {
        self.generation >= self.config.generations
    }

    /// The weights that the run has come to.
    pub fn weights(&self) -> Weights {
        self.model.weights()
    }

    /// What each generation brought: the mean square error on positions that were kept out of the fit.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// Plays the next games on so many threads, and fits the weights when a generation is complete.
    pub fn step(&mut self, n_threads: usize) -> Progress {
        if self.is_done() {
            return self.progress(None);
        }
        let n_games = STEP.min(self.config.games - self.n_played);
        let first = u64::from(self.generation) << 32 | u64::from(self.n_played);
        let weights = (self.generation > 0).then(|| self.weights());
        let Config { seed, nodes, .. } = self.config;
        let play = |number| games::play(seed, number, weights.as_ref(), nodes.into());
        let played = share_out(first..first + u64::from(n_games), n_threads, play);
        self.samples.extend(played.into_iter().flatten());
        self.n_played += n_games;
        if self.n_played < self.config.games {
            return self.progress(None);
        }
        self.close(n_threads)
    }

    /// Learns from the generation as far as it was played, and begins the next.
    pub fn close(&mut self, _: usize) -> Progress {
        if self.n_played == 0 || self.samples.is_empty() || self.is_done() {
            return self.progress(None);
        }
        let trust = TRUST[usize::from(self.generation > 0)];
        let seed = self.config.seed ^ u64::from(self.generation) << 40;
        let before = self.model.error(&self.samples, trust);
        self.model.fit(&self.samples, trust, seed);
        let after = self.model.error(&self.samples, trust);
        let lesson = Lesson { positions: self.samples.len() as u32, before, after };
        self.lessons.push(lesson);
        let progress = self.progress(Some(lesson));
        if self.generation == 0 {
            // What was valued by hand has served.
            self.samples.clear();
        }
        self.generation += 1;
        self.n_played = 0;
        Progress { is_done: self.is_done(), ..progress }
    }

    fn progress(&self, lesson: Option<Lesson>) -> Progress {
        let of_games = self.config.games;
        Progress {
            lesson,
            is_done: self.is_done(),
            ..Progress::of_games(self.generation, self.n_played, of_games)
        }
    }

    /// The run as bytes, to be taken up later.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.config.seed.to_le_bytes());
        let Config { generations, games, nodes, .. } = self.config;
        let numbers: [u32; N_NUMBERS] =
            [generations, games, nodes, self.generation, self.n_played, self.samples.len() as u32];
        bytes.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
        self.samples.iter().for_each(|sample| sample.write(&mut bytes));
        self.model.write(&mut bytes);
        lesson::write(&self.lessons, &mut bytes);
        bytes
    }

    /// Whether these bytes begin as a run of this kind does.
    pub(in crate::train) fn is_one(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// The run that was written down.
    pub fn read(bytes: &[u8]) -> Result<Self, ResumeError> {
        Self::try_read(bytes).ok_or(ResumeError("blobwar --wide"))
    }

    fn try_read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let seed = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
        let words = rest.split_off(..4 * N_NUMBERS)?.as_chunks().0;
        let numbers: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let &[generations, games, nodes, generation, n_played, n_samples] = numbers.first_chunk()?;
        let config = Config { seed, generations, games, nodes };
        let samples = (0..n_samples).map(|_| Sample::read(&mut rest)).collect::<Option<Vec<_>>>()?;
        let model = Model::read(&mut rest)?;
        let lessons = lesson::read(&mut rest)?;
        let is_whole = rest.is_empty() && games > 0 && n_played <= games;
        is_whole.then_some(Self { config, generation, n_played, samples, model, lessons })
    }
}
