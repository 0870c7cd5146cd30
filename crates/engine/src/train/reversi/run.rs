//! A run of learning: generations of games; after each its positions are valued and the weights fitted, stage
//! by stage from the end of the game to its beginning; each stage learns from its neighbours' positions too. Equal
//! seeds give equal weights, whatever the number of threads.

use super::fit::{Fit, Sample, fit};
use super::games::SelfPlay;
use super::value::{TOGETHER, Valuer};
use crate::othello::weights::{N_STAGES, stage};
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
    /// Games of the first generation; each further one plays four times as many as the one before it.
    pub games: u32,
    /// Plies to look ahead in games.
    pub depth: u32,
    /// Plies to look ahead when positions are valued, from the third generation on; two more where fewer than
    /// [`LATE`](super::value::LATE) cells are empty.
    pub look: u32,
    /// From how many empty cells on positions are solved.
    pub exact: u32,
    /// Steps of the fit.
    pub steps: u32,
}

impl Default for Config {
    /// As the weights that come with the project were learned, with fewer games: minutes on two cores.
    fn default() -> Self {
        Self { seed: 1, generations: 3, games: 1_000, depth: 4, look: 6, exact: 12, steps: 24 }
    }
}

/// A run of learning.
#[derive(Clone, Debug)]
pub struct Run {
    config: Config,
    generation: u32,
    n_played: u32,
    /// Positions of this generation; once all are played, those of the latest stage first.
    fresh: Vec<Discs>,
    /// The first of them with their values.
    valued: Vec<Sample>,
    /// Per stage; none before the first generation is over.
    learned: Vec<Vec<i16>>,
    /// What this generation has learned so far.
    learning: Vec<Vec<i16>>,
    /// The sums of squared errors on this generation's positions, before and after, in discs.
    squares: [f64; 2],
    lessons: Vec<Lesson>,
}

/// Games between two steps.
const STEP: u32 = 100;
/// Positions that are valued in one step.
const VALUED: usize = 250 * TOGETHER;
/// Plies to look ahead when the positions of the first generations are valued.
const FIRST_LOOK: u32 = 4;
/// How many generations those are.
const FIRST: u32 = 2;
/// How strongly weights are held near those of the next stage.
const RIDGE: f32 = 8.0;
/// Samples that are so many discs from even count half.
const HALF: f32 = 20.0;
const MAGIC: &[u8] = b"AGON-RV-RUN-4\n";

impl Run {
    /// A run from nothing.
    pub const fn new(config: Config) -> Self {
        Self {
            config,
            generation: 0,
            n_played: 0,
            fresh: Vec::new(),
            valued: Vec::new(),
            learned: Vec::new(),
            learning: Vec::new(),
            squares: [0.0; 2],
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

    /// Plays or values the next positions on so many threads; a stage whose positions are all valued is fitted.
    pub fn step(&mut self, n_threads: usize) -> Progress {
        if self.is_done() {
            return self.progress(None);
        }
        if self.n_played < self.of_games() {
            self.play(n_threads);
            return self.progress(None);
        }
        if self.valued.is_empty() {
            self.arrange();
        }
        self.value(n_threads);
        match self.valued.len() == self.fresh.len() {
            true => self.end_generation(),
            false => self.progress(None),
        }
    }

    /// Learns from the generation as far as it was played, and begins the next.
    pub fn close(&mut self, n_threads: usize) -> Progress {
        if self.fresh.is_empty() || self.is_done() {
            return self.progress(None);
        }
        self.n_played = self.of_games();
        loop {
            let progress = self.step(n_threads);
            if progress.lesson.is_some() {
                return progress;
            }
        }
    }

    /// Games that this generation has.
    fn of_games(&self) -> u32 {
        self.config.games.saturating_mul(1 << (2 * self.generation).min(20))
    }

    fn play(&mut self, n_threads: usize) {
        let n_games = STEP.min(self.of_games() - self.n_played);
        let first = u64::from(self.generation) << 32 | u64::from(self.n_played);
        let Config { seed, depth, .. } = self.config;
        let judge = match self.learned.is_empty() {
            true => Judge::plain(u64::MAX),
            false => Judge::Learned(Weights::new(&self.learned)),
        };
        let games = SelfPlay { seed, depth, threads: n_threads };
        self.fresh.extend(games.play(&judge, first..first + u64::from(n_games)));
        self.n_played += n_games;
    }

    /// Puts the positions in order, each once.
    fn arrange(&mut self) {
        self.fresh.sort_unstable_by_key(|discs| (usize::MAX - stage_of(*discs), discs.own, discs.other));
        self.fresh.dedup();
        self.learning = self.learned.clone();
        self.learning.resize(N_STAGES, vec![0; Weights::per_stage()]);
    }

    /// Values the next positions of a stage; with the last of them, stages whose neighbours are valued are fitted.
    fn value(&mut self, n_threads: usize) {
        let from = self.valued.len();
        let Some(&first) = self.fresh.get(from) else { return };
        let stage = stage_of(first);
        let n_left = self.fresh[from..].partition_point(|discs| stage_of(*discs) == stage);
        let judge = Judge::Learned(Weights::new(&self.learning));
        let positions = &self.fresh[from..from + n_left.min(VALUED)];
        self.valued.extend(self.valuer(n_threads).values(&judge, positions));
        if n_left > VALUED {
            return;
        }
        let begin = self.fresh[..from].partition_point(|discs| stage_of(*discs) != stage);
        let last_valued = begin.checked_sub(1).map_or(N_STAGES - 1, |before| stage_of(self.fresh[before]));
        let lowest = if from + n_left == self.fresh.len() { 0 } else { stage + 1 };
        (lowest..=last_valued).rev().for_each(|stage| self.fit_stage(stage));
    }

    const fn valuer(&self, threads: usize) -> Valuer {
        let Config { look, exact, .. } = self.config;
        match self.generation < FIRST {
            true => Valuer { look: FIRST_LOOK, look_late: FIRST_LOOK, exact, threads },
            false => Valuer { look, look_late: look + 2, exact, threads },
        }
    }

    /// Fits a stage to its own positions and those of the stages beside it.
    fn fit_stage(&mut self, stage: usize) {
        let near = stage.saturating_sub(1)..=stage + 1;
        let is_near = |discs: Discs| near.contains(&stage_of(discs));
        let all: Vec<Sample> = self.valued.iter().copied().filter(|sample| is_near(sample.discs)).collect();
        let own: Vec<Sample> = all.iter().copied().filter(|sample| stage_of(sample.discs) == stage).collect();
        self.squares[0] += self.squared_error(&own);
        let seed = self.config.seed ^ u64::from(self.generation) << 40;
        let fit_as = Fit { steps: self.config.steps, ridge: RIDGE, half: HALF, seed };
        let prior = self.learning.get(stage + 1).cloned();
        let prior = prior.unwrap_or_else(|| vec![0; Weights::per_stage()]);
        let fitted = fit(all, &prior, &fit_as);
        self.squares[1] += fitted.error.powi(2) * own.len() as f64;
        self.learning[stage] = fitted.weights;
        // What plays on is what the file holds, rounded alike.
        self.learning =
            weights_file::read(&weights_file::write(&self.learning)).expect("what was written can be read");
    }

    fn end_generation(&mut self) -> Progress {
        let n_fresh = self.fresh.len();
        self.fresh.clear();
        self.valued.clear();
        self.learned = std::mem::take(&mut self.learning);
        let [before, after] = std::mem::take(&mut self.squares);
        let root = |squares: f64| (squares / n_fresh.max(1) as f64).sqrt();
        let lesson = Lesson { positions: n_fresh as u32, before: root(before), after: root(after) };
        self.lessons.push(lesson);
        let progress = self.progress(Some(lesson));
        self.generation += 1;
        self.n_played = 0;
        Progress { is_done: self.is_done(), ..progress }
    }

    /// How far off the weights before this generation are on positions that they have not learned from.
    fn squared_error(&self, samples: &[Sample]) -> f64 {
        let weights = (!self.learned.is_empty()).then(|| Weights::new(&self.learned));
        let value = |discs: Discs| weights.as_ref().map_or(0, |weights| weights.value_of(discs));
        let error = |sample: &Sample| f64::from(i32::from(sample.value) - value(sample.discs)) / 100.0;
        samples.iter().map(|sample| error(sample).powi(2)).sum()
    }

    fn progress(&self, lesson: Option<Lesson>) -> Progress {
        Progress {
            generation: self.generation + 1,
            games: self.n_played,
            of_games: self.of_games(),
            positions: self.fresh.len(),
            lesson,
            is_done: self.is_done(),
        }
    }

    /// The run as bytes, to be taken up later.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.config.seed.to_le_bytes());
        let Config { generations, games, depth, look, exact, steps, .. } = self.config;
        let file = |weights: &[Vec<i16>]| match weights {
            [] => Vec::new(),
            weights => weights_file::write(weights),
        };
        let (learned, learning) = (file(&self.learned), file(&self.learning));
        let told = [generations, games, depth, look, exact, steps, self.generation, self.n_played];
        let sizes = [self.fresh.len(), self.valued.len(), learned.len(), learning.len()].map(|n| n as u32);
        bytes.extend(told.into_iter().chain(sizes).flat_map(u32::to_le_bytes));
        bytes.extend(self.squares.into_iter().flat_map(f64::to_le_bytes));
        let words = |discs: &Discs| [discs.own, discs.other].map(u64::to_le_bytes).concat();
        for Sample { discs, value, best } in &self.valued {
            bytes.extend(words(discs));
            bytes.extend(value.to_le_bytes());
            bytes.push(*best);
        }
        self.fresh.iter().for_each(|discs| bytes.extend(words(discs)));
        bytes.extend(learned);
        bytes.extend(learning);
        lesson::write(&self.lessons, &mut bytes);
        bytes
    }

    /// The run that was written down.
    pub fn read(bytes: &[u8]) -> Result<Self, ResumeError> {
        Self::try_read(bytes).ok_or(ResumeError("reversi"))
    }

    fn try_read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let rest = &mut rest;
        let seed = read_word(rest)?;
        let mut number = || Some(u32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?));
        let [generations, games, depth, look] = [number()?, number()?, number()?, number()?];
        let [exact, steps, generation, n_played] = [number()?, number()?, number()?, number()?];
        let [n_fresh, n_valued] = [number()?, number()?];
        let [n_learned, n_learning] = [number()?, number()?];
        let config = Config { seed, generations, games, depth, look, exact, steps };
        let squares = [read_word(rest)?, read_word(rest)?].map(f64::from_bits);
        let valued = (0..n_valued).map(|_| read_sample(rest)).collect::<Option<Vec<_>>>()?;
        let fresh = (0..n_fresh).map(|_| read_discs(rest)).collect::<Option<Vec<_>>>()?;
        let weights = |rest: &mut &[u8], n_bytes: u32| match rest.split_off(..n_bytes as usize)? {
            [] => Some(Vec::new()),
            file => weights_file::read(file).ok(),
        };
        let (learned, learning) = (weights(rest, n_learned)?, weights(rest, n_learning)?);
        let lessons = lesson::read(rest)?;
        let is_whole = rest.is_empty() && n_valued <= n_fresh && games > 0;
        is_whole.then_some(Self {
            config,
            generation,
            n_played,
            fresh,
            valued,
            learned,
            learning,
            squares,
            lessons,
        })
    }
}

fn stage_of(discs: Discs) -> usize {
    stage((discs.own | discs.other).count_ones())
}

fn read_word(rest: &mut &[u8]) -> Option<u64> {
    Some(u64::from_le_bytes(*rest.split_off(..8)?.first_chunk()?))
}

fn read_discs(rest: &mut &[u8]) -> Option<Discs> {
    Some(Discs { own: read_word(rest)?, other: read_word(rest)? })
}

fn read_sample(rest: &mut &[u8]) -> Option<Sample> {
    let discs = read_discs(rest)?;
    let [low, high, best] = *rest.split_off(..3)?.first_chunk()?;
    Some(Sample { discs, value: i16::from_le_bytes([low, high]), best: best & 63 })
}
