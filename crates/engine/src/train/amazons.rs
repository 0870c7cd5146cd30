//! How the weights of the Amazons champion are learned: two generations of games against itself, each followed by
//! a regression of who won on the terms of the evaluation; in all further generations the weights are scaled by
//! what wins games. Equal seeds give equal weights, whatever the number of threads.

mod fit;
mod games;
mod tune;

use super::crew::share_out;
use super::lesson::{self, Lesson};
use super::{Progress, ResumeError};
use crate::eval::amazons::Weights;
use crate::eval::amazons::weights::{N_PHASES, N_TERMS};
use fit::Sample;
use tune::{N_FACTORS, Tuner};

/// What a run is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// Decides everything that is drawn.
    pub seed: u64,
    /// Generations to play; the first by the hand-made weights, two are fitted, the rest tune.
    pub generations: u32,
    /// Games per generation.
    pub games: u32,
    /// Evaluations per move in games to learn from.
    pub lesson_evaluations: u32,
    /// Evaluations per move in games that tune.
    pub tuning_evaluations: u32,
}

impl Default for Config {
    /// About ten minutes on two cores.
    fn default() -> Self {
        let (lesson_evaluations, tuning_evaluations) = (1_200, 2_000);
        Self { seed: 1, generations: 8, games: 1_500, lesson_evaluations, tuning_evaluations }
    }
}

/// A run of learning.
#[derive(Clone, Debug)]
pub struct Run {
    config: Config,
    generation: u32,
    n_played: u32,
    /// Games of this generation to fit to, positions in order.
    samples: Vec<Vec<Sample>>,
    /// What the last regression found.
    base: Weights,
    tuner: Tuner,
    lessons: Vec<Lesson>,
}

/// Generations that are followed by a regression.
const N_FITTED: u32 = 2;
/// Games between two steps; tuning learns after each.
const STEP: u32 = 32;
/// One game in so many is kept out of the fit.
const KEPT_APART: usize = 8;
/// Games that show what a generation of tuning brought, at most.
const SHOWN: u32 = 200;
/// Kinds of games, each with dice of its own.
const LESSON: u64 = 1;
const TUNING: u64 = 2;
const SHOW: u64 = 3;
const MAGIC: &[u8] = b"AGON-AM-RUN-1\n";

impl Run {
    /// A run from nothing.
    pub const fn new(config: Config) -> Self {
        let (base, tuner) = (Weights::BY_HAND, Tuner::new());
        Self { config, generation: 0, n_played: 0, samples: Vec::new(), base, tuner, lessons: Vec::new() }
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
        self.tuner.found(&self.base)
    }

    /// What each generation brought. Of those that are fitted: the mean log-loss on games that were kept out of the
    /// fit. Of those that tune: the share of games lost against the weights that were fitted.
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// What the last lesson was learned from.
    pub const fn matter(&self) -> &'static str {
        if self.has_tuned() { "games" } else { "positions" }
    }

    /// What the last lesson's errors are measured in.
    pub const fn unit(&self) -> &'static str {
        if self.has_tuned() { "of the games lost" } else { "log-loss" }
    }

    const fn has_tuned(&self) -> bool {
        self.lessons.len() > N_FITTED as usize
    }

    /// Plays the next games on so many threads, and learns from them.
    pub fn step(&mut self, n_threads: usize) -> Progress {
        if self.is_done() {
            return self.progress(None);
        }
        let n_games = STEP.min(self.config.games - self.n_played);
        let numbers = |n: u32| {
            let first = u64::from(self.generation) << 32 | u64::from(self.n_played);
            first..first + u64::from(n)
        };
        let Config { seed, lesson_evaluations, tuning_evaluations, .. } = self.config;
        if self.generation < N_FITTED {
            let weights = self.base;
            let play = |number| {
                games::lesson(number, games::dice(seed, LESSON, number), &weights, lesson_evaluations)
            };
            self.samples.extend(share_out(numbers(n_games), n_threads, play));
        } else {
            let (tuner, base) = (self.tuner, self.base);
            let play = |number| {
                let mut dice = games::dice(seed, TUNING, number);
                let trial = tuner.trial(&mut dice);
                let [up, down] = tuner.players(&base, &trial);
                (trial, games::pair(number, dice, [&up, &down], tuning_evaluations))
            };
            for (trial, n_won) in share_out(numbers(n_games.div_ceil(2)), n_threads, play) {
                self.tuner.learn(&trial, n_won);
            }
        }
        self.n_played += n_games;
        if self.n_played < self.config.games {
            return self.progress(None);
        }
        self.close(n_threads)
    }

    /// Learns from the generation as far as it was played, and begins the next.
    pub fn close(&mut self, n_threads: usize) -> Progress {
        if self.n_played == 0 || self.is_done() {
            return self.progress(None);
        }
        let lesson = if self.generation < N_FITTED { self.fit() } else { self.show(n_threads) };
        self.lessons.push(lesson);
        let progress = self.progress(Some(lesson));
        self.generation += 1;
        self.n_played = 0;
        Progress { is_done: self.is_done(), ..progress }
    }

    fn fit(&mut self) -> Lesson {
        let games = std::mem::take(&mut self.samples);
        let is_apart = |number: usize| number.is_multiple_of(KEPT_APART) && games.len() > 1;
        let part = |apart: bool| {
            let games = games.iter().enumerate().filter(move |(number, _)| is_apart(*number) == apart);
            games.flat_map(|(_, game)| game)
        };
        let positions = games.iter().map(|game| game.len() as u32).sum();
        let before = fit::log_loss(&self.base, part(true));
        self.base = fit::fit(part(false));
        Lesson { positions, before, after: fit::log_loss(&self.base, part(true)) }
    }

    /// Games of what was found against what was fitted: a look, not a lesson.
    fn show(&self, n_threads: usize) -> Lesson {
        let (found, base) = (self.weights(), self.base);
        let Config { seed, tuning_evaluations, games, .. } = self.config;
        let n_pairs = SHOWN.min(games).div_ceil(2);
        let first = u64::from(self.generation) << 32;
        let won = share_out(first..first + u64::from(n_pairs), n_threads, |number| {
            games::pair(number, games::dice(seed, SHOW, number), [&found, &base], tuning_evaluations)
        });
        let after = 1.0 - f64::from(won.iter().sum::<u32>()) / f64::from(2 * n_pairs);
        let is_first = self.generation == N_FITTED;
        let before = self.lessons.last().filter(|_| !is_first).map_or(0.5, |lesson| lesson.after);
        Lesson { positions: 2 * self.tuner.n_pairs, before, after }
    }

    fn progress(&self, lesson: Option<Lesson>) -> Progress {
        Progress {
            generation: self.generation + 1,
            games: self.n_played,
            of_games: self.config.games,
            positions: self.samples.iter().map(Vec::len).sum(),
            lesson,
            is_done: self.is_done(),
        }
    }

    /// The run as bytes, to be taken up later.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let Config { seed, generations, games, lesson_evaluations, tuning_evaluations } = self.config;
        bytes.extend(seed.to_le_bytes());
        let told = [generations, games, lesson_evaluations, tuning_evaluations];
        let state = [self.generation, self.n_played, self.tuner.n_pairs, self.samples.len() as u32];
        bytes.extend(told.into_iter().chain(state).flat_map(u32::to_le_bytes));
        bytes.extend(self.base.0.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
        let factors = self.tuner.now.iter().chain(&self.tuner.mean);
        bytes.extend(factors.flat_map(|factor| factor.to_le_bytes()));
        for game in &self.samples {
            bytes.extend((game.len() as u32).to_le_bytes());
            for sample in game {
                let numbers = sample.values.into_iter().chain([sample.phase]);
                bytes.extend(numbers.flat_map(f32::to_le_bytes));
                bytes.push(sample.has_won.into());
            }
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
        let [generations, games, lesson_evaluations, tuning_evaluations] = read_words(rest)?;
        let [generation, n_played, n_pairs, n_games] = read_words(rest)?;
        let config = Config { seed, generations, games, lesson_evaluations, tuning_evaluations };
        let weights = read_words::<{ N_PHASES * N_TERMS }>(rest)?.map(f32::from_bits);
        let base = Weights(weights.as_chunks().0.try_into().ok()?);
        let (now, mean) = (read_factors(rest)?, read_factors(rest)?);
        let samples = (0..n_games)
            .map(|_| {
                let [n_positions] = read_words(rest)?;
                (0..n_positions).map(|_| read_sample(rest)).collect()
            })
            .collect::<Option<_>>()?;
        let lessons = lesson::read(rest)?;
        let tuner = Tuner { now, mean, n_pairs };
        let is_whole = rest.is_empty() && games > 0 && n_played <= games;
        is_whole.then_some(Self { config, generation, n_played, samples, base, tuner, lessons })
    }
}

fn read_words<const N: usize>(rest: &mut &[u8]) -> Option<[u32; N]> {
    let (words, _) = rest.split_off(..4 * N)?.as_chunks();
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    words.try_into().ok()
}

fn read_factors(rest: &mut &[u8]) -> Option<[f64; N_FACTORS]> {
    let (words, _) = rest.split_off(..8 * N_FACTORS)?.as_chunks();
    let words: Vec<f64> = words.iter().map(|word| f64::from_le_bytes(*word)).collect();
    words.try_into().ok()
}

fn read_sample(rest: &mut &[u8]) -> Option<Sample> {
    let numbers = read_words::<{ N_TERMS + 1 }>(rest)?.map(f32::from_bits);
    let (&phase, values) = numbers.split_last()?;
    let values = *values.first_chunk()?;
    let has_won = match rest.split_off_first()? {
        0 => false,
        1 => true,
        _ => return None,
    };
    Some(Sample { phase, values, has_won })
}
