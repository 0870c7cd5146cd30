//! `agon train`: the learned part of a champion, learned again. A run can be stopped and taken up; what it has
//! come to is a file for `champion:weights=FILE`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use agon_engine::checksum;
use agon_engine::othello::Judge;
use agon_engine::train::reversi::{BookConfig, BookRun};
use agon_engine::train::{self, Lesson, Plan, Progress, Run, Task};
use agon_games::spec::{GameSpec, Kind};
use anyhow::{Context, Result, bail};
use clap::Args;
use indicatif::{HumanDuration, ProgressBar};
use serde_json::json;

use crate::output::Output;
use crate::{interrupt, limit, progress};

/// Let a champion learn from games against itself
///
/// Each generation plays games with what was learned so far, then learns from them. Ctrl-C keeps what there is;
/// --resume goes on from there. The same seed learns the same, whatever the number of threads.
#[derive(Args)]
#[command(after_help = "Examples:
  agon train reversi --time 10m --out mine.weights
  agon train reversi --time 10m --out mine.weights --resume
  agon train ataxx --generations 6 --games 3000
  agon train ataxx --from shipped --generations 4 --seed 7
  agon train amazons --out mine.weights
  agon train reversi --book --out mine.book
  agon train blobwar --wide --out mine.weights
  agon train reversi --wide --out wide.weights
  agon match reversi champion:weights=mine.weights champion --games 100

Amazons, blobwar (ataxx) and reversi have champions that learn.")]
pub struct Train {
    /// The game
    game: String,
    /// Stop after this time; without it, after the usual number of generations
    #[arg(long, value_name = "TIME", value_parser = limit::time)]
    time: Option<Duration>,
    /// How many generations
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    generations: Option<u32>,
    /// How many games the first generation has; in Reversi the second and the third have four times as many as the one
    /// before, and all further ones as many as the third; in Blobwar this is for the fourth and all further ones, with
    /// --wide for all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Make the opening book instead, with what the champion has learned; of Reversi only
    #[arg(long, conflicts_with_all = ["generations", "games"])]
    book: bool,
    /// Learn for boards of any size and shape, where the network for 8x8 does not reach; of Blobwar and Reversi
    #[arg(long, conflicts_with = "book")]
    wide: bool,
    /// Go on from weights that are there already, a file of them or `shipped`, in one more stage as the last of a whole run;
    /// of Blobwar only. The stage has 28 generations, or --generations
    #[arg(long, value_name = "FILE", conflicts_with_all = ["book", "resume", "time"])]
    from: Option<String>,
    /// Where the weights go [default: GAME.weights, or GAME-wide.weights]; the run itself is kept beside it as FILE.run
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Where all chance comes from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Go on with the run that is beside --out
    #[arg(long)]
    resume: bool,
    /// How many threads play; 0 for one per core
    #[arg(long, short = 'j', value_name = "K", default_value_t = 0)]
    threads: usize,
}

/// The two files of a run.
struct Files {
    weights: PathBuf,
    run: PathBuf,
}

impl Train {
    /// Learns until it is over, time is up, or somebody stops it.
    pub fn run(&self, output: &Output) -> Result<()> {
        let kind = self.kind()?;
        if self.wide && !matches!(kind, Kind::Blobwar | Kind::Reversi) {
            bail!(
                "only blobwar and reversi learn for wide boards apart from others: write `agon train reversi --wide`"
            );
        }
        if self.book {
            return self.make_book(kind, output);
        }
        let name = format!("{}{}.weights", kind.name(), if self.wide { "-wide" } else { "" });
        let files = Files::new(self.out.clone().unwrap_or_else(|| name.into()));
        let run = self.open(kind, &files)?;
        let stop = interrupt::flag()?;
        let began = Instant::now();
        let seed = run.seed();
        let run = self.learn(run, &files, &stop, output)?;
        let (weights, lessons) = outcome(&run, kind, &files)?;
        let seconds = began.elapsed().as_secs_f64();
        let hash = hash_of(&weights);
        if output.json {
            let curve: Vec<_> = lessons.iter().map(lesson_json).collect();
            let value = json!({ "game": kind.name(), "seed": seed, "generations": curve,
                "weights": files.weights, "hash": hash, "seconds": seconds });
            return output.value(&value);
        }
        output.text(&format!(
            "{}: {} generations, hash {hash}\nplay it as champion:weights={}\n",
            files.weights.display(),
            lessons.len(),
            files.weights.display()
        ))
    }

    fn make_book(&self, kind: Kind, output: &Output) -> Result<()> {
        if kind != Kind::Reversi {
            bail!("only the champion of reversi has an opening book: write `agon train reversi --book`");
        }
        let files = Files::new(self.out.clone().unwrap_or_else(|| "reversi.book".into()));
        let mut run = match self.resume {
            true => {
                let path = files.run.display();
                let bytes = std::fs::read(&files.run)
                    .with_context(|| format!("no run to go on with: cannot read `{path}`"))?;
                BookRun::read(&bytes).with_context(|| format!("`{path}`"))?
            }
            false => {
                files.take_nobodys_place()?;
                BookRun::new(BookConfig::default())
            }
        };
        let (stop, began) = (interrupt::flag()?, Instant::now());
        let bar = progress::spinner(output);
        let judge = Judge::of(u64::MAX);
        while !run.is_done()
            && !stop.load(Ordering::Relaxed)
            && self.time.is_none_or(|time| began.elapsed() < time)
        {
            run.step(&judge, self.n_threads());
            let (n_open, n_all) = run.progress();
            let value = f64::from(run.value()) / 100.0;
            bar.set_message(format!("{n_open} of {n_all} positions, the start is worth {value:+.2} discs"));
            save(&files.run, &run.write())?;
        }
        bar.finish_and_clear();
        let bytes = run.book().write();
        save(&files.weights, &bytes)?;
        let (n_positions, path, hash) = (run.book().n_positions(), files.weights.display(), hash_of(&bytes));
        if output.json {
            return output
                .value(&json!({ "game": kind.name(), "book": files.weights, "positions": n_positions,
                "hash": hash, "seconds": began.elapsed().as_secs_f64() }));
        }
        output.text(&format!("{path}: {n_positions} positions, {} bytes, hash {hash}\n", bytes.len()))
    }

    fn n_threads(&self) -> usize {
        match self.threads {
            0 => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
            threads => threads,
        }
    }

    fn kind(&self) -> Result<Kind> {
        let spec: GameSpec = self.game.parse()?;
        train::can_learn(spec.kind)?;
        let boards = match spec.kind {
            Kind::Reversi if self.wide => "boards of many kinds at once",
            Kind::Reversi => "8x8 only",
            Kind::Amazons => "10x10, 8x8, 6x6 and a donut, for all boards",
            _ => return Ok(spec.kind),
        };
        if spec != GameSpec::standard(spec.kind) {
            let (game, wide) = (spec.kind.name(), if self.wide { " --wide" } else { "" });
            bail!("{game} learns on {boards}: write `agon train {game}{wide}`");
        }
        Ok(spec.kind)
    }

    /// The run that is there, if it is to go on; else a new one, which takes nobody's place.
    fn open(&self, kind: Kind, files: &Files) -> Result<Run> {
        let plan = Plan {
            seed: self.seed,
            // A run that is bounded by time goes on until then.
            generations: self.generations.or(self.time.map(|_| u32::MAX)),
            games: self.games,
            is_wide: self.wide,
        };
        if !self.resume {
            files.take_nobodys_place()?;
            return match &self.from {
                Some(weights) => Ok(Run::going_on(kind, &plan, weights)?),
                None => Ok(Run::new(kind, &plan)?),
            };
        }
        let path = files.run.display();
        let bytes = std::fs::read(&files.run)
            .with_context(|| format!("no run to go on with: cannot read `{path}`"))?;
        let mut run = Run::read(kind, &bytes).with_context(|| format!("`{path}`"))?;
        if self.wide && !matches!(run, Run::Wide(_)) {
            bail!("`{path}` is a run for boards up to 8x8: go on with it without --wide");
        }
        if let Some(generations) = plan.generations {
            run.set_generations(generations);
        }
        Ok(run)
    }

    fn learn(&self, mut run: Run, files: &Files, stop: &AtomicBool, output: &Output) -> Result<Run> {
        let threads = self.n_threads();
        let began = Instant::now();
        let mut teller = Teller::new(output);
        // The first file is written before the first game: a place that cannot be written to is no surprise later.
        let mut keeper = Keeper::new(&files.run, &run)?;
        // What is being learned when time is over is learned to its end.
        let is_over =
            |task| task != Some(Task::Learn) && self.time.is_some_and(|time| began.elapsed() >= time);
        while !run.is_done() && !stop.load(Ordering::Relaxed) && !is_over(teller.task) {
            let progress = run.step(threads);
            teller.tell(&progress, &run);
            match progress.lesson {
                Some(_) => {
                    keeper.save(&run)?;
                    save(&files.weights, &run.weights())?;
                }
                None => keeper.save_now_and_then(&run)?,
            }
        }
        keeper.save(&run)?;
        if run.lessons().is_empty() {
            // Stopped in the first generation: the run keeps its games, the weights are learned from them now.
            let progress = run.close(threads);
            teller.tell(&progress, &run);
        }
        teller.bar.finish_and_clear();
        Ok(run)
    }
}

/// Writes a run down now and then, so that a machine that fails takes no more than minutes with it.
struct Keeper<'a> {
    path: &'a Path,
    saved: Instant,
    /// How long that took.
    took: Duration,
}

/// A run is written down so often,
const OFTEN: Duration = Duration::from_secs(120);
/// but at most one part in so many of the time is spent on that.
const SHARE: u32 = 50;

impl<'a> Keeper<'a> {
    fn new(path: &'a Path, run: &Run) -> Result<Self> {
        let mut keeper = Self { path, saved: Instant::now(), took: Duration::ZERO };
        keeper.save(run)?;
        Ok(keeper)
    }

    fn save(&mut self, run: &Run) -> Result<()> {
        let began = Instant::now();
        save(self.path, &run.write())?;
        (self.took, self.saved) = (began.elapsed(), Instant::now());
        Ok(())
    }

    fn save_now_and_then(&mut self, run: &Run) -> Result<()> {
        if self.saved.elapsed() < OFTEN.max(SHARE * self.took) {
            return Ok(());
        }
        self.save(run)
    }
}

impl Files {
    fn new(weights: PathBuf) -> Self {
        let mut run = weights.clone().into_os_string();
        run.push(".run");
        Self { weights, run: run.into() }
    }

    /// Neither file may be there when a run begins.
    fn take_nobodys_place(&self) -> Result<()> {
        match [&self.weights, &self.run].into_iter().find(|path| path.exists()) {
            None => Ok(()),
            Some(there) => {
                bail!("`{}` is there already: go on with --resume, or choose another --out", there.display())
            }
        }
    }
}

/// Writes the weights and reads them back, so that nothing damaged is called finished.
fn outcome(run: &Run, kind: Kind, files: &Files) -> Result<(Vec<u8>, Vec<Lesson>)> {
    if run.lessons().is_empty() {
        bail!("stopped before the first games were over: nothing was learned");
    }
    save(&files.weights, &run.weights())?;
    let path = files.weights.display();
    let bytes = std::fs::read(&files.weights).with_context(|| format!("cannot read `{path}`"))?;
    train::check_weights(kind, &bytes).with_context(|| format!("`{path}`"))?;
    Ok((bytes, run.lessons().to_vec()))
}

/// Tells how far a run has come, and how fast it is at what it is doing.
struct Teller<'a> {
    bar: ProgressBar,
    output: &'a Output,
    task: Option<Task>,
    /// When that began, and how much of it was done then.
    since: Instant,
    from: usize,
}

impl<'a> Teller<'a> {
    fn new(output: &'a Output) -> Self {
        Self { bar: progress::work(output), output, task: None, since: Instant::now(), from: 0 }
    }

    fn tell(&mut self, progress: &Progress, run: &Run) {
        let Progress { generation, task, done, of, lesson, .. } = *progress;
        if self.task.replace(task) != Some(task) || done < self.from {
            (self.since, self.from) = (Instant::now(), done);
            // First what is never more than its whole.
            self.bar.set_position(0);
            self.bar.set_prefix(task.name());
        }
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
        self.bar.set_message(format!("{}generation {generation}", self.pace(done, of)));
        if let Some(Lesson { positions, before, after }) = lesson {
            let (matter, unit) = (run.matter(), run.unit());
            self.bar.suspend(|| {
                self.output.story(format!(
                    "generation {generation:>3}  {positions:>9} {matter:<9}  error {before:.4} -> {after:.4} {unit}"
                ));
            });
        }
    }

    /// How fast it is, and how long the rest takes, once that can be told.
    fn pace(&self, done: usize, of: usize) -> String {
        let rate = done.saturating_sub(self.from) as f64 / self.since.elapsed().as_secs_f64().max(1e-3);
        if rate == 0.0 {
            return String::new();
        }
        let left = Duration::from_secs_f64(of.saturating_sub(done) as f64 / rate);
        format!("{rate:.0} a second, {} to go, ", HumanDuration(left))
    }
}

fn lesson_json(lesson: &Lesson) -> serde_json::Value {
    json!({ "positions": lesson.positions, "before": lesson.before, "after": lesson.after })
}

/// The first sixteen digits of the file's hash: equal seeds give equal ones.
fn hash_of(bytes: &[u8]) -> String {
    format!("{:016x}", checksum::of(bytes))
}

/// Writes a file whole or not at all.
fn save(path: &Path, bytes: &[u8]) -> Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    std::fs::write(&part, bytes)
        .and_then(|()| std::fs::rename(&part, path))
        .with_context(|| format!("cannot write `{}`", path.display()))
}
