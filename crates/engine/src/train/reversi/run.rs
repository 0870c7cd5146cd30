//! A run of learning: generations of games, after each of which a network learns their positions from nothing. While it
//! grows up, positions are valued from the end of the game to its beginning, band by band, by searches with a network
//! that has just learned the bands after. Later generations have a teacher, a network of twice the size that has learned
//! what was valued so far: it plays the games and values their positions, and all that teachers have valued is learned.
//! Equal seeds give equal weights, whatever the number of threads and of sittings.

use super::fit::{self, Fit, Sample, Study};
use super::games::{SelfPlay, ValuedPlay};
use super::model::Model;
use super::value::{TOGETHER, Valuer};
use crate::othello::network::{Learned, TEACHER};
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
    /// How many of them have no teacher.
    pub growth: u32,
    /// Games of the first generation; each further one without a teacher plays four times as many as the one before it,
    /// and each with a teacher as many as the last without.
    pub games: u32,
    /// Plies to look ahead in games without a teacher.
    pub depth: u32,
    /// Plies to look ahead when positions are valued, and in games with a teacher; two more where fewer than [`LATE`](super::value::LATE) cells are
    /// empty.
    pub look: u32,
    /// From how many empty cells on positions are solved.
    pub exact: u32,
    /// How often the positions of a generation are passed over.
    pub passes: u32,
}

impl Default for Config {
    /// What made the shipped weights.
    fn default() -> Self {
        Self { seed: 1, generations: 7, growth: 3, games: 3_000, depth: 4, look: 6, exact: 12, passes: 2 }
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
    /// What the next teacher learns: what teachers have valued, or before there was one the last generation.
    known: Vec<Sample>,
    /// Who plays and values this generation, once it has learned to.
    teacher: Option<Learned<TEACHER>>,
    /// None before the first generation is over.
    learned: Option<Learned>,
    /// What the bands of this generation that are valued have taught so far.
    learning: Option<Learned>,
    /// What is being learned just now. It is not written down: a run that is taken up begins it again.
    study: Option<Goal>,
    lessons: Vec<Lesson>,
}

/// What is learned, and for what.
#[derive(Clone, Debug)]
enum Goal {
    /// To value the next band; the last positions of this one wait for its end.
    Band(Study, Vec<Sample>),
    /// To play and value this generation.
    Teacher(Study<TEACHER>),
    /// To end the generation.
    All(Study),
}

/// Games between two steps.
const STEP: u32 = 100;
/// Positions that are valued in one step.
const VALUED: usize = 250 * TOGETHER;
/// Positions that are learned in one step.
const LEARNED: usize = 200_000;
/// The first steps of a fit.
const RATE: f32 = 0.03;
const MAGIC: &[u8] = b"AGON-RV-RUN-6\n";

impl Run {
    /// A run from nothing.
    pub const fn new(config: Config) -> Self {
        Self {
            config,
            generation: 0,
            n_played: 0,
            fresh: Vec::new(),
            valued: Vec::new(),
            known: Vec::new(),
            teacher: None,
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
        let is_played = self.n_played == self.of_games();
        if self.is_taught(self.generation) {
            match &self.teacher {
                None => self.study_to_teach(),
                Some(_) if is_played => self.study_all(),
                Some(teacher) => self.play_taught(Network::new(teacher), n_threads),
            }
        } else if !is_played {
            self.play(n_threads);
        } else {
            if self.valued.is_empty() {
                self.arrange();
            }
            match self.valued.len() < self.fresh.len() {
                true => self.value(n_threads),
                false => self.study_all(),
            }
        }
        self.progress(None)
    }

    /// Whether a generation has a teacher.
    const fn is_taught(&self, generation: u32) -> bool {
        generation >= self.config.growth
    }

    /// Learns from the generation as far as it was played, and begins the next.
    pub fn close(&mut self, n_threads: usize) -> Progress {
        if self.fresh.is_empty() && self.valued.is_empty() || self.is_done() {
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
        let n_times = self.generation.min(self.config.growth.saturating_sub(1));
        self.config.games.saturating_mul(1 << (2 * n_times).min(20))
    }

    fn play(&mut self, n_threads: usize) {
        let Config { seed, depth, .. } = self.config;
        let games = SelfPlay { seed, depth, threads: n_threads };
        let positions = games.play(&judge(self.learned.as_ref()), self.next_games());
        self.fresh.extend(positions);
    }

    fn play_taught(&mut self, teacher: Network<TEACHER>, n_threads: usize) {
        let games = ValuedPlay { seed: self.config.seed, valuer: self.valuer(n_threads) };
        let samples = games.play(&Judge::Teacher(teacher), self.next_games());
        self.valued.extend(samples);
    }

    /// The numbers of the games that are played in this step, which count as played then.
    fn next_games(&mut self) -> std::ops::Range<u64> {
        let n_games = STEP.min(self.of_games() - self.n_played);
        let first = u64::from(self.generation) << 32 | u64::from(self.n_played);
        self.n_played += n_games;
        first..first + u64::from(n_games)
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
        self.study = Some(Goal::Band(Study::new(model, near, fit), last));
    }

    /// Lets a teacher learn all that is known.
    fn study_to_teach(&mut self) {
        let (model, fit) = (Model::new(self.seed()), self.fit_of_all());
        self.study = Some(Goal::Teacher(Study::new(model, self.known.clone(), fit)));
    }

    /// Learns from nothing all positions of the generation, and those that teachers have valued before.
    fn study_all(&mut self) {
        if self.is_taught(self.generation) {
            self.valued.sort_unstable_by_key(|sample| (sample.discs.own, sample.discs.other));
            self.valued.dedup_by_key(|sample| sample.discs);
        }
        let is_before_taught = self.generation.checked_sub(1).is_some_and(|before| self.is_taught(before));
        let before = if is_before_taught { &self.known[..] } else { &[] };
        let is_own = |sample: &&Sample| !fit::is_apart(sample);
        let own = before.iter().chain(&self.valued).filter(is_own).copied().collect();
        let (model, fit) = (Model::new(self.seed()), self.fit_of_all());
        self.study = Some(Goal::All(Study::new(model, own, fit)));
    }

    fn fit_of_all(&self) -> Fit {
        Fit { passes: self.config.passes, rate: RATE, seed: self.seed() }
    }

    fn learn(&mut self) -> Progress {
        match self.study.take() {
            Some(Goal::Band(mut study, last)) => match study.go_on(LEARNED) {
                false => self.study = Some(Goal::Band(study, last)),
                true => {
                    self.valued.extend(last);
                    // What values the next band is what a file would hold, rounded alike.
                    self.learning = Some(study.learned());
                }
            },
            Some(Goal::Teacher(mut study)) => match study.go_on(LEARNED) {
                false => self.study = Some(Goal::Teacher(study)),
                true => self.teacher = Some(study.learned()),
            },
            Some(Goal::All(mut study)) => match study.go_on(LEARNED) {
                false => self.study = Some(Goal::All(study)),
                true => return self.end_generation(study.learned()),
            },
            None => {}
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
        let lesson = Lesson { positions: self.valued.len() as u32, before, after };
        self.lessons.push(lesson);
        let progress = self.progress(Some(lesson));
        self.fresh.clear();
        let valued = std::mem::take(&mut self.valued);
        match self.config.growth {
            // What the last generation without a teacher and the first with one have valued stands for itself.
            growth if (growth..=growth + 1).contains(&(self.generation + 1)) => self.known = valued,
            growth if self.generation > growth => self.known.extend(valued),
            _ => {}
        }
        (self.learned, self.learning, self.teacher) = (Some(learned), None, None);
        self.generation += 1;
        self.n_played = 0;
        Progress { is_done: self.is_done(), ..progress }
    }

    fn progress(&self, lesson: Option<Lesson>) -> Progress {
        let (task, (done, of)) = match &self.study {
            Some(Goal::Band(study, _) | Goal::All(study)) => (Task::Learn, study.progress()),
            Some(Goal::Teacher(study)) => (Task::Learn, study.progress()),
            None if self.is_taught(self.generation) || self.n_played < self.of_games() => {
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
        let Config { generations, growth, games, depth, look, exact, passes, .. } = self.config;
        let (learned, learning) = (file(self.learned.as_ref()), file(self.learning.as_ref()));
        let teacher = file(self.teacher.as_ref());
        let told = [generations, growth, games, depth, look, exact, passes, self.generation, self.n_played];
        let samples = [self.fresh.len(), self.valued.len(), self.known.len()];
        let files = [learned.len(), learning.len(), teacher.len()];
        let sizes = samples.into_iter().chain(files).map(|n| n as u32);
        bytes.extend(told.into_iter().chain(sizes).flat_map(u32::to_le_bytes));
        let words = |discs: &Discs| [discs.own, discs.other].map(u64::to_le_bytes).concat();
        for Sample { discs, value, best } in self.valued.iter().chain(&self.known) {
            bytes.extend(words(discs));
            bytes.extend(value.to_le_bytes());
            bytes.push(*best);
        }
        self.fresh.iter().for_each(|discs| bytes.extend(words(discs)));
        bytes.extend([learned, learning, teacher].concat());
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
        let [generations, growth, games, depth] = [number()?, number()?, number()?, number()?];
        let [look, exact, passes] = [number()?, number()?, number()?];
        let [generation, n_played] = [number()?, number()?];
        let [n_fresh, n_valued, n_known] = [number()?, number()?, number()?];
        let [n_learned, n_learning, n_teacher] = [number()?, number()?, number()?];
        let config = Config { seed, generations, growth, games, depth, look, exact, passes };
        let mut samples = |n: u32| (0..n).map(|_| read_sample(rest)).collect::<Option<Vec<_>>>();
        let (valued, known) = (samples(n_valued)?, samples(n_known)?);
        let fresh = (0..n_fresh).map(|_| read_discs(rest)).collect::<Option<Vec<_>>>()?;
        let (learned, learning) = (read_file(rest, n_learned)?, read_file(rest, n_learning)?);
        let teacher = read_file(rest, n_teacher)?;
        let lessons = lesson::read(rest)?;
        let is_taught = generation >= growth;
        let is_whole = rest.is_empty() && (is_taught || n_valued <= n_fresh) && games > 0 && growth > 0;
        let study = None;
        is_whole.then_some(Self {
            config,
            generation,
            n_played,
            fresh,
            valued,
            known,
            teacher,
            learned,
            learning,
            study,
            lessons,
        })
    }
}

/// The file of what was learned, if anything was.
fn file<const B: usize>(learned: Option<&Learned<B>>) -> Vec<u8> {
    learned.map_or_else(Vec::new, network_file::write)
}

fn read_file<const B: usize>(rest: &mut &[u8], n_bytes: u32) -> Option<Option<Learned<B>>> {
    match rest.split_off(..n_bytes as usize)? {
        [] => Some(None),
        file => network_file::read(file).ok().map(Some),
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
