//! A run of learning: generations of games; after each its positions are valued from the end of the game to its
//! beginning, band by band, by searches with a network that has just learned the bands after; then a network learns
//! them all from nothing. Equal seeds give equal weights, whatever the number of threads and of sittings.

use super::fit::{self, Fit, Sample, Study};
use super::games::SelfPlay;
use super::model::Model;
use super::value::{TOGETHER, Valuer};
use crate::othello::network::Learned;
use crate::othello::{Discs, Judge, Network, network_file};
use crate::train::lesson::{self, Lesson};
use crate::train::{Progress, ResumeError, Task};

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
    /// Plies to look ahead when positions are valued; two more where fewer than [`LATE`](super::value::LATE) cells are
    /// empty.
    pub look: u32,
    /// From how many empty cells on positions are solved.
    pub exact: u32,
    /// How often the positions of a generation are passed over.
    pub passes: u32,
}

impl Default for Config {
    /// Minutes on two cores.
    fn default() -> Self {
        Self { seed: 1, generations: 3, games: 1_000, depth: 4, look: 6, exact: 12, passes: 2 }
    }
}

/// A run of learning.
#[derive(Clone, Debug)]
pub struct Run {
    config: Config,
    generation: u32,
    n_played: u32,
    /// Positions of this generation; once all are played, those of the last band first.
    fresh: Vec<Discs>,
    /// The first of them with their values.
    valued: Vec<Sample>,
    /// None before the first generation is over.
    learned: Option<Learned>,
    /// What the bands of this generation that are valued have taught so far.
    learning: Option<Learned>,
    /// What is being learned just now. It is not written down: a run that is taken up begins it again.
    study: Option<(Study, Goal)>,
    lessons: Vec<Lesson>,
}

/// What a study is for.
#[derive(Clone, Debug)]
enum Goal {
    /// To value the next band; the last positions of this one wait for its end.
    Band(Vec<Sample>),
    /// To end the generation.
    All,
}

/// Games between two steps.
const STEP: u32 = 100;
/// Positions that are valued in one step.
const VALUED: usize = 250 * TOGETHER;
/// Positions that are learned in one step.
const LEARNED: usize = 200_000;
/// The first steps of a fit.
const RATE: f32 = 0.03;
const MAGIC: &[u8] = b"AGON-RV-RUN-5\n";

impl Run {
    /// A run from nothing.
    pub const fn new(config: Config) -> Self {
        Self {
            config,
            generation: 0,
            n_played: 0,
            fresh: Vec::new(),
            valued: Vec::new(),
            learned: None,
            learning: None,
            study: None,
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
        let nothing = || Model::new(self.config.seed).learned();
        network_file::write(&self.learned.clone().unwrap_or_else(nothing))
    }

    /// Plays, values or learns the next positions; the first two on so many threads.
    pub fn step(&mut self, n_threads: usize) -> Progress {
        if self.is_done() {
            return self.progress(None);
        }
        if self.study.is_some() {
            return self.learn();
        }
        if self.n_played < self.of_games() {
            self.play(n_threads);
            return self.progress(None);
        }
        if self.valued.is_empty() {
            self.arrange();
        }
        match self.valued.len() < self.fresh.len() {
            true => self.value(n_threads),
            false => self.study_all(),
        }
        self.progress(None)
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
        let judge = judge(self.learned.as_ref());
        let games = SelfPlay { seed, depth, threads: n_threads };
        self.fresh.extend(games.play(&judge, first..first + u64::from(n_games)));
        self.n_played += n_games;
    }

    /// Puts the positions in order, each once.
    fn arrange(&mut self) {
        let valuer = self.valuer(1);
        self.fresh.sort_unstable_by_key(|discs| (valuer.band(n_empty(*discs)), discs.own, discs.other));
        self.fresh.dedup();
        self.learning = None;
    }

    const fn valuer(&self, threads: usize) -> Valuer {
        let Config { look, exact, .. } = self.config;
        Valuer { look, exact, threads }
    }

    /// Values the next positions of a band; with the last of them the band is to be learned, unless it is the last.
    fn value(&mut self, n_threads: usize) {
        let (valuer, from) = (self.valuer(n_threads), self.valued.len());
        let band = valuer.band(n_empty(self.fresh[from]));
        let n_left = self.fresh[from..].partition_point(|discs| valuer.band(n_empty(*discs)) == band);
        let positions = &self.fresh[from..from + n_left.min(VALUED)];
        let values = valuer.values(&judge(self.learning.as_ref()), positions);
        if n_left <= VALUED && from + n_left < self.fresh.len() {
            self.study_band(band, values);
        } else {
            self.valued.extend(values);
        }
    }

    /// Goes on learning from a band and the one after it in the game, which its positions lead to.
    fn study_band(&mut self, band: u32, last: Vec<Sample>) {
        let valuer = self.valuer(1);
        let is_near = |sample: &&Sample| valuer.band(n_empty(sample.discs)) + 1 >= band;
        let near: Vec<Sample> = self.valued.iter().filter(is_near).chain(&last).copied().collect();
        let model = match &self.learning {
            Some(learned) => Model::of(learned),
            None => Model::new(self.seed()),
        };
        let fit = Fit { passes: 1, rate: RATE, seed: self.seed() ^ u64::from(band) };
        self.study = Some((Study::new(model, near, fit), Goal::Band(last)));
    }

    /// Learns all positions of the generation from nothing.
    fn study_all(&mut self) {
        let own = self.valued.iter().filter(|sample| !fit::is_apart(sample)).copied().collect();
        let fit = Fit { passes: self.config.passes, rate: RATE, seed: self.seed() };
        self.study = Some((Study::new(Model::new(self.seed()), own, fit), Goal::All));
    }

    fn learn(&mut self) -> Progress {
        let Some((mut study, goal)) = self.study.take() else { return self.progress(None) };
        study.go_on(LEARNED);
        match (study.is_over(), goal) {
            (false, goal) => self.study = Some((study, goal)),
            (true, Goal::Band(last)) => {
                self.valued.extend(last);
                // What values the next band is what a file would hold, rounded alike.
                self.learning = Some(study.learned());
            }
            (true, Goal::All) => return self.end_generation(study.learned()),
        }
        self.progress(None)
    }

    /// Decides what this generation draws.
    fn seed(&self) -> u64 {
        self.config.seed ^ u64::from(self.generation + 1) << 40
    }

    fn end_generation(&mut self, learned: Learned) -> Progress {
        let error = |learned| fit::error(learned, self.valued.iter().filter(|sample| fit::is_apart(sample)));
        let (before, after) = (error(self.learned.as_ref()), error(Some(&learned)));
        let lesson = Lesson { positions: self.fresh.len() as u32, before, after };
        self.lessons.push(lesson);
        let progress = self.progress(Some(lesson));
        self.fresh.clear();
        self.valued.clear();
        (self.learned, self.learning) = (Some(learned), None);
        self.generation += 1;
        self.n_played = 0;
        Progress { is_done: self.is_done(), ..progress }
    }

    fn progress(&self, lesson: Option<Lesson>) -> Progress {
        let (task, (done, of)) = match &self.study {
            Some((study, _)) => (Task::Learn, study.progress()),
            None if self.n_played < self.of_games() => {
                (Task::Play, (self.n_played as usize, self.of_games() as usize))
            }
            None => (Task::Value, (self.valued.len(), self.fresh.len())),
        };
        let generation = self.generation + 1;
        Progress { generation, task, done, of, lesson, is_done: self.is_done() }
    }

    /// The run as bytes, to be taken up later.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.config.seed.to_le_bytes());
        let Config { generations, games, depth, look, exact, passes, .. } = self.config;
        let file = |learned: &Option<Learned>| learned.as_ref().map_or_else(Vec::new, network_file::write);
        let (learned, learning) = (file(&self.learned), file(&self.learning));
        let told = [generations, games, depth, look, exact, passes, self.generation, self.n_played];
        let sizes = [self.fresh.len(), self.valued.len(), learned.len(), learning.len()].map(|n| n as u32);
        bytes.extend(told.into_iter().chain(sizes).flat_map(u32::to_le_bytes));
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
        let [exact, passes, generation, n_played] = [number()?, number()?, number()?, number()?];
        let [n_fresh, n_valued] = [number()?, number()?];
        let [n_learned, n_learning] = [number()?, number()?];
        let config = Config { seed, generations, games, depth, look, exact, passes };
        let valued = (0..n_valued).map(|_| read_sample(rest)).collect::<Option<Vec<_>>>()?;
        let fresh = (0..n_fresh).map(|_| read_discs(rest)).collect::<Option<Vec<_>>>()?;
        let weights = |rest: &mut &[u8], n_bytes: u32| match rest.split_off(..n_bytes as usize)? {
            [] => Some(None),
            file => network_file::read(file).ok().map(Some),
        };
        let (learned, learning) = (weights(rest, n_learned)?, weights(rest, n_learning)?);
        let lessons = lesson::read(rest)?;
        let is_whole = rest.is_empty() && n_valued <= n_fresh && games > 0;
        let study = None;
        is_whole.then_some(Self {
            config,
            generation,
            n_played,
            fresh,
            valued,
            learned,
            learning,
            study,
            lessons,
        })
    }
}

/// Who plays and values with what was learned so far.
fn judge(learned: Option<&Learned>) -> Judge {
    learned.map_or_else(|| Judge::plain(u64::MAX), |learned| Judge::Learned(Network::new(learned)))
}

const fn n_empty(discs: Discs) -> u32 {
    (!(discs.own | discs.other)).count_ones()
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
