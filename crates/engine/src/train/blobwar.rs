//! How the evaluation of the Blobwar champion is learned: generations of games that it plays against itself
//! on boards of many kinds, and fits of the network to how they went. In the first stage the player learns from every
//! generation; the first ones are short and only there to have a player, the last ends with a fit from nothing to all that is
//! remembered. In every later stage one player plays several generations, and goes on from its own weights at their end;
//! the last stages also learn from positions beside the games, which only one move at random led to, and the very last from
//! far more of them.
//! Equal seeds give equal weights, whatever the number of threads.

mod fit;
mod games;
mod sample;
mod slabs;

pub use sample::Sample;

use std::sync::Arc;

use super::lesson::{self, Lesson};
use super::{Progress, ResumeError};
use crate::champion::blobwar::weights::Weights;
use fit::Model;
use games::Teacher;

/// What a run is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Decides everything that is drawn.
    pub seed: u64,
    /// Generations to play; the first with the hand-made evaluation.
    pub generations: u32,
    /// How many of them are the first stage, in which the player learns from each.
    pub growth: u32,
    /// Generations of each later stage, all of them played by what the stage before came to.
    pub stage: u32,
    /// From this generation on, after the first stage, positions beside the games are searched too.
    pub aside: u32,
    /// Generations of each stage from there on.
    pub aside_stage: u32,
    /// From this generation on stages are long, and what they bring is gone through more often.
    pub long: u32,
    /// Generations of each long stage.
    pub long_stage: u32,
    /// Games of a full generation; the first three have fewer.
    pub games: u32,
    /// Positions that the search visits for each move of a full generation.
    pub nodes: u32,
    /// Passes over all positions after the first stage.
    pub epochs: u32,
    /// Positions that are kept at most.
    pub memory: u32,
}

impl Default for Config {
    /// What made the shipped weights.
    fn default() -> Self {
        Self {
            seed: 1,
            generations: 79,
            growth: 20,
            stage: 9,
            aside: 47,
            aside_stage: 4,
            long: 51,
            long_stage: 28,
            games: 4_000,
            nodes: 1_000,
            epochs: 6,
            memory: 20_000_000,
        }
    }
}

/// The first generation of full length. What was played before is forgotten then.
const FULL: u32 = 3;

impl Config {
    /// The same from weights that are there already: long stages and nothing before them, of which nothing is forgotten as
    /// long as two of them are remembered.
    pub fn from_weights(self) -> Self {
        Self { growth: 0, aside: 0, long: 0, memory: self.memory * 2, ..self }
    }

    /// Whether it begins with weights that are there already.
    const fn has_weights(&self) -> bool {
        self.growth == 0
    }

    /// How many times the games and the nodes of a generation are halved: the first ones teach the values of blobs and
    /// little else, and need not be good games.
    const fn halvings(&self, generation: u32) -> u32 {
        match FULL.saturating_sub(generation) {
            _ if self.has_weights() => 0,
            0 => 0,
            1 => 1,
            _ => 2,
        }
    }

    /// Whether a later stage begins with a generation, or would if there was one.
    const fn begins_stage(&self, generation: u32) -> bool {
        if self.is_long(generation) {
            (generation - self.long).is_multiple_of(self.long_stage)
        } else if self.is_aside(generation) {
            (generation - self.aside).is_multiple_of(self.aside_stage)
        } else {
            generation >= self.growth && (generation - self.growth).is_multiple_of(self.stage)
        }
    }

    /// Whether positions beside the games of a generation are searched.
    const fn is_aside(&self, generation: u32) -> bool {
        generation >= self.aside
    }

    /// Whether a generation is part of a long stage.
    const fn is_long(&self, generation: u32) -> bool {
        generation >= self.long
    }

    fn games_of(&self, generation: u32) -> u32 {
        (self.games >> self.halvings(generation)).max(1)
    }

    fn nodes_of(&self, generation: u32) -> u64 {
        u64::from((self.nodes >> self.halvings(generation)).max(1))
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
    /// What plays the next generation.
    model: Model,
    /// What was learned after the last generation, where no stage ends with it.
    finished: Option<Model>,
    lessons: Vec<Lesson>,
}

/// Games between two steps.
const STEP: u32 = 100;
/// After each generation but the last the network learns from so many of the last positions, in so many passes.
const RECENT: usize = 1_500_000;
const PASSES: u32 = 2;
/// After each stage but the first, it learns from all positions of the stage in so many passes, at a rate that begins with
/// this one.
const LATE: (u32, f64) = (4, 5e-4);
/// The same after a long stage.
const LONG: (u32, f64) = (8, 1e-3);
/// The part of the result in what is predicted; the rest is what the search thought.
const TRUST: f32 = 0.15;
/// The rate that a fit begins with.
const RATE: f64 = 2e-3;

/// The same for the player of the next generation: the more it knows, the less it should forget.
const fn rate_of(generation: u32) -> f64 {
    match generation {
        0..6 => RATE,
        6..12 => RATE / 2.0,
        _ => RATE / 4.0,
    }
}

impl Run {
    /// A run from nothing.
    pub fn new(config: Config) -> Self {
        Self::with(config, Model::new(config.seed))
    }

    /// A run whose first games are played with these weights, in stages as the last ones of a run from nothing.
    pub fn going_on(config: Config, weights: &Weights) -> Self {
        Self::with(config.from_weights(), Model::going_on(weights))
    }

    fn with(config: Config, model: Model) -> Self {
        Self {
            config,
            generation: 0,
            n_played: 0,
            samples: Vec::new(),
            n_new: 0,
            model,
            finished: None,
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

    /// The weights that the run has come to.
    pub fn weights(&self) -> Weights {
        self.finished.as_ref().unwrap_or(&self.model).weights()
    }

    /// What each generation brought: the mean square error on positions that were kept out of the fit.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// Plays the next games on so many threads, and fits the network when a generation is complete.
    pub fn step(&mut self, n_threads: usize) -> Progress {
        if self.is_done() {
            return self.progress(None);
        }
        let of_games = self.config.games_of(self.generation);
        let n_games = STEP.min(of_games - self.n_played);
        let teacher = match self.generation {
            0 if !self.config.has_weights() => Teacher::ByHand,
            _ => Teacher::Learned(Arc::new(self.model.weights())),
        };
        let first = u64::from(self.generation) << 32 | u64::from(self.n_played);
        let games = first..first + u64::from(n_games);
        let n_nodes = self.config.nodes_of(self.generation);
        let plan =
            games::Plan { seed: self.config.seed, n_nodes, is_aside: self.config.is_aside(self.generation) };
        let samples = games::play(&teacher, &plan, games, n_threads);
        self.n_new += samples.len();
        self.samples.extend(samples);
        self.n_played += n_games;
        if self.n_played < of_games {
            return self.progress(None);
        }
        self.close(n_threads)
    }

    /// Learns from the generation as far as it was played, and begins the next.
    pub fn close(&mut self, n_threads: usize) -> Progress {
        if self.n_new == 0 {
            return self.progress(None);
        }
        let begins = self.generation == FULL || self.config.begins_stage(self.generation);
        let forgets = begins && !self.config.has_weights();
        let memory = if forgets { 0 } else { self.config.memory as usize };
        self.samples.drain(..self.samples.len().saturating_sub(memory.max(self.n_new)));
        self.finished = None;
        let lesson = match self.generation < self.config.growth {
            true => self.grow(n_threads),
            false => self.go_on(n_threads),
        };
        self.lessons.push(lesson);
        let progress = self.progress(Some(lesson));
        self.generation += 1;
        (self.n_played, self.n_new) = (0, 0);
        Progress { is_done: self.is_done(), ..progress }
    }

    /// The first stage: the player learns from each generation, and at the end all that is remembered is learned anew.
    fn grow(&mut self, n_threads: usize) -> Lesson {
        // The first generation was judged by hand: its results say more than its scores.
        let trust = if self.generation == 0 { 0.75 } else { TRUST };
        let recent = &self.samples[self.samples.len().saturating_sub(RECENT.max(self.n_new))..];
        let before = self.model.error(recent, trust);
        self.model.fit(recent, (PASSES, rate_of(self.generation)), trust, self.draws(), n_threads);
        let mut lesson =
            Lesson { positions: recent.len() as u32, before, after: self.model.error(recent, trust) };
        if self.ends() {
            let mut model = Model::new(self.config.seed);
            model.fit(&self.samples, (self.config.epochs, RATE), trust, self.draws(), n_threads);
            (lesson.positions, lesson.after) = (self.samples.len() as u32, model.error(&self.samples, trust));
            self.hand_over(model);
        }
        lesson
    }

    /// The stages after it: the player stays as it is until the last generation of its stage.
    fn go_on(&mut self, n_threads: usize) -> Lesson {
        let before = self.model.error(&self.samples, TRUST);
        let mut lesson = Lesson { positions: self.samples.len() as u32, before, after: before };
        if self.ends() {
            let mut model = Model::going_on(&self.model.weights());
            let passes = if self.config.is_long(self.generation) { LONG } else { LATE };
            model.fit(&self.samples, passes, TRUST, self.draws(), n_threads);
            lesson.after = model.error(&self.samples, TRUST);
            self.hand_over(model);
        }
        lesson
    }

    /// Whether a stage or the run ends with this generation.
    const fn ends(&self) -> bool {
        let next = self.generation + 1;
        next >= self.config.generations || self.config.begins_stage(next)
    }

    /// What was learned at the end of a stage plays the next. In the middle of one it is kept apart, so that a run that
    /// goes on after its end is as one that never ended.
    fn hand_over(&mut self, model: Model) {
        if self.config.begins_stage(self.generation + 1) {
            self.model = model;
        } else {
            self.finished = Some(model);
        }
    }

    /// What the draws of a fit begin with.
    const fn draws(&self) -> u64 {
        self.config.seed ^ (self.generation as u64) << 40
    }

    fn progress(&self, lesson: Option<Lesson>) -> Progress {
        let of_games = self.config.games_of(self.generation);
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
        let Config { generations, growth, stage, aside, aside_stage, long, long_stage, .. } = self.config;
        let Config { games, nodes, epochs, memory, .. } = self.config;
        let n_samples = self.samples.len() as u32;
        let stages = [generations, growth, stage, aside, aside_stage, long, long_stage];
        let sizes = [games, nodes, epochs, memory];
        let so_far = [self.generation, self.n_played, self.n_new as u32, n_samples];
        for number in stages.into_iter().chain(sizes).chain(so_far) {
            bytes.extend(number.to_le_bytes());
        }
        self.samples.iter().for_each(|sample| sample.write(&mut bytes));
        self.model.write(&mut bytes);
        bytes.push(self.finished.is_some().into());
        self.finished.iter().for_each(|model| model.write(&mut bytes));
        lesson::write(&self.lessons, &mut bytes);
        bytes
    }

    /// The run that was written down.
    pub fn read(bytes: &[u8]) -> Result<Self, ResumeError> {
        Self::try_read(bytes).ok_or(ResumeError("blobwar"))
    }

    fn try_read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let seed = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
        let mut number = || Some(u32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?));
        let [generations, growth, stage] = [number()?, number()?, number()?];
        let [aside, aside_stage, long, long_stage] = [number()?, number()?, number()?, number()?];
        let [games, nodes, epochs, memory] = [number()?, number()?, number()?, number()?];
        let [generation, n_played, n_new, n_samples] = [number()?, number()?, number()?, number()?];
        let stages = Config {
            seed,
            generations,
            growth,
            stage,
            aside,
            aside_stage,
            long,
            long_stage,
            ..Config::default()
        };
        let config = Config { games, nodes, epochs, memory, ..stages };
        let samples = (0..n_samples).map(|_| Sample::read(&mut rest)).collect::<Option<Vec<_>>>()?;
        let model = Model::read(&mut rest)?;
        let finished = match rest.split_off_first()? {
            0 => None,
            _ => Some(Model::read(&mut rest)?),
        };
        let lessons = lesson::read(&mut rest)?;
        rest.is_empty().then_some(Self {
            config,
            generation,
            n_played,
            samples,
            n_new: n_new as usize,
            model,
            finished,
            lessons,
        })
    }
}

const MAGIC: &[u8] = b"AGON-BW-RUN-9\n";
