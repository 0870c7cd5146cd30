//! A run of learning: generations of games, and after each a fit of all positions that are kept. Equal seeds
//! give equal weights, whatever the number of threads.

use super::{Fit, Sample, SelfPlay, fit};
use crate::othello::{Discs, Judge, Weights, weights_file};
use crate::train::lesson::{self, Lesson};
use crate::train::{Progress, ResumeError};

/// What a run is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Decides everything that is drawn.
    pub seed: u64,
    /// Generations to play; the first with the hand-made judge.
    pub generations: u32,
    /// Games per generation.
    pub games: u32,
    /// Plies to look ahead.
    pub depth: u32,
    /// From how many empty cells on positions are solved.
    pub exact: u32,
    /// Steps of the fit.
    pub steps: u32,
    /// Positions of earlier generations that are kept.
    pub memory: u32,
}

impl Default for Config {
    /// As the weights that come with the project were fitted, with fewer games: minutes on two cores.
    fn default() -> Self {
        Self { seed: 1, generations: 3, games: 10_000, depth: 2, exact: 10, steps: 30, memory: 3_000_000 }
    }
}

/// A run of learning.
#[derive(Clone, Debug)]
pub struct Run {
    config: Config,
    generation: u32,
    n_played: u32,
    samples: Vec<Sample>,
    /// How many of the samples belong to the current generation.
    n_new: usize,
    /// Per stage; none before the first fit.
    learned: Vec<Vec<i16>>,
    lessons: Vec<Lesson>,
}

/// Games between two steps.
const STEP: u32 = 100;
/// How strongly weights are held near zero, as the shipped ones were.
const RIDGE: f32 = 4.0;
const MAGIC: &[u8] = b"AGON-RV-RUN-1\n";

impl Run {
    /// A run from nothing.
    pub const fn new(config: Config) -> Self {
        Self {
            config,
            generation: 0,
            n_played: 0,
            samples: Vec::new(),
            n_new: 0,
            learned: Vec::new(),
            lessons: Vec::new(),
        }
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

    /// What each generation brought: the root of the mean square error in discs, on positions kept out of the
    /// fit. Before the first, of a judge that calls every position even.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// The file of the weights that the run has come to.
    pub fn weights(&self) -> Vec<u8> {
        weights_file::write(&self.learned)
    }

    /// Plays the next games on so many threads, and fits the weights when a generation is complete.
    pub fn step(&mut self, n_threads: usize) -> Progress {
        if self.is_done() {
            return self.progress(None);
        }
        let n_games = STEP.min(self.config.games - self.n_played);
        let first = u64::from(self.generation) << 32 | u64::from(self.n_played);
        let Config { seed, depth, exact, .. } = self.config;
        let games = SelfPlay { seed, depth, exact, threads: n_threads };
        let samples = games.play(&self.judge(), first..first + u64::from(n_games));
        self.n_new += samples.len();
        self.samples.extend(samples);
        self.n_played += n_games;
        if self.n_played < self.config.games {
            return self.progress(None);
        }
        self.close(n_threads)
    }

    /// Fits the weights to the generation as far as it was played, and begins the next.
    pub fn close(&mut self, n_threads: usize) -> Progress {
        if self.n_new == 0 {
            return self.progress(None);
        }
        let before = self.error_of_new();
        let spare = self.samples.len().saturating_sub((self.config.memory as usize).max(self.n_new));
        self.samples.drain(..spare);
        let seed = self.config.seed ^ u64::from(self.generation) << 40;
        let fitted =
            fit(&self.samples, &Fit { steps: self.config.steps, ridge: RIDGE, seed, threads: n_threads });
        let squares = fitted.errors.iter().map(|stage| stage.apart.powi(2) * stage.samples as f64);
        let after = (squares.sum::<f64>() / self.samples.len() as f64).sqrt();
        // What plays on is what the file holds, rounded alike.
        self.learned =
            weights_file::read(&weights_file::write(&fitted.weights)).expect("what was written can be read");
        let lesson = Lesson { positions: self.samples.len() as u32, before, after };
        self.lessons.push(lesson);
        let progress = self.progress(Some(lesson));
        self.generation += 1;
        (self.n_played, self.n_new) = (0, 0);
        Progress { is_done: self.is_done(), ..progress }
    }

    fn judge(&self) -> Judge {
        if self.learned.is_empty() {
            return Judge::plain(u64::MAX);
        }
        Judge::Learned(Weights::new(&self.learned))
    }

    /// How far off the weights are on the games that they have just played and not yet learned from.
    fn error_of_new(&self) -> f64 {
        let weights = (!self.learned.is_empty()).then(|| Weights::new(&self.learned));
        let value = |discs: Discs| weights.as_ref().map_or(0, |weights| weights.value_of(discs));
        let new = &self.samples[self.samples.len() - self.n_new..];
        let squares = new
            .iter()
            .map(|sample| (f64::from(sample.score) - f64::from(value(sample.discs)) / 100.0).powi(2));
        (squares.sum::<f64>() / new.len() as f64).sqrt()
    }

    fn progress(&self, lesson: Option<Lesson>) -> Progress {
        Progress {
            generation: self.generation + 1,
            games: self.n_played,
            of_games: self.config.games,
            positions: self.samples.len(),
            lesson,
            is_done: self.is_done(),
        }
    }

    /// The run as bytes, to be taken up later.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.config.seed.to_le_bytes());
        let Config { generations, games, depth, exact, steps, memory, .. } = self.config;
        let learned = if self.learned.is_empty() { Vec::new() } else { self.weights() };
        let (n_samples, n_learned) = (self.samples.len() as u32, learned.len() as u32);
        let told = [generations, games, depth, exact, steps, memory];
        let come = [self.generation, self.n_played, self.n_new as u32, n_samples, n_learned];
        bytes.extend(told.into_iter().chain(come).flat_map(u32::to_le_bytes));
        for Sample { discs, score } in &self.samples {
            bytes.extend(discs.own.to_le_bytes());
            bytes.extend(discs.other.to_le_bytes());
            bytes.push(*score as u8);
        }
        bytes.extend(learned);
        lesson::write(&self.lessons, &mut bytes);
        bytes
    }

    /// The run that was written down.
    pub fn read(bytes: &[u8]) -> Result<Self, ResumeError> {
        Self::try_read(bytes).ok_or(ResumeError("reversi"))
    }

    fn try_read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let seed = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
        let mut number = || Some(u32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?));
        let [generations, games, depth] = [number()?, number()?, number()?];
        let [exact, steps, memory] = [number()?, number()?, number()?];
        let [generation, n_played, n_new] = [number()?, number()?, number()?];
        let [n_samples, n_learned] = [number()?, number()?];
        let config = Config { seed, generations, games, depth, exact, steps, memory };
        let samples = (0..n_samples).map(|_| read_sample(&mut rest)).collect::<Option<Vec<_>>>()?;
        let learned = match rest.split_off(..n_learned as usize)? {
            [] => Vec::new(),
            file => weights_file::read(file).ok()?,
        };
        let lessons = lesson::read(&mut rest)?;
        let n_new = n_new as usize;
        let is_whole = rest.is_empty() && n_new <= samples.len() && games > 0 && n_played < games;
        is_whole.then_some(Self { config, generation, n_played, samples, n_new, learned, lessons })
    }
}

fn read_sample(rest: &mut &[u8]) -> Option<Sample> {
    let mut set = || Some(u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?));
    let discs = Discs { own: set()?, other: set()? };
    let &[score] = rest.split_off(..1)?.first_chunk()?;
    Some(Sample { discs, score: score as i8 })
}
