//! How the network of the Amazons champion is learned: games against itself, what the search came to think of the
//! positions at its root, and a network that says so at once; again with that network, generation by generation. The
//! first games are played by weights of terms. Equal seeds give equal weights, whatever the number of threads.

mod fit;
mod games;
mod sample;

use std::sync::Arc;

use super::crew::share_out;
use super::lesson::{self, Lesson};
use super::{Progress, ResumeError};
use crate::eval::amazons::Weights;
use crate::eval::amazons::linear::Linear;
use sample::Sample;

/// What a run is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Decides everything that is drawn.
    pub seed: u64,
    /// Generations to play.
    pub generations: u32,
    /// Games per generation.
    pub games: u32,
    /// Evaluations per move.
    pub evaluations: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { seed: 1, generations: 4, games: 1_500, evaluations: 6_000 }
    }
}

/// A run of learning.
#[derive(Clone, Debug)]
pub struct Run {
    config: Config,
    generation: u32,
    n_played: u32,
    /// What the games of this generation taught, game by game, after those of the generation before.
    games: Vec<Vec<Sample>>,
    /// How many of the games are of the generation before.
    n_old: usize,
    weights: Weights,
    lessons: Vec<Lesson>,
}

/// Games between two steps.
const STEP: u32 = 32;
/// One game in so many is kept out of the fit.
const KEPT_APART: usize = 16;
const MAGIC: &[u8] = b"AGON-AM-RUN-2\n";

impl Run {
    /// A run whose first games are played by weights of terms.
    pub const fn new(config: Config) -> Self {
        let weights = Weights::Linear(Linear::SCALED);
        Self { config, generation: 0, n_played: 0, games: Vec::new(), n_old: 0, weights, lessons: Vec::new() }
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
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// What each generation brought: the mean log-loss on games that were kept out of the fit.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// Plays the next games on so many threads, and learns from them at the end of the generation.
    pub fn step(&mut self, n_threads: usize) -> Progress {
        if self.is_done() {
            return self.progress(None);
        }
        let n_games = STEP.min(self.config.games - self.n_played);
        let first = u64::from(self.generation) << 32 | u64::from(self.n_played);
        let Config { seed, evaluations, .. } = self.config;
        let play = |number| games::lesson(seed, number, &self.weights, evaluations);
        let played = share_out(first..first + u64::from(n_games), n_threads, play);
        self.games.extend(played);
        self.n_played += n_games;
        if self.n_played < self.config.games {
            return self.progress(None);
        }
        self.close(n_threads)
    }

    /// Learns from the generation as far as it was played, and begins the next.
    pub fn close(&mut self, _: usize) -> Progress {
        if self.n_played == 0 || self.is_done() {
            return self.progress(None);
        }
        let lesson = self.learn();
        self.lessons.push(lesson);
        let progress = self.progress(Some(lesson));
        self.generation += 1;
        self.n_played = 0;
        self.games.drain(..self.n_old);
        self.n_old = self.games.len();
        Progress { is_done: self.is_done(), ..progress }
    }

    /// A network from the games of this generation and of the one before.
    fn learn(&mut self) -> Lesson {
        let is_apart = |number: usize| number.is_multiple_of(KEPT_APART) && self.games.len() > 1;
        let (mut apart, mut taught) = (Vec::new(), Vec::new());
        for (number, game) in self.games.iter().enumerate() {
            match (is_apart(number), number >= self.n_old) {
                (true, true) => apart.extend(game),
                (true, false) => {}
                (false, _) => taught.extend(game),
            }
        }
        let loss = |weights: &Weights| match weights {
            // What terms say of these positions was not kept.
            Weights::Linear(_) => std::f64::consts::LN_2,
            Weights::Network(network) => fit::log_loss(network, apart.iter().copied()),
        };
        let before = loss(&self.weights);
        let seed = self.config.seed ^ u64::from(self.generation) << 32;
        let weights = Weights::Network(Arc::new(fit::fit(&taught, seed)));
        let lesson = Lesson { positions: taught.len() as u32, before, after: loss(&weights) };
        self.weights = weights;
        lesson
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
        let Config { seed, generations, games, evaluations } = self.config;
        bytes.extend(seed.to_le_bytes());
        let weights = self.weights.write();
        let state = [self.generation, self.n_played, self.n_old as u32, self.games.len() as u32];
        let told = [generations, games, evaluations, weights.len() as u32];
        bytes.extend(told.into_iter().chain(state).flat_map(u32::to_le_bytes));
        bytes.extend(weights);
        for game in &self.games {
            bytes.extend((game.len() as u32).to_le_bytes());
            game.iter().for_each(|sample| sample.write(&mut bytes));
        }
        lesson::write(&self.lessons, &mut bytes);
        bytes
    }

    /// The run that was written down.
    pub fn read(bytes: &[u8]) -> Result<Self, ResumeError> {
        Self::try_read(bytes).ok_or(ResumeError("amazons"))
    }

    fn try_read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let rest = &mut rest;
        let seed = u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?);
        let [generations, n_games, evaluations, n_bytes] = read_words(rest)?;
        let [generation, n_played, n_old, n_kept] = read_words(rest)?;
        let config = Config { seed, generations, games: n_games, evaluations };
        let weights = Weights::read(rest.split_off(..n_bytes as usize)?).ok()?;
        let games: Vec<Vec<Sample>> = (0..n_kept).map(|_| read_game(rest)).collect::<Option<_>>()?;
        let lessons = lesson::read(rest)?;
        let n_old = n_old as usize;
        let is_whole = rest.is_empty() && n_games > 0 && n_played <= n_games && n_old <= games.len();
        is_whole.then_some(Self { config, generation, n_played, games, n_old, weights, lessons })
    }
}

fn read_words<const N: usize>(rest: &mut &[u8]) -> Option<[u32; N]> {
    let (words, _) = rest.split_off(..4 * N)?.as_chunks();
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    words.try_into().ok()
}

fn read_game(rest: &mut &[u8]) -> Option<Vec<Sample>> {
    let [n_positions] = read_words(rest)?;
    let (samples, _) = rest.split_off(..Sample::BYTES * n_positions as usize)?.as_chunks();
    samples.iter().map(Sample::read).collect()
}
