//! How evaluations for boards of any kind are learned: games on boards that the network of the champion cannot see, and
//! weights of a census that tell how they went and what the search thought. The first games are valued by hand. A few
//! minutes teach all that there is to learn: the weights are few. Equal seeds give equal weights, whatever the number of
//! threads.

mod blobwar;
mod fit;
mod games;
mod reversi;
mod sample;

use agon_games::dice::Dice;
use agon_games::spec::Kind;

use super::crew::share_out;
use super::lesson::{self, Lesson};
use super::{Progress, ResumeError};
use crate::eval::mixture::{Format, Mixture};
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

impl Config {
    /// What made the shipped weights of a game; none where nothing is learned for boards of any kind.
    pub fn usual(kind: Kind) -> Option<Self> {
        subject(kind).map(|subject| subject.usual)
    }
}

/// What a game brings to be learned.
#[derive(Debug)]
struct Subject {
    /// What a run of it is called.
    name: &'static str,
    format: &'static Format,
    /// What the file of a run begins with.
    magic: &'static [u8],
    /// So many points are a log-odds of 1.
    scale: f32,
    /// The part of the result in what is predicted, the rest being what the search thought: in the first generation,
    /// whose search was told by hand what positions are worth, and later.
    trust: [f32; 2],
    usual: Config,
    /// What is learned from the game of this number, by weights or by hand, with so many nodes a move.
    play: fn(&mut Dice, u64, Option<&Mixture>, u64) -> Vec<Sample>,
}

const fn subject(kind: Kind) -> Option<&'static Subject> {
    match kind {
        Kind::Blobwar => Some(&blobwar::SUBJECT),
        Kind::Reversi => Some(&reversi::SUBJECT),
        Kind::Amazons | Kind::Flood => None,
    }
}

/// A run of learning.
#[derive(Clone, Debug)]
pub struct Run {
    subject: &'static Subject,
    config: Config,
    generation: u32,
    n_played: u32,
    samples: Vec<Sample>,
    model: Model,
    lessons: Vec<Lesson>,
}

/// Games between two steps.
const STEP: u32 = 40;
/// Numbers in a run's file before its samples.
const N_NUMBERS: usize = 6;

impl Run {
    /// A run from nothing; none where nothing is learned for boards of any kind.
    pub fn new(kind: Kind, config: Config) -> Option<Self> {
        let subject = subject(kind)?;
        let (samples, lessons) = (Vec::new(), Vec::new());
        let model = Model::new(subject.format, subject.scale);
        Some(Self { subject, config, generation: 0, n_played: 0, samples, model, lessons })
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
    pub fn weights(&self) -> Mixture {
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
        let play = |number: u64| {
            let mut dice = Dice::new(seed ^ 2 << 56 ^ number.wrapping_mul(0xD1B5_4A32_D192_ED03));
            (self.subject.play)(&mut dice, number, weights.as_ref(), nodes.into())
        };
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
        let trust = self.subject.trust[usize::from(self.generation > 0)];
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
        let mut bytes = self.subject.magic.to_vec();
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
    pub(in crate::train) fn is_one(kind: Kind, bytes: &[u8]) -> bool {
        subject(kind).is_some_and(|subject| bytes.starts_with(subject.magic))
    }

    /// The run of this game that was written down.
    pub fn read(kind: Kind, bytes: &[u8]) -> Result<Self, ResumeError> {
        let subject = subject(kind).ok_or(ResumeError(kind.name()))?;
        Self::try_read(subject, bytes).ok_or(ResumeError(subject.name))
    }

    fn try_read(subject: &'static Subject, bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(subject.magic)?;
        let seed = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
        let words = rest.split_off(..4 * N_NUMBERS)?.as_chunks().0;
        let numbers: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
        let &[generations, games, nodes, generation, n_played, n_samples] = numbers.first_chunk()?;
        let config = Config { seed, generations, games, nodes };
        let n_counts = subject.format.n_counts;
        let samples =
            (0..n_samples).map(|_| Sample::read(&mut rest, n_counts)).collect::<Option<Vec<_>>>()?;
        let model = Model::read(&mut rest, subject.format, subject.scale)?;
        let lessons = lesson::read(&mut rest)?;
        let is_whole = rest.is_empty() && games > 0 && n_played <= games;
        is_whole.then_some(Self { subject, config, generation, n_played, samples, model, lessons })
    }
}
